// node bench/quality/export-leaves.ts PAGES OUT: writes the training data of train.py as flat binary columns. PAGES is a
// folder with the unpacked archives.
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { plainFeatures } from '../../src/page/main/features/leaf-features.ts';
import { columns } from '../../src/page/main/features/leaves.ts';
import { computePageTokens } from '../../src/page/main/features/page-tokens.ts';
import {
  writeElementTokens,
  writeHeadingTokens,
  writePathTokens,
  writeTextTokens,
} from '../../src/page/main/features/tokens.ts';
import { type Candidates, pageKinds, rowWidth } from '../../src/page/main/forest/candidates.ts';
import { tag } from '../../src/page/parse/names/tags.ts';
import { type Flow, flowKind } from '../../src/page/tree/flow.ts';
import { type Tree, textOf } from '../../src/page/tree/tree.ts';
import { coverageOf, coverageOfSnippets } from './labels.ts';
import { type SamplePage, sampleIn } from './sample.ts';
import { sampleCandidates } from './sample-candidates.ts';

const [pagesFolder = '', out = ''] = process.argv.slice(2);
const pages = sampleIn(pagesFolder);
mkdirSync(out, { recursive: true });

type Column = 'rows' | 'labels' | 'words' | 'elements' | 'leafTokens' | 'ancestors' | 'pageTokens';
const files = {} as Record<Column, number>;
for (const name of [
  'rows',
  'labels',
  'words',
  'elements',
  'leafTokens',
  'ancestors',
  'pageTokens',
] as const) {
  files[name] = openSync(path.join(out, `${name}.bin`), 'w');
}
function write(name: Column, data: Float32Array | Int32Array): void {
  if (data.length > 0) writeSync(files[name], new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
}

/** Returns the text of a leaf in the form of the reference. */
function leafText(tree: Tree, flow: Flow, first: number, last: number): string {
  let text = '';
  for (let node = first; node < last; node++) {
    if (tree.tag[node] === tag.text && flow.kind[node] !== flowKind.skipped) text += textOf(tree, node);
    else if (tree.tag[node] === tag.br) text += ' ';
  }
  return text;
}

/** Lists of different lengths as pairs of row and value. */
class Pairs {
  readonly list: number[] = [];
  add(row: number, tokens: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) this.list.push(row, tokens[i] as number);
  }
}

function exportPage(page: SamplePage): Record<string, number> {
  const { tree, flow, leaves, found } = sampleCandidates(page);
  const texts: string[] = [];
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    texts.push(leafText(tree, flow, leaves.first[leaf] as number, leaves.last[leaf] as number));
  }
  const isWhole = page.wanted !== '' || page.mustHave.length === 0;
  write(
    'labels',
    isWhole ? coverageOf(texts, page.wanted) : coverageOfSnippets(texts, page.mustHave, page.mustNot),
  );
  const plain = new Float32Array(leaves.count * plainFeatures);
  const words = new Int32Array(leaves.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    plain.set(found.rows.subarray(leaf * rowWidth, leaf * rowWidth + plainFeatures), leaf * plainFeatures);
    words[leaf] = leaves.counts[leaf * columns] as number;
  }
  write('rows', plain);
  write('words', words);
  return exportTokens(found, page);
}

function exportTokens(
  { tree, leaves, context, headings }: Candidates,
  page: SamplePage,
): Record<string, number> {
  const scratch = new Int32Array(64);
  const elements = new Pairs();
  const ancestors = new Pairs();
  const leafTokens = new Pairs();
  const numberOf = new Map<number, number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const block = leaves.block[leaf] as number;
    leafTokens.add(leaf * 3, scratch, writeTextTokens(leaves, leaf, scratch));
    const heading = headings[leaf] as number;
    if (heading !== -1 && heading !== leaf)
      leafTokens.add(leaf * 3 + 1, scratch, writeHeadingTokens(leaves, heading, scratch));
    leafTokens.add(leaf * 3 + 2, scratch, writePathTokens(tree, block, scratch));
    for (let node = block; node > 0; node = tree.parent[node] as number) {
      let number = numberOf.get(node);
      if (number === undefined) {
        number = numberOf.size;
        numberOf.set(node, number);
        elements.add(number, scratch, writeElementTokens(tree, node, scratch));
      }
      ancestors.list.push(leaf, number);
    }
  }
  const kindTokens = computePageTokens(tree, leaves, context, page.url);
  write('elements', Int32Array.from(elements.list));
  write('ancestors', Int32Array.from(ancestors.list));
  write('leafTokens', Int32Array.from(leafTokens.list));
  write('pageTokens', kindTokens);
  return {
    leaves: leaves.count,
    elements: numberOf.size,
    elementTokens: elements.list.length / 2,
    ancestors: ancestors.list.length / 2,
    leafTokens: leafTokens.list.length / 2,
    pageTokens: kindTokens.length,
  };
}

const listed: Record<string, unknown>[] = [];
for (const page of pages) {
  const sizes = exportPage(page);
  listed.push({
    id: page.id,
    fold: page.fold,
    host: page.site,
    kind: page.kind,
    collection: page.collection,
    isWhole: page.wanted.trim() !== '',
    empty: page.wanted.trim() === '' && page.mustHave.length === 0,
    ...sizes,
  });
}
for (const file of Object.values(files)) closeSync(file);
writeFileSync(
  path.join(out, 'pages.json'),
  JSON.stringify({ pages: listed, plainFeatures, kinds: pageKinds }),
);
