import type { CapturedCall } from '../../domain/pages/records.ts';
import type { ReplayTrial } from './replay-trial.ts';
import { parseCookieHeader } from './value-origins.ts';

/** Headers that the browser adds, not the page. */
const browserHeaders =
  /^(?::|sec-|if-|proxy-)|^(?:user-agent|accept-encoding|accept-language|connection|host|content-length|cookie|pragma|cache-control|dnt|priority|upgrade-insecure-requests|te|keep-alive|purpose|range)$/;

export const scriptHeaders = ['accept', 'referer', 'origin', 'x-requested-with'];

export type Headers = Record<string, string>;

function pick(headers: Headers, names: readonly string[]): Headers {
  return Object.fromEntries(
    names.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name] as string]),
  );
}

function without(headers: Headers, names: readonly string[]): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/**
 * Returns headers with which the call works, trying the smallest set first: none, those of scripts, the page's
 * own, with cookies.
 */
export async function findSufficientHeaders(trial: ReplayTrial, call: CapturedCall): Promise<Headers | null> {
  const pageHeaders = Object.fromEntries(
    Object.entries(call.requestHeaders).filter(([name]) => !browserHeaders.test(name)),
  );
  const requiredHeaders = call.method === 'POST' ? pick(pageHeaders, ['content-type']) : {};
  const scriptOnly = { ...pick(pageHeaders, scriptHeaders), ...requiredHeaders };
  const { cookie } = call.requestHeaders;
  const levels: Headers[] = [requiredHeaders, scriptOnly, { ...pageHeaders, ...requiredHeaders }];
  if (cookie !== undefined) levels.push({ ...pageHeaders, ...requiredHeaders, cookie });
  const attemptedKeys = new Set<string>();
  for (const headers of levels) {
    const key = JSON.stringify(headers);
    if (attemptedKeys.has(key)) continue;
    attemptedKeys.add(key);
    if (await trial.isSuccessful(headers)) return headers;
  }
  return null;
}

/** Removes unnecessary headers: first those of scripts, then halves of the rest, single headers and cookies. */
export async function minimizeHeaders(trial: ReplayTrial, headers: Headers): Promise<Headers> {
  let current = headers;
  const attempt = async (reduced: Headers) => {
    if (
      trial.isExhausted ||
      (Object.keys(reduced).length === Object.keys(current).length && reduced.cookie === current.cookie)
    )
      return;
    if (await trial.isSuccessful(reduced)) current = reduced;
  };
  const names = () => Object.keys(current).filter((name) => name !== 'content-type' && name !== 'cookie');
  if (
    Object.keys(current).length === 0 ||
    (Object.keys(current).length === 1 && current['content-type'] !== undefined)
  )
    return current;
  const scriptOnly = names().filter((name) => scriptHeaders.includes(name));
  if (scriptOnly.length > 0 && scriptOnly.length < Object.keys(current).length)
    await attempt(without(current, scriptOnly));
  const rest = names();
  if (rest.length > 2) {
    const half = rest.slice(0, Math.ceil(rest.length / 2));
    await attempt(without(current, half));
    await attempt(without(current, names().slice(Math.ceil(names().length / 2))));
  }
  for (const name of names()) if (!trial.isExhausted) await attempt(without(current, [name]));
  const { cookie } = current;
  if (cookie === undefined) return current;
  for (const [name] of parseCookieHeader(cookie)) {
    if (trial.isExhausted) break;
    const others = [...parseCookieHeader(current.cookie)].filter(([other]) => other !== name);
    const reduced = without(current, ['cookie']);
    await attempt(
      others.length === 0
        ? reduced
        : { ...reduced, cookie: others.map(([key, value]) => `${key}=${value}`).join('; ') },
    );
  }
  return current;
}
