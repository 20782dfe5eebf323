import type { ElementHandle, Locator } from 'playwright-core';
import { type BrowserAction, browserAction } from '../../../domain/pages/browser-action.ts';
import type { ViewerInput } from '../../../domain/pages/live-view.ts';
import type { SecretFilter } from '../../../domain/secrets/secret-filter.ts';
import type { BrowserTabs } from '../page/browser-tabs.ts';
import { createDurableTarget } from './durable-target.ts';
import { findPlace } from './find-place.ts';
import { createSnapshotTaker } from './page-snapshot.ts';
import { isSecretTarget } from './secret-fields.ts';
import type { Place } from './snapshot-engine.ts';

/** A step that a person has done by hand. A later one for the same element continues it. */
export interface HandStep {
  action: BrowserAction;
  /** The element in a durable form; null for the window or the focused element. */
  target: string | null;
  /** True if the text of the step is that of a secret field. */
  isSecret: boolean;
  /** Identity of the document of the field that the step writes; absent for other steps. */
  document?: string;
}

/** Turns what a person does in the live view into the steps that a replay performs. */
export interface HandRecorder {
  /** Applies an input, and records the step that it completes or continues. The input is applied also if that fails. */
  perform(input: ViewerInput, apply: () => Promise<void>): Promise<void>;
}

/** The used properties of an element in the page. */
interface PageElement {
  localName: string;
  type?: string;
  value?: unknown;
  isContentEditable?: boolean;
  textContent: string | null;
  selectedOptions?: Iterable<{ label: string }>;
  ownerDocument: {
    activeElement: PageElement | null;
    defaultView?: { performance: { timeOrigin: number } } | null;
  };
  getRootNode(): { activeElement?: PageElement | null };
}

/** What an element is for a recording. */
interface ControlFacts {
  kind: 'text' | 'lines' | 'select' | 'canvas' | 'other';
  /** Content of a field. */
  value: string;
  /** Labels of the chosen options. */
  chosen: string[];
  /** Time at which the document started: no two documents of a frame start at the same time. */
  born: number;
}

/** An element that a person points at, or types into. */
interface HandTarget {
  target: string | null;
  kind: ControlFacts['kind'];
  /** Top left corner in CSS pixels of the window. */
  corner: { x: number; y: number };
}

/** The field that has the focus. */
interface FocusedField extends HandTarget {
  handle: ElementHandle;
  locator: Locator;
  isSecret: boolean;
}

/** Distance in CSS pixels from which on a pressed pointer drags. */
const dragDistance = 8;
const namesTimeoutMs = 1_500;
const maxChosen = 100;
const modifiers: ReadonlySet<string> = new Set(['Control', 'Alt', 'Meta', 'Shift']);
/** Keys that leave a field, or that a form reacts to. */
const leavingKeys: ReadonlySet<string> = new Set(['Enter', 'Escape', 'Tab']);

/** Returns what an element is, and its content. Runs in the page. */
function readControl(found: unknown): ControlFacts {
  const element = found as PageElement;
  const { localName: name, type = '' } = element;
  const withoutText = /^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/.test(type);
  const isLines = name === 'textarea' || element.isContentEditable === true;
  const kinds: Readonly<Record<string, ControlFacts['kind']>> = { select: 'select', canvas: 'canvas' };
  const kind = isLines ? 'lines' : name === 'input' && !withoutText ? 'text' : (kinds[name] ?? 'other');
  const content = typeof element.value === 'string' ? element.value : (element.textContent ?? '');
  return {
    kind,
    value: kind === 'text' || kind === 'lines' ? content.slice(0, 100_000) : '',
    chosen: name === 'select' ? Array.from(element.selectedOptions ?? [], ({ label }) => label) : [],
    born: element.ownerDocument.defaultView?.performance.timeOrigin ?? 0,
  };
}

/** Returns true if an element has the focus. Runs in the page. */
function hasFocus(found: unknown): boolean {
  const element = found as PageElement;
  return element.getRootNode().activeElement === element;
}

/**
 * Creates a recorder of what viewers do in the tabs of a session. It adds the content of secret fields to `secrets`, and
 * calls `record` with each step.
 */
export function createHandRecorder(
  tabs: BrowserTabs,
  secrets: SecretFilter,
  record: (step: HandStep) => void,
): HandRecorder {
  // Numbers and changes that the caller of the session has seen stay as they are.
  const snapshots = createSnapshotTaker(secrets);
  const held = new Set<string>();
  let pressed: { at: { x: number; y: number }; element: HandTarget | null } | null = null;
  let field: FocusedField | null = null;
  let typedSecret = '';

  /** Names the element at a place: like a snapshot does, or by its path if the page is too slow for that. */
  async function describe(place: Place): Promise<(HandTarget & { locator: Locator }) | null> {
    const tab = tabs.activeTab();
    const read = snapshots.refresh(tab).then(() => snapshots.listElements(tab.number));
    const elements = await Promise.race([read, pauseMs(namesTimeoutMs)]);
    const found = await findPlace(tab.page, place);
    if (found === null) return null;
    const named = found.references
      .map((reference) => elements?.find(({ ref }) => ref === reference))
      .find((element) => element !== undefined);
    const locator = named === undefined ? found.locator : tab.page.getByRef(named.ref);
    const { target } = await createDurableTarget(locator, named?.number ?? 0, elements ?? [], secrets);
    const { kind } = await locator.evaluate(readControl);
    const { x, y } = (await locator.boundingBox()) ?? { x: 0, y: 0 };
    return { target, kind, corner: { x, y }, locator };
  }

  async function findField(): Promise<FocusedField | null> {
    // A field that the page has removed has no focus.
    if (field !== null && (await field.handle.evaluate(hasFocus).catch(() => false))) return field;
    field = null;
    const found = await describe('focus');
    const handle = await found?.locator.elementHandle();
    if (found == null || handle == null || found.kind === 'other') return null;
    field = { ...found, handle, isSecret: await isSecretTarget(found.locator) };
    return field;
  }

  /** The complete text of a secret field is masked from now on: the page may show it elsewhere. */
  function leaveField(): void {
    if (typedSecret !== '') secrets.add(typedSecret);
    typedSecret = '';
    field = null;
  }

  /** Records what the field holds after a key. */
  async function recordContent(written: FocusedField): Promise<void> {
    const { value, chosen, born } = await written.handle.evaluate(readControl);
    const { target, kind } = written;
    if (kind === 'select') {
      const action = browserAction({ type: 'select', target, values: chosen.slice(0, maxChosen) });
      return record({ action, target, isSecret: false });
    }
    written.isSecret ||= await isSecretTarget(written.locator);
    if (written.isSecret) typedSecret = value;
    record({
      action: browserAction({ type: 'type', target, text: value }),
      target,
      isSecret: written.isSecret,
      document: `${tabs.activeTab().number} ${born}`,
    });
  }

  function recordClick(at: { x: number; y: number }, element: HandTarget | null): void {
    const target = element?.target ?? null;
    const isPoint = element === null || element.kind === 'canvas';
    const corner = element?.corner ?? { x: 0, y: 0 };
    const point = isPoint ? { x: Math.round(at.x - corner.x), y: Math.round(at.y - corner.y) } : {};
    record({ action: browserAction({ type: 'click', target, ...point }), target, isSecret: false });
  }

  async function release(
    input: Extract<ViewerInput, { type: 'mouse' }>,
    apply: () => Promise<void>,
  ): Promise<void> {
    const from = pressed;
    pressed = null;
    if (from === null) return apply();
    const [dx, dy] = [input.x - from.at.x, input.y - from.at.y];
    if (Math.hypot(dx, dy) < dragDistance) {
      await apply();
      return recordClick(from.at, from.element);
    }
    // Without an element at its end, a drag is one by a distance.
    const end = await describe(input).catch(() => null);
    await apply();
    const target = from.element?.target ?? null;
    if (target === null) return;
    const isMoved = end === null || end.target === null || end.target === target;
    const to = isMoved ? { x: Math.round(dx), y: Math.round(dy) } : { to: end.target };
    record({ action: browserAction({ type: 'drag', target, ...to }), target, isSecret: false });
  }

  async function pressKey(key: string, apply: () => Promise<void>): Promise<void> {
    if (modifiers.has(key)) held.add(key);
    if (modifiers.has(key)) return apply();
    // A page that does not respond has no field: the key is one of the window.
    const focused = await findField().catch(() => null);
    const isCommand = ['Control', 'Alt', 'Meta'].some((modifier) => held.has(modifier));
    const isLeaving = leavingKeys.has(key) && !(key === 'Enter' && focused?.kind === 'lines');
    const isEditing = focused !== null && focused.kind !== 'canvas' && !isCommand && !isLeaving;
    if (isLeaving) leaveField();
    await apply();
    if (isEditing) return recordContent(focused);
    const keys = [...modifiers].filter((modifier) => held.has(modifier));
    const action = browserAction({ type: 'press', key: [...keys, key].join('+') });
    record({ action, target: null, isSecret: false });
  }

  async function observe(input: ViewerInput, apply: () => Promise<void>): Promise<void> {
    if (input.type === 'mouse' && input.action === 'down' && input.button === 'left') {
      leaveField();
      // A page that does not respond has no element: the click is one at a point of the window.
      const element = await describe(input).catch(() => null);
      pressed = { at: { x: input.x, y: input.y }, element };
      return apply();
    }
    if (input.type === 'mouse' && input.action === 'up' && input.button === 'left')
      return release(input, apply);
    if (input.type === 'text') {
      // A page that does not respond has no field.
      const focused = await findField().catch(() => null);
      await apply();
      return focused === null || focused.kind === 'canvas' ? undefined : recordContent(focused);
    }
    if (input.type === 'key' && input.action === 'down') return pressKey(input.key, apply);
    if (input.type === 'key') held.delete(input.key);
    await apply();
    if (input.type === 'wheel' && input.dy !== 0) {
      const direction = input.dy > 0 ? 'down' : 'up';
      const action = browserAction({ type: 'scroll', direction, amount: Math.abs(input.dy) });
      record({ action, target: null, isSecret: false });
    }
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    perform(input, apply) {
      let isApplied = false;
      const applyOnce = () => {
        isApplied = true;
        return apply();
      };
      // One at a time: what an input does depends on what the one before has done.
      const work = last.then(() => observe(input, applyOnce));
      // A step that cannot be recorded is still done.
      last = work.catch(() => (isApplied ? undefined : apply()));
      return last.then(() => undefined);
    },
  };
}

function pauseMs(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), ms).unref();
  });
}
