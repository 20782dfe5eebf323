import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bestOf, differencesOf, rowsOf, valueText } from './compare-rows.ts';
import { writeCharts } from './comparison-charts.ts';
import { causes } from './differences.ts';
import { maxBusy } from './idle-machine.ts';
import { type RunFile, type SectionName, sectionNames } from './run-record.ts';
import { writeShownSections } from './shown-comparisons.ts';
import { type Table, tables } from './tables.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const committedRun = join('bench', 'peers', 'last-run.json');
function tableText(run: RunFile, table: Table): string[] {
  const rows = rowsOf(run, table);
  if (rows.length === 0) return [];
  const header = ['', ...table.columns.map(({ title }) => title)];
  const best = new Map(table.columns.map((column) => [column.key, bestOf(table, rows, column)?.value]));
  const lines = rows.map((row) => {
    const cells = table.columns.map((column) => {
      const value = row.figures[column.key];
      const text = valueText(value, column);
      return value !== null && value !== undefined && value === best.get(column.key) ? `**${text}**` : text;
    });
    return `| ${[`${row.title} ${row.version}`.trim(), ...cells].join(' | ')} |`;
  });
  return [
    `### ${table.title}`,
    '',
    table.description,
    '',
    `| ${header.join(' | ')} |`,
    `| ${header.map((_, at) => (at === 0 ? '---' : '---:')).join(' | ')} |`,
    ...lines,
    '',
  ];
}

function differencesText(run: RunFile): string[] {
  const lines = differencesOf(run).map(({ table, column, log, ours, peer, theirs }) => {
    const cause =
      causes[`${table.name}.${column.key}`] ??
      causes[`${table.section}.${column.key}`] ??
      'Cause not yet examined.';
    const values = `${valueText(ours, column)} against ${valueText(theirs, column)} of ${peer.title}`;
    return `| ${table.title}: ${column.title} | ${values} | ${cause} | \`${log}\`, \`${peer.log}\` |`;
  });
  if (lines.length === 0) return ['No compared system was better in any column of this run.', ''];
  return [
    '| Figure | webdata against the best other system | Cause | Logs |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
  ];
}

function absencesText(run: RunFile): string[] {
  if (run.absences.length === 0) return ['Every system could be installed and run.', ''];
  const lines = run.absences.map(
    ({ section, table, title, version, reason }) =>
      `| ${`${title} ${version}`.trim()} | ${table ?? section} | ${reason.replaceAll('|', '\\|').replace(/\s+/g, ' ')} |`,
  );
  return ['| System | Section or table | Reason |', '| --- | --- | --- |', ...lines, ''];
}

function percentOf(share: number | undefined): string {
  return share === undefined ? '–' : `${Math.round(share * 100)} %`;
}

function commandsText(run: RunFile): string[] {
  const lines = run.rows.map(
    ({ table, title, version, command, log, measuredAt, seconds, busy, measurements = 1, spread = 0 }) =>
      `| ${table} | ${`${title} ${version}`.trim()} | \`${command}\` | ${measuredAt.slice(0, 16)}Z | ${seconds} s | ${percentOf(busy)} | ${measurements === 1 ? '1' : `${measurements}; ${Math.round(spread * 100)} %`} | \`${log}\` |`,
  );
  return [
    '| Table | System | Command | Measured | Took | Other programs | Measurements; spread | Log |',
    '| --- | --- | --- | --- | ---: | ---: | --- | --- |',
    ...lines,
    '',
  ];
}

const sectionTitles: Readonly<Record<string, string>> = {
  content: 'Content',
  crawls: 'Crawls',
  rendered: 'Rendered pages',
  files: 'Files',
  metadata: 'Metadata',
  records: 'Records of listings',
  'site-files': 'Files of sites',
  values: 'Values and structured data',
  monitors: 'Monitors',
  agents: 'Agents',
  compatibility: 'Compatibility',
};

/** Returns the warning about rows that were measured while other programs used the machine. */
function loadText(run: RunFile): string[] {
  const loaded = run.rows.filter(({ busy }) => busy === undefined || busy > maxBusy);
  if (loaded.length === 0) return [];
  return [
    '',
    `**Other programs used the machine before ${loaded.length} of ${run.rows.length} rows were measured (more than ${percentOf(maxBusy)} of the processors, or not recorded): the times, processor times and memory of these rows are to be measured again. Quality, completeness and counts do not depend on the load.**`,
  ];
}

/** Throws if a run is small or lacks a section: its figures beside those of another run would not be of one run. */
function requireWholeRun({ rows, absences }: RunFile): void {
  const small = new Set(rows.filter(({ isSmall }) => isSmall).map(({ section }) => section));
  if (small.size > 0)
    throw new Error(
      `The report is written from full runs only, and these sections were measured with --small: ${[...small].join(', ')}. Use --no-report, or measure them again without --small.`,
    );
  const isThere = (name: SectionName) =>
    rows.some(({ section }) => section === name) ||
    absences.some(({ section, table }) => section === name && table === null);
  const missing = sectionNames.filter((name) => !isThere(name));
  if (missing.length > 0)
    throw new Error(
      `The report is written from whole runs only, and this one has no row of: ${missing.join(', ')}. Measure them with --only ${missing.join(',')} --run NAME of the same run, or use --no-report.`,
    );
}

/** Returns what is to be known about a run that was measured in parts at several revisions. */
function revisionsText({ rows, machine }: RunFile): string {
  const revisions = [...new Set(rows.flatMap(({ revision }) => revision ?? []))];
  return revisions.length > 1
    ? `Revisions ${revisions.join(', ')}`
    : `Revision ${revisions[0] ?? machine.revision}`;
}

/** Returns the pages by their file names in docs/. */
function documentTexts(run: RunFile, pictures: ReadonlyMap<string, string[]>): ReadonlyMap<string, string> {
  return new Map([
    ['comparisons.md', overviewText(run, pictures)],
    ['comparisons-differences.md', differencesPage(run)],
    ['comparisons-commands.md', commandsPage(run)],
  ]);
}

function differencesPage(run: RunFile): string {
  return [
    '# Where webdata is worse',
    '',
    'This page lists every column of the [comparisons](comparisons.md) in which another system was better in this run (times and memory: by more than 5 %). [Commands and logs](comparisons-commands.md) says where the logs are.',
    '',
    ...differencesText(run),
  ].join('\n');
}

function commandsPage(run: RunFile): string {
  return [
    '# Comparisons: commands and logs',
    '',
    'Each command repeats one row of the [comparisons](comparisons.md). The log is below `bench/results/peers/NAME` on the machine of the run (NAME is `latest` without `--run`); it contains',
    'the result of each page, request or check from which the figures of the row are computed.',
    '',
    ...commandsText(run),
    '## Systems that could not be compared',
    '',
    ...absencesText(run),
  ].join('\n');
}

function overviewText(run: RunFile, pictures: ReadonlyMap<string, string[]>): string {
  const { cpu, memory, system, node } = run.machine;
  const times = run.rows.map(({ measuredAt }) => `${measuredAt.slice(0, 16)}Z`).toSorted();
  const [first = '', last = first] = [times[0], times.at(-1)];
  const sections = Object.entries(sectionTitles).flatMap(([section, title]) => {
    const own = tables.filter((table) => table.section === section);
    const parts = own.flatMap((table) => [...tableText(run, table), ...(pictures.get(table.name) ?? [])]);
    if (parts.length === 0) return [];
    const input = run.inputs[section as keyof RunFile['inputs']];
    return [`## ${title}`, '', ...(input === undefined ? [] : [`Input: ${input}.`, '']), ...parts];
  });
  return [
    '# Comparisons',
    '',
    'This page compares webdata with other software on the same input, on the same machine and in the same run. It is generated:',
    '',
    '    npm run bench -- peers',
    '',
    'The command installs pinned versions of the other software into a cache folder (`~/.cache/webdata-peers`, or `WEBDATA_PEERS_CACHE`), runs',
    'everything, and writes this page, its charts and `bench/peers/last-run.json`. `npm run bench -- peers --clean` removes the software again.',
    '`--only SECTION` and `--peer NAME` measure a part, and `--resume` continues an interrupted run.',
    ...loadText(run),
    '',
    `Machine: ${cpu}, ${memory}, ${system}, Node ${node}. ${revisionsText(run)}. Rows measured from ${first} to ${last}.`,
    'The best value of a column is bold. A dash means that the system does not have the figure. Times of processor and memory include every process',
    'of a system. Crawls and rendered pages are measured twice, and a third time if the speeds differ by more than 10 %; their figures are medians. A',
    'measurement of more than 25 seconds is not repeated.',
    '',
    '[Where webdata is worse](comparisons-differences.md) lists every figure in which another system is better. [Commands and',
    'logs](comparisons-commands.md) has the command that repeats each row, and names the systems that could not be compared.',
    '',
    ...sections,
  ].join('\n');
}

/** Reads the run whose figures are committed. */
export function readCommittedRun(): RunFile {
  return JSON.parse(readFileSync(join(repository, committedRun), 'utf8')) as RunFile;
}

/**
 * Writes the pages docs/comparisons*.md, their charts, the sections of README.md and docs/library.md, and the committed figures from a run, below the
 * folder of a checkout. Throws if the run is small or lacks a section.
 */
export function writeComparisons(run: RunFile, root = repository): void {
  requireWholeRun(run);
  const pictures = writeCharts(run, root);
  const texts = documentTexts(run, pictures);
  for (const [name, text] of texts) writeFileSync(join(root, 'docs', name), text);
  writeShownSections(run, root);
  writeFileSync(join(root, committedRun), `${JSON.stringify(run)}\n`);
  process.stderr.write(
    `wrote ${[...texts.keys()].join(', ')}, README.md and library.md; run npm run generate, which lists them in llms.txt\n`,
  );
}
