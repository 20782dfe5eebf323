import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { isPlaceholderText } from '../../../domain/pages/placeholder-text.ts';
import { describeContent, measureBlankArea, type ShownContent } from './content-scripts.ts';

/** Options of {@link waitForContent} and {@link showBlankArea}. */
export interface ContentOptions {
  session: CDPSession;
  /** Waits until the requests of the page have settled. */
  settled(): Promise<void>;
}

/** Maximum time for which a page may show a placeholder after its requests have settled. */
const maxPlaceholderMs = 3_000;
const pollIntervalMs = 150;
/** Maximum height of the window in pixels while content below it is shown, as a bound on memory. */
const maxWindowHeight = 10_000;

/** Evaluates an expression; null if the document was replaced meanwhile. */
async function evaluate<Value>(session: CDPSession, expression: string): Promise<Value | null> {
  try {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
    });
    return exceptionDetails === undefined ? ((result.value as Value | undefined) ?? null) : null;
  } catch {
    // The page navigates or was closed; the next read of the page reports it.
    return null;
  }
}

/** Returns true if a page with few words shows that its content is still loading. */
function isPlaceholder({ hasContent, isLoading, texts }: ShownContent): boolean {
  return !hasContent && (isLoading || texts.some(isPlaceholderText));
}

/**
 * Waits while the main part of a page is only a placeholder: scripts may show content later without a request, for
 * example after a timer or a computation. Returns after a few seconds at the latest.
 */
export async function waitForContent({ session, settled }: ContentOptions): Promise<void> {
  const end = performance.now() + maxPlaceholderMs;
  for (let isWaiting = false; ; isWaiting = true) {
    const content = await evaluate<ShownContent>(session, describeContent);
    if (content === null || !isPlaceholder(content)) {
      if (isWaiting) await settled();
      return;
    }
    if (performance.now() >= end) return;
    await delay(pollIntervalMs);
  }
}

/**
 * Enlarges the window to the height of the document if the page reserves a large blank area below the window: lists and
 * sections that are drawn only when they are visible. The screen keeps its size.
 */
export async function showBlankArea(
  { session, settled }: ContentOptions,
  window: { width: number; height: number; mobile: boolean },
): Promise<void> {
  const height = (await evaluate<number>(session, measureBlankArea)) ?? 0;
  if (height === 0) return;
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: window.width,
    height: Math.min(height, maxWindowHeight),
    screenWidth: window.width,
    screenHeight: window.height,
    deviceScaleFactor: 1,
    mobile: window.mobile,
  });
  await settled();
}
