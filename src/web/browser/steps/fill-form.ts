import type { Locator } from 'playwright-core';
import type { BrowserAction, FormValue } from '../../../domain/pages/browser-action.ts';
import type { Tab } from '../page/browser-tabs.ts';
import {
  type ActionDependencies,
  type ActionOutput,
  findTarget,
  getTimeout,
  patienceOf,
} from './action-handler.ts';
import type { ActionResult } from './action-result.ts';
import { fillField } from './fill-field.ts';
import type { TargetUse } from './find-target.ts';
import { findOtherChoice, selectOptions } from './select-options.ts';
import { writeAndAwaitSuggestions } from './suggestions.ts';
import { waitUntilUsable } from './wait-until-usable.ts';

/**
 * Fills the controls of a form one after the other, presses Enter in the last one if the action submits, and returns the result of the last one, with all that were set. Ends at the first
 * control that cannot be set; its error says how many were.
 */
export async function fillForm(
  action: BrowserAction,
  act: (action: BrowserAction) => Promise<ActionResult>,
): Promise<ActionResult> {
  const entries = Object.entries(action.form ?? {});
  const filled: ActionResult['filled'] = [];
  const gathered: Pick<ActionResult, 'files' | 'dialogs' | 'warnings'> = {
    files: [],
    dialogs: [],
    warnings: [],
  };
  let last: ActionResult | null = null;
  for (const [at, [name, value]] of entries.entries()) {
    const form = { [name]: value };
    const submit = action.submit && at === entries.length - 1;
    // The keys of a form are texts, and mostly numbers of the snapshot.
    const target = /^\d+$/.test(name) ? Number(name) : name;
    last = await act({ ...action, target, form, submit });
    gathered.files.push(...last.files);
    gathered.dialogs.push(...last.dialogs);
    gathered.warnings.push(...last.warnings);
    if (last.error !== null) {
      const count = entries.length > 1 ? ` ${filled.length} of ${entries.length} controls were set.` : '';
      const error = { ...last.error, message: `${last.error.message}${count}` };
      return { ...last, ...gathered, filled, error };
    }
    filled.push({ form, submit, target: last.target, isSecret: last.isSecret });
  }
  // A form without controls changes nothing.
  last ??= await act({ ...action, type: 'wait', ms: 0, form: null });
  return { ...last, ...gathered, filled };
}

/** Uses of a control by which it is found: by that of its value first, so that a field comes before a button of its name. */
function usesOf(value: FormValue): TargetUse[] {
  if (typeof value === 'boolean') return ['act'];
  return typeof value === 'string' ? ['write', 'choose', 'act'] : ['choose', 'act'];
}

async function findControl(
  dependencies: ActionDependencies,
  action: BrowserAction,
  value: FormValue,
): Promise<Locator> {
  const uses = usesOf(value);
  for (const use of uses.slice(0, -1)) {
    // A control of another kind may have the name.
    const found = await dependencies.find(action.target ?? '', use, 0).catch(() => null);
    if (found !== null) return found;
  }
  return findTarget(dependencies, action, uses.at(-1) ?? 'act');
}

/** Sets the one control of the action's form, by its kind. */
export async function fill(
  dependencies: ActionDependencies,
  tab: Tab,
  action: BrowserAction,
): Promise<ActionOutput> {
  const [value = ''] = Object.values(action.form ?? {});
  const control = await findControl(dependencies, action, value);
  const kind = await control.evaluate((element) => {
    const { localName, type = '' } = element as unknown as { localName: string; type?: string };
    return localName === 'input' && (type === 'checkbox' || type === 'radio') ? 'box' : localName;
  });
  const timeout = await waitUntilUsable(
    control,
    kind === 'select' ? 'choose' : typeof value === 'boolean' ? 'click' : 'write',
    patienceOf(tab, action),
  );
  const output: ActionOutput = {};
  if (typeof value === 'boolean')
    await control.setChecked(value, { timeout: Math.min(timeout, getTimeout(action)) });
  else if (kind === 'select') {
    const chosen = await selectOptions(control, typeof value === 'string' ? [value] : value, timeout);
    output.other = await findOtherChoice(control, chosen, timeout);
  } else if (typeof value !== 'string') throw new Error('several values are for a list of options');
  else if (kind === 'box') throw new Error('a box takes true or false');
  else
    output.other = await writeAndAwaitSuggestions(control, () =>
      fillField(control, { text: value }, timeout),
    );
  if (action.submit) await control.press('Enter', { timeout });
  return output;
}
