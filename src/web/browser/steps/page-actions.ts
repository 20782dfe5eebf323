import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import {
  type ActedTab,
  clickTarget,
  type ElementFinder,
  findTarget,
  findUsableTarget,
  getTimeout,
  type PageHandler,
  patienceOf,
  pollIntervalMs,
  requireField,
} from './action-handler.ts';
import { pointOf } from './pointer-actions.ts';
import { typeText } from './type-text.ts';
import { waitUntilUsable } from './wait-until-usable.ts';

const defaultWaitMs = 1_000;
const defaultScroll = 800;

/** The wheel command returns before the page has scrolled. */
const scrollSettleMs = 80;

async function scroll(elements: ElementFinder, tab: ActedTab, action: BrowserAction): Promise<undefined> {
  if (action.target !== null) {
    const element = await findTarget(elements, action, 'act');
    await element.scrollIntoViewIfNeeded({ timeout: getTimeout(action) });
    if (action.direction === null) return;
    const timeout = await waitUntilUsable(element, 'hover', patienceOf(tab, action));
    await element.hover({ timeout });
  }
  const amount = action.amount ?? defaultScroll;
  const direction = action.direction ?? 'down';
  const sign = direction === 'up' || direction === 'left' ? -amount : amount;
  const isHorizontal = direction === 'left' || direction === 'right';
  await tab.page.mouse.wheel(isHorizontal ? sign : 0, isHorizontal ? 0 : sign);
  await tab.page.waitForTimeout(scrollSettleMs);
}

async function waitFor(elements: ElementFinder, tab: ActedTab, action: BrowserAction): Promise<undefined> {
  const deadline = performance.now() + getTimeout(action);
  if (action.target !== null) {
    const element = await elements.find(action.target, 'act', getTimeout(action));
    await element.waitFor({ timeout: Math.max(1, deadline - performance.now()) });
    return;
  }
  const text = requireField(action.text, 'target or text');
  while (performance.now() < deadline) {
    for (const frame of tab.page.frames()) {
      if (
        // A detached frame shows nothing.
        await frame
          .getByText(text)
          .first()
          .isVisible()
          .catch(() => false)
      )
        return;
    }
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
  throw new Error(`${JSON.stringify(text)} did not appear within ${getTimeout(action)} ms`);
}

/** The actions of sessions that are steps of a scrape as well. */
export const pageActions: Readonly<
  Record<'click' | 'type' | 'press' | 'scroll' | 'wait' | 'wait_for', PageHandler>
> = {
  async click(elements, tab, action) {
    const point = pointOf(action);
    if (action.target === null && point !== null) {
      await tab.page.mouse.click(point.x, point.y, { clickCount: action.double ? 2 : 1 });
      return undefined;
    }
    const usable = await findUsableTarget(elements, tab, action, 'click');
    await clickTarget(usable, tab.page, {
      ...(point !== null && { position: point }),
      clickCount: action.double ? 2 : 1,
    });
    return undefined;
  },
  async press(elements, tab, action) {
    const key = requireField(action.key, 'key');
    if (action.target === null) await tab.page.keyboard.press(key);
    else {
      const { target, timeout } = await findUsableTarget(elements, tab, action, 'press');
      await target.press(key, { timeout });
    }
    return undefined;
  },
  async wait(_elements, tab, action) {
    await tab.page.waitForTimeout(action.ms ?? defaultWaitMs);
    return undefined;
  },
  type: typeText,
  scroll,
  wait_for: waitFor,
};
