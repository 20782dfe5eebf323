import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ElicitRequestFormParams, ElicitResult, JSONRPCRequest } from '@modelcontextprotocol/server';
import { isObject } from '../../domain/values/is-object.ts';

/** The open questions to one client. */
export interface ClientQuestions {
  /**
   * Sends a form to the user of the client and returns the response; `cancel` if it fails or does not come in time. Rejects
   * if `signal` aborts.
   */
  ask(
    send: (request: JSONRPCRequest) => Promise<void>,
    params: ElicitRequestFormParams,
    signal: AbortSignal,
  ): Promise<ElicitResult>;
}

/** The open questions of all clients of this process. */
export interface OpenQuestions {
  of(client: readonly string[]): ClientQuestions;
  /** Passes a message of a client on to the question that it answers; false if it answers none. */
  resolve(client: readonly string[], message: unknown): boolean;
  /** True if a question to this client is open. */
  hasOpen(client: readonly string[]): boolean;
}

/** People need minutes; the time limit of clients for a call is often shorter. */
const responseTimeoutMs = 5 * 60_000;
const actions = ['accept', 'decline', 'cancel'] as const;

function readResult(message: Record<string, unknown>): ElicitResult {
  const result = isObject(message.result) ? message.result : {};
  const action = actions.find((known) => known === result.action);
  if (action !== 'accept') return { action: action ?? 'cancel' };
  return { action, content: isObject(result.content) ? (result.content as ElicitResult['content']) : {} };
}

/**
 * Creates the questions to clients of 2025 over HTTP. They answer a question with a request of its own, which only this
 * connects with the call that asked; the call and the answer must reach the same process.
 */
export function createOpenQuestions(): OpenQuestions {
  const open = new Map<string, Map<string, (result: ElicitResult) => void>>();
  const keyOf = (client: readonly string[]) => JSON.stringify(client);
  return {
    of: (client) => ({
      async ask(send, params, signal) {
        const key = keyOf(client);
        const id = `question-${randomUUID()}`;
        const { promise: response, resolve } = Promise.withResolvers<ElicitResult>();
        const questions = open.get(key) ?? new Map<string, (result: ElicitResult) => void>();
        open.set(key, questions.set(id, resolve));
        const timer = new AbortController();
        try {
          await send({ jsonrpc: '2.0', id, method: 'elicitation/create', params: { ...params } });
          const timeoutSignal = AbortSignal.any([signal, timer.signal]);
          const timeout = wait(responseTimeoutMs, { action: 'cancel' } as const, { signal: timeoutSignal });
          return await Promise.race([response, timeout]);
        } finally {
          timer.abort();
          questions.delete(id);
          if (questions.size === 0 && open.get(key) === questions) open.delete(key);
        }
      },
    }),
    resolve(client, message) {
      if (!isObject(message) || typeof message.id !== 'string' || 'method' in message) return false;
      const resolve = open.get(keyOf(client))?.get(message.id);
      resolve?.(readResult(message));
      return resolve !== undefined;
    },
    hasOpen: (client) => open.has(keyOf(client)),
  };
}
