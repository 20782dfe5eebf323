import type { Page } from 'playwright-core';
import type { Warning } from '../../domain/outcome.ts';
import type { ScreenshotOptions } from '../../domain/page-command.ts';
import type { Screenshot } from './browser-request.ts';

/** CSS pixels of a picture of a whole page at most. */
const mostHeight = 12_000;
const withinMs = 15_000;

/** Takes the picture: PNG, or JPEG where a quality is given. A page that is too high is cut, with a warning. */
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
    if (height > mostHeight) {
      clip = { x: 0, y: 0, width: size.width, height: mostHeight };
      warnings.push({
        code: 'screenshot_cut',
        message: `The page is ${height} pixels high; the picture shows the first ${mostHeight}.`,
      });
    }
  }
  const bytes = await page.screenshot({
    ...format,
    fullPage,
    ...(clip !== undefined && { clip }),
    timeout: withinMs,
    animations: 'disabled',
  });
  return { bytes, mediaType: quality === null ? 'image/png' : 'image/jpeg' };
}
