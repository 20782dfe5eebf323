import { bestOf, rowsOf, valueText } from './compare-rows.ts';
import type { RunFile } from './run-record.ts';
import { type Column, type Table, tables } from './tables.ts';

const heading = '## Comparisons';

/** Columns that README.md states, each with the begin of its sentence. */
const stated: readonly { table: string; column: string; begin: string }[] = [
  { table: 'content', column: 'wcxb', begin: 'Main content of real pages (WCXB, word F1)' },
  { table: 'records', column: 'heldOut', begin: 'the right list of a listing page that was held out' },
  { table: 'main-site', column: 'pagesPerSecond', begin: 'pages a second of a crawl to main content' },
  { table: 'monitors', column: 'false', begin: 'false reports of monitors' },
];

function find(name: string, key: string): { table: Table; column: Column } | null {
  const table = tables.find((one) => one.name === name);
  const column = table?.columns.find((one) => one.key === key);
  return table === undefined || column === undefined ? null : { table, column };
}

/** Returns a figure of webdata beside the best other one, or null if one of them was not measured. */
function statement(
  run: RunFile,
  { table: name, column: key, begin }: (typeof stated)[number],
): string | null {
  const found = find(name, key);
  if (found === null) return null;
  const { table, column } = found;
  const rows = rowsOf(run, table);
  const own = rows.find(({ system }) => system === 'webdata')?.figures[key];
  const best = bestOf(
    table,
    rows.filter(({ system }) => system !== 'webdata'),
    column,
  );
  if (own === null || own === undefined || best === null) return null;
  return `${begin}: ${valueText(own, column)}, best other ${valueText(best.value, column)} (${best.row.title})`;
}

/** Returns the section of README.md about the comparisons; every figure is of the run. */
export function comparisonSection(run: RunFile): string {
  const statements = stated.flatMap((one) => statement(run, one) ?? []);
  return [
    heading,
    '',
    '![Main content of web pages: word F1 of webdata and other libraries](docs/images/comparison-content.svg)',
    '',
    ...(statements.length === 0 ? [] : [`${statements.join('; ')}.`, '']),
    '[Comparisons](docs/comparisons.md) with other software, on the same input in the same run: content, crawls, rendered pages, files, metadata, records,',
    'robots.txt and sitemaps, values, monitors, agents and clients, with [every figure in which webdata is worse](docs/comparisons-differences.md).',
    '`npm run bench -- peers` repeats all of it on your machine.',
    '',
    '',
  ].join('\n');
}

/** Replaces the section about the comparisons. Throws if the text has none. */
export function replaceComparisons(readme: string, section: string): string {
  const begin = readme.indexOf(`${heading}\n`);
  const end = readme.indexOf('\n## ', begin + heading.length);
  if (begin === -1 || end === -1)
    throw new Error(`README.md has no section "${heading}" before another one.`);
  return readme.slice(0, begin) + section + readme.slice(end + 1);
}
