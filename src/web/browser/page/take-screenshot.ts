import type { Page } from 'playwright-core';
import type { Warning } from '../../../domain/pages/outcome.ts';
import type { ScreenshotOptions } from '../../../domain/pages/page-command.ts';
import type { Screenshot } from './network/browser-request.ts';

/** Maximum height of a full-page screenshot in CSS pixels. */
const maxHeight = 12_000;
const timeoutMs = 15_000;

/**
 * Takes a screenshot: JPEG if a quality is given, otherwise PNG. A page above the maximum height is cut off, with a
 * warning.
 */
export async function takeScreenshot(
  page: Page,
  { fullPage, quality }: ScreenshotOptions,
  warnings: Warning[],
): Promise<Screenshot> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  const format = quality === null ? ({ type: 'png' } as const) : ({ type: 'jpeg', quality } as const);
  let clip: { x: number; y: number; width: number; height: number } | undefined;
  if (fullPage) {
    const height = await page.evaluate('document.documentElement.scrollHeight').then(Number);
    if (height > maxHeight) {
      clip = { x: 0, y: 0, width: size.width, height: maxHeight };
      warnings.push({
        code: 'screenshot_cut',
        message: `The page is ${height} pixels high; the screenshot shows the first ${maxHeight} pixels.`,
      });
    }
  }
  const bytes = await page.screenshot({
    ...format,
    fullPage,
    ...(clip !== undefined && { clip }),
    timeout: timeoutMs,
    animations: 'disabled',
  });
  return { bytes, mediaType: quality === null ? 'image/png' : 'image/jpeg' };
}
