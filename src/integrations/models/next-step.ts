import type { JsonSchema } from '../../domain/pages/extraction.ts';
import type { ModelError, ModelErrorCode } from '../../domain/resources/model.ts';
import { parseRetryAfterMs } from '../../web/http/retry-after.ts';
import type { EndpointResponse } from '../operator-endpoint.ts';
import { fallbackAfterError, isAccountError, matchesShape, nextFallback } from './capability-fallback.ts';
import {
  type Completion,
  type EndpointCapabilities,
  findEmbeddedError,
  parseCompletion,
  parseErrorMessage,
  statesSchema,
} from './chat-exchange.ts';
import { type FoundJson, readJson } from './read-json.ts';

/** Reason why there is no answer. */
export type ModelErrorDetail = Pick<ModelError, 'code' | 'message'>;

/** JSON that the model returned. */
export interface ParsedAnswer extends FoundJson {
  completion: Completion;
}

/** Result of one request: the end of the question, another request form, or a pause before a retry. */
export type NextStep =
  | { next: 'end'; reply: ModelErrorDetail | ParsedAnswer }
  | { next: 'ask'; capabilities: EndpointCapabilities }
  | {
      next: 'wait';
      ms: number;
      /** Error to report if there is no time to wait. */
      error: ModelErrorDetail;
      /** True if the endpoint stated the pause, so that it applies to all processes. */
      appliesToAll: boolean;
    };

/** Circumstances of a request. */
export interface RequestContext {
  capabilities: EndpointCapabilities;
  /** Transient failures of the question so far, including this one. */
  failures: number;
  /** Address of the endpoint for messages. */
  displayUrl: string;
  now: Date;
  /** Schema of the answer. */
  schema: JsonSchema;
}

const firstPauseMs = 400;

/** Returns the milliseconds before the next try, with jitter so that retries do not coincide. */
export function computeBackoffMs(failures: number): number {
  return firstPauseMs * 2 ** (failures - 1) * (0.75 + Math.random() / 2);
}

/** Ends a question with an error. */
export function endWithError(code: ModelErrorCode, message: string): NextStep {
  return { next: 'end', reply: { code, message } };
}

/** Returns the next step after a response of the endpoint. */
export function nextStep(answer: EndpointResponse, context: RequestContext): NextStep {
  const { statusCode } = answer;
  const embedded = statusCode >= 200 && statusCode < 300 ? findEmbeddedError(answer.text) : null;
  if (embedded !== null) {
    const reported = { ...answer, statusCode: embedded.statusCode };
    const message = `The model endpoint answered ${statusCode} with an error: ${embedded.message}`;
    return handleError(reported, context, embedded.message, message);
  }
  if (statusCode >= 200 && statusCode < 300) return handleSuccess(answer, context);
  if (statusCode >= 300 && statusCode < 400) {
    return endWithError(
      'refused',
      `The model endpoint answered with a redirect (${statusCode}), which is not followed. Correct its URL.`,
    );
  }
  const errorText = parseErrorMessage(answer.text);
  const errorMessage = `The model endpoint answered ${statusCode}${errorText === '' ? '.' : `: ${errorText}`}`;
  return handleError(answer, context, errorText, errorMessage);
}

function handleError(
  answer: EndpointResponse,
  context: RequestContext,
  errorText: string,
  errorMessage: string,
): NextStep {
  const { statusCode } = answer;
  if (statusCode === 401 || statusCode === 403) return endWithError('unauthorized', errorMessage);
  if (statusCode === 402 || isAccountError(errorText)) return endWithError('refused', errorMessage);
  if (statusCode === 429 || statusCode >= 500) return handleTransientError(answer, context, errorMessage);
  const fallback =
    statusCode === 404 || statusCode === 405 ? null : fallbackAfterError(context.capabilities, errorText);
  return fallback === null ? endWithError('refused', errorMessage) : { next: 'ask', capabilities: fallback };
}

function handleSuccess(
  { text }: EndpointResponse,
  { capabilities, displayUrl, schema }: RequestContext,
): NextStep {
  const completion = parseCompletion(text);
  if (completion === null)
    return endWithError(
      'refused',
      `The server at ${displayUrl} does not return chat completions. Correct the URL of the model.`,
    );
  if (completion.refusal !== null)
    return endWithError('refused', `The model refused to answer: ${completion.refusal}`);
  const json = readJson(completion.text);
  const lacksSchema =
    !statesSchema(capabilities) && !completion.isCut && !(json !== null && matchesShape(json.value, schema));
  if (lacksSchema) return { next: 'ask', capabilities: { ...capabilities, needsSchemaText: true } };
  if (json !== null) return { next: 'end', reply: { completion, ...json } };
  if (completion.isCut) {
    const message = completion.isReasoningOnly
      ? 'The model used all tokens of its answer for reasoning. Turn off reasoning on the server, or use another model.'
      : 'The answer of the model was truncated. Reduce the fields or the text.';
    return endWithError('no_json', message);
  }
  return (
    fallbackUnlessProven(capabilities) ??
    endWithError('no_json', 'The answer of the model contains no JSON. Try again, or use a larger model.')
  );
}

function handleTransientError(
  { statusCode, headers }: EndpointResponse,
  context: RequestContext,
  errorMessage: string,
): NextStep {
  // Some servers fail on a format that they do not support.
  if (statusCode === 501 || (statusCode === 500 && context.failures > 1)) {
    const fallback = fallbackUnlessProven(context.capabilities);
    if (fallback !== null) return fallback;
  }
  const retryAfter = parseRetryAfter(headers, context.now);
  const code = statusCode === 429 ? 'rate_limited' : 'unreachable';
  const ms = retryAfter ?? computeBackoffMs(context.failures);
  return { next: 'wait', ms, error: { code, message: errorMessage }, appliesToAll: retryAfter !== null };
}

/** Returns the milliseconds that an endpoint asks to wait; some state them in a header of their own. */
function parseRetryAfter(headers: EndpointResponse['headers'], now: Date): number | null {
  const ms = headers['retry-after-ms']?.trim() ?? '';
  if (/^\d{1,8}(?:\.\d+)?$/.test(ms)) return Math.ceil(Number(ms));
  const header = headers['retry-after'];
  // Some servers state fractions of a second.
  const fraction = /^\s*(\d{1,5}\.\d+)\s*$/.exec(header ?? '')?.[1];
  return fraction === undefined ? parseRetryAfterMs(header, now) : Math.ceil(Number(fraction) * 1_000);
}

function fallbackUnlessProven(capabilities: EndpointCapabilities): NextStep | null {
  const fallback = capabilities.isProven ? null : nextFallback(capabilities);
  return fallback === null ? null : { next: 'ask', capabilities: fallback };
}
