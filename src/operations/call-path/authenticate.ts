import type { Principal } from '../../domain/resources/account.ts';
import { Failure } from '../../domain/system/failure.ts';

/** Dependencies of {@link authenticate}. */
export interface AuthenticationPorts {
  /** Returns the principal of a token, or null. */
  findPrincipal(token: string): Promise<Principal | null>;
  /** Converts an error of the database. */
  toFailure(error: unknown): Failure;
}

/** Returns the principal of a key. Throws Failure `unauthorized` unless the token belongs to an active key. */
export async function authenticate(
  { findPrincipal, toFailure }: AuthenticationPorts,
  token: string | null,
): Promise<Principal> {
  if (token === null)
    throw new Failure('unauthorized', 'The request has no key. Send it as "Authorization: Bearer KEY".');
  const principal = await findPrincipal(token).catch((error: unknown) => {
    throw toFailure(error);
  });
  if (principal === null) throw new Failure('unauthorized', 'This key is unknown, expired or revoked.');
  return principal;
}
