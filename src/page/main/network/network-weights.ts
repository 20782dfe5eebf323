import { integerAt, unsignedAt } from '../../../domain/values/elements.ts';

/** Matrix of a layer, one row of `outputs` numbers per input, and what is added to its product. */
export interface DenseLayer {
  inputs: number;
  outputs: number;
  weights: Float32Array;
  bias: Float32Array;
}

/** Residual block: a convolution over three leaves that are `dilation` apart, and a layer behind it. */
export interface ConvolutionBlock {
  dilation: number;
  /** Three times `units` inputs: the leaf before, the leaf itself and the leaf after. */
  convolution: DenseLayer;
  output: DenseLayer;
}

/** Trained weights of a {@link Network}. */
export interface NetworkWeights {
  /** Numbers per leaf between the layers, a multiple of 16. */
  units: number;
  /** Index of the first knot of each feature; one more entry than features. */
  knotStart: Int32Array;
  /** Quantiles of each feature in ascending order. */
  knots: Float32Array;
  /** Rank of each quantile, from -1 to 1. */
  ranks: Float32Array;
  input: DenseLayer;
  blocks: readonly ConvolutionBlock[];
  /** Layer on the mean and the maximum of all leaves, whose result is added to each leaf. */
  page: DenseLayer;
  /** Number of blocks before {@link page}. */
  blocksBeforePage: number;
  hidden: DenseLayer;
  output: DenseLayer;
}

/** First four bytes of the network in a weights file, little-endian. */
const magic = 0x314e_4457;

/**
 * Reads the network that starts at a byte offset of a weights file, a multiple of four. Throws if there is none, or if the
 * file is too short.
 */
export function readNetworkWeights(bytes: ArrayBuffer, start: number): NetworkWeights {
  const header = new DataView(bytes, start);
  const readInteger = (index: number): number => header.getUint32(index * 4, true);
  if (readInteger(0) !== magic) throw new Error('The weights file has no network.');
  const [features, knotCount, units] = [readInteger(1), readInteger(2), readInteger(3)];
  const [blockCount, blocksBeforePage] = [readInteger(4), readInteger(5)];
  const dilations = new Uint32Array(bytes, start + 24, blockCount);
  const knotsOf = new Uint32Array(bytes, start + 24 + blockCount * 4, features);
  const knotStart = new Int32Array(features + 1);
  for (let i = 0; i < features; i++) knotStart[i + 1] = integerAt(knotStart, i) + unsignedAt(knotsOf, i);
  let at = start + 24 + (blockCount + features) * 4;
  const readNumbers = (count: number): Float32Array => {
    const numbers = new Float32Array(bytes, at, count);
    at += count * 4;
    return numbers;
  };
  const readLayer = (inputs: number, outputs: number): DenseLayer => ({
    inputs,
    outputs,
    weights: readNumbers(inputs * outputs),
    bias: readNumbers(outputs),
  });
  return {
    units,
    knotStart,
    knots: readNumbers(knotCount),
    ranks: readNumbers(knotCount),
    input: readLayer(features, units),
    blocks: Array.from(dilations, (dilation) => ({
      dilation,
      convolution: readLayer(3 * units, units),
      output: readLayer(units, units),
    })),
    page: readLayer(2 * units, units),
    blocksBeforePage,
    hidden: readLayer(units, units),
    output: readLayer(units, 1),
  };
}
