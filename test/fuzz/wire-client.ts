import { connect, type Socket } from 'node:net';
import { createAnswerReader, type ReadState, type WireAnswer } from './answer-reader.ts';

/** Result of a request. */
export type Sent =
  | { kind: 'answer'; answer: WireAnswer; ms: number }
  /** No complete response arrived in time. */
  | { kind: 'late'; ms: number }
  /** The connection ended without a response. */
  | { kind: 'closed'; reason: string; ms: number };

/** Bytes to send, and how to read the response. */
export interface Sending {
  bytes: Buffer;
  method: string;
  stopsEarly: boolean;
  /** True to close the connection after the request, so that leftover bytes are not read as the next one. */
  isLast: boolean;
  timeoutMs: number;
}

/** Connection to the service, reused between requests if possible; one request at a time. */
export interface WireClient {
  send(sending: Sending): Promise<Sent>;
  close(): void;
}

/** Opens HTTP/1.1 connections that send arbitrary bytes, including those that HTTP libraries do not send. */
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
      // A reused connection that the service closed in the meantime is no result of the request.
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
