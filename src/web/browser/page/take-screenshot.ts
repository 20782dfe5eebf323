import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Warning } from '../../../domain/pages/outcome.ts';
import type { ScreenshotOptions } from '../../../domain/pages/page-command.ts';
import type { Screenshot } from './network/browser-request.ts';

/** Maximum height of a full-page screenshot in CSS pixels. */
const maxHeight = 12_000;
const timeoutMs = 15_000;

/** Longest time for pictures that a page puts off until the window comes near. */
const putOffMs = 3_000;

/**
 * Script that lets a page show what it puts off until the window comes near, of which a picture would have empty boxes: content
 * (`content-visibility: auto`), images and frames (`loading=lazy`). Its value tells when these are loaded, and undoes the changes.
 */
const showPutOff = `(() => {
  const isNear = (element) => element.getBoundingClientRect().top + scrollY < ${maxHeight};
  const changed = [];
  const change = (element, name, apply) => {
    const before = element.getAttribute(name);
    changed.push(() => {
      // Set first: Chromium leaves an empty style attribute if a style is removed that only scripts have set.
      element.setAttribute(name, before ?? '');
      if (before === null) element.removeAttribute(name);
    });
    apply(element);
  };
  const leftOut = [...document.querySelectorAll('*')]
    .filter((element) => element.style !== undefined && getComputedStyle(element).contentVisibility === 'auto');
  for (const one of leftOut) change(one, 'style', ({ style }) => style.setProperty('content-visibility', 'visible', 'important'));
  // A frame that has not loaded has an empty document; one of another site that has loaded shows none.
  const isWaiting = (element) => element.localName === 'img' ? !element.complete : element.contentDocument?.URL === 'about:blank';
  const lazy = [...document.querySelectorAll('img[loading=lazy], iframe[loading=lazy][src]')]
    .filter((element) => isWaiting(element) && isNear(element));
  const loaded = lazy.map((element) => new Promise((resolve) => {
    for (const event of ['load', 'error']) element.addEventListener(event, resolve, { once: true });
    change(element, 'loading', (one) => { one.loading = 'eager'; });
  }));
  return { loaded: Promise.all(loaded).then(() => null), undo() { for (const one of changed) one(); } };
})()`;

/** Returns the part of a page that a picture of the whole page shows if the page is too high, with a warning; undefined otherwise. */
async function cutAtMaxHeight(page: Page, width: number, warnings: Warning[]) {
  const height = await page.evaluate('document.documentElement.scrollHeight').then(Number);
  if (height <= maxHeight) return undefined;
  warnings.push({
    code: 'screenshot_cut',
    message: `The page is ${height} pixels high; the screenshot shows the first ${maxHeight} pixels.`,
  });
  return { x: 0, y: 0, width, height: maxHeight };
}

/**
 * Takes a screenshot: JPEG if a quality is given, otherwise PNG. A page above the maximum height is cut off, with a
 * warning.
 */
export async function takeScreenshot(
  page: Page,
  { fullPage, quality }: ScreenshotOptions,
  warnings: Warning[],
): Promise<Screenshot> {
  const format = quality === null ? ({ type: 'png' } as const) : ({ type: 'jpeg', quality } as const);
  const take = async (clip?: { x: number; y: number; width: number; height: number }) => ({
    bytes: await page.screenshot({
      ...format,
      fullPage,
      ...(clip !== undefined && { clip }),
      timeout: timeoutMs,
      animations: 'disabled',
    }),
    mediaType: quality === null ? ('image/png' as const) : ('image/jpeg' as const),
  });
  if (!fullPage) return take();
  // A page that replaces functions of the browser is shown as it is.
  const shown = await page
    .evaluateHandle<{ loaded: Promise<null>; undo(): void }>(showPutOff)
    .catch(() => null);
  try {
    // The time limit is ours: a page can replace its own timers.
    await Promise.race([
      shown?.evaluate(({ loaded }) => loaded).catch(() => null),
      delay(putOffMs, null, { ref: false }),
    ]);
    return await take(await cutAtMaxHeight(page, page.viewportSize()?.width ?? 1280, warnings));
  } finally {
    await shown
      ?.evaluate(({ undo }) => undo())
      .catch(() => {
        // The page has been left or closed, and its changes with it.
      });
  }
}
