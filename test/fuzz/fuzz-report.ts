import type { Finding } from './findings.ts';
import type { ResourceUse } from './resource-use.ts';

/** Statuses and times of one operation. */
export interface GroupCount {
  group: string;
  requests: number;
  ok: number;
  invalid: number;
  notFound: number;
  otherRefusals: number;
  limited: number;
  failed: number;
  medianMs: number;
  maxMs: number;
}

/** Result of a run. */
export interface FuzzResult {
  seed: number;
  requests: number;
  seconds: number;
  requestsPerSecond: number;
  slowestLivezMs: number;
  groups: GroupCount[];
  /** Operations without a successful response. */
  neverOk: string[];
  use: ResourceUse[];
  findings: Finding[];
}

function cell(value: string | number): string {
  return String(value).padStart(8);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(0)} %`;
}

function groupLines(groups: readonly GroupCount[]): string[] {
  const rows = groups.map((one) => {
    const of = (part: number) => cell(share(part, one.requests));
    const counts = [one.ok, one.invalid, one.notFound, one.otherRefusals, one.limited, one.failed].map(of);
    return `${one.group.padEnd(52)}${cell(one.requests)}${counts.join('')}${cell(one.medianMs.toFixed(1))}${cell(one.maxMs.toFixed(0))}`;
  });
  const names = ['requests', '2xx', '422', '404', '4xx', '429', '5xx', 'p50 ms', 'max ms'].map(cell).join('');
  return [`${''.padEnd(52)}${names}`, ...rows];
}

function useLines(use: readonly ResourceUse[]): string[] {
  const figure = (value: number | null, unit: string) =>
    value === null ? '?' : `${value.toFixed(0)} ${unit}`;
  return use.map(
    ({ requests, rssMb, heapMb, descriptors, connections, isIdle }) =>
      `after ${String(requests).padStart(7)} requests: ${figure(rssMb, 'MB')} resident, ${figure(heapMb, 'MB')} of objects, ` +
      `${figure(descriptors, 'descriptors')}, ${connections} database connections${isIdle ? '' : ' (not idle)'}`,
  );
}

/** Maximum number of characters shown; the JSON contains the full text. */
const maxShown = 1_200;

function shortened(text: string): string {
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}... (whole in the JSON)`;
}

function findingLines(findings: readonly Finding[]): string[] {
  if (findings.length === 0) return ['no violations'];
  return findings.flatMap(({ group, rule, detail, count, repeat, answer }) => [
    `${count} x ${rule}: ${group}: ${detail}`,
    ...(repeat === null ? [] : [`    ${shortened(repeat)}`]),
    ...(answer === null ? [] : [`    answered: ${shortened(answer)}`]),
  ]);
}

/** Formats a result as text: the table of operations, memory, and every finding with the command that repeats it. */
export function reportText(result: FuzzResult): string {
  const { requests, seconds, requestsPerSecond, seed, neverOk, slowestLivezMs } = result;
  return [
    ...groupLines(result.groups),
    '',
    ...useLines(result.use),
    '',
    neverOk.length === 0
      ? 'every operation succeeded at least once'
      : `never successful: ${neverOk.join(', ')}`,
    `${requests} requests, seed ${seed}, in ${seconds.toFixed(0)} s: ${requestsPerSecond.toFixed(0)} a second; slowest /livez ${slowestLivezMs.toFixed(0)} ms`,
    '',
    ...findingLines(result.findings),
    '',
  ].join('\n');
}
