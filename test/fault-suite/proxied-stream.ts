import type { Socket } from 'node:net';

/** How a proxy treats the bytes of one direction at a moment. */
export interface FlowRule {
  /** False while nothing may pass in either direction. */
  isOpen: boolean;
  /** Milliseconds that each piece is held back. */
  delayMs: number;
  /** Bytes per second of each connection and direction; `Infinity` for no bound. */
  bytesPerSecond: number;
}

interface Piece {
  /** Null stands for the end of the stream. */
  bytes: Buffer | null;
  dueAt: number;
}

/** Bytes that one direction holds back at most before it stops reading from the sender. */
const maxQueuedBytes = 1024 * 1024;
/** How often a closed direction looks whether it may pass again. */
const recheckMs = 10;

/**
 * Copies one direction of a connection, from `from` to `to`, under a rule that may change at any time. Order is kept.
 * The end of the stream waits in the same queue, so that a closed direction also hides that the sender hung up.
 */
export function copyStream(from: Socket, to: Socket, rule: () => FlowRule): void {
  const queue: Piece[] = [];
  let queuedBytes = 0;
  let lastDueAt = 0;
  let timer: NodeJS.Timeout | null = null;

  function enqueue(bytes: Buffer | null): void {
    const { delayMs, bytesPerSecond } = rule();
    const now = performance.now();
    const sendMs = bytes === null ? 0 : (bytes.length / bytesPerSecond) * 1_000;
    lastDueAt = Math.max(now + delayMs, lastDueAt) + sendMs;
    queue.push({ bytes, dueAt: lastDueAt });
    queuedBytes += bytes?.length ?? 0;
    if (queuedBytes > maxQueuedBytes) from.pause();
    send();
  }

  function send(): void {
    if (timer !== null) return;
    for (let piece = queue[0]; piece !== undefined; piece = queue[0]) {
      const waitMs = rule().isOpen ? piece.dueAt - performance.now() : recheckMs;
      if (waitMs > 0) {
        wakeIn(waitMs);
        return;
      }
      queue.shift();
      queuedBytes -= piece.bytes?.length ?? 0;
      if (to.destroyed || to.writableEnded) continue;
      if (piece.bytes === null) to.end();
      else to.write(piece.bytes);
    }
    if (from.isPaused() && !from.destroyed) from.resume();
  }

  function wakeIn(ms: number): void {
    timer = setTimeout(() => {
      timer = null;
      send();
    }, ms);
  }

  from.on('data', enqueue);
  // A sender that vanishes without an end is an end as well for the receiver.
  from.once('close', () => enqueue(null));
  from.once('end', () => enqueue(null));
  to.once('close', () => {
    if (timer !== null) clearTimeout(timer);
    queue.length = 0;
  });
}
