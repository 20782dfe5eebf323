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

/** State shared by the activities of one round's load. */
export interface LoadContext {
  world: LoadWorld;
  /** One client per account. */
  clients: readonly [ServiceClient, ServiceClient];
  objects: LongLivedObjects;
  acknowledged: Acknowledged;
  choices: Choices;
  round: number;
  /** False if a fault of the round may cause page errors. */
  isExact: boolean;
  /** Returns true when no new work may start. */
  isStopping(): boolean;
}

/** Activity of the load; ends soon after `isStopping` returns true. */
export type Activity = (context: LoadContext) => Promise<void>;

const retryPauseMs = 150;
const maxTries = 200;
let sent = 0;

/** Returns a unique Idempotency-Key. */
export function newIdempotencyKey(round: number): string {
  sent += 1;
  return `fault-suite-${process.pid}-${round}-${sent}`;
}

/**
 * Repeats a POST that creates an object until its status is 200, always with the same Idempotency-Key; null if the
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

/** Records an object that the service acknowledged. */
export function acknowledge(context: LoadContext, client: ServiceClient, kind: ObjectKind, id: string): void {
  context.acknowledged.objects.push({ kind, id, key: client.key, round: context.round });
}
