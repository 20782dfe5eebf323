import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, release, totalmem } from 'node:os';

/** Measured value and its target. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** Target, such as `< 10`; absent if the value is only reported. */
  wanted?: { below: number } | { atLeast: number };
  /** Values of other software in the same run, by its name. */
  beside?: Readonly<Record<string, number>>;
}

function revision(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

/** Returns the description of the machine. */
export function machine(): Record<string, string> {
  return {
    cpu: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    revision: revision(),
    date: new Date().toISOString().slice(0, 10),
  };
}

function isMet(figure: Figure): boolean | null {
  if (figure.wanted === undefined) return null;
  return 'below' in figure.wanted
    ? figure.value < figure.wanted.below
    : figure.value >= figure.wanted.atLeast;
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

function wantedText(figure: Figure): string {
  if (figure.wanted === undefined) return '';
  return 'below' in figure.wanted ? `< ${figure.wanted.below}` : `≥ ${figure.wanted.atLeast}`;
}

/** Prints the table as Markdown for RESULTS.md, and writes it as JSON. */
export async function report(bench: string, figures: Figure[]): Promise<void> {
  const facts = machine();
  const others = [...new Set(figures.flatMap(({ beside = {} }) => Object.keys(beside)))];
  const rows = figures.map((figure) => {
    const met = isMet(figure);
    const verdict = met === null ? '' : met ? 'met' : 'not met';
    const besides = others.map((name) => {
      const value = figure.beside?.[name];
      return value === undefined ? ' |' : ` ${rounded(value)} ${figure.unit} |`;
    });
    return `| ${figure.name} | ${rounded(figure.value)} ${figure.unit} |${besides.join('')} ${wantedText(figure)} | ${verdict} |`;
  });
  const lines = [
    `### ${bench}, ${facts.date}`,
    '',
    Object.entries(facts)
      .map(([name, value]) => `${name}: ${value}`)
      .join(' · '),
    '',
    `| | measured |${others.map((name) => ` ${name} |`).join('')} wanted | |`,
    `| --- | --- |${others.map(() => ' --- |').join('')} --- | --- |`,
    ...rows,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  const results = new URL('./results/', import.meta.url);
  await mkdir(results, { recursive: true });
  await writeFile(
    new URL(`${bench}.json`, results),
    `${JSON.stringify({ machine: facts, figures }, null, 2)}\n`,
  );
}

/** Returns the value below which `share` (0 to 1) of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
