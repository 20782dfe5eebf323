import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import type { Tab } from '../page/browser-tabs.ts';
import {
  type ActionDependencies,
  type ActionOutput,
  findUsableTarget,
  requireField,
} from './action-handler.ts';
import { type OtherContent, replaceMs } from './fill-field.ts';

/** Selects the requested options of a list. */
export async function select(
  dependencies: ActionDependencies,
  tab: Tab,
  action: BrowserAction,
): Promise<ActionOutput> {
  const { target: field, timeout } = await findUsableTarget(dependencies, tab, action, 'choose');
  const requestedOptions =
    action.values.length > 0 ? action.values : [requireField(action.text, 'text or values')];
  const value = await selectOptions(field, requestedOptions, timeout);
  return { value, other: await findOtherChoice(field, value, timeout) };
}

/** Returns the options that a list has chosen if they are not those with these values: pages set a choice back. */
export async function findOtherChoice(
  field: Locator,
  values: readonly string[],
  timeout: number,
): Promise<OtherContent | null> {
  await pause(replaceMs);
  const read = field.evaluate(
    (element) =>
      Array.from(
        (element as unknown as { selectedOptions: ArrayLike<{ label: string; value: string }> })
          .selectedOptions,
        ({ label, value }) => ({ label, value }),
      ),
    undefined,
    { timeout },
  );
  // A list that the page removes has taken the choice.
  const chosen = await read.catch(() => null);
  if (chosen === null) return null;
  const isSame = chosen.length === values.length && chosen.every(({ value }) => values.includes(value));
  return isSame ? null : { held: chosen.map(({ label }) => label).join(', '), typed: values.join(', ') };
}

/** Selects options by their labels, else by their values, and returns the values. Rejects with the options that exist. */
export async function selectOptions(
  field: Locator,
  requestedOptions: readonly string[],
  timeout: number,
): Promise<string[]> {
  // Options are selected by label; if no label matches, by value.
  const byLabel = requestedOptions.map((label) => ({ label }));
  const found = await field.evaluate((element) =>
    'options' in element
      ? Array.from(
          element.options as ArrayLike<{ label: string; value: string; matches(selector: string): boolean }>,
          (option) => ({
            label: option.label.trim(),
            value: option.value,
            isDisabled: option.matches(':disabled'),
          }),
        )
      : null,
  );
  if (found === null) throw new Error('the target is not a select element; click it, then click an option');
  const options = found.map(({ label }) => label);
  const areLabels = requestedOptions.every((one) => options.includes(one));
  if (!areLabels) {
    const values = found.map(({ value }) => value);
    const missing = requestedOptions.find((one) => !values.includes(one));
    if (missing !== undefined) {
      const listed = options.slice(0, 20).map((one) => JSON.stringify(one));
      throw new Error(`no option ${JSON.stringify(missing)} exists; options: ${listed.join(', ')}`);
    }
  }
  const isWanted = ({ label, value }: (typeof found)[number]) =>
    requestedOptions.includes(areLabels ? label : value);
  const disabled = found.filter(isWanted).find(({ isDisabled }) => isDisabled);
  if (disabled !== undefined)
    throw new Error(`the page has disabled the option ${JSON.stringify(disabled.label)}`);
  return field.selectOption(areLabels ? byLabel : [...requestedOptions], { timeout });
}
