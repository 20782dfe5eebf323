import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Webhook message as it was received. */
export interface ReceivedMessage {
  path: string;
  /** `webhook-id`. */
  id: string;
  headers: IncomingHttpHeaders;
  /** Raw body, which the signature covers. */
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: a body is whatever was sent
  body: any;
}

/** Behaviour of a path. */
export type Behaviour =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** Receives the message and never responds. */
  | 'hang'
  /** Receives the message and cuts the connection. */
  | 'cut';

/** Receiver of webhooks on its own loopback address with configurable behaviour. */
export interface WebhookReceiver {
  url(path?: string): string;
  /** Sets the behaviour of a path. Default: 204. */
  behave(path: string, behaviour: Behaviour): void;
  /** Returns the messages received at a path, or all messages, in order. */
  messages(path?: string): ReceivedMessage[];
  /** Returns the number of deliveries of a message id. */
  count(id: string): number;
  /** Maximum number of concurrent requests. */
  readonly maxConcurrency: number;
  /** Resolves with the messages at `path` when at least `count` have arrived. */
  arrived(count: number, path?: string): Promise<ReceivedMessage[]>;
  close(): Promise<void>;
}

const address = '127.0.0.12';
const maxBodyBytes = 100_000;

async function read(request: IncomingMessage): Promise<ReceivedMessage> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= maxBodyBytes) chunks.push(chunk as Buffer);
  }
  const raw = Buffer.concat(chunks).toString('utf8');
  const id = String(request.headers['webhook-id'] ?? '');
  return { path: request.url ?? '/', id, headers: request.headers, raw, body: JSON.parse(raw) };
}

function answer(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour === 'hang') return;
  if (behaviour === 'cut') response.destroy();
  else response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body ?? '');
}

/** Starts a receiver on a free port. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const behaviours = new Map<string, Behaviour>();
  const received: ReceivedMessage[] = [];
  let waiting: Array<() => void> = [];
  let atOnce = 0;
  let maxConcurrency = 0;

  const messages = (path?: string) =>
    received.filter((message) => path === undefined || message.path === path);

  const server = createServer(async (request, response) => {
    atOnce += 1;
    maxConcurrency = Math.max(maxConcurrency, atOnce);
    response.once('close', () => {
      atOnce -= 1;
    });
    const message = await read(request).catch(() => null);
    if (message === null) return void response.destroy();
    received.push(message);
    answer(response, behaviours.get(message.path) ?? { status: 204 });
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  });
  server.listen(0, process.platform === 'linux' ? address : '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address() as AddressInfo;

  return {
    url: (path = '/hook') => `http://${bound.address}:${bound.port}${path}`,
    behave: (path, behaviour) => behaviours.set(path, behaviour),
    messages,
    count: (id) => received.filter((message) => message.id === id).length,
    get maxConcurrency() {
      return maxConcurrency;
    },
    async arrived(count, path) {
      while (messages(path).length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return messages(path);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
