import { z } from 'zod';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import { secretField } from '../declaration/secret-fields.ts';
import { withSchemaName } from '../schema-names.ts';
import { headersSchema, stepsSchema, toStep } from './page-options.ts';
import { cookiesByName, withContentType } from './visitor-options.ts';

const methods = ['GET', 'POST'] as const;

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
  cookies: secretField(cookiesByName)
    .optional()
    .describe('Cookies by name, sent only to the origin of the URL.'),
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
  Partial<Pick<PageCommand, 'sent'>>;

function headersOf({ method, body, headers = {}, cookies = {} }: PageRequest): Record<string, string> {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'cookie');
  const cookie = [...(given === undefined ? [] : [given[1]]), ...pairs].join('; ');
  const others = {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'cookie')),
    ...(cookie !== '' && { cookie }),
  };
  return method === 'POST' ? withContentType(others, body) : others;
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
    ...(method === 'POST' && {
      render: 'never' as const,
      sent: { method, body, isRepeatable: false },
    }),
  };
}
