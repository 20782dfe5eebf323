import type { OcrLine, OcrPage, OcrRun } from '../../../domain/pages/ocr.ts';

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

interface Word {
  text: string;
  confidence: number;
  bbox: Box;
}

interface Line {
  bbox: Box;
  baseline?: Box;
  rowAttributes?: { rowHeight: number };
  words?: Word[] | null;
}

/** Part of the JSON that Tesseract writes for a page; positions in pixels from the top left corner. */
export interface TesseractOutput {
  blocks?: { paragraphs?: { lines?: Line[] | null }[] | null }[] | null;
}

/** Minimum confidence of a line and of a page: below, photographs and patterns turn into letters. */
const minLineConfidence = 50;
const minPageConfidence = 60;
/** Minimum number of letters and digits of a page. */
const minCharacters = 3;
/** Gap between words from which they are separate texts, such as cells, relative to the height of the line. */
const minGap = 1;
/** Maximum difference of the height of a line from that of most text at which it counts as the same size. */
const maxSizeDeviation = 0.22;
/** Maximum slope of a page that is straightened. */
const maxSlope = 0.2;

/** Returns the median of values by their weights; the fallback if there are none. */
function weightedMedian(values: readonly { value: number; weight: number }[], fallback: number): number {
  const sorted = values.toSorted((one, other) => one.value - other.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const { value, weight } of sorted) {
    sum += weight;
    if (sum >= half) return value;
  }
  return fallback;
}

/** Returns the slope of the lines of a page: positive if they fall to the right. */
function findSlope(lines: readonly Line[]): number {
  const slopes = lines.flatMap(({ baseline }) => {
    const width = baseline === undefined ? 0 : baseline.x1 - baseline.x0;
    return baseline === undefined || width <= 0
      ? []
      : [{ value: (baseline.y1 - baseline.y0) / width, weight: width }];
  });
  const slope = weightedMedian(slopes, 0);
  return Math.abs(slope) > maxSlope ? 0 : slope;
}

/** Returns the mean confidence of words, weighted by their lengths; 0 for none. */
function confidenceOf(words: readonly Word[]): number {
  const length = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, length);
}

/** Borders of tables, which are read as characters. */
const border = /^[|_¦]+$/;

/**
 * Returns the words of a line if it is legible as a whole. A word in it that was hardly legible stays: without it, a sentence may say
 * something else.
 */
function readableWords({ words }: Line): Word[] {
  const texts = (words ?? []).filter(({ text }) => text.trim() !== '' && !border.test(text));
  return confidenceOf(texts) >= minLineConfidence ? texts : [];
}

/** Joins the words of a line; wide gaps divide it. */
function joinWords(words: readonly Word[], size: number, place: (x: number, y: number) => number): OcrRun[] {
  const runs: OcrRun[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { text, bbox } of words) {
    const last = runs.at(-1);
    const right = place(bbox.x1, bbox.y1);
    if (last === undefined || bbox.x0 - end > size * minGap)
      runs.push({ text: text.trim(), left: place(bbox.x0, bbox.y1), right });
    else {
      last.text += ` ${text.trim()}`;
      last.right = right;
    }
    end = bbox.x1;
  }
  return runs;
}

function heightOf({ rowAttributes, bbox }: Line): number {
  return rowAttributes?.rowHeight || bbox.y1 - bbox.y0;
}

/**
 * Returns the lines of a page that Tesseract read, straightened and without lines that are hardly legible; null if it has no
 * text. `scale` is the number of pixels in a unit of the page.
 */
export function toOcrPage(
  output: TesseractOutput,
  { number, height, scale }: { number: number; height: number; scale: number },
): OcrPage | null {
  const lines = (output.blocks ?? [])
    .flatMap(({ paragraphs }) => (paragraphs ?? []).flatMap((paragraph) => paragraph.lines ?? []))
    .map((line) => ({ line, words: readableWords(line) }))
    .filter(({ words }) => words.length > 0);
  const words = lines.flatMap((line) => line.words);
  const confidence = confidenceOf(words);
  const characters = words.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
  if (characters < minCharacters || confidence < minPageConfidence) return null;
  const slope = findSlope(lines.map(({ line }) => line));
  const body = weightedMedian(
    lines.map(({ line, words: own }) => ({
      value: heightOf(line),
      weight: own.reduce((sum, { text }) => sum + text.length, 0),
    })),
    0,
  );
  const place = (x: number, y: number) => (x + y * slope) / scale;
  const result = lines.map(({ line, words: own }): OcrLine => {
    const measured = heightOf(line);
    const size = Math.abs(measured / body - 1) <= maxSizeDeviation ? body : measured;
    const { x0, y0 } = line.baseline ?? { x0: line.bbox.x0, y0: line.bbox.y1 };
    return { baseline: (y0 - x0 * slope) / scale, size: size / scale, runs: joinWords(own, size, place) };
  });
  return { number, height, lines: result, confidence: Math.round(confidence) };
}
