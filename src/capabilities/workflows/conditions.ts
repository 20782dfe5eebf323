import { browserAction } from '../../domain/browser-action.ts';
import type { Json } from '../../domain/extraction.ts';
import type { Condition } from '../../domain/workflow.ts';
import type { RunBrowser } from './run-browser.ts';
import { filledDeep, filledText, type Variables, valueAt } from './templates.ts';

/** How long something that is asked about is looked for. */
const lookMs = 700;

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

function contains(value: Json | undefined, wanted: Json): boolean {
  if (Array.isArray(value)) return value.some((one) => JSON.stringify(one) === JSON.stringify(wanted));
  return typeof value === 'string' && value.toLowerCase().includes(String(wanted).toLowerCase());
}

function isEqual(one: Json | undefined, other: Json): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  const [first, second] = [numberOf(one), numberOf(other)];
  return first !== null && first === second;
}

function compared(value: Json | undefined, op: Condition['op'], wanted: Json): boolean {
  const [first, second] = [numberOf(value), numberOf(wanted)];
  const order = first === null || second === null ? Number.NaN : first - second;
  switch (op) {
    case 'exists':
      return value !== undefined && value !== null;
    case 'empty':
      return isEmpty(value);
    case 'eq':
      return isEqual(value, wanted);
    case 'ne':
      return !isEqual(value, wanted);
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
    default:
      return contains(value, wanted);
  }
}

async function isThere(browser: RunBrowser, wish: { target: string } | { text: string }): Promise<boolean> {
  const action = browserAction({ type: 'wait_for', ...wish, timeoutMs: lookMs, snapshot: false });
  return (await browser.act(action)).error === null;
}

/** Whether a condition holds now, of the page or of variables. `browser` is asked for where the page decides. */
export async function holds(
  condition: Condition,
  variables: Variables,
  browser: () => Promise<RunBrowser>,
): Promise<boolean> {
  const { exists, text, url, not, all, any } = condition;
  if (exists !== undefined) return isThere(await browser(), { target: filledText(exists, variables) });
  if (text !== undefined) return isThere(await browser(), { text: filledText(text, variables) });
  if (url !== undefined) return (await (await browser()).html()).url.includes(filledText(url, variables));
  if (not !== undefined) return !(await holds(not, variables, browser));
  if (all !== undefined) {
    for (const one of all) if (!(await holds(one, variables, browser))) return false;
    return true;
  }
  if (any !== undefined) {
    for (const one of any) if (await holds(one, variables, browser)) return true;
    return false;
  }
  return compared(
    valueAt(variables, condition.var ?? ''),
    condition.op,
    filledDeep(condition.value ?? null, variables),
  );
}
