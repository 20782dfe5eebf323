// npm run bench -- quality [PAGES] [own]: word F1 of the returned Markdown by kind of page, compared with other
// libraries unless `own` is given. The figures of this project are cross-validated: each page is read with weights
// trained without its site (bench/quality/folds).
import { readFileSync } from 'node:fs';
import { readWeights, type Weights } from '../src/page/main/forest/weights.ts';
import { readHtml } from '../src/page/read/read-html.ts';
import { decodeText } from '../src/page/text/decode.ts';
import { ourReading } from '../test/corpus/oracle.ts';
import { pageJob } from './quality/page-job.ts';
import { markdownOfHtml, openPeers, strippedMarkdown } from './quality/peers.ts';
import { folds, openSample, type SamplePage } from './quality/sample.ts';
import { textOfMarkdown, wordScore, wordsOf } from './quality/words.ts';
import { type Figure, report } from './report.ts';

interface Score {
  page: SamplePage;
  precision: number;
  recall: number;
  f1: number;
  mustHave: number | null;
  mustNot: number | null;
  isEmpty: boolean;
  /** Number of visible words of the page. */
  shownWords: number;
  /** True if the page is a shell for scripts: its text lacks most words of the reference. */
  isShell: boolean;
  confidence: number;
}

const wanted: Record<string, number> = { article: 0.955, documentation: 0.94, forum: 0.82, service: 0.85 };
const minOfKind = 0.7;

function shareOf(text: string, snippets: readonly string[]): number | null {
  if (snippets.length === 0) return null;
  const folded = text.toLowerCase();
  return snippets.filter((snippet) => folded.includes(snippet.toLowerCase())).length / snippets.length;
}

function scored(page: SamplePage, html: string, markdown: string, shownWords = 0, confidence = 0): Score {
  const text = textOfMarkdown(markdown);
  const words = wordsOf(text);
  return {
    page,
    ...wordScore(words, wordsOf(page.wanted)),
    mustHave: shareOf(text, page.mustHave),
    mustNot: shareOf(text, page.mustNot),
    isEmpty: words.length === 0,
    shownWords,
    isShell: isShell(page, html),
    confidence,
  };
}

const shells = new Map<string, boolean>();

/** Returns whether the reference text is missing from the page, so that it cannot be extracted. */
function isShell(page: SamplePage, html: string): boolean {
  const known = shells.get(page.id);
  if (known !== undefined) return known;
  const there = new Set(wordsOf(ourReading(html).text));
  const words = wordsOf(page.wanted);
  const verdict = words.filter((word) => there.has(word)).length * 2 < words.length;
  shells.set(page.id, verdict);
  return verdict;
}

function mean(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null);
  return known.reduce((one, other) => one + other, 0) / Math.max(1, known.length);
}

function foldWeights(): Weights[] {
  return Array.from({ length: folds }, (_, fold) =>
    readWeights(readFileSync(new URL(`./quality/folds/fold-${fold}.bin`, import.meta.url))),
  );
}

async function measure(): Promise<void> {
  const pages = openSample().filter((page) => page.wanted.trim() !== '');
  const weights = foldWeights();
  const peers = process.argv.includes('own') ? [] : await openPeers();
  const scores = new Map<string, Score[]>();
  const note = (system: string, score: Score): void => {
    const list = scores.get(system);
    if (list === undefined) scores.set(system, [score]);
    else list.push(score);
  };
  const silenced = console.error;
  console.error = () => {};
  for (const page of pages) {
    const html = decodeText(readFileSync(page.file), 'text/html', true).text;
    const job = pageJob(page.url);
    const own = readHtml(html, job, weights[page.fold]);
    const confidence = Number(own.metadata.content_confidence ?? 0);
    note('webdata', scored(page, html, own.markdown, own.wordCount, confidence));
    note('body without nav, header, footer', scored(page, html, strippedMarkdown(html, job.url)));
    for (const peer of peers) {
      let content = '';
      try {
        content = await peer.contentOf(html, job.url);
      } catch {
        // A library that fails on a page has found nothing on it.
      }
      note(peer.name, scored(page, html, markdownOfHtml(content, job.url)));
    }
  }
  console.error = silenced;
  await report('quality', figuresOf(scores));
  printWorst(scores.get('webdata') ?? []);
}

function figuresOf(scores: Map<string, Score[]>): Figure[] {
  const figures: Figure[] = [];
  for (const [system, list] of scores) {
    const isOurs = system === 'webdata';
    const add = (name: string, value: number, atLeast?: number): void => {
      const figure: Figure = { name: `${system}: ${name}`, value: value * 100, unit: '%' };
      if (isOurs && atLeast !== undefined) figure.wanted = { atLeast: atLeast * 100 };
      figures.push(figure);
    };
    add('word F1, all pages', mean(list.map((score) => score.f1)), 0.885);
    add('precision', mean(list.map((score) => score.precision)));
    add('recall', mean(list.map((score) => score.recall)));
    const whole = list.filter((score) => !score.isShell);
    add(`without script shells (${whole.length})`, mean(whole.map((score) => score.f1)));
    for (const kind of [...new Set(list.map((score) => score.page.kind))].sort()) {
      const ofKind = list.filter((score) => score.page.kind === kind);
      add(`${kind} (${ofKind.length})`, mean(ofKind.map((score) => score.f1)), wanted[kind] ?? minOfKind);
      const inText = ofKind.filter((score) => !score.isShell);
      if (inText.length < ofKind.length)
        add(`${kind} without script shells (${inText.length})`, mean(inText.map((score) => score.f1)));
    }
    add('must-have snippets kept', mean(list.map((score) => score.mustHave)));
    add('must-not snippets kept', mean(list.map((score) => score.mustNot)));
    const empty = list.filter((score) => score.isEmpty && (!isOurs || score.shownWords > 0)).length;
    figures.push({
      name: `${system}: empty on pages with text`,
      value: empty,
      unit: 'pages',
      ...(isOurs ? { wanted: { below: 1 } } : {}),
    });
    if (isOurs) figures.push(...confidenceFigures(list));
  }
  return figures;
}

/** Compares the stated confidence with the actual quality. */
function confidenceFigures(list: readonly Score[]): Figure[] {
  const bounds = [0, 0.5, 0.7, 0.8, 0.9, 1.01];
  return bounds.slice(1).flatMap((to, index): Figure[] => {
    const from = bounds[index] as number;
    const within = list.filter((score) => score.confidence >= from && score.confidence < to);
    if (within.length === 0) return [];
    const name = `webdata: word F1 at confidence ${from} to ${Math.min(1, to)} (${within.length})`;
    return [{ name, value: mean(within.map((score) => score.f1)) * 100, unit: '%' }];
  });
}

function printWorst(list: readonly Score[]): void {
  const worst = list.toSorted((one, other) => one.f1 - other.f1).slice(0, 10);
  process.stdout.write('\nTen worst pages: id, kind, F1, precision, recall\n');
  for (const { page, f1, precision, recall } of worst) {
    process.stdout.write(
      `${page.id} ${page.kind} ${f1.toFixed(2)} ${precision.toFixed(2)} ${recall.toFixed(2)}\n`,
    );
  }
}

await measure();
