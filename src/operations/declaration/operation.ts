import { z } from 'zod';
import type { Commit } from '../../account/requests/idempotency.ts';
import type { CachedPage, NewContent } from '../../account/requests/settlement.ts';
import type { KeptError } from '../../domain/pages/outcome.ts';
import type { Origin, Principal, Scope } from '../../domain/resources/account.ts';
import type { JobType } from '../../domain/resources/job.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type { FailureKind } from '../../domain/system/failure.ts';
import { jobSchema } from '../schemas/job.ts';
import type { PromptDeclaration } from '../tools/prompt-declaration.ts';
import type { AnswerView, FollowedEvents, ServerEvent } from './answer-view.ts';
import { asyncQuery } from './background.ts';
import { type ContinuedInput, continueQuery, type SaveContinuation, timeLimitQuery } from './continuation.ts';
import { dryRunQuery, type Estimate, estimateAnswerSchema } from './estimate.ts';
import type { StartedJob } from './started-job.ts';

/** Returns the text of a `json_text` answer as a string. */
export function decodeText(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : new TextDecoder().decode(text);
}

/** Response of an operation, encoded by the interface. */
export type Answer<Value = unknown> =
  | { kind: 'json'; value: Value }
  /** A serialized JSON document, or its UTF-8 bytes if it can be long. */
  | { kind: 'json_text'; text: string | Uint8Array<ArrayBuffer> }
  /** Events, until the stream ends or `signal` reports that the reader has gone. */
  | { kind: 'events'; open(signal: AbortSignal): AsyncIterable<ServerEvent> }
  | {
      kind: 'bytes';
      /** The complete body, or a stream of it. */
      body: Uint8Array | ReadableStream<Uint8Array>;
      mediaType: string;
      /** Set if the response should be saved as a file. */
      filename: string | null;
      bytes: number | null;
      /** Only for immutable content: its SHA-256 in hex, and the bytes from `start` up to, but without, `end`. */
      fixed?: { sha256: string; section(start: number, end: number): ReadableStream<Uint8Array> };
    };

/** Result of an operation for response, charges and history. */
export interface Outcome<Value = unknown> {
  answer: Answer<Value>;
  /** Page status for page operations, otherwise `ok`. */
  status: string;
  url: string | null;
  country: string | null;
  error: KeptError | null;
  /** Page receipts first; the request's own receipt last. */
  receipts: Receipt[];
  charges: Array<{ credits: number; pages: number | null; note: string | null }>;
  /** Reservation from which the charges are taken. */
  reservationId: string | null;
  /** Long pages to store in the same transaction as the charges. */
  contents: NewContent[];
  /** Page results for the cache. */
  cached?: readonly CachedPage[];
  /** Secret values of a browser session, which are masked in the history of the request. */
  secrets?: readonly string[];
  /**
   * Reverts other effects of the work. Called if the outcome cannot be stored, so that the caller gets an error and
   * never learns of it.
   */
  undo?(): Promise<void>;
}

/** Creates a JSON outcome without charges. */
export function freeOutcome<Value>(value: Value): Outcome<Value> {
  return {
    answer: { kind: 'json', value },
    status: 'ok',
    url: null,
    country: null,
    error: null,
    receipts: [],
    charges: [],
    reservationId: null,
    contents: [],
  };
}

/** Context of the request that an operation serves. */
export interface OperationContext {
  requestId: string;
  principal: Principal;
  origin: Origin;
  /** Base URL of links in the response, without a trailing slash. */
  baseUrl: string;
  /** IP address of the client; null if the request came through no network. */
  clientAddress: string | null;
  /** Accepted media types, as sent by the caller (RFC 9110 section 12.5.1); null if none were sent. */
  accept: string | null;
  /** Aborted when the caller disconnects or the time limit expires. */
  signal: AbortSignal;
  startedAt: Date;
  /** Time at which the work should end with its partial result, so that time remains for the response. */
  workUntil: Date;
  /**
   * Saves the work that is left, as a command of this operation, and returns the token that continues it; null for an
   * operation that cannot be continued.
   */
  saveContinuation: SaveContinuation;
  /**
   * Completes the request's Idempotency-Key with its response, in the transaction that creates the requested resource;
   * does nothing without a key. Not needed by operations that only settle (charges, receipts, contents).
   */
  commit: Commit;
}

/** Context of an operation that needs no key. */
export type PublicContext = Omit<OperationContext, 'principal'> & { principal: null };

/** MCP tool annotations. */
export interface Annotations {
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
  /** True if it accesses the web. */
  openWorld: boolean;
}

/** Parts of a request, each a strict object: unknown fields are rejected. */
export interface InputSchemas {
  path?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
}

/** Validated parts of a request. */
export type InputOf<Schemas extends InputSchemas> = {
  [Part in keyof Schemas]: Schemas[Part] extends z.ZodObject ? z.output<Schemas[Part]> : never;
};

/** A group of operations in the reference. */
export interface Tag {
  name: string;
  description: string;
  /** Topic under which help and reference list its operations. */
  topic: string;
}

/** Advice for an agent whose call failed, by kind of failure. */
export type AgentAdvice = Readonly<Partial<Record<FailureKind, string>>>;

/** Groups of MCP tools that a client can select. */
export const toolsets = ['read', 'extract', 'keep', 'act'] as const;
export type Toolset = (typeof toolsets)[number];

/** How the tool list shows an MCP tool: models choose by it, and it is in their context before the first call. */
export interface ToolListing {
  toolset: Toolset;
  title: string;
  /** When to use the tool, when not, and what it costs, in one to three sentences. */
  description: string;
  /**
   * The arguments in the tool list, with a short description, or '' if the name says enough. The tool accepts all others in
   * `options`; `webdata://help/{tool}` describes them.
   */
  fields: Readonly<Record<string, string>>;
  /** For a tool with several actions: a phrase for each, or '' if the name says enough. */
  actions?: Readonly<Record<string, string>>;
  /** A field that the user may be asked for, with its description, and the fields that keep it from the model. */
  asks?: { field: string; description: string; with: Readonly<Record<string, unknown>> };
  /** Replaces the general advice. */
  advice?: AgentAdvice;
  /** The task for which users need the tool most often, as a prompt. */
  prompt?: PromptDeclaration;
}

/** A call of another operation, by its name. */
export interface OtherCall {
  operation: string;
  fields: Readonly<Record<string, unknown>>;
}

/** How an operation is offered to agents: as a tool, or as an action of a shared tool. */
export interface AgentTool {
  /** The shared tool; absent for a tool of its own. */
  tool?: string;
  /** Name of the action; absent if its own field `action` names several. */
  action?: string;
  /** Replaces the general advice. */
  advice?: AgentAdvice;
  /** Input fields without a flag on the command line. */
  hidden?: readonly string[];
  /** Returns the fields of a call so that its answer has at most so many tokens, and `ref` continues what was cut. */
  bound?(fields: Readonly<Record<string, unknown>>, maxTokens: number): Readonly<Record<string, unknown>>;
  /** Returns the operation that does such a call, with its fields; null if it is this one. */
  instead?(fields: Readonly<Record<string, unknown>>): OtherCall | null;
  /** True if an agent gets the result of the job that a call starts, if the job ends within the time of a call. */
  awaitsJob?: true;
  /** Other defaults for agents, whose clients wait less and have less context than programs. */
  defaults?: Readonly<Record<string, string | number | boolean>>;
}

interface Declaration<Schemas extends InputSchemas, Command, Value> {
  /** Name of the operation: snake_case, unique. */
  name: string;
  title: string;
  description: string;
  /** Price, in words. */
  price: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The `/v1` route, with `{name}` for path parameters. */
  path: string;
  /** True if it writes to disk; it is rejected while disk space is low. */
  writesToDisk: boolean;
  /** Fields that are shown only once: a replayed response contains null there. */
  secretFields?: readonly string[];
  /** Estimates the cost; an operation with an estimate accepts `?dry_run=true`. */
  estimate?(command: Command): Estimate;
  /** Type of the job for background runs; an operation with it accepts `?async=true`. */
  background?: JobType;
  /**
   * Returns the job that the call of this response started, or joined; null for none. A command of the command line waits for its end.
   */
  startedJob?(value: NoInfer<Value>): StartedJob | null;
  /** True if `?continue=TOKEN` continues a call that ended before all of its work was done. */
  continues?: boolean;
  /** True if it accepts `?timeout_ms=`, after which it returns what is done by then. */
  limitsTime?: boolean;
  /**
   * True if a request needs a body although no field is required by itself: what it creates follows from its fields, and
   * a request that lost its body would create something else. `{}` selects all defaults.
   */
  requiresBody?: boolean;
  /** True if the body has the field `fileField`: HTTP then also takes forms and the bytes of the file as body. */
  takesFile?: true;
  annotations: Annotations;
  /** Kind of a response other than JSON: a stream of events, or the bytes of a file. */
  responseStream?: 'events' | 'bytes';
  /** Media types of files that it returns instead of JSON if the caller accepts them. */
  alternativeMediaTypes?: readonly string[];
  /** Errors in addition to those of all operations of its shape (an invalid body, a missing id, too many requests). */
  errors?: readonly FailureKind[];
  /** Present if it is available as an MCP tool. */
  agent?: AgentTool;
  input: Schemas;
  /** Converts the validated input to the command. */
  toCommand(input: InputOf<Schemas>): Command;
  output: z.ZodType<Value>;
  /** Shows answers to models and on terminals; the default is JSON. */
  view?: AnswerView<NoInfer<Value>>;
  /** Shows the events of a stream that are answered together. */
  eventsView?: AnswerView<FollowedEvents>;
  /** A valid request. */
  example: { path?: object; query?: object; body?: object };
}

/** An operation for keys with `scope`. */
export interface KeyedDeclaration<Schemas extends InputSchemas, Command, Value>
  extends Declaration<Schemas, Command, Value> {
  scope: Scope;
  run(command: Command, context: OperationContext): Promise<Outcome<Value>>;
}

/** An operation without authentication. */
export interface PublicDeclaration<Schemas extends InputSchemas, Command, Value>
  extends Declaration<Schemas, Command, Value> {
  scope: null;
  run(command: Command, context: PublicContext): Promise<Outcome<Value>>;
}

/** An operation without its type parameters, as stored in the registry and called by every interface. */
export interface Operation
  extends Omit<Declaration<InputSchemas, unknown, unknown>, 'toCommand' | 'output' | 'estimate'> {
  scope: Scope | null;
  output: z.ZodType;
  /** Set by the registry. */
  tag?: Tag;
  /** The tool of `agent`. Set by the registry. */
  toolListing?: ToolListing;
  /** Estimates the cost of this input. */
  preview?(input: Record<string, unknown>): Estimate;
  /** Runs on input from `validate`; `principal` is null only if `scope` is. */
  perform(input: Record<string, unknown>, context: OperationContext | PublicContext): Promise<Outcome>;
  /** Runs a command from another interface, which may contain more than this schema allows. */
  runCommand(command: unknown, context: OperationContext): Promise<Outcome>;
}

/** Runs an operation on a command from another interface. */
export type CommandHandler<Command, Value> = (
  command: Command,
  context: OperationContext,
) => Promise<Outcome<Value>>;

/** Adds the common parameters and responses of dry runs, background runs, time limits and continued calls. */
function withCommonQuery({
  input,
  output,
  estimate,
  background,
  continues,
  limitsTime,
}: Pick<
  Declaration<InputSchemas, never, unknown>,
  'input' | 'output' | 'estimate' | 'background' | 'continues' | 'limitsTime'
>) {
  const query = {
    ...(estimate !== undefined && dryRunQuery),
    ...(background !== undefined && asyncQuery),
    ...(continues === true && continueQuery),
    ...(limitsTime === true && timeLimitQuery),
  };
  const responseStream = [
    output,
    ...(estimate === undefined ? [] : [estimateAnswerSchema]),
    ...(background === undefined ? [] : [jobSchema]),
  ];
  if (Object.keys(query).length === 0) return { input, output };
  return {
    input: { ...input, query: (input.query ?? z.strictObject({})).extend(query) },
    output: responseStream.length === 1 ? output : z.union(responseStream),
  };
}

/** Declares an operation; HTTP, MCP, command line, OpenAPI, catalog and reference are generated from it. */
export function defineOperation<const Schemas extends InputSchemas, Command, Value>(
  declaration: KeyedDeclaration<Schemas, Command, Value> | PublicDeclaration<Schemas, Command, Value>,
): Operation {
  const { toCommand, run, estimate, ...rest } = declaration;
  const work = run as (command: Command, context: OperationContext | PublicContext) => Promise<Outcome>;
  const command = (input: Record<string, unknown>) => {
    const { continued } = input as ContinuedInput;
    return continued === undefined ? toCommand(input as InputOf<Schemas>) : (continued as Command);
  };
  return {
    ...rest,
    ...withCommonQuery(declaration),
    ...(estimate !== undefined && {
      preview: (input: Record<string, unknown>) => estimate(command(input)),
    }),
    perform: (input, context) => work(command(input), context),
    runCommand: (input, context) => work(input as Command, context),
  };
}
