// npm run bench -- families FOLDER [worst]: values of pages that other programs wrote, by family of pages. FOLDER holds the
// saved pages of `bench/families/reference.json`, NAME.html; `bench/families/README.md` says how they are made.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema } from '../src/domain/pages/extraction.ts';
import { isAlike, isSame, listScore } from './extract/compare.ts';
import { extractTimed, jobFor, valuesOf } from './extract/read.ts';
import { type Figure, report } from './report.ts';

/** A page with the values of its fields. Written before the service read the page; null: the page has no such value. */
interface ReferencePage {
  family: string;
  program: string;
  url: string;
  /** True if no rule was written with this program in view. */
  isHeldOut: boolean;
  values: Record<string, string | number | string[] | null>;
}

interface Answer {
  page: string;
  field: string;
  wanted: string | number | string[] | null;
  given: (string | number | boolean)[];
  isRight: boolean;
}

const [folder = ''] = process.argv.slice(3);
const listsWrong = process.argv.includes('worst');
/** Minimum F1 of a list that counts as right. */
const minListScore = 0.8;

function schemaOf(values: ReferencePage['values']): JsonSchema {
  const kindOf = (value: ReferencePage['values'][string]) => {
    if (Array.isArray(value)) return { type: 'array', items: { type: 'string' } };
    return { type: typeof value === 'number' ? 'number' : 'string' };
  };
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, kindOf(value)])),
  };
}

function isRight(given: Answer['given'], wanted: Answer['wanted']): boolean {
  if (wanted === null) return given.length === 0;
  if (Array.isArray(wanted)) return listScore(given, wanted) >= minListScore;
  const [first] = given;
  if (first === undefined) return false;
  if (/^\d{4}-\d\d-\d\d$/.test(String(wanted))) return String(first).startsWith(String(wanted));
  return typeof wanted === 'number' ? isSame(first, wanted) : isAlike(first, wanted);
}

function readPage(name: string, { url, values, family }: ReferencePage): Answer[] {
  const html = readFileSync(join(folder, `${name}.html`), 'utf8');
  const page = { id: name, kind: family, site: '', url, html, values: {}, record: {} };
  const { found } = extractTimed(page, jobFor(schemaOf(values)));
  return Object.entries(values).map(([field, wanted]) => {
    const given = valuesOf(found, field);
    const answer = { page: name, field, wanted, given, isRight: isRight(given, wanted) };
    if (listsWrong && !answer.isRight) {
      const { evidence } = found.values.find(({ pointer }) => pointer.startsWith(`/${field}`)) ?? {};
      console.log(
        name,
        field,
        JSON.stringify(given).slice(0, 90),
        evidence?.method,
        evidence?.locator.slice(-60),
      );
      console.log('      ≠', JSON.stringify(wanted)?.slice(0, 90));
    }
    return answer;
  });
}

function percent(right: number, all: number): number {
  return all === 0 ? 0 : (100 * right) / all;
}

/** Returns the F1 of the values that pages have, counting values that they do not have as wrong. */
function figureOf(name: string, answers: readonly Answer[], isJudged: boolean): Figure {
  const given = answers.filter((answer) => answer.given.length > 0).length;
  const wanted = answers.filter((answer) => answer.wanted !== null).length;
  const right = answers.filter((answer) => answer.isRight && answer.wanted !== null).length;
  return {
    name: `${name} (${wanted} values)`,
    value: percent(2 * right, given + wanted),
    unit: '%',
    ...(isJudged && { wanted: { atLeast: 93 } }),
  };
}

const text = readFileSync(new URL('./families/reference.json', import.meta.url), 'utf8');
const reference = Object.entries(JSON.parse(text) as Record<string, ReferencePage>);
const present = reference.filter(([name]) => existsSync(join(folder, `${name}.html`)));
const read = present.map(([name, page]) => ({ page, answers: readPage(name, page) }));
const parts = [
  ['held out', read.filter(({ page }) => page.isHeldOut)],
  ['seen', read.filter(({ page }) => !page.isHeldOut)],
] as const;
await report(
  'families',
  parts.flatMap(([part, own]) => {
    const byFamily = Map.groupBy(own, ({ page }) => page.family);
    const programs = new Set(own.map(({ page }) => page.program)).size;
    return [
      figureOf(
        `${part}: F1 of ${own.length} pages of ${programs} programs`,
        own.flatMap(({ answers }) => answers),
        part === 'held out',
      ),
      ...[...byFamily].map(([family, pages]) =>
        figureOf(
          `  ${part}, ${family}`,
          pages.flatMap(({ answers }) => answers),
          false,
        ),
      ),
    ];
  }),
);
