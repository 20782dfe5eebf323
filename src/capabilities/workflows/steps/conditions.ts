import { browserAction } from '../../../domain/pages/browser-action.ts';
import type { Json } from '../../../domain/pages/extraction.ts';
import type { Condition } from '../../../domain/resources/workflow.ts';
import type { RunBrowser } from '../run/run-browser.ts';
import { fillTemplates, fillText, type Variables, valueAt } from './templates.ts';

/** Maximum time to wait for an element or text of a condition, in ms. */
const waitTimeoutMs = 700;

function numberOf(value: Json | undefined): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function contains(value: Json | undefined, expected: Json): boolean {
  if (Array.isArray(value)) return value.some((one) => JSON.stringify(one) === JSON.stringify(expected));
  return typeof value === 'string' && value.toLowerCase().includes(String(expected).toLowerCase());
}

function isEqual(one: Json | undefined, other: Json): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  const [first, second] = [numberOf(one), numberOf(other)];
  return first !== null && first === second;
}

function compareValues(value: Json | undefined, op: Condition['op'], expected: Json): boolean {
  const [first, second] = [numberOf(value), numberOf(expected)];
  const difference = first === null || second === null ? Number.NaN : first - second;
  switch (op) {
    case 'exists':
      return value !== undefined && value !== null;
    case 'empty':
      return isEmpty(value);
    case 'eq':
      return isEqual(value, expected);
    case 'ne':
      return !isEqual(value, expected);
    case 'lt':
      return difference < 0;
    case 'lte':
      return difference <= 0;
    case 'gt':
      return difference > 0;
    case 'gte':
      return difference >= 0;
    default:
      return contains(value, expected);
  }
}

async function isOnPage(
  browser: RunBrowser,
  target: { target: string } | { text: string },
): Promise<boolean> {
  const action = browserAction({ type: 'wait_for', ...target, timeoutMs: waitTimeoutMs, snapshot: false });
  return (await browser.runAction(action)).error === null;
}

/** Evaluates a condition on the page or on variables. `browser` is called only for conditions on the page. */
export async function isConditionMet(
  condition: Condition,
  variables: Variables,
  browser: () => Promise<RunBrowser>,
): Promise<boolean> {
  const { exists, text, url, not, all, any } = condition;
  if (exists !== undefined) return isOnPage(await browser(), { target: fillText(exists, variables) });
  if (text !== undefined) return isOnPage(await browser(), { text: fillText(text, variables) });
  if (url !== undefined) return (await (await browser()).html()).url.includes(fillText(url, variables));
  if (not !== undefined) return !(await isConditionMet(not, variables, browser));
  if (all !== undefined) {
    for (const one of all) if (!(await isConditionMet(one, variables, browser))) return false;
    return true;
  }
  if (any !== undefined) {
    for (const one of any) if (await isConditionMet(one, variables, browser)) return true;
    return false;
  }
  return compareValues(
    valueAt(variables, condition.var ?? ''),
    condition.op,
    fillTemplates(condition.value ?? null, variables),
  );
}
