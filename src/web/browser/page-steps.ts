import type { Page } from 'playwright-core';
import { messageOf } from '../../domain/failure.ts';
import type { Step } from '../../domain/page-command.ts';

/** A step that could not be done; the message names it and may be shown to the caller. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

const stepWithinMs = 10_000;
const defaultScroll = 800;

/** Runs the steps in order; throws {@link StepFailed} at the first that cannot be done. */
export async function runSteps(page: Page, steps: readonly Step[]): Promise<void> {
  for (const [index, step] of steps.entries()) {
    try {
      await runStep(page, step);
    } catch (error) {
      const where = step.selector === null ? step.type : `${step.type} ${JSON.stringify(step.selector)}`;
      throw new StepFailed(`Step ${index + 1} (${where}): ${reasonOf(error)}.`, { cause: error });
    }
  }
}

async function runStep(page: Page, step: Step): Promise<void> {
  const timeout = step.timeoutMs ?? stepWithinMs;
  switch (step.type) {
    case 'wait':
      await page.waitForTimeout(step.ms ?? 1_000);
      return;
    case 'click':
      await page.locator(needed(step.selector, 'selector')).first().click({ timeout });
      return;
    case 'type':
      await page
        .locator(needed(step.selector, 'selector'))
        .first()
        .fill(step.text ?? '', { timeout });
      return;
    case 'press':
      if (step.selector === null) await page.keyboard.press(needed(step.key, 'key'));
      else await page.locator(step.selector).first().press(needed(step.key, 'key'), { timeout });
      return;
    case 'scroll':
      await scroll(page, step, timeout);
      return;
    case 'wait_for':
      await waitFor(page, step, timeout);
  }
}

async function scroll(page: Page, step: Step, timeout: number): Promise<void> {
  if (step.selector !== null) {
    await page.locator(step.selector).first().scrollIntoViewIfNeeded({ timeout });
    return;
  }
  const amount = step.amount ?? defaultScroll;
  await page.mouse.wheel(0, step.direction === 'up' ? -amount : amount);
  // The wheel is answered before the page has moved.
  await page.waitForTimeout(100);
}

async function waitFor(page: Page, step: Step, timeout: number): Promise<void> {
  if (step.selector !== null) await page.locator(step.selector).first().waitFor({ timeout });
  else await page.getByText(needed(step.text, 'selector or text')).first().waitFor({ timeout });
}

function needed(value: string | null, name: string): string {
  if (value === null) throw new Error(`it needs ${name}`);
  return value;
}

/** What went wrong, without the driver's own log. */
function reasonOf(error: unknown): string {
  const text = messageOf(error).split('\n', 1)[0] ?? '';
  if (/Timeout \d+ms exceeded/.test(text)) return 'the element was not there, or not ready, in time';
  return text
    .replace(/^\w+\.\w+: (Error: )?/, '')
    .replace(/\.$/, '')
    .slice(0, 200);
}
