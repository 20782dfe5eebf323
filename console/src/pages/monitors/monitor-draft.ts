import type {
  CreateMonitorRequest,
  Monitor,
  ScheduleInput,
} from '../../../../clients/typescript/src/index.ts';
import { fieldsOf, type NamedField, schemaOf } from '../../components/field-rows.tsx';
import type { AnyStep } from '../../components/step-kinds.ts';
import type { MonitorStart } from '../../data/monitor-start.ts';
import { linesOf } from '../../text/lines.ts';
import type { Watch, WatchDraft } from './monitor-facts.ts';
import {
  emptyNotify,
  type NotifyDraft,
  notifyDraftOf,
  notifyError,
  toNotifyRequest,
} from './notify-draft.ts';

/** Settings of a monitor while the user edits them. */
export interface MonitorDraft {
  name: string;
  /** One per line. */
  tags: string;
  url: string;
  watch: WatchDraft;
  /** Rows of the values to watch; null if the schema has more than names and types and stays as it is. */
  fields: NamedField[] | null;
  /** Which changes are notified, in words; empty for all. */
  goal: string;
  schedule: ScheduleInput | null;
  screenshot: boolean;
  /** One per line. */
  ignore: string;
  notify: NotifyDraft;
  /** How the page is requested, as JSON; empty for a plain GET. */
  request: string;
  render: 'auto' | 'never' | 'always';
  /** Id of a saved login; null for none. */
  login: string | null;
}

/** Kinds of content that a monitor can compare, as the form offers them. */
export type WatchKind = 'main' | 'whole' | 'section' | 'fields' | 'dataset' | 'search' | 'workflow';

/** Settings of a new monitor, with the steps and the login with which a page was opened by hand. */
export function emptyDraft(url: string, start: MonitorStart | null = null): MonitorDraft {
  const steps = start?.steps ?? [];
  return {
    name: start?.name ?? '',
    tags: '',
    url,
    watch: { kind: 'section' },
    fields: [{ name: 'price', type: 'number' }],
    goal: '',
    schedule: { every: '1h' },
    screenshot: false,
    ignore: '',
    notify: emptyNotify(),
    request: steps.length === 0 ? '' : JSON.stringify({ steps }, null, 2),
    render: 'auto',
    login: start?.login ?? null,
  };
}

/** Returns the settings of a stored monitor. */
export function draftOf(monitor: Monitor): MonitorDraft {
  const watch = monitor.watch as unknown as Watch;
  const texts = monitor.ignore.filter((rule) => typeof rule === 'string');
  return {
    name: monitor.name ?? '',
    tags: (monitor.tags ?? []).join('\n'),
    url: monitor.url ?? '',
    watch,
    fields: watch.kind === 'fields' ? fieldsOf(watch.schema) : [{ name: 'price', type: 'number' }],
    goal: monitor.goal ?? '',
    schedule: monitor.schedule as unknown as ScheduleInput,
    screenshot: monitor.screenshot,
    ignore: texts.join('\n'),
    notify: notifyDraftOf(monitor),
    request: monitor.request === undefined ? '' : JSON.stringify(monitor.request, null, 2),
    render: monitor.render,
    login: monitor.login,
  };
}

/** Returns the kind of content that a draft compares. */
export function kindOf({ watch }: MonitorDraft): WatchKind {
  if (watch.kind !== 'page') return watch.kind;
  return watch.whole === true ? 'whole' : 'main';
}

/** Returns what to compare after the user chose a kind. */
export function watchOfKind(kind: WatchKind, draft: MonitorDraft): WatchDraft {
  if (kind === 'main') return { kind: 'page' };
  if (kind === 'whole') return { kind: 'page', whole: true };
  if (kind === draft.watch.kind) return draft.watch;
  if (kind === 'section') return { kind: 'section' };
  if (kind === 'search') return { kind: 'search', query: '' };
  if (kind === 'workflow') return { kind: 'workflow', id: '' };
  return kind === 'fields' ? { kind: 'fields' } : { kind: 'dataset', did: '' };
}

/** Returns true for content that is on a page. */
export function watchesPage({ watch: { kind } }: Pick<MonitorDraft, 'watch'>): boolean {
  return kind === 'page' || kind === 'section' || kind === 'fields';
}

/** Reads the JSON of the request; undefined if it is empty, null if it is no object. */
function requestOf({ request }: Pick<MonitorDraft, 'request'>): object | null | undefined {
  if (request.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(request);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns the steps that a draft performs before it reads the page. */
export function stepsOfDraft(draft: Pick<MonitorDraft, 'request'>): AnyStep[] {
  const { steps } = (requestOf(draft) ?? {}) as { steps?: unknown };
  return Array.isArray(steps) ? (steps as AnyStep[]) : [];
}

/** Returns the request of a draft without its steps, as JSON; empty if nothing else is left. */
export function requestWithoutSteps(draft: Pick<MonitorDraft, 'request'>): string {
  const { steps: _, ...others } = (requestOf(draft) ?? {}) as Record<string, unknown>;
  return Object.keys(others).length === 0 ? '' : JSON.stringify(others, null, 2);
}

/** Returns the reason why a draft cannot be saved; null if it can. */
export function draftError(draft: MonitorDraft): string | null {
  const { url, watch, fields } = draft;
  const notifyReason = notifyError(draft.notify);
  if (notifyReason !== null) return notifyReason;
  if (watch.kind === 'dataset') return watch.did === '' ? 'Choose a dataset.' : null;
  if (watch.kind === 'search') return watch.query.trim() === '' ? 'Enter a search query.' : null;
  if (watch.kind === 'workflow') return watch.id === '' ? 'Choose a workflow.' : null;
  if (url.trim() === '') return 'Enter the address of a page.';
  if (watch.kind === 'section' && watch.selector === undefined && watch.focus === undefined)
    return 'Choose the section to watch, or watch the main content.';
  if (watch.kind === 'fields' && fields?.every(({ name }) => name.trim() === ''))
    return 'Name at least one value.';
  if (requestOf(draft) === null) return 'The request must be a JSON object.';
  return null;
}

/** Returns the request that saves a draft, for which {@link draftError} is null. */
export function toRequest(draft: MonitorDraft, stored: Monitor | null): CreateMonitorRequest {
  const { watch, fields } = draft;
  const isPage = watchesPage(draft);
  const tags = linesOf(draft.tags);
  // A plain GET has no options; of a stored monitor the options are replaced.
  const request = requestOf(draft) ?? (stored?.request === undefined ? undefined : {});
  const rules = (stored?.ignore ?? []).filter((rule) => typeof rule !== 'string');
  return {
    name: draft.name.trim() || null,
    url: isPage ? draft.url.trim() : null,
    ...((tags.length > 0 || stored?.tags !== undefined) && { tags }),
    ...(isPage && request !== undefined && { request: request as CreateMonitorRequest['request'] & object }),
    // draftError refuses a draft without a choice.
    watch:
      watch.kind === 'fields' && fields !== null
        ? { kind: 'fields', schema: schemaOf(fields) }
        : (watch as Watch),
    ...((draft.goal.trim() !== '' || stored?.goal != null) && { goal: draft.goal.trim() || null }),
    ...(draft.schedule !== null && { schedule: draft.schedule }),
    ...(isPage && { screenshot: draft.screenshot, render: draft.render, login: draft.login }),
    ignore: [...linesOf(draft.ignore), ...rules] as NonNullable<CreateMonitorRequest['ignore']>,
    notify: toNotifyRequest(draft.notify, stored),
  };
}
