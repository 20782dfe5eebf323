import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import { saveInsteadOfShowing } from '../page/browser-downloads.ts';
import type { Tab } from '../page/browser-tabs.ts';
import {
  type ActionDependencies,
  clickTarget,
  defaultNavigationTimeoutMs,
  findTarget,
  findUsableTarget,
  getTimeout,
  patienceOf,
  pollIntervalMs,
  type UploadedFile,
} from './action-handler.ts';
import { waitUntilUsable } from './wait-until-usable.ts';

const defaultDownloadTimeoutMs = 10_000;

export async function upload(
  dependencies: ActionDependencies,
  tab: Tab,
  action: BrowserAction,
  uploads: readonly UploadedFile[],
): Promise<undefined> {
  const timeout = getTimeout(action);
  const target = await findTarget(dependencies, action, 'upload');
  const isField = await target.evaluate(
    (element) => element.localName === 'input' && 'type' in element && element.type === 'file',
  );
  if (isField) return void (await target.setInputFiles([...uploads], { timeout }));
  const rest = await waitUntilUsable(target, 'click', patienceOf(tab, action));
  const chooser = tab.page.waitForEvent('filechooser', { timeout });
  // It is awaited below, unless the click fails first.
  chooser.catch(() => {});
  await target.click({ timeout: rest });
  await (await chooser).setFiles([...uploads], { timeout });
}

/** Starts a download; the caller waits for its end. */
export async function download(
  dependencies: ActionDependencies,
  tab: Tab,
  action: BrowserAction,
): Promise<undefined> {
  const before = dependencies.downloads.startedCount();
  const done = action.url === null ? null : await saveInsteadOfShowing(tab.session);
  try {
    if (action.url === null) {
      await clickTarget(await findUsableTarget(dependencies, tab, action, 'click'), tab.page);
    } else {
      await dependencies
        .navigate(tab, action.url, getTimeout(action, defaultNavigationTimeoutMs))
        .catch((error: unknown) => {
          // The browser reports with these errors that it saves the document.
          if (!/Download is starting|ERR_ABORTED/.test(String(error))) throw error;
        });
    }
    const deadline = performance.now() + getTimeout(action, defaultDownloadTimeoutMs);
    while (dependencies.downloads.startedCount() === before) {
      if (performance.now() > deadline)
        throw new Error(`no download started within ${getTimeout(action, defaultDownloadTimeoutMs)} ms`);
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    }
  } finally {
    await done?.();
  }
}
