import type { Json, JsonSchema } from '../../domain/extraction.ts';
import type { Schedule } from '../../domain/schedule.ts';

/** What of a page, or of a dataset, is watched. A document: wire names (api.md section 9). */
export type Watch =
  | { kind: 'page'; whole?: boolean | undefined }
  | { kind: 'section'; focus: string }
  | { kind: 'section'; selector: string }
  | { kind: 'fields'; schema: JsonSchema | null; prompt: string | null }
  | { kind: 'dataset'; did: string };

/** How a value is judged; percents and amounts count from what was last told. */
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

/** When a change is told of. A document. */
export interface Condition {
  /** `text`, `added`, `removed` or `previous` of a text; a name, dotted path or JSON pointer of a value. */
  field: string;
  op: ConditionOp;
  value: string | number | boolean | null;
}

/** A CSS selector, or an RE2 expression between slashes, as in `/updated [0-9]+/i`; `shown`: it only decides nothing. */
export type IgnoreRule = string | { expression: string; shown: boolean };

/** How messages to an address are written. */
export const messageForms = ['standard', 'slack', 'discord', 'telegram', 'ntfy'] as const;

/** One of {@link messageForms}. */
export type MessageForm = (typeof messageForms)[number];

/** Who is told of changes, failures and recoveries. A document. */
export interface Notify {
  webhook: Array<{ url: string; form: MessageForm }>;
  email: string[];
}

/** What a monitor does, as it was asked for. A document: what is stored, exported and imported. */
export interface MonitorSettings {
  name: string | null;
  /** Null where a dataset is watched. */
  url: string | null;
  watch: Watch;
  schedule: Schedule;
  country: string | null;
  strict_country: boolean;
  render: 'auto' | 'never' | 'always';
  login: string | null;
  ignore: IgnoreRule[];
  conditions: Condition[];
  /** Whether all conditions must hold, or one of them. */
  match: 'all' | 'any';
  /** Times that a page that differs is read again before that is told. */
  confirm: number;
  /** Failed checks in a row before that is told. */
  failing_after: number;
  screenshot: boolean;
  notify: Notify;
}

/** What a check found (api.md section 9). */
export const checkStates = ['new', 'same', 'changed', 'removed', 'error'] as const;

/** One of {@link checkStates}. */
export type CheckState = (typeof checkStates)[number];

/** Where a monitor stands. */
export const monitorStatuses = ['active', 'paused', 'needs_attention'] as const;

/** One of {@link monitorStatuses}. */
export type MonitorStatus = (typeof monitorStatuses)[number];

/** What was watched at one moment: a text in Markdown, or values. */
export interface Version {
  at: Date;
  title: string | null;
  /** The address that answered. */
  url: string | null;
  text: string | null;
  data: Json | null;
  /** The heading of the section that was found for the words asked, by which it is found again. */
  anchor: string | null;
  /** Digest of the picture of the page; null where none was taken. */
  picture: string | null;
}
