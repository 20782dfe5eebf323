import { randomUUID } from 'node:crypto';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Principal, Scope } from '../../domain/resources/account.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { isObject } from '../../domain/values/is-object.ts';
import type { CallPath } from '../../operations/call-path/call.ts';
import type { CountedRequests, RateLimitState } from '../../operations/call-path/rate-limiter.ts';
import { createLocalCaller } from '../caller.ts';
import { createOpenQuestions } from './client-questions.ts';
import { createMcpServerFactory, type McpServerOptions } from './mcp-server.ts';
import { acceptedForms, type ResponseForms, toAcceptedForm, withBothTypes } from './response-forms.ts';
import { createRunningCalls } from './running-calls.ts';
import { createScopeCheck } from './scope-check.ts';
import { parseSelection } from './tools/parse-selection.ts';
import type { ToolSelection } from './tools/tools.ts';
import { offersForms } from './user-input.ts';

/** Dependencies of the MCP endpoint. */
export interface McpEndpointOptions extends McpServerOptions {
  callPath: CallPath;
  clock: Clock;
  onError(error: Error): void;
}

/** A request with an authenticated key. */
export interface McpRequest {
  request: Request;
  principal: Principal;
  /** Answers a call whose scope the key lacks, but could ask for; null for a key that has its scopes for good. */
  askForScope: ((scopes: readonly Scope[]) => Response) | null;
  /** Base URL of the service; only pages of this origin may call from a browser. */
  baseUrl: string;
  /** Receives the states of the rate limits before the work, and also if they reject the request. */
  onLimits(states: RateLimitState[]): void;
}

/** Handles MCP over streamable HTTP. */
export interface McpEndpoint {
  /**
   * Throws Failure `invalid` for unknown toolsets, `too_large` for a batch of too many messages, and `rate_limited` if its
   * messages exceed a rate limit.
   */
  answer(request: McpRequest): Promise<Response>;
}

type RequestContext = Pick<McpRequest, 'principal' | 'baseUrl'> & {
  selection: ToolSelection;
  forms: ResponseForms;
  counted: CountedRequests;
};

/** Maximum size of a request in bytes, as in the other interfaces. */
const maxBodyBytes = 2 * 1024 * 1024;

const sessionHeader = 'mcp-session-id';
const maxSessionIdLength = 100;

/** Returns the session id of a client of 2025; null for other clients. */
function sessionIdOf(request: Request | undefined): string | null {
  const id = request?.headers.get(sessionHeader) ?? null;
  return id !== null && id.length <= maxSessionIdLength ? id : null;
}

/** Tells whether a client of 2025 introduces itself: later requests state the revision (from 2025-06-18). */
function isFirstRequest({ method, headers }: Request): boolean {
  return method === 'POST' && !headers.has(sessionHeader) && !headers.has('mcp-protocol-version');
}

/** Session ids of clients that show forms to their users start with it. */
const formsPrefix = 'forms-';
/** Maximum size in bytes of a message that is read for its capabilities or as the answer to a question. */
const maxMessageBytes = 256 * 1024;

/** Returns the message of a small request as JSON, and leaves the request unread; null if it is no JSON. */
async function peekMessage(request: Request): Promise<unknown> {
  if (!(Number(request.headers.get('content-length')) <= maxMessageBytes)) return null;
  try {
    return await request.clone().json();
  } catch {
    // The protocol library answers a body that is no JSON.
    return null;
  }
}

/** Maximum number of messages in one request (a batch of JSON-RPC 2.0). */
const maxBatchMessages = 50;

/** Returns the first character of a request that is no white space, and leaves the request unread. */
async function peekFirstCharacter(request: Request): Promise<string> {
  const reader = request.clone().body?.getReader();
  if (reader === undefined) return '';
  try {
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
      const text = new TextDecoder().decode(value).trimStart();
      if (text !== '') return text.charAt(0);
    }
    return '';
  } finally {
    // The other branch of the body is read by the handler.
    void reader.cancel().catch(() => {});
  }
}

/** Tells whether a message asks for an answer; notifications and answers to questions do not. */
function isAsking(message: unknown): message is Record<string, unknown> {
  return isObject(message) && 'method' in message && 'id' in message;
}

/** Methods that call operations. */
const callMethods: readonly unknown[] = ['tools/call', 'resources/read'];

/**
 * Returns the number of messages to count before their work: each message that asks for an answer is a request of its own
 * for the rate limits. A call without a batch is counted as every call of an operation, so that its client gets the
 * failure as its result. Throws Failure `too_large` for a batch of more messages than one request may have.
 */
async function countMessages(request: Request): Promise<number> {
  if (request.method !== 'POST') return 0;
  const messages = await peekMessage(request);
  if ((await peekFirstCharacter(request)) !== '[')
    return isAsking(messages) && !callMethods.includes(messages.method) ? 1 : 0;
  if (Array.isArray(messages) && messages.length <= maxBatchMessages) return messages.filter(isAsking).length;
  throw new Failure(
    'too_large',
    `A batch has at most ${maxBatchMessages} messages and ${maxMessageBytes} bytes, and a Content-Length. Send several requests.`,
  );
}

/** Method whose answer is a stream without an end. */
const listenMethod = 'subscriptions/listen';

/** Tells whether a request is answered in a form that its client takes, of the two that the protocol has. */
async function canAnswerIn({ json, events }: ResponseForms, request: Request): Promise<boolean> {
  if (request.method !== 'POST' || !(json || events)) return false;
  if (events) return true;
  const message = await peekMessage(request);
  return !(isObject(message) && message.method === listenMethod);
}

/** Returns the session id of a new client, which states whether the client shows forms. */
async function createSessionId(request: Request): Promise<string> {
  const message = (await peekMessage(request)) as { params?: { capabilities?: unknown } } | null;
  const capabilities = message?.params?.capabilities;
  const hasForms = isObject(capabilities) && offersForms(capabilities);
  return `${hasForms ? formsPrefix : ''}${randomUUID()}`;
}

/**
 * Creates the endpoint for both versions of the protocol. It keeps no state between requests: a session id only names a
 * client and whether it shows forms, so that its cancellations and its users' answers find its running calls.
 */
export function createMcpEndpoint({ callPath, clock, onError, ...options }: McpEndpointOptions): McpEndpoint {
  const openServer = createMcpServerFactory(options);
  const callsOf = createRunningCalls();
  const questions = createOpenQuestions();
  const missingScopeOf = createScopeCheck(options.registry);
  const handler = createMcpHandler(
    ({ authInfo, requestInfo, era }) => {
      // `answer` sets it for every request.
      const { selection, forms, ...identity } = (authInfo as unknown as { extra: RequestContext }).extra;
      const caller = createLocalCaller({ callPath, clock, ...identity, origin: 'mcp' });
      const sessionId = era === 'legacy' ? sessionIdOf(requestInfo) : null;
      if (sessionId === null) return openServer(caller, selection);
      const client = [identity.principal.keyId, sessionId];
      return openServer(caller, selection, {
        calls: callsOf(client),
        // A question is a message of a stream.
        questions: forms.events && sessionId.startsWith(formsPrefix) ? questions.of(client) : null,
      });
    },
    { maxRequestBodySize: maxBodyBytes, onerror: onError },
  );
  return {
    async answer({ request, principal, askForScope, baseUrl, onLimits }) {
      const missing = askForScope === null ? null : missingScopeOf(await peekMessage(request), principal);
      if (askForScope !== null && missing !== null) return askForScope([...principal.scopes, missing]);
      const counted = callPath.countRequests(principal, await countMessages(request), onLimits);
      const client = [principal.keyId, sessionIdOf(request) ?? ''];
      if (questions.hasOpen(client) && questions.resolve(client, await peekMessage(request)))
        return new Response(null, { status: 202 });
      const newSessionId = isFirstRequest(request) ? await createSessionId(request) : null;
      const scopes = [...principal.scopes];
      // The token is not passed on to the handler.
      const selection = parseSelection(new URL(request.url).searchParams);
      const forms = acceptedForms(request);
      const context: RequestContext = { principal, baseUrl, selection, counted, forms };
      const authInfo = { token: '', clientId: principal.keyId, scopes, extra: { ...context } };
      const isAccepted = await canAnswerIn(forms, request);
      const answered = await handler.fetch(isAccepted ? withBothTypes(request) : request, { authInfo });
      const response = isAccepted ? await toAcceptedForm(answered, forms, request) : answered;
      if (response.ok && newSessionId !== null) response.headers.set(sessionHeader, newSessionId);
      return response;
    },
  };
}
