import { type RawBuilder, sql } from 'kysely';
import type { ThirdPartyHook } from '../../domain/resources/third-party-hook.ts';
import { maskAddress } from '../../domain/secrets/mask-address.ts';
import { openJson, resealJson, sealJson } from '../../store/data-key.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';

type Connection = Database | DatabaseTransaction;

/**
 * The command and the webhook of a job hold headers, login names and typed texts. Both are encrypted in `jobs`. At the end
 * of the job the command is emptied, unless `retry` or `continue` can still read pages with it; the headers of the webhook
 * are emptied when its last event has been delivered.
 */
const emptyCommand = '{}';
/** Addresses that can hold a secret, in PostgreSQL; `maskAddress` decides. */
const suspectAddress =
  '@|#|[?&;][^=]*(pass|pwd|secret|token|key|auth|sig|otp|pin|cvc|cvv|session|sid|jwt|cred|csrf|cookie|ticket|code)';

/**
 * True for an ended job with no page that `retry` or `continue` could read. `isCompleted` says whether it ended as completed, for a
 * statement that ends it.
 */
const neverReadsAgain = (isCompleted: RawBuilder<boolean> = sql`status = 'completed'`) =>
  sql<boolean>`failed + unavailable + budget_exhausted = 0
  and not (${isCompleted} and counted >= page_limit and exists (
    select from frontier where frontier.job_id = jobs.job_id and kind = 'page' and state = 'queued'
  ))`;

const commandOf = (jobId: string) => `job command ${jobId}`;
const hookOf = (jobId: string) => `job hook ${jobId}`;

/** Returns the command of a job as stored. */
export function sealCommand(connection: Connection, jobId: string, command: unknown): string {
  return sealJson(connection, command, commandOf(jobId));
}

/** Returns the command of a stored job. */
export function openCommand(connection: Connection, jobId: string, stored: unknown): unknown {
  return openJson(connection, stored, commandOf(jobId));
}

/** Returns the webhook of a job as stored. */
export function sealHook(connection: Connection, jobId: string, hook: ThirdPartyHook): string {
  return sealJson(connection, hook, hookOf(jobId));
}

/** Returns the webhook of a stored job; null without one. */
export function openHook(connection: Connection, jobId: string, stored: unknown): ThirdPartyHook | null {
  return openJson(connection, stored, hookOf(jobId)) as ThirdPartyHook | null;
}

/** The new command of a job that a statement ends as `isCompleted` says. */
export const endedCommand = (isCompleted: boolean) =>
  sql`case when ${neverReadsAgain(sql`${isCompleted}::boolean`)} then ${sql.lit(emptyCommand)}::json else command end`;

/** Addresses of a job that may hold a secret. */
export interface SuspectUrls {
  start_url: string;
  urls: { id: number; url: string }[] | null;
}

/** Selects {@link SuspectUrls} of the row `job`, which has the column `command`: none if its command is kept. */
export const selectSuspectUrls = (job: RawBuilder<unknown>) => sql`
  ${job}.start_url, (
    select json_agg(json_build_object('id', id, 'url', url)) from frontier
    where frontier.job_id = ${job}.job_id and ${job}.command::text = ${sql.lit(emptyCommand)}
      and url ~* ${sql.lit(suspectAddress)}
  ) as urls`;

/** Masks the addresses of a job whose command was emptied. */
export async function maskUrls(
  connection: Connection,
  jobId: string,
  { start_url: startUrl, urls }: SuspectUrls,
): Promise<void> {
  const maskedStart = maskAddress(startUrl);
  if (maskedStart !== startUrl) {
    await sql`
      update jobs set start_url = ${maskedStart} where job_id = ${jobId} and command::text = ${emptyCommand}
    `.execute(connection);
  }
  const masked = (urls ?? [])
    .map(({ id, url }) => ({ id, url, shown: maskAddress(url) }))
    .filter(({ url, shown }) => url !== shown);
  if (masked.length === 0) return;
  await sql`
    update frontier set url = masked.url
    from unnest(${masked.map(({ id }) => id)}::bigint[], ${masked.map(({ shown }) => shown)}::text[]) as masked (id, url)
    where frontier.id = masked.id
  `.execute(connection);
}

/**
 * Empties the commands of those of the jobs that have ended and have no page to retry or to read on, and masks the addresses that they
 * still hold.
 */
export async function emptyJobs(connection: Connection, jobIds: readonly string[]): Promise<void> {
  const { rows } = await sql<SuspectUrls & { job_id: string }>`${sql.raw(preparedMarker)}
    with job as (
      update jobs set command = ${sql.lit(emptyCommand)}
      where job_id = any(${[...jobIds]}::text[]) and finished_at is not null and ${neverReadsAgain()}
      returning job_id, command, start_url
    )
    select job_id, ${selectSuspectUrls(sql`job`)} from job
  `.execute(connection);
  for (const row of rows) await maskUrls(connection, row.job_id, row);
}

/** Empties jobs that ended while their process stopped, at most 500 per call. */
export async function emptyEndedJobs(database: Database): Promise<number> {
  const rows = await database
    .selectFrom('jobs')
    .select('job_id')
    .where('finished_at', 'is not', null)
    .where(sql<boolean>`command::text <> ${emptyCommand}`)
    .where(neverReadsAgain())
    .limit(500)
    .execute();
  if (rows.length > 0)
    await emptyJobs(
      database,
      rows.map(({ job_id: jobId }) => jobId),
    );
  return rows.length;
}

/** Encrypts commands and webhooks of all jobs with another key; returns their number. */
export async function reencryptJobs(
  transaction: DatabaseTransaction,
  previous: Uint8Array,
  next: Uint8Array,
): Promise<number> {
  const rows = await transaction
    .selectFrom('jobs')
    .select(['job_id', 'command', 'hook'])
    .forUpdate()
    .execute();
  let count = 0;
  for (const { job_id: jobId, command, hook } of rows) {
    const sealedCommand = resealJson(command, commandOf(jobId), previous, next);
    const sealedHook = resealJson(hook, hookOf(jobId), previous, next);
    if (sealedCommand === null && sealedHook === null) continue;
    count += 1;
    await transaction
      .updateTable('jobs')
      .set({
        ...(sealedCommand !== null && { command: sealedCommand }),
        ...(sealedHook !== null && { hook: sealedHook }),
      })
      .where('job_id', '=', jobId)
      .execute();
  }
  return count;
}

/**
 * Empties the headers of webhooks whose job has ended for good and whose events have all been delivered, at most 500 per
 * call. Returns their number.
 */
export async function emptyHooks(database: Database): Promise<number> {
  const rows = await database
    .selectFrom('jobs')
    .select(['job_id', 'hook'])
    .where('finished_at', 'is not', null)
    .where('hook', 'is not', null)
    .where(sql<boolean>`command::text = ${emptyCommand}`)
    .where(sql<boolean>`hook::text like '%"sealed"%'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('delivery_id')
            .whereRef('deliveries.job_id', '=', 'jobs.job_id')
            .where('deliveries.status', '=', 'pending'),
        ),
      ),
    )
    .limit(500)
    .execute();
  for (const { job_id: jobId, hook } of rows) {
    const opened = openHook(database, jobId, hook);
    const emptied = JSON.stringify({ ...opened, headers: {} });
    await database.updateTable('jobs').set({ hook: emptied }).where('job_id', '=', jobId).execute();
  }
  return rows.length;
}
