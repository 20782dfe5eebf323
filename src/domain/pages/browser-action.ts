import type { JsonSchema } from './extraction.ts';

/** Actions of a browser session (docs/api/browser.md#sessions), in the order of the reference. */
export const browserActionTypes = [
  'goto',
  'click',
  'drag',
  'type',
  'fill',
  'press',
  'select',
  'hover',
  'scroll',
  'wait',
  'wait_for',
  'evaluate',
  'log',
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

/** Answer to a JavaScript dialog: whether it is accepted, and the text for a prompt. */
export interface DialogAnswer {
  accept: boolean;
  text: string | null;
}

/** What a control of a form is set to: a text, a state, or the chosen options. */
export type FormValue = string | boolean | readonly string[];

/** One browser action. Fields that a type does not use are null. Interfaces validate it before it is built. */
export interface BrowserAction {
  type: BrowserActionType;
  /**
   * An element: its number in the snapshot, a selector (CSS, or XPath with a leading `//`), or its visible text or
   * accessible name.
   */
  target: number | string | null;
  /** For `type`, `wait_for` (text that must appear), `evaluate` (the script) and `select` (one option). */
  text: string | null;
  /** For `drag`: the element at which it ends. */
  to: number | string | null;
  /** For `drag`: the point at which it starts, in CSS pixels from the top left corner of the target, or without one of the window. Negative: from the right and bottom edges of the target. */
  fromX: number | null;
  fromY: number | null;
  /**
   * CSS pixels. `click`, `hover`: a point, from the top left corner of the target or, without one, of the window. `drag`: a
   * point in `to` or, without it, the distance to move.
   */
  x: number | null;
  y: number | null;
  /** For `goto` and `download`. */
  url: string | null;
  /** For `press`: `Enter`, `Control+A`. */
  key: string | null;
  /** For `fill`: values by the names of their controls, numbers in the snapshot, or selectors. */
  form: Readonly<Record<string, FormValue>> | null;
  /** For `select` with several options. */
  values: string[];
  /** Milliseconds, for `wait`. */
  ms: number | null;
  direction: 'up' | 'down' | 'left' | 'right' | null;
  /** CSS pixels, for `scroll`. */
  amount: number | null;
  /** For `close_tab` and `switch_tab`. */
  tab: number | null;
  /** Ids or links of blobs, for `upload`. */
  files: string[];
  /** True if `type` and `fill` press Enter at the end. */
  submit: boolean;
  /** True if snapshots and the recording hide the text of `type`. */
  secret: boolean;
  /** True if `type` appends to the field's value instead of replacing it. */
  append: boolean;
  /** True if `click` is a double click. */
  double: boolean;
  /** Answer to dialogs that this action opens; null accepts alerts and dismisses all others. */
  dialog: DialogAnswer | null;
  /** For `screenshot`. */
  fullPage: boolean;
  quality: number | null;
  /** For `extract`. */
  schema: JsonSchema | null;
  prompt: string | null;
  /** For `save_login`: the name of the login. */
  name: string | null;
  /** For `live`: whether the viewer may act. */
  interactive: boolean;
  /** Milliseconds that the action may take; null for the default. */
  timeoutMs: number | null;
  /** True if the result contains a snapshot of the page, with at most `maxLength` characters. */
  snapshot: boolean;
  /** True if the snapshot shows what has changed since the one before, where that is shorter. */
  onlyChanges: boolean;
  /** The part of the page in the snapshot: the number of an element, a role, or words; null for all of it. */
  region: string | number | null;
  /** True if the snapshot shows places of all elements and texts, what is drawn, and whole values. */
  details: boolean;
  maxLength: number;
}

/** Default limit of a snapshot, in characters. */
export const defaultSnapshotLength = 12_000;

/** Creates an action with defaults for all fields that are left out. */
export function browserAction(action: Partial<BrowserAction> & Pick<BrowserAction, 'type'>): BrowserAction {
  return {
    target: null,
    text: null,
    to: null,
    fromX: null,
    fromY: null,
    x: null,
    y: null,
    url: null,
    key: null,
    form: null,
    values: [],
    ms: null,
    direction: null,
    amount: null,
    tab: null,
    files: [],
    submit: false,
    secret: false,
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
    onlyChanges: false,
    region: null,
    details: false,
    maxLength: defaultSnapshotLength,
    ...action,
  };
}
