import type { Locator, Page } from 'playwright-core';
import { browserAction } from '../../../domain/pages/browser-action.ts';
import type { Warning } from '../../../domain/pages/outcome.ts';
import type { Step } from '../../../domain/pages/page-command.ts';
import type { StepOutput } from '../page/network/browser-request.ts';
import { type ActedTab, requireField } from './action-handler.ts';
import { getErrorReason } from './error-reason.ts';
import { otherContentWarning } from './fill-field.ts';
import { selectorPattern } from './find-target.ts';
import { pageActions } from './page-actions.ts';
import { isFocusSecret, isSecretTarget } from './secret-fields.ts';
import { createEmptyOutput, runStepWithOutput, stepsWithOutput } from './step-output.ts';

/** Thrown if a step fails; the message names the step and may be shown to the caller. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

const defaultStepTimeoutMs = 10_000;
/** Maximum number of elements clicked by one step. */
const maxClicks = 100;

/**
 * Runs the steps in order and returns their output; null if no step has output. Throws {@link StepFailed} at the first
 * failure.
 */
export async function runSteps(
  tab: ActedTab,
  steps: readonly Step[],
  warnings: Warning[],
): Promise<StepOutput | null> {
  const output = createEmptyOutput();
  const { page } = tab;
  for (const [index, step] of steps.entries()) {
    try {
      if (stepsWithOutput.has(step.type)) {
        await runStepWithOutput(page, step, step.timeoutMs ?? defaultStepTimeoutMs, output, warnings);
      } else await runStep(tab, step, warnings);
    } catch (error) {
      const element = step.selector ?? step.target;
      const description = element === undefined ? step.type : `${step.type} ${JSON.stringify(element)}`;
      throw new StepFailed(`Step ${index + 1} (${description}): ${getErrorReason(error)}.`, { cause: error });
    }
  }
  return steps.some(({ type }) => stepsWithOutput.has(type)) ? output : null;
}

function isPageAction(type: Step['type']): type is keyof typeof pageActions {
  return type in pageActions;
}

/** Performs a step as sessions do, with the first element that it names; a click with `all`, with each of them. */
async function runStep(tab: ActedTab, step: Step, warnings: Warning[]): Promise<void> {
  const { type, selector, text, key, ms, direction, amount, timeoutMs } = step;
  if (!isPageAction(type)) return;
  const target = selector ?? step.target ?? null;
  const action = browserAction({ type, target, text, key, ms, direction, amount, timeoutMs });
  const perform = async (element: Locator | null) => {
    const find = async () => element ?? findFirst(tab, step);
    const output = await pageActions[type]({ find }, tab, action);
    if (output?.other == null) return;
    const isSecret = await (target === null ? isFocusSecret(tab.page) : isSecretTarget(await find()));
    warnings.push(otherContentWarning(output.other, isSecret));
  };
  await perform(null);
  if (type !== 'click' || step.all !== true) return;
  for (const element of (await elementsOf(tab.page, step).all()).slice(1, maxClicks)) await perform(element);
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

/** Returns the first element that a step names; for a click, else the first that holds the words beside others. */
async function findFirst({ page, activity }: ActedTab, step: Step): Promise<Locator> {
  const named = elementsOf(page, step);
  const { type, selector, target = '' } = step;
  const isInWords = type === 'click' && selector === null && !selectorPattern.test(target);
  // What the page still loads may bear the name.
  if (!isInWords || (await named.count()) > 0 || activity.isBusy()) return named.first();
  const holding = page.getByText(target).filter({ visible: true });
  return (await holding.count()) > 0 ? holding.first() : named.first();
}
