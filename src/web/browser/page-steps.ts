import type { Page } from 'playwright-core';
import type { Warning } from '../../domain/outcome.ts';
import type { Step } from '../../domain/page-command.ts';
import type { StepOutput } from './browser-request.ts';
import { givingSteps, noOutput, runGivingStep } from './step-output.ts';
import { reasonOf } from './step-reason.ts';

/** A step that could not be done; the message names it and may be shown to the caller. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

const stepWithinMs = 10_000;
const defaultScroll = 800;
/** Elements that one step clicks at most. */
const mostClicks = 100;
/** A longer text is put in at once rather than typed key by key. */
const mostKeys = 500;

/**
 * Runs the steps in order, and gives what they gave: null where none of them gives anything. Throws {@link StepFailed} at
 * the first that cannot be done.
 */
export async function runSteps(
  page: Page,
  steps: readonly Step[],
  warnings: Warning[],
): Promise<StepOutput | null> {
  const output = noOutput();
  for (const [index, step] of steps.entries()) {
    try {
      if (givingSteps.has(step.type)) {
        await runGivingStep(page, step, step.timeoutMs ?? stepWithinMs, output, warnings);
      } else await runStep(page, step);
    } catch (error) {
      const where = step.selector === null ? step.type : `${step.type} ${JSON.stringify(step.selector)}`;
      throw new StepFailed(`Step ${index + 1} (${where}): ${reasonOf(error)}.`, { cause: error });
    }
  }
  return steps.some(({ type }) => givingSteps.has(type)) ? output : null;
}

async function runStep(page: Page, step: Step): Promise<void> {
  const timeout = step.timeoutMs ?? stepWithinMs;
  switch (step.type) {
    case 'wait':
      await page.waitForTimeout(step.ms ?? 1_000);
      return;
    case 'click':
      await click(page, step, timeout);
      return;
    case 'type':
      await write(page, step, timeout);
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

async function click(page: Page, step: Step, timeout: number): Promise<void> {
  const found = page.locator(needed(step.selector, 'selector'));
  await found.first().click({ timeout });
  if (step.all !== true) return;
  for (const one of (await found.all()).slice(1, mostClicks)) await one.click({ timeout });
}

/** Into the element, or, where none is named, into what has the focus. */
async function write(page: Page, step: Step, timeout: number): Promise<void> {
  const text = step.text ?? '';
  if (step.selector !== null) await page.locator(step.selector).first().fill(text, { timeout });
  else if (text.length <= mostKeys) await page.keyboard.type(text);
  else await page.keyboard.insertText(text);
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
