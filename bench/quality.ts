// npm run bench -- quality [PAGES] [own] [worst=N] [every=N] [python=PROGRAM]: word F1 of the returned Markdown by collection
// and kind of page, of every Nth page, compared with other libraries unless `own` is given; with Trafilatura if `python`
// names a Python that has it. The figures of this project are cross-validated: each page is read with weights trained
// without its site (bench/quality/folds).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readWeights, type Weights } from '../src/page/main/forest/weights.ts';
import { readHtml } from '../src/page/read/read-html.ts';
import { decodeText } from '../src/page/text/decode.ts';
import { figuresOf } from './quality/figures.ts';
import { pageJob } from './quality/page-job.ts';
import { markdownOfHtml, openPeers, strippedMarkdown } from './quality/peers.ts';
import { archives, folds, openSample } from './quality/sample.ts';
import { type Score, scorePage } from './quality/score-page.ts';
import { openTrafilatura } from './quality/trafilatura-peer.ts';
import { report } from './report.ts';

function foldWeights(): Weights[] {
  return Array.from({ length: folds }, (_, fold) =>
    readWeights(readFileSync(new URL(`./quality/folds/fold-${fold}.bin`, import.meta.url))),
  );
}

/** Returns the value of an argument `name=value`, or null. */
function argument(name: string): string | null {
  return process.argv.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

async function measure(): Promise<void> {
  const every = Number(argument('every') ?? 1);
  const pages = openSample(archives)
    .filter((page) => page.wanted.trim() !== '' || page.mustHave.length > 0)
    .filter((_, index) => index % every === 0);
  const weights = foldWeights();
  const isAlone = process.argv.includes('own');
  const trafilatura = isAlone ? null : openTrafilatura(argument('python') ?? 'python3');
  const peers = isAlone ? [] : [...(await openPeers()), ...(trafilatura === null ? [] : [trafilatura])];
  const output = argument('output');
  if (output !== null) mkdirSync(output, { recursive: true });
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
    const own = readHtml(html, job, { weights: weights[page.fold] });
    const confidence = Number(own.metadata.content_confidence ?? 0);
    note('webdata', scorePage(page, html, own.markdown, { shownWords: own.wordCount, confidence }));
    if (output !== null) writeFileSync(path.join(output, `${page.id}.md`), own.markdown);
    if (!isAlone)
      note('body without nav, header, footer', scorePage(page, html, strippedMarkdown(html, job.url)));
    for (const peer of peers) {
      let content = '';
      try {
        content = await peer.contentOf(html, job.url);
      } catch {
        // A library that fails on a page has found nothing on it.
      }
      note(peer.name, scorePage(page, html, markdownOfHtml(content, job.url)));
    }
  }
  console.error = silenced;
  trafilatura?.close();
  await report('quality', figuresOf(scores));
  printWorst(scores.get('webdata') ?? [], Number(argument('worst') ?? 10));
}

function printWorst(list: readonly Score[], count: number): void {
  for (const collection of new Set(list.map((score) => score.page.collection))) {
    const worst = list
      .filter((score) => score.page.collection === collection)
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .slice(0, count);
    process.stdout.write(`\nWorst pages of ${collection}: id, kind, score, precision, recall, confidence\n`);
    for (const score of worst) {
      const { page, words, confidence } = score;
      const numbers = [rankOf(score), words?.precision ?? 0, words?.recall ?? 0, confidence];
      process.stdout.write(`${page.id} ${page.kind} ${numbers.map((one) => one.toFixed(2)).join(' ')}\n`);
    }
  }
}

/** Returns the word F1 of a page, or the share of its snippets that are right. */
function rankOf({ words, mustHave, mustNot }: Score): number {
  return words?.f1 ?? ((mustHave ?? 0) + 1 - (mustNot ?? 0)) / 2;
}

await measure();
