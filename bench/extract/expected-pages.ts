import { readFileSync } from 'node:fs';
import type { JsonSchema } from '../../src/domain/pages/extraction.ts';
import { assembleFound } from '../../src/extract/assemble-found.ts';
import type { Figure } from '../report.ts';
import { extractTimed, jobFor } from './read.ts';

/** Sets of the pages: rules are developed on `seen` and judged on the others, whose errors nobody who writes rules reads. */
export type Half = 'seen' | 'unseen' | 'blind' | 'fresh';

/** JSON value of an expectation; an object with only the field `any` lists values that are equally right. */
export type Expected = string | number | boolean | null | Expected[] | { [name: string]: Expected };

/** Page with the data that a reader finds on it. */
export interface ExpectedPage {
  file: string;
  html: string;
  url: string;
  program: string;
  schema: JsonSchema;
  expected: { [name: string]: Expected };
  /** True if a script draws the values. */
  needsBrowser: boolean;
}

interface Entry {
  url: string;
  program: string;
  schema?: JsonSchema;
  schema_fields?: { [name: string]: JsonSchema };
  expected: { [name: string]: Expected };
  needs_browser?: boolean;
}

/** Outcome of one expected value. `wrong` includes a value where the page has none. */
export interface Judgement {
  page: string;
  pointer: string;
  verdict: 'right' | 'null' | 'wrong';
  expected: Expected;
  got: unknown;
  /** True if the page has no value, and null is right. */
  isAbsent: boolean;
}

/** Returns the sets that the command line asks for with `--half NAME`; all of `available` by default. */
export function requestedHalves(available: readonly Half[] = ['seen', 'unseen']): Half[] {
  const at = process.argv.indexOf('--half');
  const asked = at === -1 ? undefined : process.argv[at + 1];
  if (asked === undefined) return [...available];
  const half = available.find((one) => one === asked);
  if (half === undefined) throw new Error(`--half is ${asked}. Use one of: ${available.join(', ')}.`);
  return [half];
}

/** Reads the pages of one half of `bench/FOLDER` with their expectations. */
export function readExpectedPages(folder: string, half: Half): ExpectedPage[] {
  const base = new URL(`../${folder}/${half}/`, import.meta.url);
  const entries = JSON.parse(readFileSync(new URL('expected.json', base), 'utf8')) as Record<string, Entry>;
  return Object.entries(entries).map(([file, entry]) => ({
    file,
    html: readFileSync(new URL(file, base), 'utf8'),
    url: entry.url,
    program: entry.program,
    schema: entry.schema ?? ({ type: 'object', properties: entry.schema_fields ?? {} } as JsonSchema),
    expected: entry.expected,
    needsBrowser: entry.needs_browser ?? false,
  }));
}

/** Extracts the data of a page in this process, without a browser. */
export function readData(page: ExpectedPage): unknown {
  const { file, html, url, schema } = page;
  const known = { id: file, kind: '', site: '', url, html, values: {}, record: {} };
  const { found } = extractTimed(known, jobFor(schema));
  return assembleFound({ schema, found: found.values, byModel: [] }).data;
}

function plainText(value: string): string {
  return value.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function alternativesOf(expected: Expected): Expected[] {
  if (!isObject(expected) || Object.keys(expected).length !== 1 || !Array.isArray(expected.any))
    return [expected];
  return expected.any as Expected[];
}

/** Compares numbers within 1e-9 relative and strings after NFKC, white space collapse and trim. */
export function isEqual(expected: Expected, got: unknown): boolean {
  return alternativesOf(expected).some((one) => {
    if (typeof one === 'number')
      return typeof got === 'number' && Math.abs(one - got) <= 1e-9 * Math.max(1, Math.abs(one));
    if (typeof one === 'string') return typeof got === 'string' && plainText(one) === plainText(got);
    if (Array.isArray(one))
      return (
        Array.isArray(got) &&
        got.length === one.length &&
        one.every((item, at) => isEqual(item, got[at] as unknown))
      );
    if (isObject(one))
      return isObject(got) && Object.entries(one).every(([name, value]) => isEqual(value, got[name] ?? null));
    return one === (got ?? null);
  });
}

function isEmpty(got: unknown): boolean {
  return got === null || got === undefined || (Array.isArray(got) && got.length === 0);
}

/** Judges one field: objects leaf by leaf, an array as one value. */
function judgeField(page: string, pointer: string, expected: Expected, got: unknown): Judgement[] {
  if (isObject(expected) && !('any' in expected))
    return Object.entries(expected).flatMap(([name, one]) =>
      judgeField(page, `${pointer}/${name}`, one, isObject(got) ? got[name] : null),
    );
  const isAbsent = isEmpty(expected);
  const isRight = isEqual(expected, got) || (isAbsent && isEmpty(got));
  const verdict = isRight ? 'right' : isEmpty(got) ? 'null' : 'wrong';
  return [{ page, pointer, verdict, expected, got: got ?? null, isAbsent }];
}

/** Judges the data of a page against its expectations. */
export function judgePage(page: ExpectedPage, data: unknown): Judgement[] {
  return judgeField(page.file, '', page.expected, data);
}

/** Prints each value that is missing or wrong. */
export function listMisses(half: Half, judgements: readonly Judgement[]): void {
  for (const { page, pointer, verdict, expected, got } of judgements) {
    if (verdict === 'right') continue;
    console.log(`${verdict === 'null' ? 'null ' : 'WRONG'} ${half}/${page} ${pointer}`);
    console.log(`      got      ${JSON.stringify(got)}`);
    console.log(`      expected ${JSON.stringify(expected)}`);
  }
}

/** Counts the items of arrays that equal the expected item at their place. */
function countItems(judgements: readonly Judgement[]): { right: number; wanted: number } {
  let right = 0;
  let wanted = 0;
  for (const { expected, got } of judgements) {
    const [list] = alternativesOf(expected);
    if (!Array.isArray(list)) continue;
    wanted += list.length;
    right += list.filter((item, at) => Array.isArray(got) && isEqual(item, got[at] as unknown)).length;
  }
  return { right, wanted };
}

/** Returns the shares of right, missing and wrong values of one half. */
export function figuresOf(name: string, judgements: readonly Judgement[], atLeast?: number): Figure[] {
  const all = judgements.length;
  const share = (count: number) => (all === 0 ? 0 : (100 * count) / all);
  const count = (verdict: Judgement['verdict']) => judgements.filter((one) => one.verdict === verdict).length;
  const unwanted = judgements.filter(({ isAbsent, verdict }) => isAbsent && verdict === 'wrong').length;
  const items = countItems(judgements);
  return [
    {
      name: `${name}, right (${count('right')} of ${all} values)`,
      value: share(count('right')),
      unit: '%',
      ...(atLeast !== undefined && { wanted: { atLeast } }),
    },
    {
      name: `${name}, null where the page has a value (${count('null')})`,
      value: share(count('null')),
      unit: '%',
    },
    {
      name: `${name}, wrong (${count('wrong')}; of these ${unwanted} where the page has no value)`,
      value: share(count('wrong')),
      unit: '%',
    },
    ...(items.wanted === 0
      ? []
      : [
          {
            name: `${name}, items of arrays right (of ${items.wanted})`,
            value: (100 * items.right) / items.wanted,
            unit: '%',
          },
        ]),
  ];
}
