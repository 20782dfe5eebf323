import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.ts';

/** Server that ends TLS and passes on the bytes to a server without it. */
export interface TlsFront {
  readonly port: number;
  close(): Promise<void>;
}

/** Options of {@link startTlsFront}. */
export interface TlsFrontOptions {
  certificate: Certificate;
  /** IP address to listen on. */
  address: string;
  target: NetConnectOpts;
  /** `postgres`: TLS starts after a request for it, as PostgreSQL does (section 54.2.10, SSL Session Encryption). */
  protocol?: 'plain' | 'postgres';
}

/** Length of PostgreSQL's request for TLS, which the server answers with `S`. */
const sslRequestBytes = 8;

async function acceptPostgres(socket: Socket): Promise<void> {
  while (socket.readableLength < sslRequestBytes) await once(socket, 'readable');
  socket.read(sslRequestBytes);
  socket.write('S');
}

async function serve(raw: Socket, context: SecureContext, options: TlsFrontOptions): Promise<void> {
  if (options.protocol === 'postgres') await acceptPostgres(raw);
  const secure = new TLSSocket(raw, { isServer: true, secureContext: context });
  // A client that rejects the certificate ends the handshake.
  secure.on('error', () => raw.destroy());
  const upstream = connect(options.target);
  pipeline(secure, upstream, () => {});
  pipeline(upstream, secure, () => {});
}

/** Starts a front on a free port. */
export async function startTlsFront(options: TlsFrontOptions): Promise<TlsFront> {
  const context = createSecureContext(options.certificate);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    // A lost client has ended its own connection.
    void serve(socket, context, options).catch(() => socket.destroy());
  });
  server.listen(0, options.address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
