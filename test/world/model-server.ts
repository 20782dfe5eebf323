import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A chat completion request as it arrived. */
export interface ChatRequest {
  path: string;
  authorization: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a body is whatever was sent
  body: any;
}

/** How the endpoint behaves until told otherwise. */
export interface ModelBehaviour {
  /** What the model writes; by default what {@link ModelServerOptions} says. */
  write: (request: ChatRequest) => string;
  /** Formats that are taken; a request with another one is refused with 400. Plain text always is. */
  formats: ReadonlyArray<'json_schema_strict' | 'json_schema' | 'grammar' | 'json_object'>;
  /** Parameters that are refused with 400, such as `max_tokens`. */
  refused: readonly string[];
  /** Whether tokens are reported. */
  usage: boolean;
  /** Characters after which the answer is cut, as if the most tokens were reached. */
  cutAfter: number | null;
  /** Statuses of the next answers, first to last, before it answers well again. */
  statuses: Array<{ status: number; retryAfter?: string; body?: string }>;
  /** Stands in the way of any answer. */
  trouble: 'none' | 'hang' | 'drop' | 'drop_in_body' | 'huge' | 'no_chat' | 'redirect';
}

/** A chat endpoint on loopback that does as it is told. */
export interface ModelServer {
  /** Base address, as an operator writes it. */
  readonly url: string;
  /** Every chat request, oldest first. */
  readonly requests: ChatRequest[];
  /** Most requests that were unanswered at one time. */
  readonly maxConcurrency: number;
  /** Changes how it behaves from now on. */
  behave(change: Partial<ModelBehaviour>): void;
  /** Behaves well again and forgets what was asked. */
  reset(): void;
  close(): Promise<void>;
}

/** What the server is and writes when it behaves well. */
export interface ModelServerOptions {
  write: (request: ChatRequest) => string;
  models?: string[];
  /** Milliseconds before each answer. */
  thinksMs?: number;
}

const address = '127.0.0.13';

function wellBehaved({ write }: ModelServerOptions): ModelBehaviour {
  return {
    write,
    formats: ['json_schema_strict', 'json_schema', 'grammar', 'json_object'],
    refused: [],
    usage: true,
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
    ...(behaviour.usage && { usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } }),
  });
}

function makeTrouble(response: ServerResponse, trouble: ModelBehaviour['trouble']): void {
  if (trouble === 'drop') response.destroy();
  if (trouble === 'drop_in_body') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4000' });
    response.write('{"choices": [{"message": {"content": "{');
    setImmediate(() => response.destroy());
  }
  if (trouble === 'huge') response.writeHead(200).end(`{"choices": "${'x'.repeat(3_000_000)}"}`);
  if (trouble === 'no_chat') response.writeHead(200).end('<!DOCTYPE html><title>Welcome</title>');
  if (trouble === 'redirect') response.writeHead(307, { location: 'http://127.0.0.1:1/v1' }).end();
}

/** Starts an endpoint on a port of its own. */
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
