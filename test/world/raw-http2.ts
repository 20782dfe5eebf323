import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { Certificate } from './certificate.ts';
import { listenAlone } from './listen-alone.ts';

/** Frame types and flags of RFC 9113 section 6 that the server uses. */
const frames = { data: 0, headers: 1, reset: 3, settings: 4 } as const;
const acknowledged = 1;
const endHeaders = 4;
const prefaceBytes = 24;
/** `:status: 200` in HPACK's static table (RFC 7541 appendix A). */
const status200 = Buffer.from([0x88]);

/** Server that starts every response correctly and resets the stream before its end. */
export interface RawHttp2Server {
  port: number;
  close(): void;
}

/** Starts the server; `resetCode` is an error code of RFC 9113 section 7. */
export async function startRawHttp2Server(
  certificate: Certificate,
  address: string,
  resetCode: () => number,
): Promise<RawHttp2Server> {
  const sockets = new Set<Socket>();
  const server = createServer({ ...certificate, ALPNProtocols: ['h2'] }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write(frame(frames.settings, 0, 0));
    socket.on('data', reader(socket, resetCode));
  });
  const { port } = await listenAlone(server, address);
  return {
    port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function reader(socket: Socket, resetCode: () => number): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0);
  let hasPreface = false;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    if (!hasPreface && pending.length >= prefaceBytes) {
      hasPreface = true;
      pending = pending.subarray(prefaceBytes);
    }
    while (hasPreface && pending.length >= 9 && pending.length >= 9 + pending.readUIntBE(0, 3)) {
      const length = 9 + pending.readUIntBE(0, 3);
      answer(socket, pending.readUInt8(3), pending.readUInt8(4), pending.readUInt32BE(5), resetCode());
      pending = pending.subarray(length);
    }
  };
}

function answer(socket: Socket, type: number, flags: number, stream: number, resetCode: number): void {
  if (type === frames.settings && (flags & acknowledged) === 0) {
    socket.write(frame(frames.settings, acknowledged, 0));
  } else if (type === frames.headers) {
    const code = Buffer.alloc(4);
    code.writeUInt32BE(resetCode);
    socket.write(frame(frames.headers, endHeaders, stream, status200));
    socket.write(frame(frames.data, 0, stream, Buffer.from('the beginning')));
    setTimeout(() => socket.write(frame(frames.reset, 0, stream, code)), 10);
  }
}

/** Returns a frame (RFC 9113 section 4.1). */
function frame(type: number, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}
