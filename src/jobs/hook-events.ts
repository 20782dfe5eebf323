import type { Hook, HookEvent } from '../domain/third-party-hook.ts';
import type { WebhookEventType } from '../domain/webhook.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';

/** How the job's webhook is told; null for our own way. */
export async function findHook(
  database: Database | DatabaseTransaction,
  jobId: string,
): Promise<{ hook: Hook | null; type: string } | null> {
  const row = await database
    .selectFrom('jobs')
    .select(['hook', 'type'])
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return row === undefined ? null : { hook: row.hook as Hook | null, type: row.type };
}

const names: Partial<Record<WebhookEventType, HookEvent>> = {
  'job.started': 'started',
  'job.page': 'page',
  'job.completed': 'completed',
  'job.failed': 'failed',
};

/** What is told of an event in the third party's way: one message for each page, and only what was asked for. */
export function hookedData(
  { events }: Hook,
  type: WebhookEventType,
  data: Record<string, unknown>,
): Array<Record<string, unknown>> {
  const name = names[type];
  if (name === undefined || !events.includes(name)) return [];
  return name === 'page' ? (data.pages as Array<Record<string, unknown>>) : [data];
}
