import type {
  CreateMonitorRequest,
  Monitor,
  ScheduleInput,
} from '../../../../clients/typescript/src/index.ts';
import { fieldsOf, type NamedField, schemaOf } from '../../components/field-rows.tsx';
import type { Watch } from './monitor-facts.ts';
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
  url: string;
  watch: Watch;
  /** Rows of the values to watch; null if the schema has more than names and types and stays as it is. */
  fields: NamedField[] | null;
  schedule: ScheduleInput | null;
  screenshot: boolean;
  /** One per line. */
  ignore: string;
  notify: NotifyDraft;
  render: 'auto' | 'never' | 'always';
}

/** Kinds of content that a monitor can compare, as the form offers them. */
export type WatchKind = 'main' | 'whole' | 'section' | 'fields' | 'dataset';

/** Settings of a new monitor. */
export function emptyDraft(url: string): MonitorDraft {
  return {
    name: '',
    url,
    watch: { kind: 'section' },
    fields: [{ name: 'price', type: 'number' }],
    schedule: { every: '1h' },
    screenshot: false,
    ignore: '',
    notify: emptyNotify(),
    render: 'auto',
  };
}

/** Returns the settings of a stored monitor. */
export function draftOf(monitor: Monitor): MonitorDraft {
  const watch = monitor.watch as unknown as Watch;
  const texts = monitor.ignore.filter((rule) => typeof rule === 'string');
  return {
    name: monitor.name ?? '',
    url: monitor.url ?? '',
    watch,
    fields: watch.kind === 'fields' ? fieldsOf(watch.schema) : [{ name: 'price', type: 'number' }],
    schedule: monitor.schedule as unknown as ScheduleInput,
    screenshot: monitor.screenshot,
    ignore: texts.join('\n'),
    notify: notifyDraftOf(monitor),
    render: monitor.render,
  };
}

/** Returns the kind of content that a draft compares. */
export function kindOf({ watch }: MonitorDraft): WatchKind {
  if (watch.kind !== 'page') return watch.kind;
  return watch.whole === true ? 'whole' : 'main';
}

/** Returns what to compare after the user chose a kind. */
export function watchOfKind(kind: WatchKind, draft: MonitorDraft): Watch {
  if (kind === 'main') return { kind: 'page' };
  if (kind === 'whole') return { kind: 'page', whole: true };
  if (kind === draft.watch.kind) return draft.watch;
  if (kind === 'section') return { kind: 'section' };
  return kind === 'fields' ? { kind: 'fields' } : { kind: 'dataset', did: '' };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Returns the reason why a draft cannot be saved; null if it can. */
export function draftError({ url, watch, fields, notify }: MonitorDraft): string | null {
  const notifyReason = notifyError(notify);
  if (notifyReason !== null) return notifyReason;
  if (watch.kind === 'dataset') return watch.did === '' ? 'Choose a dataset.' : null;
  if (url.trim() === '') return 'Enter the address of a page.';
  if (watch.kind === 'section' && watch.selector === undefined && watch.focus === undefined)
    return 'Choose the section to watch, or watch the main content.';
  if (watch.kind === 'fields' && fields?.every(({ name }) => name.trim() === ''))
    return 'Name at least one value.';
  return null;
}

/** Returns the request that saves a draft. */
export function toRequest(draft: MonitorDraft, stored: Monitor | null): CreateMonitorRequest {
  const { watch, fields } = draft;
  const isDataset = watch.kind === 'dataset';
  const rules = (stored?.ignore ?? []).filter((rule) => typeof rule !== 'string');
  return {
    name: draft.name.trim() || null,
    url: isDataset ? null : draft.url.trim(),
    watch: watch.kind === 'fields' && fields !== null ? { kind: 'fields', schema: schemaOf(fields) } : watch,
    ...(draft.schedule !== null && { schedule: draft.schedule }),
    ...(!isDataset && { screenshot: draft.screenshot, render: draft.render }),
    ignore: [...linesOf(draft.ignore), ...rules] as NonNullable<CreateMonitorRequest['ignore']>,
    notify: toNotifyRequest(draft.notify, stored),
  };
}
