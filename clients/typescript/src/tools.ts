import type { Caller, CallOptions } from './call.ts';
import { readEvents } from './events.ts';
import type { Operations } from './operations.ts';
import type { Fields, OperationEntry } from './request.ts';
import { WebdataError } from './webdata-error.ts';

/** Groups of tools: pages and sites, typed values and records, data over time, browsers. */
export type Toolset = 'read' | 'extract' | 'keep' | 'act';

/** Options of a tool call. */
export interface ToolCallOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Maximum tokens of the text, also if the arguments ask for more: 200 to 200,000. Default: 6,000. */
  maxTokens?: number;
}

/** Answer of a tool for a language model. */
export interface ToolAnswer {
  /**
   * The text for the model. Text from the web stands between `untrusted-web-content` marks, and a text that was cut ends with
   * the call that continues it.
   */
  text: string;
  /** True if the call failed. The text then says why, and what to do next. */
  isError: boolean;
  /** The fields that a program needs: status, final URL, ids and refs, numbers. */
  data: Record<string, unknown>;
  /** Ids of the signed receipts of the answer, which `getReceipt` returns. */
  receipts: string[];
  /** Id of the request in the request history; null if the call failed. */
  requestId: string | null;
}

/** A tool as a framework for agents needs it. */
export interface AgentTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
  /**
   * Calls the tool. Every failure is an answer with `isError`, because a model can act on its text; only an aborted `signal`
   * throws.
   */
  call(args: string | Fields, options?: ToolCallOptions): Promise<ToolAnswer>;
}

/** Which tools {@link Tools.agentTools} returns, and how. */
export interface AgentToolsOptions {
  /** Default: all. */
  toolsets?: readonly Toolset[];
  /** Schemas for the strict mode of function calling, in which all arguments are required or null. Default: false. */
  strict?: boolean;
  /** Maximum tokens of each answer. Default: 6,000. */
  maxTokens?: number;
  signal?: AbortSignal;
}

/** Methods for the tool calls of a language model. */
export interface Tools {
  /** Returns the tools of the service with their schemas and their calls. */
  agentTools(options?: AgentToolsOptions): Promise<AgentTool[]>;
  /**
   * Calls a tool of the MCP endpoint: the functions of `listFunctions`. `args` are the arguments as the model wrote them, as
   * text or as an object. Arguments that are null count as not given.
   */
  callTool(name: string, args: string | Fields, options?: ToolCallOptions): Promise<ToolAnswer>;
}

const entry: OperationEntry = {
  method: 'POST',
  path: '/mcp',
  query: [],
  hasBody: true,
  answers: 'bytes',
  accept: 'application/json, text/event-stream',
  takesKey: false,
};
const defaultMaxTokens = 6_000;

interface ToolResult {
  content?: Array<{ type: string; text?: string }>;
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

interface RpcResponse {
  result?: ToolResult;
  error?: { message: string };
}

function failed(text: string): ToolAnswer {
  return { text, isError: true, data: {}, receipts: [], requestId: null };
}

/** Returns the ids of the receipts in the fields of an answer and of its pages. */
function receiptsOf({ receipt, pages }: Record<string, unknown>): string[] {
  const listed = Array.isArray(pages) ? (pages as Array<{ receipt?: unknown }>) : [];
  const ids = [...listed.map((page) => page.receipt), receipt];
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

/** Reads the JSON-RPC response from JSON, or from the first event that is one. */
async function readRpc(response: Response): Promise<RpcResponse> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return (await response.json()) as RpcResponse;
  for await (const { data } of readEvents(response.body as ReadableStream<Uint8Array>)) {
    const message = data as RpcResponse;
    if (message.result !== undefined || message.error !== undefined) return message;
  }
  throw new TypeError('The stream ended without the answer.');
}

function toAnswer({ result, error }: RpcResponse): ToolAnswer {
  if (result === undefined) return failed(error?.message ?? 'The service sent no answer.');
  const { content = [], structuredContent: data = {}, isError = false, _meta: meta = {} } = result;
  const requestId = meta['webdata/request_id'];
  return {
    text: content.flatMap(({ text }) => text ?? []).join('\n'),
    isError,
    data,
    receipts: receiptsOf(data),
    requestId: typeof requestId === 'string' ? requestId : null,
  };
}

/** Returns the arguments of a call; null if the text is not the JSON of an object. */
function parseArguments(args: string | Fields): Fields | null {
  if (typeof args !== 'string') return args;
  if (args.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(args);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    // Models write wrong JSON at times; the answer tells them.
    return null;
  }
}

interface FunctionDefinition {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** Creates the methods. */
export function createTools(caller: Caller, operations: Operations): Tools {
  async function callTool(name: string, args: string | Fields, callOptions: ToolCallOptions = {}) {
    const { maxTokens = defaultMaxTokens, ...options } = callOptions;
    const given = parseArguments(args);
    if (given === null) return failed('malformed_json: The arguments are not the JSON of an object.');
    const wanted = given.max_tokens;
    const limit = typeof wanted === 'number' ? Math.min(wanted, maxTokens) : maxTokens;
    const params = { name, arguments: { ...given, max_tokens: limit } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return toAnswer(await caller.read(entry, message, readRpc, options));
  }

  async function answerCall(name: string, args: string | Fields, options: ToolCallOptions) {
    try {
      return await callTool(name, args, options);
    } catch (error) {
      if (!(error instanceof WebdataError)) throw error;
      const wait = error.retryAfter === null ? '' : ` Try again in ${error.retryAfter} seconds.`;
      return failed(`${error.code}: ${error.message}${wait}`);
    }
  }

  return {
    callTool,
    async agentTools({ toolsets, strict = false, maxTokens, signal } = {}) {
      const selection = toolsets === undefined ? {} : { tools: toolsets.join(',') };
      const options = signal === undefined ? {} : { signal };
      const { tools } = await operations.listFunctions({ api: 'responses', strict, ...selection }, options);
      return (tools as unknown as FunctionDefinition[]).map(({ name, description, parameters }) => ({
        name,
        description,
        parameters,
        call: (args, call = {}) =>
          answerCall(name, args, { ...(maxTokens !== undefined && { maxTokens }), ...call }),
      }));
    },
  };
}
