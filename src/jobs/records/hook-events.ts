import type { HookEvent, ThirdPartyHook } from '../../domain/resources/third-party-hook.ts';
import type { WebhookEventType } from '../../domain/resources/webhook.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { openHook } from './job-secrets.ts';

/** Returns how events of the job are sent; `hook` is null for the service's own format. */
export async function findHookOfJob(
  database: Database | DatabaseTransaction,
  jobId: string,
): Promise<{ hook: ThirdPartyHook | null; type: string } | null> {
  const row = await database
    .selectFrom('jobs')
    .select(['hook', 'type'])
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return row === undefined ? null : { hook: openHook(database, jobId, row.hook), type: row.type };
}

const hookEventNames: Partial<Record<WebhookEventType, HookEvent>> = {
  'job.started': 'started',
  'job.page': 'page',
  'job.completed': 'completed',
  'job.failed': 'failed',
};

/** Returns the messages of an event in a third-party format: one per page, and only for subscribed events. */
export function createHookMessages(
  { events }: ThirdPartyHook,
  type: WebhookEventType,
  data: Record<string, unknown>,
): Array<Record<string, unknown>> {
  const name = hookEventNames[type];
  if (name === undefined || !events.includes(name)) return [];
  return name === 'page' ? (data.pages as Array<Record<string, unknown>>) : [data];
}
