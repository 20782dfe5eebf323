import type { Socket } from 'node:net';

/** Current rule for the bytes of one direction. */
export interface FlowRule {
  /** False if nothing passes in either direction. */
  isOpen: boolean;
  /** Delay of each chunk in milliseconds. */
  delayMs: number;
  /** Bytes per second of each connection and direction; `Infinity` is unlimited. */
  bytesPerSecond: number;
}

interface Piece {
  /** Null marks the end of the stream. */
  bytes: Buffer | null;
  dueAt: number;
}

/** Maximum number of queued bytes per direction before reading stops. */
const maxQueuedBytes = 1024 * 1024;
/** Interval at which a closed direction checks the rule again. */
const recheckMs = 10;

/**
 * Copies one direction of a connection, from `from` to `to`, under a rule that may change at any time. The order is
 * kept. The end of the stream waits in the same queue, so that a closed direction also hides that the sender
 * disconnected.
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
  // A sender that disconnects without an end also ends the stream for the receiver.
  from.once('close', () => enqueue(null));
  from.once('end', () => enqueue(null));
  to.once('close', () => {
    if (timer !== null) clearTimeout(timer);
    queue.length = 0;
  });
}
