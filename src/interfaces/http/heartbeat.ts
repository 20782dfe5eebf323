import type { WebSocket } from 'ws';

const pingIntervalMs = 25_000;

/** Pings a client (RFC 6455 section 5.5.2) until its connection closes, and ends it when a ping is not answered. */
export function startHeartbeat(socket: WebSocket): void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const ping = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, pingIntervalMs).unref();
  socket.on('close', () => clearInterval(ping));
}
