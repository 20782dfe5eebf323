import {
  type Implementation,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Failure } from '../../domain/system/failure.ts';
import type { MissingPart } from '../../domain/system/missing-part.ts';
import { newSecretIdentifier } from '../../domain/values/identifier.ts';
import { nearestWord } from '../../domain/values/nearest-word.ts';
import type { AnswerView, FollowedEvents, ServerEvent } from '../../operations/declaration/answer-view.ts';
import { fileFieldName } from '../../operations/declaration/file-field.ts';
import { type Answer, decodeText, type Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { splitInput } from '../../operations/split-input.ts';
import { invalidArgument, pathArgument } from '../../operations/tools/tool-declaration.ts';
import { findStartedJob } from '../../operations/views/find-started-job.ts';
import { findView } from '../../operations/views/find-view.ts';
import { pageTexts } from '../../operations/views/page-texts.ts';
import type { Caller } from '../caller.ts';
import { askForField } from './ask-for-field.ts';
import type { ClientQuestions } from './client-questions.ts';
import { createComplete } from './complete.ts';
import { followEvents } from './follow-events.ts';
import {
  CallProgress,
  createJobProgress,
  createProgressReporter,
  type ProgressReporter,
} from './progress.ts';
import { createPrompts } from './prompts.ts';
import { ProtocolServer } from './protocol-server.ts';
import { createResources, resourceTemplates } from './resources.ts';
import { createFailureResult } from './result/failure-result.ts';
import type { FindInstructions } from './result/origin-text.ts';
import { createToolResult } from './result/tool-result.ts';
import {
  answerCall,
  findWaitingRun,
  getRunCall,
  nextQuestionStep,
  type WaitingRun,
  withNote,
} from './run-question.ts';
import type { ClientCalls } from './running-calls.ts';
import { instructionsFor } from './text/instructions.ts';
import { serverIcon } from './text/server-icon.ts';
import { createTools, type ToolCall, type ToolSelection, withAgentDefaults } from './tools/tools.ts';
import { createUserPrompt, type UserPrompt } from './user-input.ts';

/** Dependencies of the MCP server. */
export interface McpServerOptions {
  registry: Registry;
  version: string;
  /** Converts any error to a failure that a caller may see. */
  toFailure(error: unknown): Failure;
  /** Finds instructions to language models in text from the web. */
  findInstructions: FindInstructions;
  /** What this instance is not configured for; absent if that is not known. */
  missingParts?(): readonly MissingPart[];
  /**
   * Returns the fields of a call with the file at a path. Only for a server that runs on the machine of its client: absent for
   * one that is reached over the network.
   */
  readLocalFile?(fields: ToolCall['fields'], path: string): Promise<Record<string, unknown>>;
}

/** A client of 2025 over HTTP, each of whose requests has a server of its own. */
export interface HttpClient {
  /** The running calls, which the client cancels through another server than the one that runs them. */
  calls: ClientCalls;
  /** The questions to its user; null if it does not show forms. */
  questions: ClientQuestions | null;
}

/** Creates an MCP server for one connection or one request; its operations are called by `caller`. */
export type McpServerFactory = (
  caller: Caller,
  selection: ToolSelection,
  client?: HttpClient | null,
) => Server;

/** A tool call with its caller and its request. */
interface CallContext {
  caller: Caller;
  call: ToolCall;
  ctx: ServerContext;
  user: UserPrompt;
}

async function readAnswer(
  answer: Answer,
  signal: AbortSignal,
  report: (event: ServerEvent) => Promise<void>,
): Promise<unknown> {
  if (answer.kind === 'json') return answer.value;
  if (answer.kind === 'json_text') return JSON.parse(decodeText(answer.text));
  if (answer.kind === 'bytes') throw new Failure('conflict', 'This response is a file. Fetch it over HTTP.');
  return followEvents(answer.open, signal, report) satisfies Promise<FollowedEvents>;
}

/** Returns the schema of the value that {@link readAnswer} returns: of the response, or of the events that came. */
function answerSchema({ output, responseStream }: Operation): z.ZodType {
  return responseStream === 'events' ? z.object({ events: z.array(output) }) : output;
}

/**
 * Tells whether an answer is stored, so that its rest can be read later: the same call again would cost its price, or
 * repeat its effects. A page continues with its own `ref`.
 */
function isAnswerStored({ method, annotations, agent, responseStream }: Operation): boolean {
  return (
    method === 'POST' && annotations.openWorld && agent?.bound === undefined && responseStream === undefined
  );
}

/** Returns a view whose answers name no further call: that of another operation than the one that was called. */
function withoutContinuation(view: AnswerView<unknown>): AnswerView<unknown> {
  const { agentText } = view;
  if (agentText === undefined) return view;
  return { ...view, agentText: (value) => ({ ...agentText(value), continuation: () => null }) };
}

/** Describes the error of a call with an unknown tool, with the name that the caller probably meant. */
function describeUnknownTool(name: string, names: readonly string[]): string {
  const nearest = nearestWord(name, names);
  const hint = nearest === null ? `The tools are ${names.join(', ')}.` : `Did you mean \`${nearest}\`?`;
  return `There is no tool ${name.slice(0, 100)}. ${hint}`;
}

/**
 * Creates the tools once for all servers. Only the protocol layer of the library is used, because the schemas are
 * already JSON Schema and the call path validates.
 */
export function createMcpServerFactory(options: McpServerOptions): McpServerFactory {
  const { registry, version, toFailure, findInstructions, readLocalFile, missingParts = () => [] } = options;
  const tools = createTools(registry, { readsPaths: readLocalFile !== undefined, missingParts });
  const resources = createResources({ ...options, tools });
  const prompts = createPrompts(registry, tools);
  const complete = createComplete({ tools, prompts, resources });
  const serverInfo: Implementation = {
    name: 'webdata',
    title: 'webdata',
    version,
    description: 'Reads, searches, collects and watches web pages.',
    icons: [serverIcon],
  };
  const findOperation = (name: string) => registry.find((operation) => operation.name === name) as Operation;
  const getJob = findOperation('get_job');
  const actOnRun = findOperation('act_on_run');
  const followJob = findOperation('follow_job');

  /** Returns a function that reports the events of a followed job. */
  function createEventReport(
    caller: Caller,
    { fields }: ToolCall,
    { isRequested, report }: ProgressReporter,
    signal: AbortSignal,
  ): (event: ServerEvent) => Promise<void> {
    if (!isRequested) return async () => {};
    const toProgress = createJobProgress({ caller, getJob, jobId: String(fields.jid), signal });
    return async (event) => {
      const progress = await toProgress(event);
      if (progress !== null) report(progress);
    };
  }

  /** Returns the fields of a call, with the file that it names by its path. Throws Failure. */
  async function fieldsOf({ operation, fields }: ToolCall): Promise<ToolCall['fields']> {
    const { [pathArgument]: path, ...others } = fields;
    const namesFile = operation.takesFile === true && readLocalFile !== undefined && path !== undefined;
    if (!namesFile) return fields;
    if (typeof path !== 'string' || path === '')
      throw invalidArgument(pathArgument, 'must be the path of a file.');
    if (fileFieldName in others)
      throw invalidArgument(pathArgument, `cannot be combined with \`${fileFieldName}\`; send one of them.`);
    return readLocalFile(others, path);
  }

  /** Calls the operation of a tool call. Throws Failure. */
  async function readValue({ caller, call, ctx }: Omit<CallContext, 'user'>) {
    const { operation, stored } = call;
    const fields = await fieldsOf(call);
    const { signal } = ctx.mcpReq;
    const reporter = createProgressReporter(ctx);
    // The events of a stream have the counts of their job.
    const progress =
      operation.responseStream === 'events' ? null : new CallProgress(reporter, operation.name);
    const input = splitInput(operation, withAgentDefaults(operation, fields));
    // The answer to a call with a response of the user cannot be requested again with the same arguments.
    const isStored = isAnswerStored(operation) && call.question === null;
    const answerId = stored?.id ?? (isStored ? newSecretIdentifier('ans') : null);
    const request = {
      operation,
      input,
      signal,
      idempotencyKey: answerId,
      ...(progress !== null && { onPage: progress.reportPages }),
    };
    try {
      const { answer, requestId } = await caller.call(request);
      const value = await readAnswer(answer, signal, createEventReport(caller, call, reporter, signal));
      return {
        value,
        view: findView(operation, input),
        pageTexts: pageTexts(answerSchema(operation), value),
        requestId,
        answerId,
        input,
      };
    } finally {
      progress?.stop();
    }
  }

  /**
   * Returns the result of the job that a call has started, for operations whose callers await it; the answer of the call
   * itself if there is none, or if the job does not end in time.
   */
  async function awaitJob(
    context: CallContext,
    found: Awaited<ReturnType<typeof readValue>>,
  ): Promise<Awaited<ReturnType<typeof readValue>>> {
    const { operation } = context.call;
    const isAwaited = operation.agent?.awaitsJob === true;
    const job = isAwaited ? findStartedJob(operation, found.input, found.value) : null;
    if (job?.result === undefined) return found;
    const { jid, result } = job;
    const callOther = (other: Operation, fields: ToolCall['fields']) =>
      readValue({
        ...context,
        call: { ...context.call, operation: other, fields, stored: null, question: null },
      });
    const { value } = await callOther(followJob, { jid });
    if (!(value as FollowedEvents).ended) return found;
    const awaited = await callOther(findOperation(result.operation), result.fields);
    return { ...awaited, view: withoutContinuation(awaited.view), answerId: null };
  }

  /** Asks the user what a waiting run asks, or sends the answer of the user to the run. */
  async function resolveQuestion(
    context: CallContext,
    run: WaitingRun,
    found: Awaited<ReturnType<typeof readValue>>,
  ) {
    const { call, user } = context;
    const readRun = async () => findWaitingRun(call.operation, (await readValue(context)).value);
    const step = await nextQuestionStep(run, user, readRun);
    if (step.kind === 'request') return { request: step.request };
    if (step.kind === 'return')
      return { found: { ...found, view: withNote(found.view, step.note, answerCall(run)) } };
    const fields = { action: 'answer', run_id: run.run_id, answer: step.answer };
    const answered = await readValue({ ...context, call: { ...call, operation: actOnRun, fields } });
    return {
      found: {
        ...answered,
        view: withNote(answered.view, 'The user answered the question.', getRunCall(run)),
      },
    };
  }

  /** Calls the operation, after the user was asked for a field of it. */
  async function callTool(context: CallContext, isStructured: boolean) {
    const { caller, call, ctx, user } = context;
    try {
      const asked = call.question === null ? null : await askForField(call, call.question, user);
      if (asked !== null && 'result' in asked) return asked.result;
      const complete = asked === null ? context : { ...context, call: asked.call };
      const answered = await readValue(complete);
      // Programs get the response of the operation itself.
      let found = isStructured ? answered : await awaitJob(complete, answered);
      const run = findWaitingRun(call.operation, found.value);
      if (run !== null) {
        const resolved = await resolveQuestion(complete, run, found);
        if (resolved.request !== undefined) return resolved.request;
        found = resolved.found;
      }
      const images = await resources.images(caller, found, ctx.mcpReq.signal);
      return createToolResult({ ...found, images }, call, { isStructured, findInstructions, registry });
    } catch (error) {
      return createFailureResult(toFailure(error), call, registry);
    }
  }

  async function handleCall(
    caller: Caller,
    { name, arguments: args = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
    { isStructured }: ToolSelection,
    ctx: ServerContext,
    createPrompt: (ctx: ServerContext) => UserPrompt,
  ) {
    const helpText = name === 'read' ? resources.readHelp(args.ref, args) : null;
    if (helpText !== null) return { content: [{ type: 'text' as const, text: helpText }] };
    let call: ToolCall | null;
    try {
      call = tools.find(name, args);
    } catch (error) {
      return createFailureResult(toFailure(error), { tool: name, operation: null }, registry);
    }
    if (call === null) {
      const names = tools.list({ toolsets: null, isStructured: false }).map((tool) => tool.name);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, describeUnknownTool(name, names));
    }
    return callTool({ caller, call, ctx, user: createPrompt(ctx) }, isStructured);
  }

  return (caller, selection, client = null) => {
    const server = new ProtocolServer(serverInfo, {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: instructionsFor(missingParts()),
    });
    server.setRequestHandler('tools/list', () => ({ tools: tools.list(selection) }));
    const createPrompt = (ctx: ServerContext) =>
      createUserPrompt(ctx, server.getClientCapabilities(), client?.questions ?? null, async (request) => {
        await server.transport?.send(request, { relatedRequestId: ctx.mcpReq.id });
      });
    server.setRequestHandler('tools/call', async ({ params }, ctx) => {
      const call = client?.calls.start(ctx.mcpReq.id, ctx.mcpReq.signal);
      const context = call === undefined ? ctx : { ...ctx, mcpReq: { ...ctx.mcpReq, signal: call.signal } };
      return handleCall(caller, params, selection, context, createPrompt).finally(call?.end);
    });
    if (client !== null) {
      server.setNotificationHandler('notifications/cancelled', ({ params }) =>
        client.calls.cancel(params.requestId),
      );
    }
    server.setRequestHandler('prompts/list', () => ({ prompts: prompts.list(selection) }));
    server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }) =>
      prompts.get(selection, name, args),
    );
    server.setRequestHandler('completion/complete', ({ params }, ctx) =>
      complete(caller, selection, params, ctx.mcpReq.signal),
    );
    server.setRequestHandler('resources/list', () => ({ resources: resources.list(selection) }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
    server.setRequestHandler('resources/read', ({ params }, ctx) =>
      resources.read(caller, params.uri, ctx.mcpReq.signal),
    );
    return server;
  };
}
