import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bar, barChart } from './chart.ts';
import { isComparable, rowsOf, valueText } from './compare-rows.ts';
import type { RunFile } from './run-record.ts';
import { tables } from './tables.ts';

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

/** Writes the charts whose table was measured below `docs/images`, and returns the lines that show them by table. */
export function writeCharts(run: RunFile, root: string): Map<string, string[]> {
  const images = join(root, 'docs', 'images');
  mkdirSync(images, { recursive: true });
  const written = new Map<string, string[]>();
  for (const { file, table: name, column: key, title, subtitle } of charts) {
    const table = tables.find((one) => one.name === name);
    const column = table?.columns.find((one) => one.key === key);
    if (table === undefined || column === undefined) continue;
    const bars = rowsOf(run, table).flatMap((row): Bar[] => {
      const value = row.figures[key];
      if (value === null || value === undefined || !isComparable(table, row, column)) return [];
      return [{ label: row.title, value, text: valueText(value, column), isOurs: row.system === 'webdata' }];
    });
    if (bars.length < 2) continue;
    const sign = column.better === 'less' ? 1 : -1;
    const sorted = bars.toSorted((one, other) => sign * (one.value - other.value));
    writeFileSync(join(images, file), barChart(title, subtitle, sorted));
    written.set(name, [...(written.get(name) ?? []), `![${title}](images/${file})`, '']);
  }
  return written;
}
