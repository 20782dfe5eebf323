import { createHash } from 'node:crypto';
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

/** Returns the spending group of a person, so that a limit of credits holds for all sign-ins of the person. */
function spendingGroupOf({ accountId, issuer, subject }: VerifiedPerson): string {
  const digest = createHash('sha256').update(JSON.stringify([accountId, issuer, subject]));
  return `person_${digest.digest('base64url')}`;
}

/** Creates a key for a sign-in, with a day to live, and returns the token of a one-time link that starts its session. */
export async function signInPerson(database: Database, person: VerifiedPerson, now: Date): Promise<string> {
  const { accountId, issuer, subject, email, scopes } = person;
  return database.transaction().execute(async (transaction) => {
    const expiresAt = addMs(now, keyLifetimeMs);
    const { keyId } = await createKey(
      transaction,
      { accountId, name: email, scopes, expiresAt, spendingGroupId: spendingGroupOf(person) },
      now,
    );
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
