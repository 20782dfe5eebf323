import { setTimeout as pause } from 'node:timers/promises';
import { Client, type PoolConfig } from 'pg';
import type { Log } from '../domain/system/log.ts';
import { createThrottledErrorLog } from './throttled-error-log.ts';

/** A connection that listens until it is stopped. */
export interface Listener {
  stop(): Promise<void>;
}

const retryMs = 1_000;
const aliveCheckMs = 10_000;
/** Time without a response after which a connection attempt or check has failed. */
const responseTimeoutMs = 10_000;
/** Time for which closing an idle connection waits for the server. */
const closeTimeoutMs = 1_000;

/** Closes a connection; if the server does not answer, the operating system closes it. */
async function close(client: Client): Promise<void> {
  // The response of the server does not matter, because nothing more is sent.
  await Promise.race([client.end().catch(() => undefined), pause(closeTimeoutMs, undefined, { ref: false })]);
}

/**
 * Listens to a channel (PostgreSQL's LISTEN) on its own connection and calls `onNotify` for every notification, and
 * after every connect, because notifications may have been missed. Reconnects after a lost connection, including one
 * that stays open although the server no longer answers.
 */
export function startListening(options: {
  connection: PoolConfig;
  /** A plain identifier. */
  channel: string;
  /** Receives the payload of the notification, or nothing after a connect. */
  onNotify(payload?: string): void;
  log: Log;
}): Listener {
  const { connection, channel, onNotify, log } = options;
  const logError = createThrottledErrorLog(log);
  const stopping = new AbortController();

  /** Resolves when the connection is lost or the listener is stopped. */
  async function listenOnce(): Promise<void> {
    const client = new Client({
      ...connection,
      application_name: 'webdata listener',
      keepAlive: true,
      connectionTimeoutMillis: responseTimeoutMs,
      query_timeout: responseTimeoutMs,
    });
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    client.on('error', end);
    client.on('end', end);
    client.on('notification', ({ payload }) => onNotify(payload ?? ''));
    stopping.signal.addEventListener('abort', end, { once: true });
    let isSubscribed = false;
    const check = setInterval(() => {
      // A query detects a connection that was lost without notice: it fails, at the latest by its timeout.
      if (isSubscribed) client.query('select 1').catch(end);
    }, aliveCheckMs).unref();
    async function subscribe(): Promise<void> {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      isSubscribed = true;
      onNotify();
    }
    try {
      await Promise.race([subscribe(), closed]);
      await closed;
    } finally {
      clearInterval(check);
      stopping.signal.removeEventListener('abort', end);
      await close(client);
    }
  }

  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await listenOnce();
      } catch (error) {
        logError(error, `Listening to the database channel ${channel} failed and is retried.`);
      }
      // Rejects when the listener is stopped, which the loop checks next.
      await pause(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  const listening = listen();
  return {
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}
