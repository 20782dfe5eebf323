import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { createCertificate } from './certificate.ts';
import { bodyRoutes } from './hostile-bodies.ts';
import { redirectRoutes } from './hostile-redirects.ts';
import { wireRoutes } from './hostile-wire.ts';
import { listenAlone } from './listen-alone.ts';
import { requestUrl } from './request-url.ts';

/** Request that reached the hostile server. */
export interface HostileRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
}

/** Site with one path for each protocol fault. */
export interface HostileServer {
  /** Returns the URL of a path of `hostile-bodies.ts`, `hostile-wire.ts` or `hostile-redirects.ts`. */
  url(path: string): string;
  /** Returns the same URL over TLS, with a self-signed certificate. */
  selfSignedUrl(path: string): string;
  /** Returns an https URL whose server does not speak TLS. */
  noTlsUrl(path: string): string;
  /** Returns a URL whose server accepts connections and sends nothing, not even a TLS handshake. */
  silentUrl(path: string, scheme?: 'http' | 'https'): string;
  /** Requests received, oldest first. */
  readonly requests: HostileRequest[];
  /** Closes all connections and servers. */
  close(): Promise<void>;
}

/** Starts the server on free ports of a local address. */
export async function startHostileServer(address = '127.0.0.1'): Promise<HostileServer> {
  const requests: HostileRequest[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers });
    try {
      route(request, response);
    } catch (error) {
      // The fuzzer requests status codes and headers that are invalid in HTTP.
      if (!response.headersSent) response.writeHead(400);
      response.end(String(error));
    }
  };
  const plain = await listen(createServer({ keepAliveTimeout: 60_000 }, answer), address);
  const selfSigned = await listen(
    createSecureServer(createCertificate({ names: [address] }), answer),
    address,
  );
  const noTls = await listen(
    createSocketServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
    address,
  );
  const silent = await listen(createSocketServer(), address);

  return {
    url: (path) => `http://${plain.at}${path}`,
    selfSignedUrl: (path) => `https://${selfSigned.at}${path}`,
    noTlsUrl: (path) => `https://${noTls.at}${path}`,
    silentUrl: (path, scheme = 'http') => `${scheme}://${silent.at}${path}`,
    requests,
    async close() {
      await Promise.all([plain, selfSigned, noTls, silent].map((server) => server.close()));
    },
  };
}

function route(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = requestUrl(request);
  const onWire = wireRoutes[pathname];
  const redirects = redirectRoutes[pathname];
  const encoded = bodyRoutes[pathname];
  if (onWire !== undefined && response.socket !== null) onWire(response.socket);
  else if (redirects !== undefined) redirects(response, request, searchParams);
  else if (encoded !== undefined) encoded(response);
  else response.writeHead(404).end('no such fault');
}

interface Listening {
  at: string;
  close(): Promise<void>;
}

async function listen(server: Server, address: string): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  const { port } = await listenAlone(server, address);
  return {
    at: `${address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
