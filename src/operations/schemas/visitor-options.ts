import { z } from 'zod';
import type { SentRequest, Visitor, VisitorCookie } from '../../domain/pages/visitor.ts';
import type { FieldRule } from '../declaration/field-rules.ts';
import { secretField } from '../declaration/secret-fields.ts';
import { withSchemaName } from '../schema-names.ts';

const maxCookies = 50;

/** A name as in RFC 6265, section 4.1.1, and a value that cannot end the pair. */
const cookieName = z
  .string()
  .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/, 'is not a valid cookie name (RFC 6265)');
const cookieValue = z
  .string()
  .max(4_096)
  .regex(/^[\x20-\x3a\x3c-\x7e\x80-\xff]*$/, 'is not a valid cookie value (RFC 6265)');

/** Cookies of the host of a page by name. */
const cookiesByName = z
  .record(cookieName, cookieValue)
  .refine((cookies) => Object.keys(cookies).length <= maxCookies, `must have at most ${maxCookies} cookies`)
  .meta({ maxProperties: maxCookies });

const cookieSchema = withSchemaName(
  'VisitorCookie',
  z.strictObject({
    name: cookieName.describe('name of the cookie'),
    value: cookieValue.describe('value of the cookie'),
    domain: z
      .string()
      .max(253)
      .regex(/^\.?[A-Za-z0-9.-]+$/, 'must be a host name')
      .nullish()
      .describe('domain whose hosts receive it; by default only the host of the page'),
    path: z
      .string()
      .max(1_000)
      .regex(/^\/[\x20-\x3a\x3c-\x7e]*$/, 'must begin with /')
      .default('/')
      .describe('path prefix of the requests that receive it; default `/`'),
  }),
);

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Options of a page request that say who asks, and with what, as wire fields (docs/scrape.md#visitor). */
export const visitorOptions = {
  cookies: secretField(z.union([cookiesByName, z.array(cookieSchema).max(maxCookies)]))
    .nullish()
    .describe(
      'cookies that the site receives as if it had set them before: values by name, or a list with domains and paths',
    ),
  languages: z
    .array(z.string().regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/, 'must be a language tag (BCP 47)'))
    .max(10)
    .nullish()
    .describe('preferred languages, the first one first. Default: the language of the exit’s country'),
  timezone: z
    .string()
    .max(64)
    .refine(isTimezone, 'must be a time zone (IANA), such as Europe/Vienna')
    .nullish()
    .describe('time zone of the browser. Default: that of the exit’s country'),
  geolocation: withSchemaName(
    'Geolocation',
    z.strictObject({
      latitude: z.number().min(-90).max(90).describe('latitude in degrees, -90 to 90'),
      longitude: z.number().min(-180).max(180).describe('longitude in degrees, -180 to 180'),
      accuracy: z.number().min(0).max(100_000).default(50).describe('metres'),
    }),
  )
    .nullish()
    .describe('place that the browser reports to sites that ask for it'),
  method: z
    .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    .nullish()
    .describe(
      'method of the request. Default: GET; another one than GET needs `allow_unsafe` and is sent over HTTP',
    ),
  body: secretField(z.string().max(1_000_000))
    .nullish()
    .describe(
      'body of the request. Without a `Content-Type` in `headers`: JSON or form data if it is that, otherwise text',
    ),
  allow_unsafe: z
    .boolean()
    .nullish()
    .describe('confirms that a request with another method than GET may change something at the site'),
};

/** Validated wire options. */
export type VisitorOptions = z.output<z.ZodObject<typeof visitorOptions>>;

/** Returns cookies as a list. */
export function listCookies(cookies: VisitorOptions['cookies']): VisitorCookie[] {
  if (cookies == null) return [];
  if (!Array.isArray(cookies))
    return Object.entries(cookies).map(([name, value]) => ({ name, value, domain: null, path: '/' }));
  return cookies.map(({ name, value, domain, path }) => ({ name, value, domain: domain ?? null, path }));
}

/** Converts wire options; undefined if all of them have their defaults. */
export function toVisitor({
  cookies,
  languages,
  timezone,
  geolocation,
}: Pick<VisitorOptions, 'cookies' | 'languages' | 'timezone' | 'geolocation'>): Visitor | undefined {
  const listed = listCookies(cookies);
  const isDefault =
    listed.length === 0 && (languages?.length ?? 0) === 0 && (timezone ?? geolocation ?? null) === null;
  if (isDefault) return undefined;
  return {
    cookies: listed,
    languages: languages ?? [],
    timezone: timezone ?? null,
    geolocation: geolocation ?? null,
  };
}

/** Converts wire options; undefined for GET. */
export function toSentRequest({ method, body }: VisitorOptions): SentRequest | undefined {
  if (method == null || method === 'GET') return undefined;
  return { method, body: body ?? null, isRepeatable: method === 'PUT' || method === 'DELETE' };
}

/** Returns the headers of a request with the type of its body, unless the caller sets it. */
export function withContentType(
  headers: Record<string, string>,
  body: string | null | undefined,
): Record<string, string> {
  const isSet = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return body == null || isSet ? headers : { ...headers, 'Content-Type': contentTypeOf(body) };
}

function contentTypeOf(body: string): string {
  try {
    JSON.parse(body);
    return 'application/json';
  } catch {
    const isForm = /^[^\s=&]+=[^\s&]*(?:&[^\s=&]+=[^\s&]*)*$/.test(body);
    return isForm ? 'application/x-www-form-urlencoded' : 'text/plain; charset=utf-8';
  }
}

/** A fault of options that do not fit together. */
export interface OptionFault {
  path: string;
  message: string;
}

/** Methods that may change something at the site. */
const unsafeMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

function isUnsafe(method: unknown): method is string {
  return typeof method === 'string' && unsafeMethods.includes(method);
}

/** Rules about the method of a request, its body, and the confirmation that it may change something. */
export const methodRules: readonly FieldRule[] = [
  {
    errorsOf: ({ method, allow_unsafe: isAllowed }) =>
      isUnsafe(method) && isAllowed !== true
        ? [
            {
              path: 'allow_unsafe',
              message: `must be true for ${method}, which may change something at the site`,
            },
          ]
        : [],
    toKeywords: () => ({
      not: {
        type: 'object',
        properties: { method: { enum: unsafeMethods }, allow_unsafe: { enum: [false, null] } },
        required: ['method'],
      },
    }),
  },
  {
    errorsOf: ({ method, body }) =>
      body != null && !isUnsafe(method)
        ? [{ path: 'body', message: 'is only sent with POST, PUT, PATCH or DELETE' }]
        : [],
    toKeywords: () => ({
      not: {
        type: 'object',
        properties: { body: { type: 'string' }, method: { enum: ['GET', null] } },
        required: ['body'],
      },
    }),
  },
];

/** Returns the fault of a method beside options that need a browser, as `needsBrowser` tells. */
export function methodFaults({ method }: VisitorOptions, needsBrowser: boolean): OptionFault[] {
  if (!needsBrowser || !isUnsafe(method)) return [];
  const message = `must be GET with options that need a browser: ${method} is sent over HTTP`;
  return [{ path: 'method', message }];
}
