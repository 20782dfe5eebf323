import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bestOf, rowsOf, valueText } from './compare-rows.ts';
import type { RunFile } from './run-record.ts';
import { type Column, type Table, tables } from './tables.ts';

const readmeHeading = '## Comparisons';

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
function comparisonSection(run: RunFile): string {
  const statements = stated.flatMap((one) => statement(run, one) ?? []);
  return [
    readmeHeading,
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

const libraryHeading = '## Measured';

/** Systems and columns of the table in docs/library.md. */
const librarySystems = ['webdata', 'readability', 'defuddle'];
const libraryLines: readonly { table: string; column: string; title: string }[] = [
  { table: 'content', column: 'wcxb', title: 'word F1 of the main content, seven kinds of pages (WCXB)' },
  { table: 'content-kinds', column: 'article', title: 'the same, articles alone' },
  {
    table: 'content',
    column: 'readability',
    title: 'the tests of Readability, which keep what its rules keep',
  },
  { table: 'content', column: 'pagesPerSecond', title: 'pages a second and core' },
];

/** Returns the section of docs/library.md that compares the library with others for articles; every figure is of the run. */
function librarySection(run: RunFile): string {
  const rows = run.rows.filter(({ table }) => table === 'content');
  const shown = librarySystems.flatMap((name) => rows.find(({ system }) => system === name) ?? []);
  const lines = libraryLines.flatMap(({ table, column: key, title }) => {
    const column = find(table, key)?.column;
    if (column === undefined) return [];
    const values = shown.map(({ figures }) => figures[key] ?? Number.NEGATIVE_INFINITY);
    const best = Math.max(...values);
    const cells = shown.map(({ figures }, at) => {
      const text = valueText(figures[key], column);
      return values[at] === best ? `**${text}**` : text;
    });
    return `| ${[title, ...cells].join(' | ')} |`;
  });
  return [
    libraryHeading,
    '',
    'Main content of the [same pages](comparisons.md#content), of one run of `npm run bench -- peers`:',
    '',
    `| | ${shown.map(({ title }) => title).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(shown.length)}`,
    ...lines,
    '',
  ].join('\n');
}

/** Replaces a section, which begins with its heading, up to the next one or the end. Throws if the text has no such section. */
function replaceSection(text: string, section: string): string {
  const heading = section.slice(0, section.indexOf('\n') + 1);
  const begin = text.indexOf(`\n${heading}`) + 1;
  if (begin === 0) throw new Error(`There is no section "${heading.trim()}".`);
  const end = text.indexOf('\n## ', begin);
  return text.slice(0, begin) + section + (end === -1 ? '' : text.slice(end + 1));
}

/** Sections of other pages that state figures of the run, by the path of the page. */
const shownSections: Readonly<Record<string, (run: RunFile) => string>> = {
  'README.md': comparisonSection,
  'docs/library.md': librarySection,
};

/** Writes the sections of other pages that state figures of the run, below the folder of a checkout. */
export function writeShownSections(run: RunFile, root: string): void {
  for (const [path, sectionOf] of Object.entries(shownSections)) {
    const file = join(root, path);
    writeFileSync(file, replaceSection(readFileSync(file, 'utf8'), sectionOf(run)));
  }
}
