import { z } from 'zod';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import { secretField } from '../declaration/secret-fields.ts';
import { withSchemaName } from '../schema-names.ts';
import { headersSchema, stepsSchema, toStep } from './page-options.ts';

const methods = ['GET', 'POST'] as const;

/** A name as in RFC 6265 section 4.1.1, and a value that cannot end the pair. */
const cookiesSchema = secretField(
  z.record(
    z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/, 'is not a valid cookie name (RFC 6265)'),
    z
      .string()
      .max(4_096)
      .regex(/^[\x20-\x3a\x3c-\x7e\x80-\xff]*$/, 'is not a valid cookie value (RFC 6265)'),
  ),
)
  .refine((cookies) => Object.keys(cookies).length <= 50, 'must have at most 50 cookies')
  .describe('Cookies by name, sent only to the origin of the URL.');

const requestFields = z.strictObject({
  method: z
    .enum(methods)
    .optional()
    .describe('Method of the request. Default: `GET`. `POST` needs `allow_unsafe`.'),
  body: secretField(z.string().min(1).max(100_000))
    .optional()
    .describe(
      'Body of a POST: JSON or form data, as its `Content-Type` says. Default: the type of the text.',
    ),
  allow_unsafe: z
    .boolean()
    .optional()
    .describe('Allow a method that may change data: each reading sends the request again. Default: `false`.'),
  headers: headersSchema.optional(),
  cookies: cookiesSchema.optional(),
  steps: stepsSchema.optional(),
  wait_for: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe('Selector or text of an element that must appear in the browser before the page is read.'),
  wait_ms: z
    .int()
    .min(0)
    .max(60_000)
    .optional()
    .describe('Milliseconds to wait in the browser after the page has loaded.'),
  mobile: z.boolean().optional().describe('Emulate a mobile viewport and User-Agent. Default: `false`.'),
});

/** How a saved task requests its pages. A document in wire names. */
export type PageRequest = z.output<typeof requestFields>;

/** Options that only a browser supports. */
const browserOptions = ['steps', 'wait_for', 'wait_ms', 'mobile'] as const;

function refineRequest(request: PageRequest, context: z.RefinementCtx): void {
  const add = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const isPost = request.method === 'POST';
  if (isPost && request.allow_unsafe !== true)
    add('method', 'may change data, and each reading repeats it. Set `allow_unsafe: true` to allow that');
  if (!isPost && request.body !== undefined) add('body', 'needs `method: "POST"`');
  for (const option of browserOptions) {
    if (isPost && request[option]) add(option, 'needs a browser, which sends no POST. Omit it, or use `GET`');
  }
}

/** Schema of {@link PageRequest}. */
export const pageRequestSchema: z.ZodType<PageRequest> = withSchemaName(
  'PageRequest',
  requestFields
    .superRefine(refineRequest)
    .describe('How the page is requested: headers, cookies, browser steps, or the body of an API request.'),
);

/** The options of a page that a request states. */
type RequestOptions = Pick<PageCommand, 'headers' | 'steps' | 'waitMs' | 'mobile' | 'render'> &
  Partial<Pick<PageCommand, 'question'>>;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Any other text is form data.
    return false;
  }
}

function headersOf({ method, body, headers = {}, cookies = {} }: PageRequest): Record<string, string> {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'cookie');
  const cookie = [...(given === undefined ? [] : [given[1]]), ...pairs].join('; ');
  const type = isJson(body ?? '') ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'cookie')),
    ...(cookie !== '' && { cookie }),
    ...(method === 'POST' && !names.has('content-type') && { 'content-type': type }),
  };
}

/** Returns the options of a page; a POST is sent without a browser. */
export function toRequestOptions(request: PageRequest, render: PageCommand['render']): RequestOptions {
  const { method, body = '', steps = [], wait_for: target, wait_ms: waitMs = 0, mobile = false } = request;
  const awaited = target === undefined ? [] : [toStep({ type: 'wait_for', target })];
  return {
    headers: headersOf(request),
    steps: [...steps.map(toStep), ...awaited],
    waitMs,
    mobile,
    render,
    ...(method === 'POST' && { render: 'never', question: body }),
  };
}
