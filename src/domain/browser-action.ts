import type { JsonSchema } from './extraction.ts';

/** What can be done in a browser that somebody controls (api.md section 10), in the order of the reference. */
export const browserActionTypes = [
  'goto',
  'click',
  'type',
  'press',
  'select',
  'hover',
  'scroll',
  'wait',
  'wait_for',
  'evaluate',
  'back',
  'forward',
  'reload',
  'snapshot',
  'read',
  'screenshot',
  'extract',
  'upload',
  'download',
  'save_login',
  'close_tab',
  'switch_tab',
  'live',
] as const;

/** One of {@link browserActionTypes}. */
export type BrowserActionType = (typeof browserActionTypes)[number];

/** A dialog's answer: whether it is accepted, and what is written into a prompt. */
export interface DialogAnswer {
  accept: boolean;
  text: string | null;
}

/** One action; what a type does not use is null. Validated at the door. */
export interface BrowserAction {
  type: BrowserActionType;
  /** An element: its number in the snapshot, a selector (CSS, or XPath from `//`), or words that it shows or is called. */
  target: number | string | null;
  /** For `type`, `wait_for` (words that must appear), `evaluate` (the script), `select` (one option). */
  text: string | null;
  /** For `goto` and `download`. */
  url: string | null;
  /** For `press`: `Enter`, `Control+A`. */
  key: string | null;
  /** For `select`, where several options are chosen. */
  values: string[];
  /** Milliseconds, for `wait`. */
  ms: number | null;
  direction: 'up' | 'down' | 'left' | 'right' | null;
  /** CSS pixels, for `scroll`. */
  amount: number | null;
  /** For `close_tab` and `switch_tab`. */
  tab: number | null;
  /** Ids or links of stored files, for `upload`. */
  files: string[];
  /** Whether `type` presses Enter at the end. */
  submit: boolean;
  /** Whether `type` adds to what the field holds, in place of replacing it. */
  append: boolean;
  /** Whether `click` is a double click. */
  double: boolean;
  /** How dialogs that this action opens are answered; when null, alerts are accepted and all others dismissed. */
  dialog: DialogAnswer | null;
  /** For `screenshot`. */
  fullPage: boolean;
  quality: number | null;
  /** For `extract`. */
  schema: JsonSchema | null;
  prompt: string | null;
  /** For `save_login`: what the login is called. */
  name: string | null;
  /** For `live`: whether the viewer may act. */
  interactive: boolean;
  /** Milliseconds that the action may take; null for the usual time. */
  timeoutMs: number | null;
  /** Whether the page's snapshot is answered, and its characters at most. */
  snapshot: boolean;
  maxLength: number;
}

/** Characters of a snapshot when nothing is said. */
export const usualSnapshotLength = 12_000;

/** An action with everything that is left out as usual. */
export function browserAction(action: Partial<BrowserAction> & Pick<BrowserAction, 'type'>): BrowserAction {
  return {
    target: null,
    text: null,
    url: null,
    key: null,
    values: [],
    ms: null,
    direction: null,
    amount: null,
    tab: null,
    files: [],
    submit: false,
    append: false,
    double: false,
    dialog: null,
    fullPage: false,
    quality: null,
    schema: null,
    prompt: null,
    name: null,
    interactive: false,
    timeoutMs: null,
    snapshot: true,
    maxLength: usualSnapshotLength,
    ...action,
  };
}
