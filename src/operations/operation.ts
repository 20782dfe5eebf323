import { z } from 'zod';
import type { Commit } from '../account/idempotency.ts';
import type { CachedPage, NewContent } from '../account/settlement.ts';
import type { Origin, Principal, Scope } from '../domain/account.ts';
import type { FailureKind } from '../domain/failure.ts';
import type { JobType } from '../domain/job.ts';
import type { Receipt } from '../domain/receipt.ts';
import { asyncQuery } from './background.ts';
import { dryRunQuery, type Estimate, estimateAnswerSchema } from './estimate.ts';
import { jobSchema } from './schemas/job.ts';

/** One event of a stream; `id` is where a reader who lost the stream goes on from. */
export interface ServerEvent {
  id: string;
  type: string;
  data: unknown;
}

/** The text of a `json_text` answer as a string. */
export function stringOf(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : new TextDecoder().decode(text);
}

/** What an operation gives back; the door only encodes it. */
export type Answer<Value = unknown> =
  | { kind: 'json'; value: Value }
  /** A JSON document that is text already, or its UTF-8 bytes where it may be long. */
  | { kind: 'json_text'; text: string | Uint8Array<ArrayBuffer> }
  /** Events as they come, until the stream ends by itself or `signal` says that nobody listens. */
  | { kind: 'events'; open(signal: AbortSignal): AsyncIterable<ServerEvent> }
  | {
      kind: 'bytes';
      /** The whole body, or a stream of it. */
      body: Uint8Array | ReadableStream<Uint8Array>;
      mediaType: string;
      /** Named when the answer should be saved rather than shown. */
      filename: string | null;
      bytes: number | null;
      /** Of what never changes: its SHA-256 in hex, and the bytes from `start` up to but without `end`. */
      fixed?: { sha256: string; section(start: number, end: number): ReadableStream<Uint8Array> };
    };

/** What the work came to, for the answer, the bill and the history. */
export interface Outcome<Value = unknown> {
  answer: Answer<Value>;
  /** Page status for page operations, else `ok`. */
  status: string;
  url: string | null;
  country: string | null;
  error: { code: string; message: string } | null;
  /** Page receipts first; the request's own last. */
  receipts: Receipt[];
  charges: Array<{ credits: number; pages: number | null; note: string | null }>;
  /** The reservation that these charges are taken from. */
  reservationId: string | null;
  /** Long pages to be stored in the same transaction as the charges. */
  contents: NewContent[];
  /** Results that may be given again on request. */
  cached?: readonly CachedPage[];
}

/** A plain JSON outcome that costs nothing. */
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

/** What an operation knows of the request it serves. */
export interface OperationContext {
  requestId: string;
  principal: Principal;
  origin: Origin;
  /** Address that links in the answer start with, without a trailing slash. */
  baseUrl: string;
  /** The IP address that the request came from; null where it came through no network. */
  clientAddress: string | null;
  /** The media types that the caller takes, as it wrote them (RFC 9110 section 12.5.1); null where it named none. */
  accept: string | null;
  /** Aborted when the caller is gone or the time for an answer is up. */
  signal: AbortSignal;
  startedAt: Date;
  /** When the work should come to its end with what it has, so that there is time left for the answer. */
  workUntil: Date;
  /**
   * Completes the request's Idempotency-Key with its answer, in the transaction that creates what was asked for; does
   * nothing where none was sent. Operations that only settle (charges, receipts, contents) need not call it.
   */
  commit: Commit;
}

/** The context of an operation that needs no key. */
export type PublicContext = Omit<OperationContext, 'principal'> & { principal: null };

/** What an agent may expect of calling it (the MCP tool annotations). */
export interface Annotations {
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
  /** Whether it reaches out to the web. */
  openWorld: boolean;
}

/** The parts of a request, each a strict object: unknown fields are refused. */
export interface InputSchemas {
  path?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
}

/** The validated parts of a request. */
export type InputOf<Schemas extends InputSchemas> = {
  [Part in keyof Schemas]: Schemas[Part] extends z.ZodObject ? z.output<Schemas[Part]> : never;
};

/** Tools that several operations make together, each an action of it: a model chooses better among few. */
export type SharedTool = 'job' | 'dataset' | 'monitor' | 'recipe' | 'browser' | 'workflow';

/** How an operation is offered to agents as a tool, or as an action of one. */
export interface AgentTool {
  /** The tool that it is an action of; one of its own, under its name, when absent. */
  tool?: SharedTool;
  /** Which action; absent where its own field `action` names several. */
  action?: string;
  /** Where agents are better told something else than the reference's description. */
  description?: string;
  /** Input fields that are not shown, to keep the tool small; they are taken all the same. */
  hidden?: readonly string[];
  /** Input fields that have another default for agents, whose clients wait and remember less than programs do. */
  defaults?: Readonly<Record<string, string | number | boolean>>;
}

interface Declaration<Schemas extends InputSchemas, Command, Value> {
  /** The tool's name: snake_case, unique. */
  name: string;
  title: string;
  description: string;
  /** What it costs, in words. */
  price: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The `/v1` route, with `{name}` for path parameters. */
  path: string;
  /** True when it writes to disk, and is refused when there is too little left. */
  stores: boolean;
  /** Fields of the answer that are shown once: an answer given again for an Idempotency-Key holds null there. */
  secretFields?: readonly string[];
  /** What the work may cost; an operation that has it takes `?dry_run=true` and then does nothing but tell. */
  estimate?(command: Command): Estimate;
  /** The type of the job that does the same in the background; an operation that has it takes `?async=true`. */
  background?: JobType;
  annotations: Annotations;
  /** How the answer comes when not as JSON: as events until the stream ends, or as the bytes of a file. */
  answers?: 'events' | 'bytes';
  /** Media types of files that it answers in place of JSON when the caller accepts them. */
  alsoAnswers?: readonly string[];
  /** What it refuses beside what every operation of its shape does (a bad body, a missing id, too many requests). */
  refuses?: readonly FailureKind[];
  /** Present when it is a tool for agents (MCP). */
  agent?: AgentTool;
  input: Schemas;
  /** From the validated wire shape to the command. */
  toCommand(input: InputOf<Schemas>): Command;
  output: z.ZodType<Value>;
  /** One request that works. */
  example: { path?: object; query?: object; body?: object };
}

/** An operation for holders of a key with `scope`. */
export interface KeyedDeclaration<Schemas extends InputSchemas, Command, Value>
  extends Declaration<Schemas, Command, Value> {
  scope: Scope;
  run(command: Command, context: OperationContext): Promise<Outcome<Value>>;
}

/** An operation for everybody. */
export interface PublicDeclaration<Schemas extends InputSchemas, Command, Value>
  extends Declaration<Schemas, Command, Value> {
  scope: null;
  run(command: Command, context: PublicContext): Promise<Outcome<Value>>;
}

/** Validated input, its types forgotten: what the registry holds and every door calls. */
export interface Operation
  extends Omit<Declaration<InputSchemas, unknown, unknown>, 'toCommand' | 'output' | 'estimate'> {
  scope: Scope | null;
  output: z.ZodType;
  /** What the work on this input may cost, when it can be told beforehand. */
  preview?(input: Record<string, unknown>): Estimate;
  /** Runs on input that `validate` made; `principal` is null only where `scope` is. */
  perform(input: Record<string, unknown>, context: OperationContext | PublicContext): Promise<Outcome>;
  /** Runs on a command that another door made, which may ask for more than this one's schema can. */
  obey(command: unknown, context: OperationContext): Promise<Outcome>;
}

/** The work of an operation on a command that another door made. */
export type Work<Command, Value> = (command: Command, context: OperationContext) => Promise<Outcome<Value>>;

/** The parameters and answers that operations of its kind have beside their own. */
function withCommonQuery({
  input,
  output,
  estimate,
  background,
}: Pick<Declaration<InputSchemas, never, unknown>, 'input' | 'output' | 'estimate' | 'background'>) {
  const query = {
    ...(estimate !== undefined && dryRunQuery),
    ...(background !== undefined && asyncQuery),
  };
  const answers = [
    output,
    ...(estimate === undefined ? [] : [estimateAnswerSchema]),
    ...(background === undefined ? [] : [jobSchema]),
  ];
  if (answers.length === 1) return { input, output };
  return {
    input: { ...input, query: (input.query ?? z.strictObject({})).extend(query) },
    output: z.union(answers),
  };
}

/** Declares an operation once; HTTP, MCP, CLI, OpenAPI, catalog and reference are made from it (invariant 8). */
export function defineOperation<const Schemas extends InputSchemas, Command, Value>(
  declaration: KeyedDeclaration<Schemas, Command, Value> | PublicDeclaration<Schemas, Command, Value>,
): Operation {
  const { toCommand, run, estimate, ...rest } = declaration;
  const work = run as (command: Command, context: OperationContext | PublicContext) => Promise<Outcome>;
  const command = (input: Record<string, unknown>) => toCommand(input as InputOf<Schemas>);
  return {
    ...rest,
    ...withCommonQuery(declaration),
    ...(estimate !== undefined && {
      preview: (input: Record<string, unknown>) => estimate(command(input)),
    }),
    perform: (input, context) => work(command(input), context),
    obey: (order, context) => work(order as Command, context),
  };
}
