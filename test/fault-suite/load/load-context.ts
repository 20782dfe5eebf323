import { setTimeout as pause } from 'node:timers/promises';
import type { Choices } from '../../faults/seeded-random.ts';
import type { Acknowledged, ObjectKind } from '../acknowledged.ts';
import type { LoadWorld } from '../load-world.ts';
import type { Json, RequestOptions, ServiceClient } from '../service-client.ts';

/** Objects that a deployment has from its first round on. */
export interface LongLivedObjects {
  datasets: Array<{ id: string; client: ServiceClient }>;
  workflows: Array<{ id: string; client: ServiceClient }>;
}

/** What the activities of one round's load share. */
export interface LoadContext {
  world: LoadWorld;
  /** One client for each account. */
  clients: readonly [ServiceClient, ServiceClient];
  objects: LongLivedObjects;
  acknowledged: Acknowledged;
  choices: Choices;
  round: number;
  /** False where a fault of the round may end pages with an error. */
  isExact: boolean;
  /** True from the moment on when nothing new may begin. */
  isStopping(): boolean;
}

/** One activity of the load; ends soon after `isStopping` turns true. */
export type Activity = (context: LoadContext) => Promise<void>;

const retryPauseMs = 150;
const maxTries = 200;
let sent = 0;

/** Returns an Idempotency-Key that nobody else uses. */
export function newIdempotencyKey(round: number): string {
  sent += 1;
  return `fault-suite-${process.pid}-${round}-${sent}`;
}

/**
 * Sends a POST that creates something until it is answered 200, always with the same Idempotency-Key; null when the
 * load stops before.
 */
export async function createOnce(
  context: LoadContext,
  client: ServiceClient,
  path: string,
  options: RequestOptions,
): Promise<Json | null> {
  const idempotencyKey = newIdempotencyKey(context.round);
  for (let tries = 0; tries < maxTries && !context.isStopping(); tries += 1) {
    const created = await client.ask('POST', path, { ...options, idempotencyKey });
    if (created !== null) return created;
    await pause(retryPauseMs);
  }
  return null;
}

/** Remembers an object that the service has acknowledged. */
export function acknowledge(context: LoadContext, client: ServiceClient, kind: ObjectKind, id: string): void {
  context.acknowledged.objects.push({ kind, id, key: client.key, round: context.round });
}
