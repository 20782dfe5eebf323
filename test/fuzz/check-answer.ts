import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { WireAnswer } from './answer-reader.ts';
import type { Api, ApiOperation, Schema } from './api-operations.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { ResourceIds } from './resource-ids.ts';
import type { Sent } from './wire-client.ts';

/** Violation of a rule. */
export interface Violation {
  /** Short name of the rule, by which findings are grouped. */
  rule: string;
  /** Observation, without ids and numbers that differ between requests. */
  detail: string;
}

/** Checks the response to a request. */
export type CheckAnswer = (request: FuzzRequest, sent: Sent) => Violation[];

/** Larger bodies are not validated. */
const maxValidatedBytes = 300_000;
const maxDetail = 300;
/** Statuses of requests that are rejected before their operation is known. */
const refusedEarly = new Set([400, 401, 403, 404, 405, 413, 414, 415, 417, 422, 431]);
/**
 * Reasons for a 503 without Retry-After: a part that this service does not have, or a failure of a site or archive
 * named in the request.
 */
const documentedReasons =
  /no browser|needs a browser|no search provider|not configured|no provider|no mail server|no model|no exit|is closed|no archive|every archive|no country|exchange rate|did not answer|does not answer|did not respond|does not respond|cannot be reached|not available/i;

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false, inlineRefs: false });
/** Schema of every error of `/v1`. */
const problemRef = { $ref: '#/components/schemas/Problem' };

/** Removes the parts in which two responses with the same cause differ, so that they count as one finding. */
function normalized(text: string): string {
  return text
    .replaceAll(/\b[a-z]{2,5}_[0-9a-z]{20,40}\b/g, 'ID')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
    .replaceAll(/\d+/g, 'N')
    .slice(0, maxDetail);
}

function mediaTypeOf(answer: WireAnswer): string {
  return (answer.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function parsed(text: string): { value: unknown } | null {
  try {
    // A byte order mark may be ignored (RFC 8259 section 8.1).
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) };
  } catch {
    return null;
  }
}

function isJson(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}

/** Creates the checks of responses to operations of `api`. */
export function createCheckAnswer(api: Api, ids: ResourceIds): CheckAnswer {
  const validators = new Map<Schema, ValidateFunction>();

  function validatorOf(schema: Schema): ValidateFunction {
    const known = validators.get(schema);
    if (known !== undefined) return known;
    const made = ajv.compile({ ...schema, components: api.components });
    validators.set(schema, made);
    return made;
  }

  function faultOf(schema: Schema, value: unknown): string | null {
    const validate = validatorOf(schema);
    if (validate(value)) return null;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath.replaceAll(/\/\d+/g, '/N')} ${error?.message} ${JSON.stringify(error?.params)}`;
  }

  function checkUnavailable(operation: ApiOperation | null, answer: WireAnswer, json: unknown): Violation[] {
    // biome-ignore lint/suspicious/noExplicitAny: whatever was answered
    const { code, detail, error } = (json ?? {}) as any;
    const reason = String(detail ?? error ?? '');
    if (
      answer.status === 501 &&
      (code === 'not_configured' || code === 'NOT_CONFIGURED') &&
      !answer.headers.has('retry-after')
    )
      return operation === null || '501' in operation.answers
        ? []
        : [{ rule: 'status not declared', detail: '501' }];
    const isNamed = code === 'unavailable' || code === 'UNAVAILABLE';
    const isExplained = answer.headers.has('retry-after') || documentedReasons.test(reason);
    if (isNamed && isExplained && (operation === null || '503' in operation.answers)) return [];
    return [{ rule: `status ${answer.status}`, detail: normalized(`${code}: ${reason}`) }];
  }

  function checkStatus(
    { operation, expectation }: FuzzRequest,
    answer: WireAnswer,
    json: unknown,
  ): Violation[] {
    const { status } = answer;
    const refusal = expectation.kind === 'statuses' && expectation.statuses.includes(status);
    if ((status === 501 || status === 503) && !refusal) return checkUnavailable(operation, answer, json);
    if (status >= 500 && !refusal) {
      const text = answer.body.toString('utf8', 0, 2_000);
      return [{ rule: `status ${status}`, detail: normalized(text) }];
    }
    if (expectation.kind === 'statuses')
      return refusal ? [] : [{ rule: 'unexpected status', detail: String(status) }];
    if (
      operation === null ||
      status in operation.answers ||
      status === 206 ||
      status === 304 ||
      status === 416
    )
      return [];
    if (expectation.kind === 'declared_or_refused' && refusedEarly.has(status)) return [];
    return [{ rule: 'status not declared', detail: String(status) }];
  }

  function checkBody(
    { operation, method, expectation }: FuzzRequest,
    answer: WireAnswer,
    json: { value: unknown } | null,
  ): Violation[] {
    const declared = operation?.answers[String(answer.status)];
    if (method === 'HEAD' || declared === undefined || expectation.kind === 'statuses') return [];
    // A damaged path may belong to another operation, whose responses are checked elsewhere.
    if (expectation.kind === 'declared_or_refused') return [];
    const mediaType = mediaTypeOf(answer);
    const schema = declared[mediaType] ?? ('*/*' in declared ? {} : null);
    if (schema === null)
      return [{ rule: 'media type not declared', detail: `${answer.status} ${mediaType}` }];
    if (!isJson(mediaType) || !answer.isWhole || answer.body.length > maxValidatedBytes) return [];
    if (json === null) return [{ rule: 'not JSON', detail: `${answer.status} ${mediaType}` }];
    const fault = faultOf(schema, json.value);
    return fault === null
      ? []
      : [{ rule: 'answer does not fit its schema', detail: `${answer.status}: ${normalized(fault)}` }];
  }

  /** Checks that an unsuccessful response of `/v1` is a problem document with the status of the response. */
  function checkProblem(
    { target }: FuzzRequest,
    answer: WireAnswer,
    json: { value: unknown } | null,
  ): Violation[] {
    if (
      answer.status < 400 ||
      mediaTypeOf(answer) !== 'application/problem+json' ||
      !target.startsWith('/v1/')
    )
      return [];
    if (json === null)
      return answer.body.length === 0 ? [] : [{ rule: 'not JSON', detail: String(answer.status) }];
    const fault = faultOf(problemRef, json.value);
    if (fault !== null) return [{ rule: 'problem does not fit its schema', detail: normalized(fault) }];
    const { status, request_id: id } = json.value as { status: number; request_id: string };
    const isConsistent = status === answer.status && id === answer.headers.get('x-request-id');
    return isConsistent ? [] : [{ rule: 'problem contradicts the answer', detail: `${answer.status}` }];
  }

  function checkAgentAnswer(answer: WireAnswer, text: string): Violation[] {
    if (answer.status >= 400 || text === '') return [];
    const data =
      mediaTypeOf(answer) === 'text/event-stream'
        ? [...text.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line as string)
        : [text];
    return data.flatMap((one) => {
      const message = parsed(one);
      if (message === null) return one === '' ? [] : [{ rule: 'not JSON', detail: 'JSON-RPC' }];
      // biome-ignore lint/suspicious/noExplicitAny: a JSON-RPC message is whatever was answered
      const { error, result } = (message.value ?? {}) as any;
      const problem = result?._meta?.['webdata/problem'];
      if (error?.code === -32603)
        return [{ rule: 'JSON-RPC internal error', detail: normalized(String(error.message)) }];
      return problem?.code === 'internal'
        ? [{ rule: 'tool failed with internal', detail: normalized(String(problem.detail)) }]
        : [];
    });
  }

  function checkAccess(request: FuzzRequest, { status }: WireAnswer, text: string): Violation[] {
    const { operation, account, foreignIds, expectation } = request;
    if (operation === null || expectation.kind === 'statuses') return [];
    const found: Violation[] = [];
    const { scope } = operation;
    const isSuccess = status >= 200 && status < 300;
    if (scope !== null && isSuccess && !account.scopes.includes(scope))
      found.push({ rule: 'access without the scope', detail: scope });
    if (status === 401 && account.scopes.length > 0) found.push({ rule: 'good key refused', detail: '401' });
    if (isSuccess && foreignIds.length > 0)
      found.push({ rule: "another account's resource", detail: 'named in the path' });
    // The history contains request input, including ids of other accounts.
    if (!isSuccess || operation.path.startsWith('/v1/requests') || operation.path.startsWith('/v1/audit'))
      return found;
    const requested = `${request.target} ${request.body?.toString('latin1') ?? ''}`;
    for (const [id] of text
      .slice(0, 60_000)
      .matchAll(/\b(?:ds|evt|job|mon|rcp|req|run|ses|wf)_[0-9a-z]{26}\b/g)) {
      const owner = ids.ownerOf(id);
      if (owner === null || owner === account.owner || requested.includes(id)) continue;
      found.push({ rule: "another account's resource", detail: `${id.split('_')[0]} in the answer` });
      break;
    }
    return found;
  }

  /** Checks that a body was not accepted which the operation's schema rejects. */
  function checkAccepted({ operation, body, expectation }: FuzzRequest, { status }: WireAnswer): Violation[] {
    if (operation?.body == null || operation.surface !== 'v1' || expectation.kind !== 'declared') return [];
    if (status !== 200 || body === null || body.length > maxValidatedBytes) return [];
    const value = parsed(body.toString('utf8'));
    if (value === null) return body.length === 0 ? [] : [{ rule: 'accepted what is not JSON', detail: '' }];
    const fault = faultOf(operation.body, value.value);
    return fault === null ? [] : [{ rule: 'accepted what its schema refuses', detail: normalized(fault) }];
  }

  return (request, sent) => {
    if (sent.kind === 'late')
      return [{ rule: 'late', detail: `no whole answer in ${Math.round(sent.ms / 1000)} s` }];
    if (sent.kind === 'closed') {
      const { expectation } = request;
      const mayClose = expectation.kind === 'statuses' && expectation.mayClose;
      return mayClose ? [] : [{ rule: 'no answer', detail: sent.reason }];
    }
    const { answer } = sent;
    const text = answer.body.toString('utf8');
    const json = isJson(mediaTypeOf(answer)) && answer.isWhole ? parsed(text) : null;
    return [
      ...checkStatus(request, answer, json?.value),
      ...checkBody(request, answer, json),
      ...checkProblem(request, answer, json),
      ...checkAccess(request, answer, text),
      ...checkAccepted(request, answer),
      ...(request.expectation.kind === 'json_rpc' ? checkAgentAnswer(answer, text) : []),
    ];
  };
}
