import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

// biome-ignore lint/suspicious/noExplicitAny: a body is whatever was sent
type Json = any;

/** A message that a service accepted, with what it shows. */
export interface ShownMessage {
  service: 'gotify' | 'matrix' | 'teams' | 'apprise';
  title: string;
  text: string;
}

/** Server that speaks the protocols of four messaging services, and refuses what they refuse. */
export interface NotificationServer {
  /** Webhook URLs with their secrets, by service. */
  readonly urls: Readonly<Record<ShownMessage['service'], string>>;
  /** Accepted messages, oldest first. */
  readonly shown: readonly ShownMessage[];
  /** Accepts the next messages of Matrix without an answer in time: the client does not know that they arrived. */
  loseAnswers(count: number): void;
  /** Resolves when at least `count` messages were accepted. */
  arrived(count: number): Promise<readonly ShownMessage[]>;
  close(): Promise<void>;
}

interface Reply {
  status: number;
  body?: object;
  /** True if the connection ends without an answer. */
  isLost?: boolean;
}

const token = 'hush-token-1234567';
const room = '!quay:chat.example';
const address = '127.0.0.74';

/** Gotify's `POST /message`: an application's token, and a message. */
function gotify(request: IncomingMessage, body: Json): Reply & { shown?: ShownMessage } {
  if (request.headers['x-gotify-key'] !== token) return { status: 401, body: { error: 'Unauthorized' } };
  if (typeof body.message !== 'string' || body.message === '') return { status: 400 };
  if (body.priority !== undefined && !Number.isInteger(body.priority)) return { status: 400 };
  return {
    status: 200,
    body: { id: 1 },
    shown: { service: 'gotify', title: body.title, text: body.message },
  };
}

/** Teams: a workflow with the trigger "When a Teams webhook request is received". */
function teams(body: Json): Reply & { shown?: ShownMessage } {
  const [attachment] = body.attachments ?? [];
  if (body.type !== 'message' || attachment?.contentType !== 'application/vnd.microsoft.card.adaptive')
    return { status: 400 };
  const { content } = attachment;
  if (content.type !== 'AdaptiveCard' || Number(content.version) > 1.5) return { status: 400 };
  const lines: string[] = content.body.map(({ inlines }: Json) =>
    inlines.map(({ text }: Json) => text).join(''),
  );
  const [title = '', ...text] = lines;
  return { status: 202, shown: { service: 'teams', title, text: text.join('\n') } };
}

/** Apprise API's `POST /notify/KEY`: 204 for a key without a configuration. */
function apprise(path: string, body: Json): Reply & { shown?: ShownMessage } {
  if (typeof body.body !== 'string' || body.body === '') return { status: 400 };
  if (!['info', 'success', 'warning', 'failure'].includes(body.type)) return { status: 400 };
  if (!path.endsWith('/quay')) return { status: 204 };
  return { status: 200, shown: { service: 'apprise', title: body.title, text: body.body } };
}

/** Starts the server. */
export async function startNotificationServer(): Promise<NotificationServer> {
  const shown: ShownMessage[] = [];
  const transactions = new Set<string>();
  let lost = 0;
  let waiting: Array<() => void> = [];

  /** Matrix: `PUT …/send/m.room.message/{txnId}`. A repeated transaction is answered, but sends nothing. */
  function matrix(request: IncomingMessage, path: string, body: Json): Reply & { shown?: ShownMessage } {
    if (request.headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { errcode: 'M_UNKNOWN_TOKEN' } };
    const prefix = `/_matrix/client/v3/rooms/${room}/send/m.room.message/`;
    const transaction = decodeURIComponent(path).slice(prefix.length);
    if (request.method !== 'PUT' || !decodeURIComponent(path).startsWith(prefix) || transaction === '')
      return { status: 404, body: { errcode: 'M_UNRECOGNIZED' } };
    const isRepeated = transactions.has(transaction);
    transactions.add(transaction);
    const isLost = lost > 0;
    if (isLost) lost -= 1;
    const [title = '', ...text] = String(body.body).split('\n');
    return {
      status: 200,
      isLost,
      body: { event_id: '$1' },
      ...(!isRepeated && { shown: { service: 'matrix', title, text: text.join('\n') } }),
    };
  }

  function accept(request: IncomingMessage, body: Json): Reply & { shown?: ShownMessage } {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/_matrix/')) return matrix(request, pathname, body);
    if (request.method !== 'POST') return { status: 405 };
    if (pathname === '/message') return gotify(request, body);
    return pathname.startsWith('/workflows/') ? teams(body) : apprise(pathname, body);
  }

  const server = createServer(async (request, response) => {
    const { shown: message, status, body, isLost } = accept(request, await json(request));
    if (message !== undefined) shown.push(message);
    if (isLost === true) response.destroy();
    else response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body));
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  });
  server.listen(0, process.platform === 'linux' ? address : '127.0.0.1');
  await once(server, 'listening');
  const { address: host, port } = server.address() as AddressInfo;
  const origin = `http://${host}:${port}`;

  return {
    urls: {
      gotify: `${origin}/message?token=${token}&priority=5`,
      matrix: `${origin}/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message?access_token=${token}`,
      teams: `${origin}/workflows/f1/triggers/manual/paths/invoke?sig=${token}`,
      apprise: `${origin}/notify/quay`,
    },
    shown,
    loseAnswers(count) {
      lost = count;
    },
    async arrived(count) {
      while (shown.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return shown;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
