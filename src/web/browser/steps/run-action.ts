import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import type { Warning } from '../../../domain/pages/outcome.ts';
import type { Tab } from '../page/browser-tabs.ts';
import { takeScreenshot } from '../page/take-screenshot.ts';
import {
  type ActionDependencies,
  type ActionOutput,
  clickTarget,
  defaultNavigationTimeoutMs,
  findTarget,
  findUsableTarget,
  getTimeout,
  type Handler,
  patienceOf,
  pollIntervalMs,
  requireField,
  type UploadedFile,
} from './action-handler.ts';
import { download, upload } from './file-actions.ts';
import { fill } from './fill-form.ts';
import { drag, pointOf } from './pointer-actions.ts';
import { select } from './select-options.ts';
import { runScript } from './step-output.ts';
import { type } from './type-text.ts';
import { waitUntilUsable } from './wait-until-usable.ts';

const defaultWaitMs = 1_000;
const defaultScroll = 800;

/** The wheel command returns before the page has scrolled. */
const scrollSettleMs = 80;

async function scroll(dependencies: ActionDependencies, tab: Tab, action: BrowserAction): Promise<undefined> {
  if (action.target !== null) {
    const element = await findTarget(dependencies, tab, action, 'act');
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

async function waitFor(
  dependencies: ActionDependencies,
  tab: Tab,
  action: BrowserAction,
): Promise<undefined> {
  const deadline = performance.now() + getTimeout(action);
  if (action.target !== null) {
    const element = await dependencies.find(tab, action.target, 'act', getTimeout(action));
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

const handlers: Readonly<Partial<Record<BrowserAction['type'], Handler>>> = {
  async goto(dependencies, tab, action) {
    await dependencies.navigate(
      tab,
      requireField(action.url, 'url'),
      getTimeout(action, defaultNavigationTimeoutMs),
    );
    return undefined;
  },
  async click(dependencies, tab, action) {
    const point = pointOf(action);
    if (action.target === null && point !== null) {
      await tab.page.mouse.click(point.x, point.y, { clickCount: action.double ? 2 : 1 });
      return undefined;
    }
    const usable = await findUsableTarget(dependencies, tab, action, 'click');
    await clickTarget(usable, tab.page, {
      ...(point !== null && { position: point }),
      clickCount: action.double ? 2 : 1,
    });
    return undefined;
  },
  drag,
  type,
  fill,
  async press(dependencies, tab, action) {
    const key = requireField(action.key, 'key');
    if (action.target === null) await tab.page.keyboard.press(key);
    else {
      const { target, timeout } = await findUsableTarget(dependencies, tab, action, 'press');
      await target.press(key, { timeout });
    }
    return undefined;
  },
  select,
  async hover(dependencies, tab, action) {
    const point = pointOf(action);
    if (action.target === null && point !== null) {
      await tab.page.mouse.move(point.x, point.y);
      return undefined;
    }
    const { target, timeout, isUnderPointer } = await findUsableTarget(dependencies, tab, action, 'hover');
    if (isUnderPointer) return undefined;
    await target.hover({ timeout, ...(point !== null && { position: point }) });
    return undefined;
  },
  scroll,
  async wait(_parts, tab, action) {
    await tab.page.waitForTimeout(action.ms ?? defaultWaitMs);
    return undefined;
  },
  wait_for: waitFor,
  async evaluate(_parts, tab, action) {
    return {
      value: (await runScript(tab.page, requireField(action.text, 'text'), getTimeout(action))).value,
    };
  },
  log: async ({ log }) => ({ value: log.take() }),
  async back(_parts, tab, action) {
    const timeout = getTimeout(action, defaultNavigationTimeoutMs);
    const response = await tab.page.goBack({ waitUntil: 'commit', timeout });
    if (response === null && (await tab.page.evaluate('history.length')) === 1)
      throw new Error('the tab has no previous page');
    return undefined;
  },
  async forward(_parts, tab, action) {
    await tab.page.goForward({
      waitUntil: 'commit',
      timeout: getTimeout(action, defaultNavigationTimeoutMs),
    });
    return undefined;
  },
  async reload(_parts, tab, action) {
    await tab.page.reload({ waitUntil: 'commit', timeout: getTimeout(action, defaultNavigationTimeoutMs) });
    return undefined;
  },
  async screenshot(_parts, tab, { fullPage, quality }, _uploads, warnings) {
    const options = { fullPage, quality, width: null, height: null };
    return { picture: await takeScreenshot(tab.page, options, warnings) };
  },
  upload,
  download,
  async close_tab({ tabs }, tab, action) {
    const number = action.tab ?? tab.number;
    if (!(await tabs.close(number))) throw new Error(`tab ${number} does not exist`);
    return undefined;
  },
  async switch_tab({ tabs }, _tab, action) {
    const number = requireField(action.tab, 'tab');
    if (!(await tabs.switchTo(number))) throw new Error(`tab ${number} does not exist`);
    return undefined;
  },
};

/** Runs one action in the active tab. Rejects with an error whose message may be shown to the caller. */
export async function runAction(
  dependencies: ActionDependencies,
  action: BrowserAction,
  uploads: readonly UploadedFile[],
  warnings: Warning[],
): Promise<ActionOutput> {
  const handler = handlers[action.type];
  return (await handler?.(dependencies, dependencies.tabs.activeTab(), action, uploads, warnings)) ?? {};
}
