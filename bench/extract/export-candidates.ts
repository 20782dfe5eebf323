// node bench/extract/export-candidates.ts SAMPLES OUT: writes the training data of train-ranker.py. SAMPLES contains
// the unpacked samples of pages and of recipes.
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { JsonSchema } from '../../src/domain/pages/extraction.ts';
import { createPageFacts } from '../../src/extract/facts/create-page-facts.ts';
import { rowWidth } from '../../src/extract/heuristics/ranking/candidate-features.ts';
import { rankCandidates } from '../../src/extract/heuristics/ranking/rank-candidates.ts';
import { createMapping } from '../../src/extract/page-data/create-mapping.ts';
import { conceptsOf } from '../../src/extract/schema/concepts.ts';
import type { Field } from '../../src/extract/schema/field.ts';
import { fieldsOf } from '../../src/extract/schema/schema-fields.ts';
import type { ParsedPage } from '../../src/page/parsed-page.ts';
import { readHtml } from '../../src/page/read/read-html.ts';
import { pageJob } from '../quality/page-job.ts';
import { samplePages } from '../quality/sample.ts';
import { isAlike, isSame } from './compare.ts';
import { type MinedPage, mine } from './mined.ts';
import { recipePages } from './samples.ts';

const [samples = '', out = ''] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const rows = openSync(path.join(out, 'rows.bin'), 'w');
/**
 * For each question: page, kind, site, field, kind of field, whether it has an answer, and whether each candidate is
 * correct.
 */
const requested: unknown[] = [];

function parsed(html: string, url: string): ParsedPage | undefined {
  return readHtml(html, pageJob(url)).parsed;
}

type Truth = string | number | boolean;

function isRight(field: Field, value: Truth, truth: Truth): boolean {
  if (typeof value === 'number' && typeof truth === 'number') return Math.abs(value - truth) < 0.051;
  if (
    field.kind === 'number' ||
    field.kind === 'rating' ||
    field.kind === 'money' ||
    field.kind === 'duration'
  ) {
    const [mine, theirs] = [value, truth].map((one) => Number.parseFloat(String(one).replace(/[^\d.]/g, '')));
    return mine === theirs || isSame(value, truth);
  }
  if (field.kind === 'date') return isSame(String(value).slice(0, 10), String(truth).slice(0, 10));
  return isAlike(value, truth);
}

/** Returns the same questions with other field names, all as text. */
function asText(page: MinedPage, turn: number): { schema: JsonSchema; values: Map<string, Truth> } {
  const properties: Record<string, JsonSchema> = {};
  const values = new Map<string, Truth>();
  for (const [at, [name, schema]] of Object.entries(
    page.schema.properties as Record<string, JsonSchema>,
  ).entries()) {
    const others = (conceptsOf(name.split('_'))[0]?.labels ?? [])
      .filter((label) => /^[a-z ]+$/.test(label))
      .slice(0, 5);
    const called = (others[(turn + at) % Math.max(1, others.length)] ?? name).replaceAll(' ', '_');
    if (properties[called] !== undefined) continue;
    properties[called] = typeof schema.format === 'string' ? schema : { type: 'string' };
    const value = page.values.get(name);
    if (value !== undefined) values.set(called, value);
  }
  return { schema: { type: 'object', properties }, values };
}

function ask(page: MinedPage, schema: JsonSchema, values: ReadonlyMap<string, Truth>): void {
  const view = createPageFacts(page.blind);
  const mapping = createMapping(view);
  const fields = fieldsOf(schema);
  for (const field of fields) {
    const truth = values.get(field.name);
    const { candidates, features } = rankCandidates(field, view, mapping, fields);
    writeSync(rows, new Uint8Array(features.buffer, features.byteOffset, features.byteLength));
    requested.push({
      page: page.id,
      kind: page.kind,
      site: page.site,
      field: field.name,
      as: field.kind,
      has: truth !== undefined,
      right: candidates.map(({ value }) => (truth !== undefined && isRight(field, value, truth) ? 1 : 0)),
      scores: candidates.map(({ score }) => Math.round(score * 1000) / 1000),
    });
  }
}

let turn = 0;
function add(id: string, site: string, html: string, url: string): void {
  const page = parsed(html, url);
  const mined = page === undefined ? null : mine(id, site, page);
  if (mined === null) return;
  turn++;
  ask(mined, mined.schema, mined.values);
  const other = asText(mined, turn);
  ask(mined, other.schema, other.values);
}

for (const page of samplePages(path.join(samples, 'pages')) ?? [])
  add(page.id, page.site, readFileSync(page.file, 'utf8'), page.url);
for (const page of recipePages(path.join(samples, 'recipes'))) add(page.id, page.site, page.html, page.url);
closeSync(rows);
writeFileSync(path.join(out, 'asked.json'), JSON.stringify({ rowWidth, pages: turn, asked: requested }));
console.log(`${turn} pages, ${requested.length} questions`);
