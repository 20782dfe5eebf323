import type { Locator, Page } from 'playwright-core';
import type { Warning } from '../../../domain/pages/outcome.ts';
import type { Step } from '../../../domain/pages/page-command.ts';
import type { StepOutput } from '../page/network/browser-request.ts';
import { getErrorReason } from './error-reason.ts';
import { fillField, otherContentWarning } from './fill-field.ts';
import { selectorPattern } from './find-target.ts';
import { isSecretTarget } from './secret-fields.ts';
import { createEmptyOutput, runStepWithOutput, stepsWithOutput } from './step-output.ts';
import { typeKeys } from './type-text.ts';
import { type ElementUse, waitUntilUsable } from './wait-until-usable.ts';

/** Thrown if a step fails; the message names the step and may be shown to the caller. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

const defaultStepTimeoutMs = 10_000;
const defaultScroll = 800;
/** Maximum number of elements clicked by one step. */
const maxClicks = 100;

/** A page on which steps run. */
export interface SteppedPage {
  page: Page;
  /** Tells whether the page waits for requests. */
  isBusy(): boolean;
}

/**
 * Runs the steps in order and returns their output; null if no step has output. Throws {@link StepFailed} at the first
 * failure.
 */
export async function runSteps(
  stepped: SteppedPage,
  steps: readonly Step[],
  warnings: Warning[],
): Promise<StepOutput | null> {
  const output = createEmptyOutput();
  const { page } = stepped;
  for (const [index, step] of steps.entries()) {
    try {
      if (stepsWithOutput.has(step.type)) {
        await runStepWithOutput(page, step, step.timeoutMs ?? defaultStepTimeoutMs, output, warnings);
      } else await runStep(stepped, step, warnings);
    } catch (error) {
      const element = step.selector ?? step.target;
      const description = element === undefined ? step.type : `${step.type} ${JSON.stringify(element)}`;
      throw new StepFailed(`Step ${index + 1} (${description}): ${getErrorReason(error)}.`, { cause: error });
    }
  }
  return steps.some(({ type }) => stepsWithOutput.has(type)) ? output : null;
}

async function runStep(stepped: SteppedPage, step: Step, warnings: Warning[]): Promise<void> {
  const { page } = stepped;
  const timeout = step.timeoutMs ?? defaultStepTimeoutMs;
  switch (step.type) {
    case 'wait':
      await page.waitForTimeout(step.ms ?? 1_000);
      return;
    case 'click':
      await click(stepped, step);
      return;
    case 'type':
      await write(stepped, step, warnings);
      return;
    case 'press':
      if (!namesElement(step)) await page.keyboard.press(requireField(step.key, 'key'));
      else {
        const { element, timeout } = await findUsable(stepped, step, 'press');
        await element.press(requireField(step.key, 'key'), { timeout });
      }
      return;
    case 'scroll':
      await scroll(page, step, timeout);
      return;
    case 'wait_for':
      await waitFor(page, step, timeout);
  }
}

function namesElement({ selector, target }: Step): boolean {
  return selector !== null || target !== undefined;
}

/** Elements that a field can be filled in, and elements that can be pressed, by their accessible name. */
const fieldRoles = ['textbox', 'searchbox', 'combobox', 'spinbutton'] as const;
const pressedRoles = ['button', 'link', 'tab', 'menuitem', 'checkbox', 'radio', 'option'] as const;
const bareWord = /^[a-z][a-z\d]*$/;

/**
 * Returns the elements that a step names. A target that is not a selector names elements by their accessible name, label,
 * placeholder or text; a single lower-case word can be the name of an element as well (`h1`).
 */
function elementsOf(page: Page, step: Step): Locator {
  const { selector, target } = step;
  if (selector !== null) return page.locator(selector);
  const name = requireField(target ?? null, 'target');
  if (selectorPattern.test(name)) return page.locator(name);
  const byLabel = page.getByLabel(name).or(page.getByPlaceholder(name));
  const byText = page.getByText(name, { exact: true });
  const roles = step.type === 'type' ? fieldRoles : pressedRoles;
  const byRole = roles.map((role) => page.getByRole(role, { name })).reduce((one, other) => one.or(other));
  const named = step.type === 'type' ? byRole.or(byLabel) : byRole.or(byLabel).or(byText);
  return bareWord.test(name) ? named.or(page.locator(name)) : named;
}

/** Returns the first element of a step when it can be used, and the rest of the time limit of the step. */
async function findUsable(
  { page, isBusy }: SteppedPage,
  step: Step,
  use: ElementUse,
  element = elementsOf(page, step).first(),
): Promise<{ element: Locator; timeout: number }> {
  const timeoutMs = step.timeoutMs ?? defaultStepTimeoutMs;
  const patience = { timeoutMs, isChosen: step.timeoutMs !== null, isBusy };
  return { element, timeout: await waitUntilUsable(element, use, patience) };
}

async function click(stepped: SteppedPage, step: Step): Promise<void> {
  const matches = elementsOf(stepped.page, step);
  const clickOne = async (one: Locator) => {
    const { element, timeout } = await findUsable(stepped, step, 'click', one);
    await element.click({ timeout });
  };
  await clickOne(matches.first());
  if (step.all !== true) return;
  for (const one of (await matches.all()).slice(1, maxClicks)) await clickOne(one);
}

/** Writes into the element, or into the focused one if there is no selector. */
async function write(stepped: SteppedPage, step: Step, warnings: Warning[]): Promise<void> {
  const text = step.text ?? '';
  if (!namesElement(step)) return typeKeys(stepped.page, text);
  const { element, timeout } = await findUsable(stepped, step, 'write');
  const other = await fillField(element, { text }, timeout);
  if (other !== null) warnings.push(otherContentWarning(other, await isSecretTarget(element)));
}

async function scroll(page: Page, step: Step, timeout: number): Promise<void> {
  if (namesElement(step)) {
    await elementsOf(page, step).first().scrollIntoViewIfNeeded({ timeout });
    return;
  }
  const amount = step.amount ?? defaultScroll;
  await page.mouse.wheel(0, step.direction === 'up' ? -amount : amount);
  // The wheel command returns before the page has scrolled.
  await page.waitForTimeout(100);
}

async function waitFor(page: Page, step: Step, timeout: number): Promise<void> {
  if (namesElement(step)) await elementsOf(page, step).first().waitFor({ timeout });
  else await page.getByText(requireField(step.text, 'target or text')).first().waitFor({ timeout });
}

function requireField(value: string | null, name: string): string {
  if (value === null) throw new Error(`${name} is required`);
  return value;
}
