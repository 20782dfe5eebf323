import { setTimeout as pause } from 'node:timers/promises';
import type { ElementHandle, Locator } from 'playwright-core';

/** Maximum wait for the suggestions of a field; pages look for them after a pause in the typing. */
const maxWaitMs = 600;
const pollIntervalMs = 60;

/** The used parts of an element in the page. */
interface PageElement {
  list?: { options: Iterable<{ value: string }> } | null;
  textContent: string | null;
  ownerDocument: PageRoot;
  getAttribute(name: string): string | null;
  getRootNode(): PageRoot;
  checkVisibility(): boolean;
}

interface PageRoot {
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/**
 * Returns the suggestions that are shown for a field, as one text; null for an element that has none (WAI-ARIA 1.2, 5.4: combobox; HTML,
 * 4.10.5.3: list). Runs in the page.
 */
function readSuggestions(found: unknown): string | null {
  const element = found as PageElement;
  const attribute = (name: string) => element.getAttribute(name) ?? '';
  const isCombobox =
    attribute('role') === 'combobox' ||
    ['list', 'both'].includes(attribute('aria-autocomplete')) ||
    ['aria-controls', 'aria-owns'].some((name) => attribute(name) !== '') ||
    attribute('aria-haspopup') === 'listbox';
  if (!isCombobox && element.list == null) return null;
  const selector = '[role="option"], [role="listbox"] li, [role="listbox"] > div';
  const roots = new Set([element.ownerDocument, element.getRootNode()]);
  const shown = [...roots].flatMap((root) =>
    [...root.querySelectorAll(selector)].slice(0, 200).filter((option) => option.checkVisibility()),
  );
  const listed = [...(element.list?.options ?? [])].slice(0, 200);
  return [...shown.map(({ textContent }) => textContent ?? ''), ...listed.map(({ value }) => value)].join(
    '\n',
  );
}

/** Writes into a field, and waits until it has other suggestions than before; after 600 ms at the latest. */
export async function writeAndAwaitSuggestions<Result>(
  field: Locator | ElementHandle,
  write: () => Promise<Result>,
): Promise<Result> {
  // A field that the page has removed has no suggestions.
  const read = () => (field as ElementHandle).evaluate(readSuggestions).catch(() => null);
  const before = await read();
  const result = await write();
  const deadline = performance.now() + maxWaitMs;
  for (let now = before; now !== null && performance.now() < deadline; now = await read()) {
    if (now !== before && now !== '') break;
    await pause(pollIntervalMs);
  }
  return result;
}
