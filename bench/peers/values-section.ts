// Values: price strings beside price-parser, and fields of recipe pages beside extruct.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMoney } from '../../src/extract/typed/money.ts';
import { isSame, listScore } from '../extract/compare.ts';
import { extractTimed, jobFor, valuesOf } from '../extract/read.ts';
import { recipeSchema } from '../extract/recipes.ts';
import { type KnownPage, recipePages } from '../extract/samples.ts';
import { startProgram } from './child-program.ts';
import { measureDates } from './dates-table.ts';
import { cacheFolder, type InstalledPeer } from './install-peer.ts';
import { measureRow, openPeer, type Section, type SectionContext } from './section.ts';

const timeoutMs = 10 * 60_000;
/** Every Nth recipe page is read in a full run. */
const everyRecipe = 3;
const smallFactor = 10;
const recipeFields = [
  'title',
  'author',
  'total_time',
  'ingredients',
  'instructions_list',
  'ratings',
] as const;

/** A tested price string, and what price-parser found in it. */
interface PriceCase {
  price: string | null;
  hint: string | null;
  amount: number | null;
  currency: string | null;
  foundAmount: number | null;
  foundCurrency: string | null;
}

function linesOf<Line>(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

/** Downloads and unpacks the source distribution of price-parser, which contains its tests. */
function sourceOf(peer: InstalledPeer): string {
  const folder = join(peer.folder, 'sdist');
  if (!existsSync(folder)) {
    mkdirSync(folder);
    const args = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--no-binary', ':all:', '-d', folder];
    execFileSync(peer.program, [...args, `price-parser==${peer.version}`], { timeout: timeoutMs });
    execFileSync(peer.program, ['-m', 'pip', 'install', '--quiet', 'pytest==8.4.2'], { timeout: timeoutMs });
    const [archive = ''] = readdirSync(folder);
    execFileSync('tar', ['xzf', join(folder, archive), '-C', folder], { timeout: timeoutMs });
  }
  const [unpacked = ''] = readdirSync(folder).filter((name) => !name.endsWith('.gz'));
  return join(folder, unpacked);
}

function share(values: readonly boolean[]): number {
  return values.filter(Boolean).length / Math.max(1, values.length);
}

function priceFigures(
  cases: readonly PriceCase[],
  found: readonly { amount: number | null; currency: boolean }[],
  ms: number,
): Record<string, number | null> {
  const amounts = cases.map(({ amount }, at) => amount === (found[at]?.amount ?? null));
  const currencies = cases.map(({ currency }, at) => (currency !== null) === (found[at]?.currency ?? false));
  return {
    amount: share(amounts),
    currency: share(currencies),
    both: share(amounts.map((isRight, at) => isRight && currencies[at] === true)),
    perSecond: (cases.length * 1_000) / ms,
  };
}

/** Parses a string as a page's price is parsed, without any signal of its page; the hint is read if it has no currency. */
function parseAsWebdata({ price, hint }: PriceCase): { amount: number | null; currency: boolean } {
  const signals = { language: null, country: null, currency: null };
  const money = price === null ? null : parseMoney(price, signals);
  const marked = hint === null ? null : parseMoney(`${hint} 1`, signals);
  const hasCurrency = [money, marked].some(
    (one) => one !== null && (one.currency !== null || one.isCurrencyAmbiguous),
  );
  return { amount: money === null ? null : Number(money.amount), currency: hasCurrency };
}

async function measurePrices(context: SectionContext): Promise<void> {
  const { run } = context;
  const peer = await openPeer(context, 'values', 'price-parser');
  if (peer === null) return;
  const output = join(run.folder, 'values-prices.jsonl');
  const { result } = await startProgram({
    program: peer.program,
    script: 'parse_prices.py',
    args: [sourceOf(peer), output],
    errorLog: join(run.folder, 'values-prices.err'),
    timeoutMs,
  }).done;
  const cases = linesOf<PriceCase>(output);
  const row = { section: 'values', table: 'prices' } as const;
  await measureRow(context, { ...row, system: 'webdata', title: 'webdata' }, async () => {
    for (const one of cases) parseAsWebdata(one);
    const before = process.cpuUsage();
    const found = cases.map(parseAsWebdata);
    const { user, system } = process.cpuUsage(before);
    const log = 'values-prices-webdata.jsonl';
    cases.forEach((one, at) => {
      run.log(log, { ...one, webdata: found[at] });
    });
    return { figures: priceFigures(cases, found, (user + system) / 1_000), log };
  });
  const { title, version } = peer;
  await measureRow(context, { ...row, system: 'price-parser', title, version }, async () => {
    const found = cases.map((one) => ({ amount: one.foundAmount, currency: one.foundCurrency !== null }));
    return { figures: priceFigures(cases, found, Number(result.ms)), log: 'values-prices.jsonl' };
  });
}

/** Returns the score of a field from 0 to 1; null if the collection has no value. */
function fieldScore(field: string, found: readonly unknown[], wanted: unknown): number | null {
  if (wanted === undefined || wanted === null || wanted === '') return null;
  if (Array.isArray(wanted)) return wanted.length === 0 ? null : listScore(found, wanted);
  const [first] = found;
  if (first === undefined || first === null) return 0;
  if (field === 'ratings') return Math.abs(Number(first) - Number(wanted)) < 0.051 ? 1 : 0;
  return isSame(first, wanted) ? 1 : 0;
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((one, other) => one + other, 0) / known.length;
}

function recipeFigures(
  { run }: SectionContext,
  log: string,
  pages: readonly KnownPage[],
  read: (page: KnownPage) => { values: (field: string) => unknown[]; ms: number; failed: boolean },
): { figures: Record<string, number | null>; log: string } {
  const scores = new Map<string, (number | null)[]>(recipeFields.map((field) => [field, []]));
  const times: number[] = [];
  let failures = 0;
  for (const page of pages) {
    const { values, ms, failed } = read(page);
    const own = recipeFields.map((field): [string, number | null] => [
      field,
      fieldScore(field, values(field), page.record[field]),
    ]);
    for (const [field, score] of own) scores.get(field)?.push(score);
    times.push(ms);
    if (failed) failures += 1;
    run.log(log, { id: page.id, ms, ...Object.fromEntries(own) });
  }
  const timed = times.slice(Math.floor(times.length / 2));
  const figures = Object.fromEntries(recipeFields.map((field) => [field, mean(scores.get(field) ?? [])]));
  const pagesPerSecond = (timed.length * 1_000) / timed.reduce((sum, ms) => sum + ms, 0);
  return { figures: { ...figures, failures, pagesPerSecond }, log };
}

/** Reads the fields with the service's extraction; the time includes parsing, as that of extruct does. */
function readWithWebdata(page: KnownPage) {
  const before = process.cpuUsage();
  const { found } = extractTimed(page, jobFor(recipeSchema));
  const { user, system } = process.cpuUsage(before);
  return { values: (field: string) => valuesOf(found, field), ms: (user + system) / 1_000, failed: false };
}

function chosenRecipes({ data, size }: SectionContext): KnownPage[] | null {
  const folder = join(cacheFolder(), 'collections');
  const archive = join(data, 'recipes.tar.gz');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'recipes')) && existsSync(archive))
    execFileSync('tar', ['xzf', archive, '-C', folder]);
  if (!existsSync(join(folder, 'recipes'))) return null;
  const every = everyRecipe * (size === 'small' ? smallFactor : 1);
  return recipePages(join(folder, 'recipes')).filter((_, at) => at % every === 0);
}

async function readWithExtruct(context: SectionContext, pages: readonly KnownPage[], peer: InstalledPeer) {
  const { run } = context;
  const inputs = join(cacheFolder(), 'collections', 'recipes-decoded');
  mkdirSync(inputs, { recursive: true });
  const manifest = join(run.folder, 'values-manifest.jsonl');
  const lines = pages.map(({ html, url }, at) => {
    const file = join(inputs, `${at}.html`);
    writeFileSync(file, html);
    return JSON.stringify({ id: String(at), file, url });
  });
  writeFileSync(manifest, `${lines.join('\n')}\n`);
  const output = join(run.folder, 'values-extruct.jsonl');
  await startProgram({
    program: peer.program,
    script: 'read_structured_data.py',
    args: [manifest, output],
    errorLog: join(run.folder, 'values-extruct.err'),
    timeoutMs,
  }).done;
  const readings = linesOf<{ fields: Record<string, unknown>; ms: number; error: string | null }>(output);
  let at = 0;
  return recipeFigures(context, 'values-extruct-scores.jsonl', pages, () => {
    const { fields = {}, ms = 0, error = 'no result' } = readings[at++] ?? {};
    const values = (field: string) => {
      const value = fields[field];
      return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
    };
    return { values, ms, failed: error !== null };
  });
}

async function measureRecipes(context: SectionContext): Promise<void> {
  const pages = chosenRecipes(context);
  if (pages === null) {
    const reason = `${context.data} does not contain the collection of recipes`;
    context.run.addAbsence({
      section: 'values',
      table: null,
      system: 'recipes',
      title: 'recipes',
      version: '',
      reason,
    });
    return;
  }
  context.run.describeInput('values', `${pages.length} recipe pages`);
  const row = { section: 'values', table: 'recipes' } as const;
  await measureRow(context, { ...row, system: 'webdata', title: 'webdata' }, async () =>
    recipeFigures(context, 'values-webdata-scores.jsonl', pages, readWithWebdata),
  );
  const peer = await openPeer(context, 'values', 'extruct');
  if (peer === null) return;
  const { title, version } = peer;
  await measureRow(context, { ...row, system: 'extruct', title, version }, () =>
    readWithExtruct(context, pages, peer),
  );
}

/** Measures the values of price strings, dates and recipe pages. */
export const measureValues: Section = async (context) => {
  await measurePrices(context);
  await measureDates(context);
  await measureRecipes(context);
};
