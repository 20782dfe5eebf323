import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Analysis, analyseExpression, type Complexity } from './regexes/analyse-expression.ts';
import { type ComputedExpression, type Expression, findExpressions } from './regexes/find-expressions.ts';
import {
  type KnownComplexities,
  keyOf,
  readKnownComplexities,
  writeKnownComplexities,
} from './regexes/known-complexities.ts';
import { recordExpressions } from './regexes/record-expressions.ts';

// Checks that no regular expression of the product takes more than linear time on a text that may be long. Known
// expressions are looked up; `--write` analyses and records the others.

const root = new URL('..', import.meta.url);

/** Calls that create expressions which are not created when their module loads. */
const calls: ReadonlyArray<() => Promise<unknown>> = [
  () => import('../src/extract/facts/bylines/bylines.ts'),
  () => import('../src/extract/facts/dates/marked-dates.ts'),
  async () => (await import('../src/diff/current-date.ts')).removeCurrentDate('1', new Date('2024-02-29')),
  async () => {
    const { findLocalDay } = await import('../src/extract/typed/local-dates.ts');
    for (const language of ['en', 'es', 'fa', 'ja', 'ko', 'lt', 'th', 'zh-TW']) findLocalDay('1', language);
    for (const language of ['ar', 'en', 'es', 'he']) findLocalDay('1 1447 5786', language);
  },
  async () => {
    const { timeAfter } = await import('../src/extract/typed/time-after.ts');
    for (const language of ['ar', 'el', 'en', 'es', 'ko', 'sq']) timeAfter('1', language, '2026-05-03');
  },
  async () => {
    const { parseRelativeDate } = await import('../src/extract/typed/relative-date.ts');
    for (const language of ['en', 'ja']) parseRelativeDate('1', language, '2026-05-03T00:00:00Z');
  },
  async () => {
    const { localSignsOf } = await import('../src/extract/typed/local-signs.ts');
    for (const language of ['am-ET', 'bs-BA', 'en-ZA', 'fr-SN', 'hr-HR']) localSignsOf(language, null);
  },
];

/** Maximum number of steps of a match in the worst case. */
const maxSteps = 1e8;

/**
 * Returns whether an expression of this complexity may be used on texts of at most `maxLength` characters; null means
 * any length.
 */
export function isAllowed(complexity: Complexity, maxLength: number | null): boolean {
  if (complexity === 'linear') return true;
  const degree = /^degree (\d+)$/.exec(complexity)?.[1];
  return degree !== undefined && maxLength !== null && maxLength ** Number(degree) <= maxSteps;
}

/** Returns the error lines for an expression. */
export function report({ file, line, source, flags, maxLength }: Expression, analysis: Analysis): string {
  const { complexity, attack } = analysis;
  const bound = maxLength === null ? '' : ` on at most ${maxLength} characters`;
  const problem =
    complexity === 'unknown' ? `could not be analysed (${attack})` : `is ${complexity}${bound}: ${attack}`;
  return `${file}:${line} /${source}/${flags}\n  ${problem}`;
}

/** Returns the expressions that computed calls of `RegExp` create, and the calls that created none. */
async function evaluate(computed: ComputedExpression[]): Promise<[Expression[], ComputedExpression[]]> {
  const recorded = await recordExpressions(root, async () => {
    for (const file of new Set(computed.map((call) => call.file))) await import(new URL(file, root).href);
    for (const call of calls) await call();
  });
  const made = (call: ComputedExpression) =>
    recorded.filter(({ url, line }) => url === new URL(call.file, root).href && line === call.line);
  const expressions = computed.flatMap((call) =>
    made(call).map(({ source, flags }) => ({ ...call, source, flags })),
  );
  return [expressions, computed.filter((call) => made(call).length === 0)];
}

async function findAll(): Promise<[Expression[], ComputedExpression[]]> {
  const files = globSync('src/**/*.ts', { cwd: fileURLToPath(root) })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, root), 'utf8')));
  const found = files.map((file, at) => findExpressions(file, texts[at] as string));
  const [made, unseen] = await evaluate(found.flatMap(({ computed }) => computed));
  return [[...found.flatMap(({ literals }) => literals), ...made], unseen];
}

async function complexityOf(
  { source, flags }: Expression,
  known: KnownComplexities,
  maxLength: number | null,
): Promise<Analysis> {
  const earlier = known.get(keyOf(source, flags));
  if (earlier !== undefined && isAllowed(earlier, maxLength)) return { complexity: earlier, attack: '' };
  return await analyseExpression(source, flags);
}

async function main(): Promise<void> {
  const [expressions, unseen] = await findAll();
  const known = await readKnownComplexities();
  const now: KnownComplexities = new Map();
  const problems = unseen.map(
    ({ file, line }) =>
      `${file}:${line} computes an expression that is not checked: make it when the module loads, or add a call that makes it to scripts/check-regexes.ts`,
  );
  let analysed = 0;
  for (const expression of expressions) {
    const { source, flags, maxLength } = expression;
    const key = keyOf(source, flags);
    if (!known.has(key) && !now.has(key)) analysed += 1;
    const analysis = await complexityOf(expression, now.has(key) ? now : known, maxLength);
    now.set(key, analysis.complexity);
    if (!isAllowed(analysis.complexity, maxLength)) problems.push(report(expression, analysis));
  }
  if (process.argv.includes('--write')) await writeKnownComplexities(now);
  else if (analysed > 0) console.error(`${analysed} expressions are new: \`npm run generate\` records them`);
  for (const problem of problems) console.error(problem);
  console.error(`${expressions.length} regular expressions checked, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
