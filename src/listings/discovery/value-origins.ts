import type { CallTemplate, ValueOrigin } from '../../domain/pages/listing.ts';
import { decodePercent } from '../../domain/values/decode-percent.ts';

/** Texts that may contain values: the page (key null) and its scripts. */
export interface OriginTexts {
  /** Cookies of the response by name. */
  cookies: ReadonlyMap<string, string>;
  texts: ReadonlyMap<string | null, string>;
}

const contextLength = 48;
const maxValueLength = 4_096;

/** Parses the cookies of joined `Set-Cookie` headers (RFC 6265 section 4.1). */
export function parseSetCookie(setCookie: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const line of (setCookie ?? '').split(/\n|,\s*(?=[^\s;,=]+=)/)) {
    const pair = line.split(';', 1)[0] ?? '';
    const at = pair.indexOf('=');
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  return cookies;
}

/** Parses the cookies of a `Cookie` header. */
export function parseCookieHeader(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  return cookies;
}

/** Splits a prefix such as `Bearer` or a quote from a value. */
function splitPrefix(value: string): { prefix: string; token: string } {
  const match = /^(?:(?:bearer|token|basic|apikey)\s+|"?)/i.exec(value);
  const prefix = match?.[0] ?? '';
  return { prefix, token: value.slice(prefix.length).replace(/"$/, '') };
}

function findInText(value: string, url: string | null, text: string): ValueOrigin | null {
  const at = text.indexOf(value);
  if (at === -1) return null;
  const before = text.slice(Math.max(0, at - contextLength), at);
  const after = text.slice(at + value.length, at + value.length + 1);
  if (before.trim() === '' || after === '') return null;
  return { kind: 'text', url, before, after };
}

/** Returns true if a value may be stored: it is short and no secret. */
function isSafeToStore(value: string): boolean {
  // regex: at most 24 characters, longer values are rejected first
  return value.length <= 24 && !/(?=.*\d)(?=.*[a-z])[\w-]{12,}/i.test(value);
}

/** Headers that describe the format of a request, not its sender. */
const formatHeaders =
  /^(?:accept|content-type|referer|origin|x-requested-with|apollographql-client-name|apollographql-client-version)$/;

/** Returns the origin of a header's value; null if it was not found and the value must not be stored. */
export function findOrigin(name: string, value: string, origins: OriginTexts): ValueOrigin | null {
  if (formatHeaders.test(name)) return { kind: 'fixed', value };
  if (value === '' || value.length > maxValueLength) return null;
  const { prefix, token } = splitPrefix(value);
  if (token.length >= 6) {
    for (const [cookie, cookieValue] of origins.cookies) {
      if (prefix === '' && (cookieValue === token || decodePercent(cookieValue) === token))
        return { kind: 'cookie', name: cookie };
    }
    if (prefix === '' || prefix === '"') {
      for (const [url, text] of origins.texts) {
        const origin = findInText(token, url, text);
        if (origin !== null) return origin;
      }
    }
  }
  return isSafeToStore(value) ? { kind: 'fixed', value } : null;
}

/** Returns the origin of a cookie's value: a response that sets it, or a text from which a script builds it. */
export function findCookieOrigin(name: string, value: string, origins: OriginTexts): ValueOrigin | null {
  if (origins.cookies.has(name)) return { kind: 'cookie', name };
  for (const [url, text] of origins.texts) {
    const origin = value.length >= 6 ? findInText(value, url, text) : null;
    if (origin !== null) return origin;
  }
  return null;
}

/** Returns the current value of an origin, or null. */
function resolveValue(origin: ValueOrigin, origins: OriginTexts): string | null {
  if (origin.kind === 'fixed') return origin.value;
  if (origin.kind === 'cookie') return origins.cookies.get(origin.name) ?? null;
  const text = origins.texts.get(origin.url);
  if (text === undefined) return null;
  // The text before the value may have changed except for its end, which contains the value's name.
  for (const length of [origin.before.length, 24, 12]) {
    const before = origin.before.slice(-length);
    const at = text.indexOf(before);
    if (at === -1) continue;
    const from = at + before.length;
    const to = text.indexOf(origin.after, from);
    if (to > from && to - from <= maxValueLength) return text.slice(from, to);
  }
  return null;
}

/** Returns the texts that a template needs before it can be sent: the page, and scripts. */
export function getNeededTexts({ headers, cookies }: CallTemplate): { page: boolean; scripts: string[] } {
  const origins = [...Object.values(headers), ...Object.values(cookies)].filter(
    ({ kind }) => kind !== 'fixed',
  );
  const scripts = origins.flatMap((origin) =>
    origin.kind === 'text' && origin.url !== null ? [origin.url] : [],
  );
  const page = origins.some(
    (origin) => origin.kind === 'cookie' || (origin.kind === 'text' && origin.url === null),
  );
  return { page, scripts: [...new Set(scripts)] };
}

/** Returns the current headers of a template; null if a value is no longer available. */
export function resolveHeaders(template: CallTemplate, origins: OriginTexts): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const [name, origin] of Object.entries(template.headers)) {
    const value = resolveValue(origin, origins);
    if (value === null) return null;
    headers[name] = value;
  }
  const cookies: string[] = [];
  for (const [name, origin] of Object.entries(template.cookies)) {
    const value = resolveValue(origin, origins);
    if (value === null) return null;
    cookies.push(`${name}=${value}`);
  }
  if (cookies.length > 0) headers.cookie = cookies.join('; ');
  return headers;
}
