import type { Page } from 'playwright-core';
import type { Warning } from '../../../domain/pages/outcome.ts';
import type { ScreenshotOptions } from '../../../domain/pages/page-command.ts';
import type { Screenshot } from './network/browser-request.ts';
import { showWholePage } from './show-whole-page.ts';

/** Maximum height of a full-page screenshot in CSS pixels. */
const maxHeight = 12_000;
const timeoutMs = 15_000;

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
  const undo = await showWholePage(page, maxHeight);
  try {
    return await take(await cutAtMaxHeight(page, page.viewportSize()?.width ?? 1280, warnings));
  } finally {
    await undo();
  }
}
