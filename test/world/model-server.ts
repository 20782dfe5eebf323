import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Chat completion request as it was received. */
export interface ChatRequest {
  path: string;
  authorization: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a body is whatever was sent
  body: any;
}

/** Behaviour of the endpoint. */
export interface ModelBehaviour {
  /** Returns the model's output. Default: that of {@link ModelServerOptions}. */
  write: (request: ChatRequest) => string;
  /** Accepted response formats; others are rejected with 400. Plain text is always accepted. */
  formats: ReadonlyArray<'json_schema_strict' | 'json_schema' | 'grammar' | 'json_object'>;
  /** Parameters rejected with 400, such as `max_tokens`. */
  refused: readonly string[];
  /** True if the response reports token usage. */
  usage: boolean;
  /** Tokens that the response reports. */
  tokens: { input: number; output: number; cached?: number };
  /** Length in characters after which the output is truncated, as if `max_tokens` was reached. */
  cutAfter: number | null;
  /** Statuses of the next responses in order, before normal responses resume. */
  statuses: Array<{ status: number; retryAfter?: string; body?: string }>;
  /** Fault of all responses. */
  trouble: 'none' | 'hang' | 'drop' | 'drop_in_body' | 'huge' | 'no_chat' | 'redirect';
}

/** Chat completion endpoint on a loopback address with configurable behaviour. */
export interface ModelServer {
  /** Base URL, as an operator configures it. */
  readonly url: string;
  /** All chat requests, oldest first. */
  readonly requests: ChatRequest[];
  /** Maximum number of concurrent requests. */
  readonly maxConcurrency: number;
  /** Changes the behaviour. */
  behave(change: Partial<ModelBehaviour>): void;
  /** Restores the default behaviour and deletes the recorded requests. */
  reset(): void;
  close(): Promise<void>;
}

/** Settings of the server and its default output. */
export interface ModelServerOptions {
  write: (request: ChatRequest) => string;
  models?: string[];
  /** Delay of each response in milliseconds. */
  thinksMs?: number;
}

const address = '127.0.0.13';

function wellBehaved({ write }: ModelServerOptions): ModelBehaviour {
  return {
    write,
    formats: ['json_schema_strict', 'json_schema', 'grammar', 'json_object'],
    refused: [],
    usage: true,
    tokens: { input: 100, output: 20 },
    cutAfter: null,
    statuses: [],
    trouble: 'none',
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a body is whatever was sent
function formatOf(body: any): ModelBehaviour['formats'][number] | null {
  const format = body.response_format;
  if (format?.type === 'json_schema') {
    return format.json_schema.strict === true ? 'json_schema_strict' : 'json_schema';
  }
  if (format?.type === 'json_object') return 'json_object';
  return body.json_schema === undefined && body.guided_json === undefined ? null : 'grammar';
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, message: string): void {
  sendJson(response, 400, { error: { message, type: 'invalid_request_error' } });
}

function complete(response: ServerResponse, requested: ChatRequest, behaviour: ModelBehaviour): void {
  const whole = behaviour.write(requested);
  const text = behaviour.cutAfter === null ? whole : whole.slice(0, behaviour.cutAfter);
  sendJson(response, 200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: requested.body.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text },
        finish_reason: text === whole ? 'stop' : 'length',
      },
    ],
    ...(behaviour.usage && { usage: usageOf(behaviour.tokens) }),
  });
}

function usageOf({ input, output, cached }: ModelBehaviour['tokens']) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cached !== undefined && { prompt_tokens_details: { cached_tokens: cached } }),
  };
}

function makeTrouble(response: ServerResponse, trouble: ModelBehaviour['trouble']): void {
  if (trouble === 'drop') response.destroy();
  if (trouble === 'drop_in_body') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4000' });
    response.write('{"choices": [{"message": {"content": "{');
    setImmediate(() => response.destroy());
  }
  if (trouble === 'huge') response.writeHead(200).end(`{"choices": "${'x'.repeat(8_000_000)}"}`);
  if (trouble === 'no_chat') response.writeHead(200).end('<!DOCTYPE html><title>Welcome</title>');
  if (trouble === 'redirect') response.writeHead(307, { location: 'http://127.0.0.1:1/v1' }).end();
}

/** Starts an endpoint on a free port. */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  let behaviour = wellBehaved(options);
  let requests: ChatRequest[] = [];
  let atOnce = 0;
  let maxConcurrency = 0;
  const timers = new Set<NodeJS.Timeout>();

  function answer(response: ServerResponse, requested: ChatRequest): void {
    const status = behaviour.statuses.shift();
    if (status !== undefined) {
      const headers = status.retryAfter === undefined ? {} : { 'retry-after': status.retryAfter };
      response.writeHead(status.status, headers).end(status.body ?? '{"error": {"message": "not now"}}');
      return;
    }
    if (behaviour.trouble !== 'none') {
      makeTrouble(response, behaviour.trouble);
      return;
    }
    const format = formatOf(requested.body);
    if (format !== null && !behaviour.formats.includes(format)) {
      refuse(response, `This server does not support ${format} as response_format.`);
      return;
    }
    const parameter = behaviour.refused.find((name) => name in requested.body);
    if (parameter === undefined) complete(response, requested, behaviour);
    else refuse(response, `Unsupported parameter: '${parameter}'.`);
  }

  const server = createServer(async (request, response) => {
    const text = await read(request).catch(() => '');
    if (request.url?.endsWith('/models')) {
      sendJson(response, 200, { data: (options.models ?? ['small-test']).map((id) => ({ id })) });
      return;
    }
    atOnce += 1;
    maxConcurrency = Math.max(maxConcurrency, atOnce);
    response.once('close', () => {
      atOnce -= 1;
    });
    const { authorization } = request.headers;
    const requested = { path: request.url ?? '/', authorization, body: JSON.parse(text || '{}') };
    requests.push(requested);
    const timer = setTimeout(() => {
      timers.delete(timer);
      answer(response, requested);
    }, options.thinksMs ?? 0);
    timers.add(timer);
  });
  server.listen(0, process.platform === 'linux' ? address : '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address() as AddressInfo;

  return {
    url: `http://${bound.address}:${bound.port}/v1`,
    get requests() {
      return requests;
    },
    get maxConcurrency() {
      return maxConcurrency;
    },
    behave(change) {
      behaviour = { ...behaviour, ...change };
    },
    reset() {
      behaviour = wellBehaved(options);
      requests = [];
      maxConcurrency = 0;
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
