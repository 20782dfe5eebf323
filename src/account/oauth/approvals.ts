import type { Principal, Scope } from '../../domain/resources/account.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Database } from '../../store/database.ts';
import { lockKey, requireOwnScopes, tokenDigest } from '../accounts/keys.ts';
import { markClientApproved } from './clients.ts';
import { newOauthSecret } from './secrets.ts';

/** Lifetime of an authorization code (RFC 6749 section 4.1.2 recommends at most 10 minutes). */
const codeLifetimeMs = 60_000;

/** What a person approves. */
export interface Approval {
  clientId: string;
  /** Name of the key of the connection. */
  clientName: string;
  redirectUri: string;
  /** PKCE challenge (S256). */
  challenge: string;
  /** URL of the MCP endpoint, the only place where the tokens are valid. */
  resource: string;
  scopes: readonly Scope[];
  /** End of the connection; the end of the approving key if that is earlier. */
  expiresAt: Date;
}

/**
 * Stores the approval of a person and returns its authorization code. Throws Failure `forbidden` for scopes that the person
 * does not have, and `unauthorized` if the key of the person has just ended.
 */
export async function approveConnection(
  database: Database,
  principal: Principal,
  approval: Approval,
  now: Date,
): Promise<string> {
  requireOwnScopes(principal, approval.scopes);
  const code = newOauthSecret('code');
  await database.transaction().execute(async (transaction) => {
    const own = await lockKey(transaction, principal.accountId, principal.keyId, now);
    if (own === null) throw new Failure('unauthorized', 'This key is unknown, expired or revoked.');
    const ownEnd = own.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(own.expires_at);
    await transaction
      .insertInto('oauth_codes')
      .values({
        digest: tokenDigest(code),
        client_id: approval.clientId,
        client_name: approval.clientName,
        redirect_uri: approval.redirectUri,
        challenge: approval.challenge,
        resource: approval.resource,
        scopes: [...approval.scopes],
        approved_by: principal.keyId,
        connection_expires_at: new Date(Math.min(approval.expiresAt.getTime(), ownEnd)),
        expires_at: addMs(now, codeLifetimeMs),
        key_id: null,
      })
      .execute();
    await markClientApproved(transaction, approval.clientId, now);
  });
  return code;
}
