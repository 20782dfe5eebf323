import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { type ForwardProxyOptions, isAuthorized, type ProxyState, reach } from './proxy-state.ts';
import { serveSocks } from './socks-server.ts';

/** Forward proxy on its own loopback address, which sites see as the client's address. */
export interface ForwardProxy {
  readonly address: string;
  readonly port: number;
  /** `host:port` of every requested target, oldest first. */
  readonly targets: string[];
  /** User names received, oldest first. */
  readonly users: string[];
  /** Changes the loopback address that sites see. */
  leaveBy(address: string): void;
  /** Closes all connections and the port. */
  die(): Promise<void>;
  /** Listens again on the same port. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of the address. */
export async function startForwardProxy(
  address: string,
  options: ForwardProxyOptions = {},
): Promise<ForwardProxy> {
  const state: ProxyState = { options, source: address, targets: [], users: [] };
  const open = new Set<Socket>();
  let server = createServer(state);
  let port = 0;

  async function listen(): Promise<void> {
    server.on('connection', (socket: Socket) => {
      open.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => open.delete(socket));
    });
    server.listen(port, address);
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  }

  async function die(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  }

  await listen();
  return {
    address,
    get port() {
      return port;
    },
    targets: state.targets,
    users: state.users,
    leaveBy(source) {
      state.source = source;
    },
    die,
    async revive() {
      server = createServer(state);
      await listen();
    },
    close: die,
  };
}

function createServer(state: ProxyState): Server {
  const { protocol = 'http', certificate } = state.options;
  if (protocol === 'socks5') return createTcpServer((socket) => serveSocks(state, socket));
  const server =
    protocol === 'https'
      ? createHttpsServer({ cert: certificate?.cert, key: certificate?.key })
      : createHttpServer();
  server.on('request', (requested, answer) => forward(state, requested, answer));
  server.on('connect', (requested, socket: Socket) => tunnel(state, requested, socket));
  server.on('tlsClientError', () => {});
  return server;
}

function mayUse(state: ProxyState, requested: IncomingMessage): boolean {
  const [, encoded = ''] = (requested.headers['proxy-authorization'] ?? '').split(' ');
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return isAuthorized(state, text.slice(0, Math.max(0, colon)), text.slice(colon + 1));
}

/** Forwards a request in absolute form (RFC 9112 section 3.2.2). */
function forward(state: ProxyState, requested: IncomingMessage, answer: ServerResponse): void {
  if (!mayUse(state, requested)) {
    answer.writeHead(407, { 'proxy-authenticate': 'Basic realm="exit"' }).end();
    return;
  }
  const url = new URL(requested.url ?? '/');
  const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = requested.headers;
  const port = Number(url.port) || 80;
  const onward = request({
    method: requested.method,
    path: `${url.pathname}${url.search}`,
    headers,
    createConnection: () => reach(state, url.hostname, port),
  });
  onward.on('response', (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  onward.on('error', () => answer.writeHead(502).end());
  requested.pipe(onward);
}

function tunnel(state: ProxyState, requested: IncomingMessage, socket: Socket): void {
  const refuse = (status: string): void => {
    socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
  };
  socket.on('error', () => {});
  if (!mayUse(state, requested)) {
    refuse('407 Proxy Authentication Required');
    return;
  }
  const url = new URL(`http://${requested.url}`);
  const port = Number(url.port) || 80;
  if (state.options.tunnelsNothingPlain && port !== 443) {
    refuse('403 Forbidden');
    return;
  }
  const onward = reach(state, url.hostname.replace(/^\[|\]$/g, ''), port);
  onward.once('connect', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(onward).pipe(socket);
  });
  onward.on('error', () => (socket.writableLength === 0 ? refuse('502 Bad Gateway') : socket.destroy()));
  socket.on('close', () => onward.destroy());
  onward.on('close', () => socket.end());
}
