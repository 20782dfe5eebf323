import { once } from '../../domain/values/once.ts';
import { readJsonAsset } from '../../page/assets/read-json-asset.ts';
import { rowWidth } from './span-features.ts';

/** A network with one hidden layer, written by `bench/meaning/train-spans.py`. */
interface SpanHead {
  hidden: { weights: number[]; bias: number; output: number }[];
  offset: number;
}

const shippedHead = once(() => {
  const head = readJsonAsset('extract/prose/span-head.json') as SpanHead;
  if (head.hidden.some(({ weights }) => weights.length !== rowWidth))
    throw new Error(
      'span-head.json has other features than this version; train it with bench/meaning/train-spans.py',
    );
  return head;
});

/** Returns the probability that a span with these features is the value of its field. */
export function spanProbability(features: Float32Array): number {
  const { hidden, offset } = shippedHead();
  const sum = hidden.reduce((before, { weights, bias, output }) => {
    const inner = weights.reduce((all, weight, at) => all + weight * (features[at] ?? 0), bias);
    return before + output * Math.tanh(inner);
  }, offset);
  return 1 / (1 + Math.exp(-sum));
}
