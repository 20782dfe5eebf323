// npm run bench -- suites [NAME ...] [worst]: cases of public test suites, as package registries ship them, against the
// product's own functions. With `worst`, lists every difference that has no reason to stay; with `worst=all`, every one.
import { report } from './report.ts';
import { commonMark } from './suites/commonmark.ts';
import { cookies } from './suites/cookies.ts';
import { feeds } from './suites/feeds.ts';
import { html5lib } from './suites/html5lib.ts';
import { mcp } from './suites/mcp.ts';
import { publicSuffix } from './suites/public-suffix.ts';
import { googleRobots, protegoRobots } from './suites/robots.ts';
import type { CaseResult, Suite } from './suites/suite.ts';
import { urls } from './suites/urls.ts';

const suites: readonly Suite[] = [
  googleRobots,
  protegoRobots,
  html5lib,
  publicSuffix,
  cookies,
  commonMark,
  urls,
  feeds,
  mcp,
];

const [names, options] = [false, true].map((isOption) =>
  process.argv.slice(3).filter((one) => one.startsWith('worst') === isOption),
) as [string[], string[]];
const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  const known = suites.map(({ name }) => name).join(', ');
  throw new Error(`no suite is named ${unknown.join(', ')}; name one of: ${known}`);
}

function listDifferences(results: readonly CaseResult[]): void {
  for (const { id, isPassed, difference, reason } of results) {
    if (isPassed || (reason !== undefined && !options.includes('worst=all'))) continue;
    console.log(`${id}${reason === undefined ? '' : ` [${reason}]`}: ${difference.slice(0, 1500)}`);
  }
}

/** Returns the number of differences for each reason. */
function countReasons(results: readonly CaseResult[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { isPassed, reason = 'no reason' } of results)
    if (!isPassed) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

const chosen = names.length === 0 ? suites : suites.filter(({ name }) => names.includes(name));
const figures = [];
for (const suite of chosen) {
  const results = await suite.run();
  if (options.length > 0) listDifferences(results);
  const passed = results.filter(({ isPassed }) => isPassed).length;
  const title = `${suite.title} (${suite.source})`;
  figures.push({ name: `${title}, passed of ${results.length}`, value: passed, unit: 'cases' });
  for (const [reason, count] of countReasons(results))
    figures.push({ name: `${suite.name}, differs: ${reason}`, value: count, unit: 'cases' });
}
await report('suites', figures);
