import { type RawBuilder, sql } from 'kysely';

/** Code of the warning of a job that ended at its limit. */
export const limitReachedCode = 'limit_reached';

/**
 * Returns the warnings of a job that ends with `queued` URLs that were not read, as `jsonb`: none if there are no such
 * URLs. `jobId` and `limit` are SQL expressions, as is `queued`.
 */
export function limitWarnings(
  jobId: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
  queued: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`case when ${queued} > 0 then jsonb_build_array(jsonb_build_object('code', ${sql.lit(limitReachedCode)}::text,
    'message', format('The job ended at its limit of %s pages. %s known URLs were not read. Continue it with POST /v1/jobs/%s/continue and a higher \`limit\`: its pages are not read again.',
      ${limit}, ${queued}, ${jobId}))) else '[]'::jsonb end`;
}
