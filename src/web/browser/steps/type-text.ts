import type { Page } from 'playwright-core';
import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import { type ActedTab, type ActionOutput, type ElementFinder, findUsableTarget } from './action-handler.ts';
import { fillField, findOtherContent, findOtherFocused, type OtherContent, readField } from './fill-field.ts';
import { findPlace } from './find-place.ts';
import { writeAndAwaitSuggestions } from './suggestions.ts';

/** Longer texts are inserted at once instead of typed key by key. */
const maxKeys = 500;
const focusTimeoutMs = 1_000;

/** Presses the keys of a text, or inserts a long one. */
async function typeKeys(page: Page, text: string): Promise<void> {
  await (text.length <= maxKeys ? page.keyboard.type(text) : page.keyboard.insertText(text));
}

/** Types into what has the focus, and returns what that holds then if it is a field and does not hold the text. */
async function typeIntoFocus(page: Page, text: string): Promise<OtherContent | null> {
  const options = { timeout: focusTimeoutMs };
  // Without an element that has the focus, the keys are those of the window.
  const focused = await findPlace(page, 'focus').catch(() => null);
  // Nor has one that disappears.
  const field = (await focused?.locator.elementHandle(options).catch(() => null)) ?? null;
  try {
    if (field === null) {
      await typeKeys(page, text);
      return null;
    }
    await writeAndAwaitSuggestions(field, () => typeKeys(page, text));
    // A field that the page removes has taken the text.
    return await findOtherFocused(field, text).catch(() => null);
  } finally {
    await field?.dispose();
  }
}

/** Types a text into a field, in the place of its content or after it, or into what has the focus. */
export async function typeText(
  elements: ElementFinder,
  tab: ActedTab,
  action: BrowserAction,
): Promise<ActionOutput> {
  const text = action.text ?? '';
  if (action.target === null) {
    const other = await typeIntoFocus(tab.page, text);
    if (action.submit) await tab.page.keyboard.press('Enter');
    return { other };
  }
  const { target: field, timeout } = await findUsableTarget(elements, tab, action, 'write');
  const write = async () => {
    if (!action.append) return fillField(field, action, timeout);
    const before = await readField(field, timeout);
    await field.focus({ timeout });
    await field.press('Control+End', { timeout });
    await tab.page.keyboard.insertText(text);
    return findOtherContent(field, `${before?.value ?? ''}${text}`, timeout);
  };
  if (!action.submit) return { other: await writeAndAwaitSuggestions(field, write) };
  const other = await write();
  await field.press('Enter', { timeout });
  return { other };
}
