import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { Failure } from '../../domain/failure.ts';
import { splitInput } from '../../operations/flat-input.ts';
import { type Answer, type Operation, stringOf } from '../../operations/operation.ts';
import type { Registry } from '../../operations/registry.ts';
import type { Caller } from '../caller.ts';
import { type Followed, followEvents } from './follow-events.ts';
import { createResources, resourceTemplates } from './resources.ts';
import { failureResult, toolResult } from './tool-result.ts';
import { type Asked, createTools } from './tools.ts';
import { untrustedNotice } from './untrusted.ts';

/** What serving agents needs. */
export interface AgentServerOptions {
  registry: Registry;
  version: string;
  /** Turns anything thrown into a failure that a caller may see. */
  toFailure(error: unknown): Failure;
}

/** Makes a server for one connection or one request, which calls as `caller`. */
export type OpenAgentServer = (caller: Caller) => Server;

/** A client that waits hears of us this often. */
const reportEveryMs = 5_000;

const instructions = `webdata reads the web: scrape for pages whose address is known, map to find addresses of a site, crawl for many pages of a site in the background, extract for typed values of a page, read to go on in a long page, browser where a page must be acted in. A crawl answers at once with a job: wait with the tool job (action follow), take its pages with action results. A page that could not be had is a result with a status, not an error. Every page has a signed receipt with what it cost. ${untrustedNotice}`;

/** Tells the client that sent a progress token how far a call is. */
function createReporter({ mcpReq }: ServerContext): (progress: number, message: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  return (progress, message) => {
    const params = { progressToken, progress, message };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {
      // Whoever does not listen any more needs no progress; the call itself is told by its signal.
    });
  };
}

async function contentOf(
  answer: Answer,
  signal: AbortSignal,
  report: (progress: number, message: string) => void,
): Promise<unknown> {
  if (answer.kind === 'json') return answer.value;
  if (answer.kind === 'json_text') return JSON.parse(stringOf(answer.text));
  if (answer.kind === 'bytes') throw new Failure('conflict', 'this answer is a file: fetch it over HTTP');
  return followEvents(answer.open, signal, ({ type, data }, count) => {
    const { url, status } = data as { url?: string; status?: string };
    report(count, [type, status, url].filter(Boolean).join(' '));
  }) satisfies Promise<Followed>;
}

/** Makes the tools once; each server that is opened shares them. The schemas are JSON Schema already and validation is the call path's, so that the protocol layer alone is used. */
export function createAgentServer(options: AgentServerOptions): OpenAgentServer {
  const { registry, version, toFailure } = options;
  const tools = createTools(registry);
  const resources = createResources(options);

  async function callTool(
    caller: Caller,
    operation: Operation,
    fields: Readonly<Record<string, unknown>>,
    ctx: ServerContext,
  ) {
    const { signal } = ctx.mcpReq;
    const report = createReporter(ctx);
    const since = performance.now();
    const timer = setInterval(() => {
      const seconds = Math.round((performance.now() - since) / 1000);
      if (operation.answers !== 'events')
        report(seconds, `${operation.name} has been at work for ${seconds} s`);
    }, reportEveryMs);
    try {
      const { answer, requestId } = await caller.call({
        operation,
        input: splitInput(operation, { ...operation.agent?.defaults, ...fields }),
        signal,
      });
      const value = await contentOf(answer, signal, report);
      const pictures = await resources.pictures(caller, value, signal);
      return toolResult({ value, pictures, requestId }, operation);
    } catch (error) {
      return failureResult(toFailure(error), operation, fields);
    } finally {
      clearInterval(timer);
    }
  }

  async function answerCall(
    caller: Caller,
    name: string,
    fields: Record<string, unknown>,
    ctx: ServerContext,
  ) {
    let asked: Asked | null;
    try {
      asked = tools.find(name, fields);
    } catch (error) {
      return failureResult(toFailure(error), null, fields);
    }
    if (asked === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${name}`);
    return callTool(caller, asked.operation, asked.fields, ctx);
  }

  return (caller) => {
    const server = new Server(
      { name: 'webdata', title: 'webdata', version },
      { capabilities: { tools: {}, resources: {} }, instructions },
    );
    server.setRequestHandler('tools/list', () => ({ tools: tools.list }));
    server.setRequestHandler('tools/call', ({ params }, ctx) => {
      return answerCall(caller, params.name, params.arguments ?? {}, ctx);
    });
    server.setRequestHandler('resources/list', () => ({ resources: [] }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
    server.setRequestHandler('resources/read', ({ params }, ctx) =>
      resources.read(caller, params.uri, ctx.mcpReq.signal),
    );
    return server;
  };
}
