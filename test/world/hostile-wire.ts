import type { Socket } from 'node:net';
import { honestText } from './hostile-bodies.ts';

/** Milliseconds between two bytes of a slow response. */
const dripMs = 200;

/** Sends the text byte by byte until the reader closes the connection. */
function drip(socket: Socket, text: string): void {
  let index = 0;
  const timer = setInterval(() => {
    socket.write(text[index % text.length] as string);
    index += 1;
  }, dripMs);
  socket.once('close', () => clearInterval(timer));
}

function head(...fields: string[]): string {
  return `${['HTTP/1.1 200 OK', 'Content-Type: text/html', ...fields].join('\r\n')}\r\n\r\n`;
}

function largeHeaders(bytes: number): string {
  const fields = Array.from(
    { length: Math.ceil(bytes / 1000) },
    (_, index) => `X-Filler-${index}: ${'f'.repeat(980)}`,
  );
  return head(...fields, 'Content-Length: 2');
}

/** Routes that write to the socket bytes that HTTP libraries do not produce. */
export const wireRoutes: Record<string, (socket: Socket) => void> = {
  '/never-answers': () => {},
  '/accepts-and-closes': (socket) => socket.end(),
  '/resets': (socket) => socket.resetAndDestroy(),
  '/drips': (socket) => {
    socket.write(head('Content-Length: 100000'));
    drip(socket, honestText);
  },
  '/slow-headers': (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX-Slow: '),
  '/stalls': (socket) => socket.write(`${head('Content-Length: 100000')}the beginning`),
  '/large-headers': (socket) => socket.end(`${largeHeaders(200_000)}ok`),
  '/roomy-headers': (socket) => socket.end(`${largeHeaders(40_000)}ok`),
  '/endless-headers': (socket) => {
    const line = `X-More: ${'m'.repeat(1000)}\r\n`;
    let sent = 0;
    const more = (): void => {
      while (sent < 50_000_000 && !socket.destroyed) {
        sent += line.length;
        if (!socket.write(line)) {
          socket.once('drain', more);
          return;
        }
      }
    };
    socket.write('HTTP/1.1 200 OK\r\n');
    more();
  },
  '/promises-more': (socket) => socket.end(`${head('Content-Length: 1000')}only this`),
  '/promises-less': (socket) => socket.end(`${head('Content-Length: 4')}more than that`),
  '/promises-too-much': (socket) => socket.write(head('Content-Length: 99999999999')),
  '/two-lengths': (socket) => socket.end(`${head('Content-Length: 4', 'Content-Length: 14')}more than that`),
  '/length-and-chunks': (socket) =>
    socket.end(`${head('Content-Length: 4', 'Transfer-Encoding: chunked')}4\r\nabcd\r\n0\r\n\r\n`),
  '/resets-midway': (socket) => {
    socket.write(`${head('Content-Length: 100000')}the beginning`, () => {
      setTimeout(() => socket.resetAndDestroy(), 30);
    });
  },
  '/bad-chunks': (socket) =>
    socket.end(`${head('Transfer-Encoding: chunked')}zz\r\nnot hexadecimal\r\n0\r\n\r\n`),
  '/cut-chunks': (socket) => socket.end(`${head('Transfer-Encoding: chunked')}400\r\nfar less`),
  '/until-close': (socket) => socket.end(`${head('Connection: close')}${honestText}`),
  '/garbage-status': (socket) => socket.end('HTTP/1.1 hello there\r\n\r\n'),
  '/no-http': (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  '/http-0.9': (socket) => socket.end('<html>no headers at all</html>'),
  '/status-999': (socket) => socket.end('HTTP/1.1 999 Request denied\r\nContent-Length: 2\r\n\r\nno'),
  '/early-hints': (socket) =>
    socket.end(
      `HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n${head('Content-Length: 2')}ok`,
    ),
  '/switches-protocol': (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  '/no-content-with-body': (socket) =>
    socket.end('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello'),
  '/repeated-headers': (socket) =>
    socket.end(`${head('X-Part: one', 'X-Part: two', '__proto__: polluted', 'Content-Length: 2')}ok`),
  '/pushes-second-answer': (socket) =>
    socket.write(`${head('Content-Length: 2')}ok${head('Content-Length: 6')}forged`),
};
