import type { Scope } from '../../domain/resources/account.ts';
import { addMs } from '../../domain/system/clock.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import type { Database } from '../../store/database.ts';
import { writeAuditEntry } from './audit.ts';
import { insertSignInLink } from './console-sessions.ts';
import { createKey } from './keys.ts';

/** A person whose identity an issuer has verified. */
export interface VerifiedPerson {
  accountId: string;
  issuer: string;
  subject: string;
  email: string;
  scopes: readonly Scope[];
}

/** Lifetime of the key of a sign-in: the maximum time for which a person who is no longer allowed still has access. */
const keyLifetimeMs = dayMs;
/** Lifetime of the link to which the issuer's answer leads. */
const linkLifetimeMs = 60_000;

/** Creates a key for a sign-in, with a day to live, and returns the token of a one-time link that starts its session. */
export async function signInPerson(
  database: Database,
  { accountId, issuer, subject, email, scopes }: VerifiedPerson,
  now: Date,
): Promise<string> {
  return database.transaction().execute(async (transaction) => {
    const expiresAt = addMs(now, keyLifetimeMs);
    const { keyId } = await createKey(transaction, { accountId, name: email, scopes, expiresAt }, now);
    const actor = { principal: { accountId, keyId, scopes: [...scopes] }, requestId: null, at: now };
    await writeAuditEntry(transaction, actor, {
      action: 'signed_in',
      accountId,
      subject: keyId,
      details: { issuer, subject, email, scopes },
    });
    return insertSignInLink(transaction, keyId, addMs(now, linkLifetimeMs));
  });
}
