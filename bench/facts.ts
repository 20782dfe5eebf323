// npm run bench -- facts [FOLDER | own] [worst=HALF]: title, author and date of publication of pages of many sites and kinds, found
// without a language model. Rules are developed on half 0 of the sites and judged on half 1. With `worst`, lists the
// differences from the references in that half.
import { readFileSync } from 'node:fs';
import type { FoundValue, JsonSchema } from '../src/domain/pages/extraction.ts';
import { decodeText } from '../src/page/text/decode.ts';
import { type FactTally, factNames, halfOf, judgeFact, type Verdict } from './extract/facts.ts';
import { extractTimed, jobFor } from './extract/read.ts';
import { openSample, type SamplePage } from './quality/sample.ts';
import { type Figure, report } from './report.ts';

const worst = process.argv.find((one) => one.startsWith('worst='))?.slice('worst='.length);

const schema: JsonSchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    author: { type: 'string' },
    published_date: { type: 'string', format: 'date' },
  },
};

function read(page: SamplePage): readonly FoundValue[] {
  const html = decodeText(readFileSync(page.file), 'text/html', true).text;
  const { id, kind, site, url } = page;
  return extractTimed({ id, kind, site, url, html, values: {}, record: {} }, jobFor(schema)).found.values;
}

function listDifference(
  page: SamplePage,
  name: string,
  verdict: Verdict,
  value: FoundValue | undefined,
): void {
  if (worst !== String(halfOf(page.site)) || verdict === 'right' || verdict === 'absent') return;
  const source = `${value?.evidence.method ?? '-'} ${value?.evidence.locator.slice(-70) ?? ''}`;
  const wanted = JSON.stringify(page.facts[name as keyof typeof page.facts]);
  console.log(page.kind, page.id, name, wanted, verdict, JSON.stringify(value?.value), source);
}

/** Returns the figures of a kind of page and a field in one half of the sites. */
function figuresOf(name: string, { wanted, right, wrong, unwanted, strong, absent }: FactTally): Figure[] {
  const figures: Figure[] = [];
  if (wanted > 0) {
    figures.push({ name: `${name}, right (of ${wanted})`, value: (100 * right) / wanted, unit: '%' });
    figures.push({ name: `${name}, other value than the reference`, value: wrong, unit: 'pages' });
  }
  if (absent > 0) {
    const label = `${name}, value without reference (of ${absent}; of these without the weak mark)`;
    figures.push({ name: label, value: unwanted, unit: `(${strong}) pages` });
  }
  return figures;
}

const tallies = new Map<string, FactTally>();
for (const page of openSample(['pages']).filter(({ url }) => URL.canParse(url))) {
  const values = read(page);
  for (const name of factNames) {
    const value = values.find(({ pointer }) => pointer === `/${name}`);
    const verdict = judgeFact(name, page.facts[name], value?.value);
    const key = `half ${halfOf(page.site)}, ${page.kind}, ${name}`;
    const tally = tallies.get(key) ?? { wanted: 0, right: 0, wrong: 0, unwanted: 0, strong: 0, absent: 0 };
    tallies.set(key, tally);
    if (page.facts[name] === null) tally.absent++;
    else tally.wanted++;
    if (verdict === 'right' || verdict === 'wrong' || verdict === 'unwanted') tally[verdict]++;
    if (verdict === 'unwanted' && value?.evidence.weak !== true) tally.strong++;
    listDifference(page, name, verdict, value);
  }
}
const sorted = [...tallies].toSorted(([one], [other]) => one.localeCompare(other));
await report(
  'facts',
  sorted.flatMap(([name, tally]) => figuresOf(name, tally)),
);
