import { z } from 'zod';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import { withFieldRules } from '../declaration/field-rules.ts';
import { maskedAs, secretField } from '../declaration/secret-fields.ts';
import { withSchemaName } from '../schema-names.ts';
import { headersSchema, stepsSchema, toStep } from './page-options.ts';
import {
  methodFaults,
  methodRules,
  toSentRequest,
  toVisitor,
  visitorOptions,
  withContentType,
} from './visitor-options.ts';

const requestFields = z.strictObject({
  ...visitorOptions,
  headers: headersSchema.optional(),
  steps: stepsSchema.optional(),
  wait_for: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe('selector or text of an element that must appear in the browser before the page is read'),
  wait_ms: z
    .int()
    .min(0)
    .max(60_000)
    .optional()
    .describe('milliseconds to wait in the browser after the page has loaded'),
  mobile: z.boolean().optional().describe('emulate a mobile viewport and User-Agent'),
});

/** How a saved task requests its pages. A document in wire names. */
export type PageRequest = z.output<typeof requestFields>;

function needsBrowser(request: PageRequest): boolean {
  const {
    steps = [],
    wait_for: target,
    wait_ms: waitMs = 0,
    mobile = false,
    timezone,
    geolocation,
  } = request;
  return (
    steps.length > 0 || target !== undefined || waitMs > 0 || mobile || (timezone ?? geolocation) != null
  );
}

/** Schema of {@link PageRequest}: options of scrape that say how a page is requested, with the same meaning. */
export const pageRequestSchema: z.ZodType<PageRequest> = withSchemaName(
  'PageRequest',
  withFieldRules(
    requestFields
      .superRefine((request, context) => {
        for (const { path, message } of methodFaults(request, needsBrowser(request)))
          context.addIssue({ code: 'custom', path: [path], message });
      })
      .describe(
        'How the page is requested: headers, cookies, browser steps, or method and body. Each reading sends the request again.',
      ),
    methodRules,
  ),
);

/** Schema of a {@link PageRequest} in answers: what is secret in it is masked for keys that may only read. */
export const savedRequestSchema = z
  .looseObject({
    headers: secretField(z.record(z.string(), z.unknown())).optional().describe('request headers by name'),
    cookies: secretField(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]))
      .nullish()
      .describe('cookies by name, or a list with domain and path'),
    body: secretField(z.string()).nullish().describe('body of the request'),
    steps: maskedAs(z.array(z.unknown()), () => stepsSchema)
      .optional()
      .describe('steps in the browser before the page is read'),
  })
  .describe('How the page is requested, as it was saved. A key that may only read gets it without secrets.');

/** Returns true for a request that is sent over HTTP, with another method than GET. */
export function isSentOverHttp({ method }: PageRequest): boolean {
  return method != null && method !== 'GET';
}

/** The options of a page that a request states. */
type RequestOptions = Pick<PageCommand, 'headers' | 'steps' | 'waitMs' | 'mobile' | 'render'> &
  Partial<Pick<PageCommand, 'visitor' | 'sent'>>;

/** Returns the options of a page; another method than GET is sent without a browser. */
export function toRequestOptions(request: PageRequest, render: PageCommand['render']): RequestOptions {
  const { body, headers = {}, steps = [], wait_for: target, wait_ms: waitMs = 0, mobile = false } = request;
  const awaited = target === undefined ? [] : [toStep({ type: 'wait_for', target })];
  const visitor = toVisitor(request);
  const sent = toSentRequest(request);
  return {
    headers: withContentType(headers, body),
    steps: [...steps.map(toStep), ...awaited],
    waitMs,
    mobile,
    render: sent === undefined ? render : 'never',
    ...(visitor !== undefined && { visitor }),
    ...(sent !== undefined && { sent }),
  };
}
