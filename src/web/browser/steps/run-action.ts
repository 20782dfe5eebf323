import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import type { Warning } from '../../../domain/pages/outcome.ts';
import { takeScreenshot } from '../page/take-screenshot.ts';
import {
  type ActionDependencies,
  type ActionOutput,
  defaultNavigationTimeoutMs,
  findUsableTarget,
  getTimeout,
  type Handler,
  requireField,
  type UploadedFile,
} from './action-handler.ts';
import { download, upload } from './file-actions.ts';
import { fill } from './fill-form.ts';
import { pageActions } from './page-actions.ts';
import { drag, pointOf } from './pointer-actions.ts';
import { select } from './select-options.ts';
import { runScript } from './step-output.ts';

const handlers: Readonly<Partial<Record<BrowserAction['type'], Handler>>> = {
  ...pageActions,
  async goto(dependencies, tab, action) {
    await dependencies.navigate(
      tab,
      requireField(action.url, 'url'),
      getTimeout(action, defaultNavigationTimeoutMs),
    );
    return undefined;
  },
  drag,
  fill,
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
