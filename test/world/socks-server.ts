import type { Socket } from 'node:net';
import { isAuthorized, type ProxyState, reach } from './proxy-state.ts';

/** Serves one client of a SOCKS5 proxy (RFC 1928, RFC 1929). */
export function serveSocks(state: ProxyState, socket: Socket): void {
  const read = readerOf(socket);
  talk(state, socket, read).catch(() => socket.destroy());
}

type Read = (length: number) => Promise<Buffer>;

/** Returns a function that reads an exact number of bytes. */
function readerOf(socket: Socket): Read {
  return async (length) => {
    for (;;) {
      const chunk = socket.read(length) as Buffer | null;
      if (chunk !== null) return chunk;
      if (socket.readableEnded || socket.destroyed) throw new Error('the client is gone');
      await new Promise<void>((resolve) => {
        socket.once('readable', resolve);
        socket.once('close', resolve);
      });
    }
  };
}

async function byteOf(read: Read): Promise<number> {
  return (await read(1)).readUInt8();
}

async function talk(state: ProxyState, socket: Socket, read: Read): Promise<void> {
  await byteOf(read);
  await read(await byteOf(read));
  if (state.options.credentials === undefined) socket.write(Buffer.from([5, 0]));
  else {
    socket.write(Buffer.from([5, 2]));
    await byteOf(read);
    const username = (await read(await byteOf(read))).toString();
    const password = (await read(await byteOf(read))).toString();
    const isKnown = isAuthorized(state, username, password);
    socket.write(Buffer.from([1, isKnown ? 0 : 1]));
    if (!isKnown) {
      socket.end();
      return;
    }
  }
  const kind = (await read(4)).readUInt8(3);
  const host = await hostOf(kind, read);
  const port = (await read(2)).readUInt16BE();
  const onward = reach(state, host, port);
  const answer = (code: number) => socket.write(Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]));
  onward.once('connect', () => {
    answer(0);
    socket.pipe(onward).pipe(socket);
  });
  onward.on('error', () => {
    answer(5);
    socket.end();
  });
  socket.on('close', () => onward.destroy());
}

async function hostOf(kind: number, read: Read): Promise<string> {
  if (kind === 1) return [...(await read(4))].join('.');
  if (kind === 3) return (await read(await byteOf(read))).toString();
  return (await read(16)).toString('hex').replace(/(.{4})(?!$)/g, '$1:');
}
