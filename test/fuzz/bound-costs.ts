import { isObject } from '../../src/domain/values/is-object.ts';
import type { Dice } from './dice.ts';

/** Limits for request bodies that would exceed the response time of the fuzzer or require a browser. */
export interface CostBounds {
  /** True if pages may be read in a browser. */
  browser: boolean;
  /** True if `steps` belong to a saved program instead of a page that is read at once. */
  keepsSteps: boolean;
  /** URLs that end only by the reader's timeout. */
  slow: ReadonlySet<string>;
  /** URL that replaces a slow one if no timeout can be set. */
  insteadOfSlow: string;
}

/** Maximum milliseconds for pages; a response must not take more than ten seconds. */
const maxPageMs = 2_500;
const maxWaitMs = 150;
const pageTimeouts = new Set(['timeout_ms', 'timeout']);
const waits = new Set(['wait_ms', 'waitFor', 'milliseconds', 'ms']);
/** Maximum numbers of pages, records or readings. */
const counts: Readonly<Record<string, number>> = {
  limit: 20,
  max_pages: 3,
  points: 3,
  max_depth: 2,
  maxDiscoveryDepth: 2,
};
const browserFormats = new Set(['screenshot', 'network']);
const maxAddresses = 4;

function needsBrowser(format: unknown): boolean {
  const name = isObject(format) ? format.type : format;
  return typeof name === 'string' && browserFormats.has(name.split('@')[0] as string);
}

function isSlow(address: string, { slow }: CostBounds): boolean {
  return [...slow].some((one) => address.startsWith(one));
}

function boundedEntry(name: string, value: unknown, bounds: CostBounds): unknown {
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  if (pageTimeouts.has(name) && isNumber && value > maxPageMs) return maxPageMs;
  if (waits.has(name) && isNumber && value > maxWaitMs) return maxWaitMs;
  if (Object.hasOwn(counts, name) && isNumber) return Math.min(value, counts[name] as number);
  if (bounds.browser) return value;
  if (name === 'render' && value === 'always') return 'never';
  if ((name === 'steps' || name === 'actions') && Array.isArray(value) && !bounds.keepsSteps)
    return value.slice(0, 0);
  if (name === 'formats' && Array.isArray(value)) {
    const cheap = value.filter((format) => !needsBrowser(format));
    return cheap.length === value.length ? value : [...cheap, 'markdown'];
  }
  return value;
}

function boundedList(value: readonly unknown[], bounds: CostBounds): unknown[] {
  const isAddresses =
    value.length > maxAddresses && value.every((one) => typeof one === 'string' && /^https?:/.test(one));
  return (isAddresses ? value.slice(0, maxAddresses) : value).map((one) => bounded(one, bounds));
}

function bounded(value: unknown, bounds: CostBounds): unknown {
  if (Array.isArray(value)) return boundedList(value, bounds);
  if (typeof value === 'string') return isSlow(value, bounds) ? bounds.insteadOfSlow : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, boundedEntry(name, bounded(entry, bounds), bounds)]),
  );
}

/**
 * Returns the body of a request that completes within ten seconds: timeouts, waits and numbers of pages are limited,
 * and endless pages occur only with a timeout (`timeoutField`; null if there is none).
 */
export function boundCosts(
  body: unknown,
  bounds: CostBounds,
  timeoutField: string | null,
  dice: Dice,
): unknown {
  if (!isObject(body) || timeoutField === null) return bounded(body, bounds);
  const short = { ...body, [timeoutField]: body[timeoutField] ?? dice.pick([1_000, 2_000]) };
  const names = [body.url, ...(Array.isArray(body.urls) ? body.urls : [])];
  const namesSlow = names.some((name) => typeof name === 'string' && isSlow(name, bounds));
  return bounded(namesSlow ? short : body, namesSlow ? { ...bounds, slow: new Set() } : bounds);
}
