import { createHash, timingSafeEqual } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Principal, Scope } from '../../domain/resources/account.ts';
import { addMs } from '../../domain/system/clock.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import type { OauthCodesTable } from '../../store/schema.ts';
import { writeAuditEntry } from '../accounts/audit.ts';
import { type ActiveKey, createKey, revokeKey, tokenDigest, toPrincipal } from '../accounts/keys.ts';
import { creditsPerDay } from '../credits/key-spending.ts';
import { newOauthSecret } from './secrets.ts';

/** Lifetime of an access token. */
const accessLifetimeMs = 60 * 60_000;
/** Time for which an exchanged code is kept to notice a second exchange. */
const codeMemoryMs = 60 * 60_000;
/** Maximum number of rows that one statement deletes. */
const sweepBatch = 1_000;

/** Tokens of a connection. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  scopes: readonly Scope[];
}

/** Exchange of an authorization code. */
export interface CodeExchange {
  code: string;
  clientId: string;
  redirectUri: string;
  /** PKCE verifier. */
  verifier: string;
  /** Null if the request names none; otherwise it must be the approved one. */
  resource: string | null;
}

/** Exchange of a refresh token. */
export interface RefreshExchange {
  refreshToken: string;
  clientId: string;
  resource: string | null;
}

/** An active connection, with the values of its key. */
type Connection = ActiveKey & { client_id: string; resource: string; ends_at: Date };

async function issueTokens(
  transaction: DatabaseTransaction,
  { key_id: keyId, scopes, ends_at: endsAt }: Pick<Connection, 'key_id' | 'scopes' | 'ends_at'>,
  now: Date,
): Promise<IssuedTokens> {
  const accessToken = newOauthSecret('access');
  const refreshToken = newOauthSecret('refresh');
  const accessEnd = new Date(Math.min(addMs(now, accessLifetimeMs).getTime(), endsAt.getTime()));
  const common = { key_id: keyId, used_at: null };
  await transaction
    .insertInto('oauth_tokens')
    .values([
      { ...common, kind: 'access', digest: tokenDigest(accessToken), expires_at: accessEnd },
      { ...common, kind: 'refresh', digest: tokenDigest(refreshToken), expires_at: endsAt },
    ])
    .execute();
  const expiresInSeconds = Math.floor((accessEnd.getTime() - now.getTime()) / 1_000);
  return { accessToken, refreshToken, expiresInSeconds, scopes };
}

/** Returns the connection of a key, unless it or the key of the person who approved it has ended. */
async function findConnection(
  database: Database | DatabaseTransaction,
  keyId: string,
  now: Date,
): Promise<Connection | null> {
  const at = now.toISOString();
  const { rows } = await sql<Connection>`
    select k.account_id, k.key_id, k.scopes, k.requests_per_minute, k.concurrent, c.client_id, c.resource,
      k.expires_at as ends_at
    from oauth_connections c join api_keys k using (key_id) join api_keys a on a.key_id = c.approved_by
    where c.key_id = ${keyId}
      and k.expires_at > ${at}::timestamptz and (k.revoked_at is null or k.revoked_at > ${at}::timestamptz)
      and (a.expires_at is null or a.expires_at > ${at}::timestamptz)
      and (a.revoked_at is null or a.revoked_at > ${at}::timestamptz)
  `.execute(database);
  return rows[0] ?? null;
}

/** Revokes a connection, because a secret of it was used twice or its client revoked it. */
async function endConnection(
  transaction: DatabaseTransaction,
  keyId: string,
  reason: 'code_used_twice' | 'refresh_token_used_twice' | 'revoked_by_client',
  now: Date,
): Promise<void> {
  const row = await transaction
    .selectFrom('api_keys')
    .select(['account_id', 'name'])
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  if (row === undefined || !(await revokeKey(transaction, row.account_id, keyId, now))) return;
  const principal = { accountId: row.account_id, keyId, scopes: [] };
  const details = { name: row.name, reason };
  await writeAuditEntry(
    transaction,
    { principal, requestId: null, at: now },
    { action: 'key_revoked', accountId: row.account_id, subject: keyId, details },
  );
}

/** Returns true if the verifier belongs to the challenge (RFC 7636 section 4.6, S256). */
function matchesChallenge(verifier: string, challenge: string): boolean {
  const given = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const wanted = Buffer.from(challenge);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function matchesApproval(row: Selectable<OauthCodesTable>, exchange: CodeExchange, now: Date): boolean {
  return (
    row.expires_at > now &&
    row.client_id === exchange.clientId &&
    row.redirect_uri === exchange.redirectUri &&
    (exchange.resource === null || row.resource === exchange.resource) &&
    matchesChallenge(exchange.verifier, row.challenge)
  );
}

/** Creates the key and the connection of an approval. Returns null if the key of the person has ended. */
async function createConnection(
  transaction: DatabaseTransaction,
  row: Selectable<OauthCodesTable>,
  now: Date,
): Promise<Connection | null> {
  const approver = await transaction
    .selectFrom('api_keys')
    .select(['account_id', 'key_id', 'scopes', 'requests_per_minute', 'concurrent', 'spending_group_id'])
    .select(creditsPerDay.as('credits_per_day'))
    .where('key_id', '=', row.approved_by)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { account_id: accountId, requests_per_minute: requestsPerMinute, concurrent } = approver;
  // The token of the key is discarded: only the tokens of the connection are valid, and only at its resource.
  const { keyId } = await createKey(
    transaction,
    {
      accountId,
      name: row.client_name,
      scopes: row.scopes,
      expiresAt: row.connection_expires_at,
      requestsPerMinute,
      concurrent,
      // A connection of its own would multiply the limit of the person who approves it.
      spendingGroupId: approver.credits_per_day === null ? undefined : approver.spending_group_id,
    },
    now,
  );
  await transaction
    .insertInto('oauth_connections')
    .values({
      key_id: keyId,
      client_id: row.client_id,
      resource: row.resource,
      approved_by: row.approved_by,
    })
    .execute();
  const principal = { accountId, keyId: approver.key_id, scopes: approver.scopes };
  await writeAuditEntry(
    transaction,
    { principal, requestId: null, at: now },
    {
      action: 'key_created',
      accountId,
      subject: keyId,
      details: { name: row.client_name, scopes: row.scopes, client_id: row.client_id },
    },
  );
  return findConnection(transaction, keyId, now);
}

/**
 * Exchanges an authorization code once. Returns null if the code is unknown, expired or does not match the request, which also
 * ends the code. A second exchange of a code revokes the connection of the first one.
 */
export async function exchangeCode(
  database: Database,
  exchange: CodeExchange,
  now: Date,
): Promise<IssuedTokens | null> {
  const digest = tokenDigest(exchange.code);
  return database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('oauth_codes')
      .selectAll()
      .where('digest', '=', digest)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return null;
    if (row.key_id !== null) {
      await endConnection(transaction, row.key_id, 'code_used_twice', now);
      return null;
    }
    const connection = matchesApproval(row, exchange, now)
      ? await createConnection(transaction, row, now)
      : null;
    if (connection === null) {
      await transaction.deleteFrom('oauth_codes').where('digest', '=', digest).execute();
      return null;
    }
    await transaction
      .updateTable('oauth_codes')
      .set({ key_id: connection.key_id })
      .where('digest', '=', digest)
      .execute();
    return issueTokens(transaction, connection, now);
  });
}

/**
 * Replaces a refresh token and returns new tokens. Returns null if the token is unknown, expired or of another client. A second
 * use of a token revokes its connection, because one of the two users is not the client (RFC 9700 section 4.14.2).
 */
export async function exchangeRefreshToken(
  database: Database,
  { refreshToken, clientId, resource }: RefreshExchange,
  now: Date,
): Promise<IssuedTokens | null> {
  const digest = tokenDigest(refreshToken);
  return database.transaction().execute(async (transaction) => {
    const token = await transaction
      .selectFrom('oauth_tokens')
      .select(['key_id', 'expires_at', 'used_at'])
      .where('digest', '=', digest)
      .where('kind', '=', 'refresh')
      .forUpdate()
      .executeTakeFirst();
    if (token === undefined) return null;
    const connection = await findConnection(transaction, token.key_id, now);
    if (connection === null || connection.client_id !== clientId) return null;
    if (token.used_at !== null) {
      await endConnection(transaction, token.key_id, 'refresh_token_used_twice', now);
      return null;
    }
    if (resource !== null && resource !== connection.resource) return null;
    await transaction
      .updateTable('oauth_tokens')
      .set({ used_at: now })
      .where('digest', '=', digest)
      .execute();
    return issueTokens(transaction, connection, now);
  });
}

/** Revokes the connection of an access or refresh token (RFC 7009). Does nothing for an unknown token or another client. */
export async function revokeOauthToken(
  database: Database,
  token: string,
  clientId: string,
  now: Date,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('oauth_tokens')
      .innerJoin('oauth_connections', 'oauth_connections.key_id', 'oauth_tokens.key_id')
      .select('oauth_connections.key_id')
      .where('digest', '=', tokenDigest(token))
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    if (row !== undefined) await endConnection(transaction, row.key_id, 'revoked_by_client', now);
  });
}

/**
 * Returns the principal of an access token; null if it is unknown, expired or revoked, was issued for another resource, or the
 * key of the person who approved it has ended.
 */
export async function findOauthPrincipal(
  database: Database,
  token: string,
  resource: string,
  now: Date,
): Promise<Principal | null> {
  const at = now.toISOString();
  const { rows } = await sql<ActiveKey>`${sql.raw(preparedMarker)}
    select k.account_id, k.key_id, k.scopes, k.requests_per_minute, k.concurrent
    from oauth_tokens t join oauth_connections c using (key_id) join api_keys k using (key_id)
      join api_keys a on a.key_id = c.approved_by
    where t.digest = ${tokenDigest(token)} and t.kind = 'access' and c.resource = ${resource}
      and t.expires_at > ${at}::timestamptz
      and k.expires_at > ${at}::timestamptz and (k.revoked_at is null or k.revoked_at > ${at}::timestamptz)
      and (a.expires_at is null or a.expires_at > ${at}::timestamptz)
      and (a.revoked_at is null or a.revoked_at > ${at}::timestamptz)
  `.execute(database);
  const [row] = rows;
  return row === undefined ? null : toPrincipal(row);
}

/** Deletes one batch of expired codes and tokens, and returns its size. */
export async function sweepOauth(database: Database, now: Date): Promise<number> {
  let deleted = 0;
  for (const [table, end] of [
    ['oauth_codes', addMs(now, -codeMemoryMs)],
    ['oauth_tokens', now],
  ] as const) {
    const expired = database
      .selectFrom(table)
      .select('digest')
      .where('expires_at', '<=', end)
      .limit(sweepBatch);
    const { numDeletedRows } = await database
      .deleteFrom(table)
      .where('digest', 'in', expired)
      .executeTakeFirst();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}
