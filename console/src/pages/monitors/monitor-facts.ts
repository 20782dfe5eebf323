import type {
  CreateMonitorRequest,
  Monitor,
  MonitorCheck,
  MonitorVersion,
} from '../../../../clients/typescript/src/index.ts';
import type { ChartPoint } from '../../components/draw-chart.ts';

/** What a monitor compares, as a request states it. */
export type Watch = NonNullable<CreateMonitorRequest['watch']>;

/** What the form of a monitor compares: also a section or values that the user has not chosen yet. */
export type WatchDraft =
  | Watch
  | { kind: 'section'; selector?: undefined; focus?: undefined }
  | { kind: 'fields'; schema?: undefined; prompt?: undefined };

/** Recipients of a monitor. */
export interface Notify {
  webhook: string[];
  email: string[];
  isMuted: boolean;
}

/** Returns the name of a monitor, or the address that it watches. */
export function nameOf({ name, url, mid }: Monitor): string {
  return name ?? url ?? mid;
}

/** Returns in words what a monitor compares. */
export function watchText(monitor: Monitor): string {
  const watch = monitor.watch as unknown as Watch;
  switch (watch.kind) {
    case 'page':
      return watch.whole === true ? 'The whole page' : 'Main content of the page';
    case 'section':
      return watch.focus === undefined ? `Section ${watch.selector}` : `Section “${watch.focus}”`;
    case 'fields': {
      const names = Object.keys((watch.schema?.properties as object | undefined) ?? {});
      return names.length > 0 ? `Values: ${names.join(', ')}` : `Values: ${watch.prompt ?? ''}`;
    }
    case 'search':
      return `Search results for “${watch.query}”`;
    case 'workflow':
      return `Records of the workflow ${watch.id}`;
    default:
      return `Dataset ${watch.did}`;
  }
}

/** Returns the result of a check in one line, for a message after the user asked for it. */
export function checkText({ check, state, summary }: NonNullable<Monitor['latest_check']>): string {
  switch (state) {
    case 'same':
      return `Check ${check}: nothing has changed.`;
    case 'new':
      return `Check ${check}: the first version is stored. Later checks are compared with it.`;
    case 'error':
      return `Check ${check} failed: ${summary}`;
    default:
      return `Check ${check}: ${summary}`;
  }
}

function toList(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** Returns the recipients of a monitor. */
export function recipientsOf({ notify }: Monitor): Notify {
  const hooks = toList(notify.webhook) as (string | { url: string })[];
  return {
    webhook: hooks.map((hook) => (typeof hook === 'string' ? hook : hook.url)),
    email: toList(notify.email).map(String),
    isMuted: notify.muted === true,
  };
}

/** Numbers in a document, by JSON Pointer (RFC 6901). */
function listNumbers(data: unknown, pointer: string, found: Map<string, number>): void {
  if (typeof data === 'number') found.set(pointer, data);
  else if (typeof data === 'object' && data !== null) {
    for (const [name, value] of Object.entries(data)) {
      const part = name.replaceAll('~', '~0').replaceAll('/', '~1');
      listNumbers(value, `${pointer}/${part}`, found);
    }
  }
}

const maxCharts = 6;

/**
 * Returns the numbers of the watched values over time, oldest first. The checks contain only what changed, so that the
 * values are calculated backwards from the current version.
 */
export function seriesOf(
  checks: readonly MonitorCheck[],
  baseline: MonitorVersion | null,
): { pointer: string; points: ChartPoint[] }[] {
  const current = new Map<string, number>();
  listNumbers(baseline?.data ?? null, '', current);
  const pointers = new Set(current.keys());
  for (const { diff } of checks) {
    for (const [pointer, { old }] of Object.entries(diff?.fields ?? {}))
      if (typeof old === 'number') pointers.add(pointer);
  }
  return [...pointers].slice(0, maxCharts).map((pointer) => {
    const points: ChartPoint[] = [];
    let value: number | null = current.get(pointer) ?? null;
    for (const { at, state, diff } of checks) {
      if (state === 'error' || state === 'removed') continue;
      points.push({ at, value });
      const old: unknown = diff?.fields[pointer]?.old;
      if (diff !== null && pointer in diff.fields) value = typeof old === 'number' ? old : null;
    }
    return { pointer, points: points.reverse() };
  });
}
