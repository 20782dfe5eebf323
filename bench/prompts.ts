// npm run bench -- prompts [--half unseen|blind] [--verbose]: values of everyday pages for a question instead of a schema,
// without a language model. The questions were written from the fields of `bench/everyday`, without a look at the pages. The
// prompt reader is developed on those of the half `unseen` and judged on those of `blind`.
import { readFileSync } from 'node:fs';
import { assembleFound } from '../src/extract/assemble-found.ts';
import { promptSchema } from '../src/extract/prompts/prompt-schema.ts';
import { type ExpectedPage, isEqual, readExpectedPages, requestedHalves } from './extract/expected-pages.ts';
import { extractTimed, jobFor } from './extract/read.ts';
import { type Figure, report } from './report.ts';

interface Question {
  file: string;
  prompt: string;
  /** Expected values of the page that answer it. */
  fields: string[];
}

/** The found values by the name of their derived field; null without a field. */
function answer({ file, html, url }: ExpectedPage, prompt: string): Record<string, unknown> | null {
  const { schema } = promptSchema(prompt);
  if (schema === null) return null;
  const page = { id: file, kind: '', site: '', url, html, values: {}, record: {} };
  const { found } = extractTimed(page, jobFor(null, { prompt }));
  return assembleFound({ schema: found.schema ?? schema, found: found.values, byModel: [] }).data as Record<
    string,
    unknown
  >;
}

/** Compares values of records by their order, since the question gives their names. */
function isAnswer(expected: unknown, got: unknown): boolean {
  if (typeof expected === 'number' && typeof got === 'string') return String(expected) === got;
  if (!Array.isArray(expected) || typeof expected[0] !== 'object') return isEqual(expected as never, got);
  const rows = (records: unknown) =>
    Array.isArray(records)
      ? records.map((record) => Object.values((record ?? {}) as object).map(String))
      : null;
  return isEqual(rows(expected) as never, rows(got));
}

const isFound = (value: unknown) =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

const questions = JSON.parse(
  readFileSync(new URL('everyday/prompts.json', import.meta.url), 'utf8'),
) as Record<string, Question[]>;
const figures: Figure[] = [];
for (const half of requestedHalves(['unseen', 'blind'])) {
  const pages = new Map(readExpectedPages('everyday', half).map((page) => [page.file, page]));
  const counts = { whole: 0, part: 0, right: 0, asked: 0, wrong: 0 };
  const asked = questions[half] ?? [];
  for (const { file, prompt, fields } of asked) {
    const page = pages.get(file);
    if (page === undefined) throw new Error(`There is no page ${half}/${file}.`);
    const data = answer(page, prompt);
    const found = Object.values(data ?? {}).filter(isFound);
    const wanted = fields.map((name) => page.expected[name]);
    const right = wanted.filter(
      (expected) => expected === null || found.some((value) => isAnswer(expected, value)),
    ).length;
    const wrong = found.filter((value) => !wanted.some((expected) => isAnswer(expected, value))).length;
    counts.right += right;
    counts.asked += fields.length;
    counts.wrong += wrong;
    if (right === fields.length && wrong === 0) counts.whole += 1;
    else if (right > 0) counts.part += 1;
    if (process.argv.includes('--verbose') && (right < fields.length || wrong > 0))
      console.log(
        `${file}: ${prompt}\n  got      ${JSON.stringify(data)}\n  expected ${JSON.stringify(Object.fromEntries(fields.map((name) => [name, page.expected[name]])))}`.slice(
          0,
          900,
        ),
      );
  }
  figures.push(
    { name: `${half}, answered whole (of ${asked.length})`, value: counts.whole, unit: 'questions' },
    { name: `${half}, answered in part`, value: counts.part, unit: 'questions' },
    { name: `${half}, right values (of ${counts.asked})`, value: counts.right, unit: 'values' },
    { name: `${half}, other values`, value: counts.wrong, unit: 'values' },
  );
}
await report('prompts', figures);
