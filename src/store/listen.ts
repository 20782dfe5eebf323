import { setTimeout as pause } from 'node:timers/promises';
import { Client, type PoolConfig } from 'pg';
import type { Log } from '../domain/log.ts';
import { createTroubleReport } from './database-trouble.ts';

/** A connection that listens until it is stopped. */
export interface Listener {
  stop(): Promise<void>;
}

const retryMs = 1_000;
const aliveCheckMs = 10_000;

/**
 * Listens to a channel (PostgreSQL's LISTEN) on a connection of its own and calls `onNotify` at every notification, and
 * whenever it is connected anew, as notifications may have been missed. A lost connection is made again.
 */
export function startListening(options: {
  connection: PoolConfig;
  /** A plain identifier. */
  channel: string;
  /** Given what the notification carries, or nothing where some may have been missed. */
  onNotify(payload?: string): void;
  log: Log;
}): Listener {
  const { connection, channel, onNotify, log } = options;
  const report = createTroubleReport(log);
  const stopping = new AbortController();

  /** Resolves when the connection is lost or no longer wanted. */
  async function listenOnce(): Promise<void> {
    const client = new Client({ ...connection, application_name: 'webdata listener', keepAlive: true });
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    client.on('error', () => end());
    client.on('end', () => end());
    client.on('notification', ({ payload }) => onNotify(payload ?? ''));
    stopping.signal.addEventListener('abort', () => end(), { once: true });
    // A connection that died without a word is found out by asking.
    const check = setInterval(() => client.query('select 1').catch(() => end()), aliveCheckMs).unref();
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      onNotify();
      await over;
    } finally {
      clearInterval(check);
      await client.end().catch(() => undefined);
    }
  }

  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await listenOnce();
      } catch (error) {
        report(error, `the channel ${channel} of the database cannot be listened to just now`);
      }
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
