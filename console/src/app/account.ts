import type { Account } from '../../../clients/typescript/src/index.ts';
import { client } from '../data/client.ts';
import { type Query, useQuery } from '../data/query.ts';

const refreshMs = 30_000;

/** Reads the account of the session, with its credits. */
export function useAccount(): Query<Account> {
  return useQuery('account', (signal) => client.value.account({}, { signal }), { refreshMs });
}
