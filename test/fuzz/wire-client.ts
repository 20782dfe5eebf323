import { connect, type Socket } from 'node:net';
import { createAnswerReader, type ReadState, type WireAnswer } from './answer-reader.ts';

/** What became of a request. */
export type Sent =
  | { kind: 'answer'; answer: WireAnswer; ms: number }
  /** Nothing, or nothing whole, came in time. */
  | { kind: 'late'; ms: number }
  /** The connection ended without an answer. */
  | { kind: 'closed'; reason: string; ms: number };

/** What is sent, and how the answer is read. */
export interface Sending {
  bytes: Buffer;
  method: string;
  stopsEarly: boolean;
  /** Ends the connection behind the request, so that none of its remains is taken for the next one. */
  isLast: boolean;
  timeoutMs: number;
}

/** One connection to the service, kept between requests where possible; one request at a time. */
export interface WireClient {
  send(sending: Sending): Promise<Sent>;
  close(): void;
}

/** Opens connections of HTTP/1.1 that carry any bytes, also those that no HTTP library would send. */
export function createWireClient(host: string, port: number): WireClient {
  let kept: Socket | null = null;

  function open(): Socket {
    const socket = connect({ host, port, noDelay: true });
    socket.on('error', () => {});
    return socket;
  }

  function exchange(socket: Socket, sending: Sending): Promise<Sent> {
    const reader = createAnswerReader(sending);
    const since = performance.now();
    const { promise, resolve } = Promise.withResolvers<Sent>();
    const finish = (sent: Sent, isReusable: boolean) => {
      clearTimeout(timer);
      socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('end');
      if (isReusable && !sending.isLast && !socket.destroyed) kept = socket;
      else socket.destroy();
      resolve(sent);
    };
    const elapsed = () => performance.now() - since;
    const take = ({ answer, isReusable, fault }: ReadState) => {
      if (answer !== null) finish({ kind: 'answer', answer, ms: elapsed() }, isReusable);
      else if (fault !== null) finish({ kind: 'closed', reason: fault, ms: elapsed() }, false);
    };
    const timer = setTimeout(() => finish({ kind: 'late', ms: elapsed() }, false), sending.timeoutMs);
    const ended = (reason: string) => {
      const state = reader.end();
      if (state.answer === null && state.fault === null)
        finish({ kind: 'closed', reason, ms: elapsed() }, false);
      else take(state);
    };
    socket.on('data', (piece) => take(reader.push(piece)));
    socket.once('end', () => ended('the connection was ended'));
    socket.once('close', (hadError) =>
      ended(hadError ? 'the connection failed' : 'the connection was closed'),
    );
    socket.write(sending.bytes);
    return promise;
  }

  return {
    async send(sending) {
      const reused = kept;
      kept = null;
      const socket = reused !== null && !reused.destroyed ? reused : open();
      const bytesBefore = socket.bytesRead;
      const sent = await exchange(socket, sending);
      // A kept connection that the service closed in the meantime says nothing about the request.
      if (sent.kind === 'closed' && socket === reused && socket.bytesRead === bytesBefore)
        return exchange(open(), sending);
      return sent;
    },
    close() {
      kept?.destroy();
      kept = null;
    },
  };
}
