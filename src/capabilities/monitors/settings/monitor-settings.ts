import type { PageKeys } from '../../../diff/selection-noise.ts';
import type { Json, JsonSchema } from '../../../domain/pages/extraction.ts';
import type { MessageFormat } from '../../../domain/resources/message-format.ts';
import type { Schedule } from '../../../domain/resources/schedule.ts';
import type { BodyDigest } from '../../../fetching/fetched-page.ts';
import type { PageRequest } from '../../../operations/schemas/page-request.ts';
import type { Validators } from '../../../store/pages/cached-pages.ts';

/**
 * The watched part of a page, or what is watched without a page: the changes of a dataset, the results of a search, or the
 * records of a workflow. A document in wire names (docs/api/datasets-and-monitors.md#monitors). */
export type Watch =
  | { kind: 'page'; whole?: boolean | undefined }
  | { kind: 'section'; focus: string }
  | { kind: 'section'; selector: string }
  | { kind: 'fields'; schema: JsonSchema | null; prompt: string | null }
  | { kind: 'dataset'; did: string }
  | { kind: 'search'; query: string; limit: number }
  | { kind: 'workflow'; id: string };

/** A watch of a page. */
export type PageWatch = Extract<Watch, { kind: 'page' | 'section' | 'fields' }>;

/** Returns true for a watch of a page. */
export function watchesPage(watch: Watch): watch is PageWatch {
  return watch.kind === 'page' || watch.kind === 'section' || watch.kind === 'fields';
}

/** Operators of conditions. Percentages and amounts count from the last notified value. */
export const conditionOps = [
  'any',
  'contains',
  'lacks',
  'matches',
  'appears',
  'disappears',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'drops_by',
  'rises_by',
  'drops_by_percent',
  'rises_by_percent',
] as const;

/** One of {@link conditionOps}. */
export type ConditionOp = (typeof conditionOps)[number];

/** A condition for notifying a change. A document. */
export interface Condition {
  /** `text`, `added`, `removed` or `previous` of a text; a name, dotted path or JSON Pointer of a value. */
  field: string;
  op: ConditionOp;
  value: string | number | boolean | null;
}

/**
 * A selector (CSS, XPath that starts with `//`, or for JSON a JSONPath query), or an RE2 expression between slashes such as
 * `/updated [0-9]+/i`. With `shown`, matches are shown but not compared.
 */
export type IgnoreRule = string | { expression: string; shown: boolean };

/** Recipients of the events of a monitor. A document. */
export interface Notify {
  webhook: Array<{ url: string; form: MessageFormat }>;
  email: string[];
  /** True while no events are sent; absent in settings that were stored without it. */
  muted?: boolean;
  /** Texts with `{{field}}`, instead of the default ones; not for `standard`. */
  template?: { title?: string | undefined; text?: string | undefined };
  /** Events are collected and sent together. */
  digest?: 'hourly' | 'daily';
  /** Time of the daily digest, `HH:MM`. Default: 08:00. */
  digest_at?: string;
  /** Events between these times (`HH:MM`) are sent at their end. */
  quiet_hours?: { from: string; to: string };
  /** Time zone of `digest_at` and `quiet_hours`. Default: UTC. */
  timezone?: string;
}

/** Settings of a monitor. A document that is stored, exported and imported. */
export interface MonitorSettings {
  name: string | null;
  /** Labels by which monitors are listed, and share a feed; absent for none. */
  tags?: string[] | undefined;
  /** Null if no page is watched. */
  url: string | null;
  watch: Watch;
  schedule: Schedule;
  country: string | null;
  strict_country: boolean;
  render: 'auto' | 'never' | 'always';
  login: string | null;
  /** How the page is requested, if not by GET alone. */
  request?: PageRequest | undefined;
  ignore: IgnoreRule[];
  conditions: Condition[];
  /** What a change must mean to be notified, in words; absent or null for any change. */
  goal?: string | null | undefined;
  /** `all`: all conditions must hold; `any`: at least one. */
  match: 'all' | 'any';
  /** Number of times a changed page is read again before the change is notified. */
  confirm: number;
  /** Number of failed checks in a row before the monitor is reported as failing. */
  failing_after: number;
  screenshot: boolean;
  /** True to ask the site whether the page has changed, before it is read. */
  only_changed?: boolean | undefined;
  notify: Notify;
}

/** States of a check (docs/api/datasets-and-monitors.md#monitors). */
export const checkStates = ['new', 'same', 'changed', 'removed', 'error'] as const;

/** One of {@link checkStates}. */
export type CheckState = (typeof checkStates)[number];

/** Statuses of a monitor. */
export const monitorStatuses = ['active', 'paused', 'needs_attention'] as const;

/** One of {@link monitorStatuses}. */
export type MonitorStatus = (typeof monitorStatuses)[number];

/**
 * The watched content at one time: a text in Markdown, or values. Both if an answer in JSON follows a version that has only its
 * text.
 */
export interface Version {
  at: Date;
  title: string | null;
  /** URL of the page after redirects. */
  url: string | null;
  text: string | null;
  data: Json | null;
  /**
   * What later checks know the content by: the heading of the section that matched `focus`, the provider of search results, or
   * the run of the records.
   */
  anchor: string | null;
  /** Digest of the screenshot; null when none was taken. */
  picture: string | null;
  /** Short digests of all blocks of the page in their order, if the text is its main content. */
  pageKeys?: PageKeys;
  /**
   * What the controls of the page say about its subject, and texts of closed panels, one line each; absent for texts that
   * are not a page, and in versions of earlier releases.
   */
  states?: string[];
  /** True for an answer in plain text, which is compared line by line. */
  isPlainText?: boolean;
  /** Validators of the response, for conditional requests; absent if it had none. */
  validators?: Validators;
  /** Digest of the response, if a plain request read the page: the same bytes are the same version. */
  bodyDigest?: BodyDigest;
}
