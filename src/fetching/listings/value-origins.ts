import type { CallTemplate, ValueOrigin } from '../../domain/listing.ts';

/** Texts that values may stand in: the page, by null, and its scripts. */
export interface OriginTexts {
  /** The answer's `Set-Cookie` values by name. */
  cookies: ReadonlyMap<string, string>;
  texts: ReadonlyMap<string | null, string>;
}

const contextLength = 48;
const longestValue = 4_096;

/** The cookies that an answer sets, of its joined `Set-Cookie` headers (RFC 6265 section 4.1). */
export function cookiesOf(setCookie: string | undefined): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of (setCookie ?? '').split(/\n|,\s*(?=[^\s;,=]+=)/)) {
    const pair = line.split(';', 1)[0] ?? '';
    const at = pair.indexOf('=');
    if (at > 0) found.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  return found;
}

/** The cookies of a request's own `Cookie` header. */
export function cookiesSent(header: string | undefined): Map<string, string> {
  const found = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0) found.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  return found;
}

/** What a value is with what a caller puts before it taken off: `Bearer`, quotes. */
function bareOf(value: string): { prefix: string; bare: string } {
  const match = /^(?:(?:bearer|token|basic|apikey)\s+|"?)/i.exec(value);
  const prefix = match?.[0] ?? '';
  return { prefix, bare: value.slice(prefix.length).replace(/"$/, '') };
}

function inText(value: string, url: string | null, text: string): ValueOrigin | null {
  const at = text.indexOf(value);
  if (at === -1) return null;
  const before = text.slice(Math.max(0, at - contextLength), at);
  const after = text.slice(at + value.length, at + value.length + 1);
  if (before.trim() === '' || after === '') return null;
  return { kind: 'text', url, before, after };
}

/** Whether a value may be kept as it is: short and no secret. */
function isPlain(value: string): boolean {
  return value.length <= 24 && !/(?=.*\d)(?=.*[a-z])[\w-]{12,}/i.test(value);
}

/** Headers whose values say how something is asked, not by whom. */
const manner =
  /^(?:accept|content-type|referer|origin|x-requested-with|apollographql-client-name|apollographql-client-version)$/;

/** Where a header's value comes from; null when that was not found and it must not be kept. */
export function originOf(name: string, value: string, known: OriginTexts): ValueOrigin | null {
  if (manner.test(name)) return { kind: 'fixed', value };
  if (value === '' || value.length > longestValue) return null;
  const { prefix, bare } = bareOf(value);
  if (bare.length >= 6) {
    for (const [cookie, set] of known.cookies) {
      if (prefix === '' && (set === bare || decodeURIComponentSafely(set) === bare))
        return { kind: 'cookie', name: cookie };
    }
    if (prefix === '' || prefix === '"') {
      for (const [url, text] of known.texts) {
        const found = inText(bare, url, text);
        if (found !== null) return found;
      }
    }
  }
  return isPlain(value) ? { kind: 'fixed', value } : null;
}

/** Where a cookie's value comes from: an answer that sets it, or a text that a script makes it of. */
export function cookieOrigin(name: string, value: string, known: OriginTexts): ValueOrigin | null {
  if (known.cookies.has(name)) return { kind: 'cookie', name };
  for (const [url, text] of known.texts) {
    const found = value.length >= 6 ? inText(value, url, text) : null;
    if (found !== null) return found;
  }
  return null;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The value that an origin gives now; null when it is no longer there. */
export function valueFrom(origin: ValueOrigin, known: OriginTexts): string | null {
  if (origin.kind === 'fixed') return origin.value;
  if (origin.kind === 'cookie') return known.cookies.get(origin.name) ?? null;
  const text = known.texts.get(origin.url);
  if (text === undefined) return null;
  // What stands before may have changed but for its end, where the name of the value is.
  for (const length of [origin.before.length, 24, 12]) {
    const before = origin.before.slice(-length);
    const at = text.indexOf(before);
    if (at === -1) continue;
    const from = at + before.length;
    const to = text.indexOf(origin.after, from);
    if (to > from && to - from <= longestValue) return text.slice(from, to);
  }
  return null;
}

/** Whether a template needs the page, and which scripts, before it can be sent. */
export function neededTexts({ headers, cookies }: CallTemplate): { page: boolean; scripts: string[] } {
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

/** The headers of a template as they are to be sent now; null when a value is no longer to be had. */
export function headersOf(template: CallTemplate, known: OriginTexts): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const [name, origin] of Object.entries(template.headers)) {
    const value = valueFrom(origin, known);
    if (value === null) return null;
    headers[name] = value;
  }
  const cookies: string[] = [];
  for (const [name, origin] of Object.entries(template.cookies)) {
    const value = valueFrom(origin, known);
    if (value === null) return null;
    cookies.push(`${name}=${value}`);
  }
  if (cookies.length > 0) headers.cookie = cookies.join('; ');
  return headers;
}
