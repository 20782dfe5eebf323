import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Principal } from '../../domain/resources/account.ts';
import { addMs } from '../../domain/system/clock.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import { base32 } from '../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import type { ConsoleSessionsTable } from '../../store/schema.ts';
import { type ActiveKey, findPrincipal, tokenDigest, toPrincipal } from './keys.ts';

/** Lifetime of a sign-in link; long enough to open it after the first start. */
const linkLifetimeMs = 60 * 60_000;
/** Lifetime of a session, counted from its start. */
const sessionLifetimeMs = 7 * dayMs;
/** Maximum number of rows that one statement deletes. */
const sweepBatch = 1_000;

/** Tokens of {@link newSecret}: 256 random bits as base32. */
const secretPattern = /^[0-9abcdefghjkmnpqrstvwxyz]{52}$/;

/** A started session; the token is the value of its cookie and never shown again. */
export interface StartedSession {
  token: string;
  expiresAt: Date;
}

/** An active session with the principal of its key. */
export interface ActiveSession {
  principal: Principal;
  expiresAt: Date;
}

function newSecret(): string {
  return base32(randomBytes(32));
}

/**
 * Creates a one-time sign-in link for an API key, and returns its token. Returns null if the key is unknown, expired or
 * revoked.
 */
export async function createSignInToken(
  database: Database,
  apiKey: string,
  now: Date,
): Promise<string | null> {
  const principal = await findPrincipal(database, apiKey, now);
  return principal === null ? null : insertSignInLink(database, principal.keyId, addMs(now, linkLifetimeMs));
}

/** Stores a one-time sign-in link of a key until it expires, and returns its token. */
export async function insertSignInLink(
  database: Database | DatabaseTransaction,
  keyId: string,
  expiresAt: Date,
): Promise<string> {
  const token = newSecret();
  await database
    .insertInto('sign_in_links')
    .values({ digest: tokenDigest(token), key_id: keyId, expires_at: expiresAt })
    .execute();
  return token;
}

/**
 * Starts a session with the token of a sign-in link, which cannot be used again. Returns null if the link is unknown,
 * used or expired, or its key is not active.
 */
export async function startConsoleSession(
  database: Database,
  linkToken: string,
  now: Date,
): Promise<StartedSession | null> {
  if (!secretPattern.test(linkToken)) return null;
  const token = newSecret();
  const expiresAt = addMs(now, sessionLifetimeMs);
  return database.transaction().execute(async (transaction) => {
    // One statement deletes the link, so that only one of several concurrent exchanges finds it.
    const link = await transaction
      .deleteFrom('sign_in_links')
      .where('digest', '=', tokenDigest(linkToken))
      .where('expires_at', '>', now)
      .returning('key_id')
      .executeTakeFirst();
    if (link === undefined) return null;
    const digest = tokenDigest(token);
    await transaction
      .insertInto('console_sessions')
      .values({ digest, key_id: link.key_id, created_at: now, expires_at: expiresAt })
      .execute();
    return { token, expiresAt };
  });
}

type SessionRow = ActiveKey & Pick<Selectable<ConsoleSessionsTable>, 'expires_at'>;

/** Returns the session of a cookie; null if it is unknown, expired or ended, or its key is not active. */
export async function findConsoleSession(
  database: Database,
  token: string,
  now: Date,
): Promise<ActiveSession | null> {
  if (!secretPattern.test(token)) return null;
  const at = now.toISOString();
  const answer = await sql<SessionRow>`${sql.raw(preparedMarker)}
    select k.account_id, k.key_id, k.scopes, k.requests_per_minute, k.concurrent, s.expires_at
    from console_sessions s join api_keys k using (key_id)
    where s.digest = ${tokenDigest(token)}
      and s.expires_at > ${at}::timestamptz
      and (k.expires_at is null or k.expires_at > ${at}::timestamptz)
      and (k.revoked_at is null or k.revoked_at > ${at}::timestamptz)
  `.execute(database);
  const [row] = answer.rows;
  return row === undefined ? null : { principal: toPrincipal(row), expiresAt: row.expires_at };
}

/** Ends a session immediately; does nothing if there is none. */
export async function endConsoleSession(database: Database, token: string): Promise<void> {
  await database.deleteFrom('console_sessions').where('digest', '=', tokenDigest(token)).execute();
}

/** Deletes one batch of expired links and sessions, and returns its size. */
export async function sweepConsoleSessions(database: Database, now: Date): Promise<number> {
  let deleted = 0;
  for (const table of ['sign_in_links', 'console_sessions'] as const) {
    const expired = database
      .selectFrom(table)
      .select('digest')
      .where('expires_at', '<=', now)
      .limit(sweepBatch);
    const { numDeletedRows } = await database
      .deleteFrom(table)
      .where('digest', 'in', expired)
      .executeTakeFirst();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}
