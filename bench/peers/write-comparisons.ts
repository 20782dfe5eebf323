import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bar, barChart } from './chart.ts';
import { causes } from './differences.ts';
import type { Row, RunFile } from './run-record.ts';
import { type Column, type Table, tables } from './tables.ts';

const documents = fileURLToPath(new URL('../../docs/', import.meta.url));
const images = fileURLToPath(new URL('../../docs/images/', import.meta.url));
/** Load average up to which the machine counts as otherwise idle: the previous row has a part in it. */
const quietLoad = 4;
const committedRun = fileURLToPath(new URL('./last-run.json', import.meta.url));
/** Differences below this share of a value are within what two runs of the same program differ by. */
const noise: Readonly<Record<Column['unit'], number>> = {
  '': 0,
  '%': 0.001,
  ms: 0.05,
  MB: 0.05,
  s: 0.05,
  '/s': 0.05,
};

/** Returns the rows of a table; the kinds of pages are figures of the rows of `content`. */
function rowsOf(run: RunFile, table: Table): Row[] {
  const name = table.name === 'content-kinds' ? 'content' : table.name;
  return run.rows.filter((row) => row.section === table.section && row.table === name);
}

function valueText(value: number | null | undefined, { unit, digits }: Column): string {
  if (value === null || value === undefined) return '–';
  if (unit === '%') return `${(value * 100).toFixed(digits)} %`;
  const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit === '' || unit === '/s' ? text : `${text} ${unit}`;
}

function isBetter(column: Column, one: number, other: number): boolean {
  const margin = column.unit === '%' ? noise['%'] : Math.abs(other) * noise[column.unit];
  return column.better === 'more' ? one > other + margin : one < other - margin;
}

/** Returns the best value of a column over the rows, or null. */
function bestOf(rows: readonly Row[], column: Column): { row: Row; value: number } | null {
  let best: { row: Row; value: number } | null = null;
  for (const row of rows) {
    const value = row.figures[column.key];
    if (value === null || value === undefined || column.better === null) continue;
    const leads = best === null || (column.better === 'more' ? value > best.value : value < best.value);
    if (leads) best = { row, value };
  }
  return best;
}

function tableText(run: RunFile, table: Table): string[] {
  const rows = rowsOf(run, table);
  if (rows.length === 0) return [];
  const header = ['', ...table.columns.map(({ title }) => title)];
  const best = new Map(table.columns.map((column) => [column.key, bestOf(rows, column)?.value]));
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

/** A column in which a peer is better than webdata. */
export interface Difference {
  table: Table;
  column: Column;
  ours: number;
  peer: Row;
  theirs: number;
}

/** Returns every column in which a peer is better than webdata by more than noise. */
export function differencesOf(run: RunFile): Difference[] {
  return tables.flatMap((table) => {
    const rows = rowsOf(run, table);
    const ours = rows.find(({ system }) => system === 'webdata');
    if (ours === undefined) return [];
    const others = rows.filter((row) => row !== ours);
    return table.columns.flatMap((column) => {
      const own = ours.figures[column.key];
      const best = bestOf(others, column);
      if (own === null || own === undefined || best === null || !isBetter(column, best.value, own)) return [];
      return [{ table, column, ours: own, peer: best.row, theirs: best.value }];
    });
  });
}

function differencesText(run: RunFile): string[] {
  const lines = differencesOf(run).map(({ table, column, ours, peer, theirs }) => {
    const cause =
      causes[`${table.name}.${column.key}`] ??
      causes[`${table.section}.${column.key}`] ??
      'Cause not yet examined.';
    const values = `${valueText(ours, column)} against ${valueText(theirs, column)} of ${peer.title}`;
    return `| ${table.title}: ${column.title} | ${values} | ${cause} |`;
  });
  if (lines.length === 0) return ['No compared system was better in any column of this run.', ''];
  return ['| Figure | webdata against the best other system | Cause |', '| --- | --- | --- |', ...lines, ''];
}

function absencesText(run: RunFile): string[] {
  if (run.absences.length === 0) return ['Every system could be installed and run.', ''];
  const lines = run.absences.map(
    ({ section, table, title, version, reason }) =>
      `| ${`${title} ${version}`.trim()} | ${table ?? section} | ${reason.replaceAll('|', '\\|').replace(/\s+/g, ' ')} |`,
  );
  return ['| System | Section or table | Reason |', '| --- | --- | --- |', ...lines, ''];
}

function commandsText(run: RunFile): string[] {
  const lines = run.rows.map(
    ({ table, title, version, command, log, measuredAt, seconds, load, measurements = 1, spread = 0 }) =>
      `| ${table} | ${`${title} ${version}`.trim()} | \`${command}\` | ${measuredAt.slice(0, 16)}Z | ${seconds} s | ${load ?? '–'} | ${measurements === 1 ? '1' : `${measurements}; ${Math.round(spread * 100)} %`} | \`${log}\` |`,
  );
  return [
    '| Table | System | Command | Measured | Took | Load | Measurements; spread | Log |',
    '| --- | --- | --- | --- | ---: | ---: | --- | --- |',
    ...lines,
    '',
  ];
}

interface ChartSpec {
  file: string;
  table: string;
  column: string;
  title: string;
  subtitle: string;
}

const charts: readonly ChartSpec[] = [
  {
    file: 'comparison-content.svg',
    table: 'content',
    column: 'wcxb',
    title: 'Main content of web pages',
    subtitle: 'Word F1 on real pages of seven kinds (WCXB); more is better',
  },
  {
    file: 'comparison-content-speed.svg',
    table: 'content',
    column: 'pagesPerSecond',
    title: 'Speed of main content',
    subtitle: 'Pages a second and core; more is better',
  },
  {
    file: 'comparison-crawl.svg',
    table: 'main-site',
    column: 'pagesPerSecond',
    title: 'Crawl of one fast site to main content',
    subtitle: 'Pages a second on the same machine; more is better',
  },
  {
    file: 'comparison-crawl-body.svg',
    table: 'body-site',
    column: 'pagesPerSecond',
    title: 'Crawl of one fast site to whole bodies',
    subtitle: 'Pages a second on the same machine; more is better',
  },
  {
    file: 'comparison-rendered.svg',
    table: 'rendered',
    column: 'pagesPerSecond',
    title: 'Pages that need a browser',
    subtitle: 'Pages a second, of the systems with at least 95 % of the text; more is better',
  },
  {
    file: 'comparison-agents.svg',
    table: 'tasks',
    column: 'tokens',
    title: 'Tokens of an agent for the same tasks',
    subtitle: 'Tokens that a model reads and writes; less is better',
  },
];

/** Writes the charts whose table was measured, and returns their file names by table. */
function writeCharts(run: RunFile): Map<string, string[]> {
  mkdirSync(images, { recursive: true });
  const written = new Map<string, string[]>();
  for (const { file, table: name, column: key, title, subtitle } of charts) {
    const table = tables.find((one) => one.name === name);
    const column = table?.columns.find((one) => one.key === key);
    if (table === undefined || column === undefined) continue;
    const bars = rowsOf(run, table).flatMap((row): Bar[] => {
      const value = row.figures[key];
      if (value === null || value === undefined) return [];
      return [{ label: row.title, value, text: valueText(value, column), isOurs: row.system === 'webdata' }];
    });
    if (bars.length < 2) continue;
    const sign = column.better === 'less' ? 1 : -1;
    const sorted = bars.toSorted((one, other) => sign * (one.value - other.value));
    writeFileSync(`${images}${file}`, barChart(title, subtitle, sorted));
    written.set(name, [...(written.get(name) ?? []), `![${title}](images/${file})`, '']);
  }
  return written;
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
  const busy = run.rows.filter(({ load }) => load === null || load > quietLoad);
  if (busy.length === 0) return [];
  return [
    '',
    `**Other programs used the machine while ${busy.length} of ${run.rows.length} rows were measured (load average above ${quietLoad}, or not recorded): the times, processor times and memory of these rows are to be measured again. Quality, completeness and counts do not depend on the load.**`,
  ];
}

/** Returns the warning about sections that were measured on small inputs. */
function smallInputsText(run: RunFile): string[] {
  const sections = new Set(run.rows.filter(({ isSmall }) => isSmall).map(({ section }) => section));
  if (sections.size === 0) return [];
  const names = [...sections].map((section) => sectionTitles[section]).join(', ');
  return [
    '',
    `**Measured on small inputs (\`--small\`), so times contain the start of a system: ${names}.**`,
  ];
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
    'This page lists every column of the [comparisons](comparisons.md) in which another system was better in this run (times and memory: by more than 5 %).',
    '',
    ...differencesText(run),
  ].join('\n');
}

function commandsPage(run: RunFile): string {
  return [
    '# Comparisons: commands and logs',
    '',
    'Each command repeats one row of the [comparisons](comparisons.md). The log is below `bench/results/peers/latest` on the machine of the run; it contains',
    'the result of each page, request or check from which the figures of the row are computed.',
    '',
    ...commandsText(run),
  ].join('\n');
}

function overviewText(run: RunFile, pictures: ReadonlyMap<string, string[]>): string {
  const { cpu, memory, system, node, revision } = run.machine;
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
    '`--only SECTION` and `--peer NAME` measure a part, `--resume` continues an interrupted run, and `--small` tries the bench on small inputs.',
    ...smallInputsText(run),
    ...loadText(run),
    '',
    `Machine: ${cpu}, ${memory}, ${system}, Node ${node}. Revision ${revision}. Rows measured from ${first} to ${last}.`,
    'The best value of a column is bold. A dash means that the system does not have the figure. Times of processor and memory include every process',
    'of a system. Crawls and rendered pages are measured twice, and a third time if the speeds differ by more than 10 %; their figures are medians.',
    '',
    '[Where webdata is worse](comparisons-differences.md) lists every figure in which another system is better. [Commands and',
    'logs](comparisons-commands.md) has the command that repeats each row.',
    '',
    '## Systems that could not be compared',
    '',
    ...absencesText(run),
    ...sections,
  ].join('\n');
}

/** Reads the run whose figures are committed. */
export function readCommittedRun(): RunFile {
  return JSON.parse(readFileSync(committedRun, 'utf8')) as RunFile;
}

/** Writes the pages docs/comparisons*.md, their charts and the committed figures from a run. Throws if the run has no rows. */
export function writeComparisons(run: RunFile): void {
  if (run.rows.length === 0) throw new Error('The run has no rows, so that there is nothing to report.');
  const pictures = writeCharts(run);
  const texts = documentTexts(run, pictures);
  for (const [name, text] of texts) writeFileSync(join(documents, name), text);
  writeFileSync(committedRun, `${JSON.stringify(run)}\n`);
  process.stderr.write(
    `wrote ${[...texts.keys()].join(', ')}; run npm run generate, which lists them in llms.txt\n`,
  );
}
