import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { findCoveringElement } from './error-reason.ts';

/** Use of an element by a step. A hidden file field can be used without being seen, so it is none of these. */
export type ElementUse = 'click' | 'hover' | 'write' | 'choose' | 'press';

/** How long a step waits for its element. */
export interface Patience {
  timeoutMs: number;
  /** True if the caller set the time limit of the step: the step then waits that long for a blocked element as well. */
  isChosen: boolean;
  /** Tells whether the page still loads or runs requests, whose end often frees an element. */
  isBusy(): boolean;
}

/** Time in which an animation ends, an overlay fades or a form enables its button, on a page without requests. */
const settleMs = 2_000;
/** Maximum time of one look at the element. */
const lookMs = 1_000;
const pauseMs = 50;

/** Uses for which the browser needs the point of the element; text and options are set without the pointer. */
const pointerUses: ReadonlySet<ElementUse> = new Set(['click', 'hover']);

/** Result of one look at an element: it is usable, blocked for a reason, or not there yet. */
type Look = { state: 'usable' } | { state: 'blocked'; reason: string } | { state: 'absent' };

/**
 * Waits until an element can be used, and returns the rest of the time limit in ms. Throws an error with the reason as
 * soon as the element has stayed covered, disabled or read-only for two seconds on a quiet page. If the element is not
 * there or not visible at the end, returns, and the step itself fails.
 */
export async function waitUntilUsable(
  target: Locator,
  use: ElementUse,
  { timeoutMs, isChosen, isBusy }: Patience,
): Promise<number> {
  const deadline = performance.now() + timeoutMs;
  let blockedSince: number | null = null;
  for (;;) {
    const startedAt = performance.now();
    const look = await lookAt(target, use, Math.max(1, Math.min(lookMs, deadline - startedAt)));
    const now = performance.now();
    if (look.state === 'usable' || (look.state === 'absent' && now >= deadline))
      return Math.max(1, deadline - now);
    if (look.state === 'blocked') {
      blockedSince = isBusy() ? now : (blockedSince ?? startedAt);
      const limit = isChosen ? deadline : Math.min(deadline, blockedSince + settleMs);
      if (now >= limit) throw new Error(look.reason);
    } else blockedSince = null;
    await pause(pauseMs);
  }
}

async function lookAt(target: Locator, use: ElementUse, ms: number): Promise<Look> {
  try {
    if (use !== 'hover' && !(await target.isEnabled({ timeout: ms })))
      return { state: 'blocked', reason: 'the element is not enabled: the page has disabled it' };
    if (use === 'write' && !(await isEditable(target, ms)))
      return { state: 'blocked', reason: 'the element is not editable: it is read-only' };
    // The trial moves the pointer to the element and looks what lies there; the page gets no event.
    if (pointerUses.has(use)) await target.hover({ trial: true, timeout: ms });
    return { state: 'usable' };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
    const cover = findCoveringElement(error.message);
    return cover === null
      ? { state: 'absent' }
      : { state: 'blocked', reason: `the element is covered by ${cover}` };
  }
}

/** Tells whether text can be written; for an element that takes no text, the step itself reports the error. */
async function isEditable(target: Locator, ms: number): Promise<boolean> {
  try {
    return await target.isEditable({ timeout: ms });
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw error;
    return true;
  }
}
