import { floatAt, integerAt } from '../../../domain/values/elements.ts';
import { createLayerKernel, type LayerKernel } from './layer-kernel.ts';
import type { DenseLayer, NetworkWeights } from './network-weights.ts';

/**
 * Model of a page as a sequence of leaves: a convolutional network with dilations (van den Oord et al., 2016), residual
 * blocks (He et al., 2016) and normalization by the root mean square (Zhang and Sennrich, 2019). It sees what stands around a
 * leaf, and the page as a whole; `bench/quality/network.py` trains it.
 */
export interface Network {
  /** Number of features of a leaf. */
  features: number;
  /**
   * Returns the log-odds that each of `count` leaves is main content. Every leaf has a row of `width` numbers, and `words`.
   * Returns null for a page with more than {@link maxLeaves} leaves.
   */
  scores(
    rows: Float32Array,
    width: number,
    words: (leaf: number) => number,
    count: number,
  ): Float32Array | null;
}

/** Maximum number of leaves of a page, as a bound on memory. */
export const maxLeaves = 8192;
/** Rows of features in memory at a time, an even number. */
const batchRows = 256;

/** Offsets of a layer's weights in memory. */
interface StoredLayer extends DenseLayer {
  weightsAt: number;
  biasAt: number;
}

function storeLayer(kernel: LayerKernel, layer: DenseLayer): StoredLayer {
  return { ...layer, weightsAt: kernel.store(layer.weights), biasAt: kernel.store(layer.bias) };
}

/** Offsets of the quantiles of all features in memory. */
interface StoredQuantiles {
  starts: number;
  knots: number;
  ranks: number;
  slopes: number;
}

/** Stores quantiles, filled to a multiple of four for each feature. */
function storeQuantiles(kernel: LayerKernel, { knotStart, knots, ranks }: NetworkWeights): StoredQuantiles {
  const features = knotStart.length - 1;
  const starts = new Int32Array(features + 1);
  for (let feature = 0; feature < features; feature++) {
    const count = integerAt(knotStart, feature + 1) - integerAt(knotStart, feature);
    starts[feature + 1] = integerAt(starts, feature) + Math.ceil(count / 4) * 16;
  }
  const length = integerAt(starts, features) / 4;
  const filled = {
    knots: new Float32Array(length).fill(Number.POSITIVE_INFINITY),
    ranks: new Float32Array(length),
    slopes: new Float32Array(length),
  };
  for (let feature = 0; feature < features; feature++) {
    const first = integerAt(knotStart, feature);
    const last = integerAt(knotStart, feature + 1) - 1;
    for (let i = first, to = integerAt(starts, feature) / 4; i <= last; i++, to++) {
      filled.knots[to] = floatAt(knots, i);
      filled.ranks[to] = floatAt(ranks, i);
      if (i < last)
        filled.slopes[to] =
          (floatAt(ranks, i + 1) - floatAt(ranks, i)) / (floatAt(knots, i + 1) - floatAt(knots, i));
    }
  }
  return {
    starts: kernel.store(starts),
    knots: kernel.store(filled.knots),
    ranks: kernel.store(filled.ranks),
    slopes: kernel.store(filled.slopes),
  };
}

/** Writes `rows` of `units` numbers, divided by their root mean square, to `target`. */
function normalize(rows: Float32Array, target: Float32Array, units: number): void {
  for (let start = 0; start < rows.length; start += units) {
    let squares = 0;
    for (let i = start; i < start + units; i++) squares += floatAt(rows, i) ** 2;
    const factor = 1 / Math.sqrt(squares / units + 1e-5);
    for (let i = start; i < start + units; i++) target[i] = floatAt(rows, i) * factor;
  }
}

function addToRows(rows: Float32Array, row: Float32Array): void {
  for (let start = 0; start < rows.length; start += row.length)
    for (let i = 0; i < row.length; i++) rows[start + i] = floatAt(rows, start + i) + floatAt(row, i);
}

/** Returns the mean of rows, weighted by words, and then their maximum. */
function summarize(rows: Float32Array, units: number, words: (row: number) => number): Float32Array {
  const summary = new Float32Array(2 * units).fill(Number.NEGATIVE_INFINITY, units);
  let totalWords = 0;
  for (let row = 0, start = 0; start < rows.length; row++, start += units) {
    const weight = words(row);
    totalWords += weight;
    for (let i = 0; i < units; i++) {
      const value = floatAt(rows, start + i);
      summary[i] = floatAt(summary, i) + value * weight;
      if (value > floatAt(summary, units + i)) summary[units + i] = value;
    }
  }
  for (let i = 0; i < units; i++) summary[i] = floatAt(summary, i) / (totalWords + 1e-6);
  return summary;
}

/** Returns what the page as a whole adds to each leaf. */
function pageStateOf(
  { page, units }: NetworkWeights,
  rows: Float32Array,
  words: (row: number) => number,
): Float32Array {
  const summary = summarize(rows, units, words);
  normalize(summary, summary, summary.length);
  const state = Float32Array.from(page.bias);
  for (let i = 0; i < page.inputs; i++)
    for (let output = 0; output < page.outputs; output++)
      state[output] =
        floatAt(state, output) + floatAt(summary, i) * floatAt(page.weights, i * page.outputs + output);
  return state.map((value) => Math.max(0, value));
}

/** Returns the product of rows and a layer with one output. */
function applyToRows({ inputs, weights, bias }: DenseLayer, rows: Float32Array, count: number): Float32Array {
  const products = new Float32Array(count);
  for (let row = 0, start = 0; row < count; row++, start += inputs) {
    let sum = floatAt(bias, 0);
    for (let i = 0; i < inputs; i++) sum += floatAt(weights, i) * floatAt(rows, start + i);
    products[row] = sum;
  }
  return products;
}

/** Offsets of the areas of a page in memory. */
interface MemoryLayout {
  features: number;
  ranks: number;
  /** What is known of each leaf after the blocks so far, and the same normalized. */
  state: number;
  normalized: number;
  between: number;
}

/** Creates a network with weights of its own in WebAssembly memory; the rows of each page follow them. */
export function createNetwork(weights: NetworkWeights): Network {
  const { units, blocksBeforePage, output, knotStart } = weights;
  const features = knotStart.length - 1;
  const kernel = createLayerKernel();
  const quantiles = storeQuantiles(kernel, weights);
  const input = storeLayer(kernel, weights.input);
  const blocks = weights.blocks.map((block) => ({
    dilation: block.dilation,
    convolution: storeLayer(kernel, block.convolution),
    output: storeLayer(kernel, block.output),
  }));
  const hidden = storeLayer(kernel, weights.hidden);
  const padding = Math.max(...blocks.map(({ dilation }) => dilation));
  const rowBytes = units * 4;

  /** Returns the offsets of a page's areas in memory; zeros are before and after the normalized rows. */
  function layOut(count: number, width: number): MemoryLayout {
    const featureBytes = batchRows * width * 4;
    const rankBytes = batchRows * features * 4;
    const stateBytes = count * rowBytes;
    const paddingBytes = padding * rowBytes;
    const start = kernel.reserve(featureBytes + rankBytes + 3 * stateBytes + 2 * paddingBytes);
    const ranks = start + featureBytes;
    const state = ranks + rankBytes;
    const normalized = state + stateBytes + paddingBytes;
    return { features: start, ranks, state, normalized, between: normalized + stateBytes + paddingBytes };
  }

  return {
    features,
    scores(rows, width, words, count) {
      if (count === 0) return new Float32Array(0);
      if (count > maxLeaves) return null;
      const even = count + (count & 1);
      const at = layOut(even, width);
      const { buffer } = kernel.memory;
      const state = new Float32Array(buffer, at.state, count * units);
      const normalized = new Float32Array(buffer, at.normalized, count * units);

      for (let from = 0; from < count; from += batchRows) {
        const size = Math.min(batchRows, count - from);
        const batch = rows.subarray(from * width, (from + size) * width);
        new Float32Array(buffer, at.features, batch.length).set(batch);
        const { starts, knots, ranks, slopes } = quantiles;
        kernel.writeRanks(at.features, width * 4, starts, features, knots, ranks, slopes, at.ranks, size);
        const { weightsAt, biasAt } = input;
        const to = at.state + from * rowBytes;
        kernel.apply(at.ranks, features * 4, features, weightsAt, biasAt, to, units, size + (size & 1), 0, 1);
      }
      new Float32Array(buffer, at.normalized - padding * rowBytes, (even + 2 * padding) * units).fill(0);
      blocks.forEach(({ dilation, convolution, output: behind }, block) => {
        normalize(state, normalized, units);
        const { weightsAt, biasAt } = convolution;
        for (const [part, offset] of [-dilation, 0, dilation].entries()) {
          const from = at.normalized + offset * rowBytes;
          const weightsOfPart = weightsAt + part * units * rowBytes;
          const [bias, adds, rectifies] = [part === 0 ? biasAt : 0, part === 0 ? 0 : 1, part === 2 ? 1 : 0];
          kernel.apply(from, rowBytes, units, weightsOfPart, bias, at.between, units, even, adds, rectifies);
        }
        kernel.apply(
          at.between,
          rowBytes,
          units,
          behind.weightsAt,
          behind.biasAt,
          at.state,
          units,
          even,
          1,
          0,
        );
        if (block === blocksBeforePage - 1) addToRows(state, pageStateOf(weights, state, words));
      });
      normalize(state, normalized, units);
      const { weightsAt, biasAt } = hidden;
      kernel.apply(at.normalized, rowBytes, units, weightsAt, biasAt, at.between, units, even, 0, 1);
      return applyToRows(output, new Float32Array(buffer, at.between, count * units), count);
    },
  };
}
