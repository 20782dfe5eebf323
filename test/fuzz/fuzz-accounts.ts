import type { FuzzAccount } from './fuzz-request.ts';
import type { FuzzWorld } from './fuzz-world.ts';

interface CreatedKey {
  account_id?: string;
  key_id: string;
  key: string;
}

/** Accounts of a run; most requests use the first one. */
export interface FuzzAccounts {
  main: FuzzAccount;
  other: FuzzAccount;
  /** Account with few credits. */
  poor: FuzzAccount;
  /** Key of the first account with read scope only. */
  reader: FuzzAccount;
  operator: FuzzAccount;
  nobody: FuzzAccount;
  stranger: FuzzAccount;
  /** Id of the account with few credits. */
  poorId: string;
  /** Ids of the keys in use. */
  protectedIds: readonly string[];
}

/** Creates the accounts of a run through the API. */
export async function createAccounts({ service }: Pick<FuzzWorld, 'service'>): Promise<FuzzAccounts> {
  async function post(path: string, key: string, body: object): Promise<CreatedKey> {
    const answer = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as CreatedKey;
  }
  async function keyIds(key: string): Promise<string[]> {
    const answer = await fetch(`${service.url}/v1/keys`, { headers: { authorization: `Bearer ${key}` } });
    return ((await answer.json()) as { keys: CreatedKey[] }).keys.map(({ key_id }) => key_id);
  }
  const account = (name: string, credits: number) =>
    post('/v1/admin/accounts', service.key, { name, plan_credits: credits });
  const main = await account('fuzz main', 1_000_000_000);
  const other = await account('fuzz other', 1_000_000_000);
  const poor = await account('fuzz poor', 25);
  const reader = await post('/v1/keys', main.key, { name: 'reader', scopes: ['read'] });
  const scopes = ['read', 'write', 'admin'];
  return {
    main: { owner: 'main', key: main.key, scopes },
    other: { owner: 'other', key: other.key, scopes },
    poor: { owner: 'poor', key: poor.key, scopes },
    reader: { owner: 'main', key: reader.key, scopes: ['read'] },
    operator: { owner: 'operator', key: service.key, scopes: [...scopes, 'operator'] },
    nobody: { owner: 'nobody', key: null, scopes: [] },
    stranger: { owner: 'nobody', key: 'wd_nobody_has_this_key_0123456789', scopes: [] },
    poorId: poor.account_id ?? '',
    protectedIds: (
      await Promise.all([main.key, other.key, poor.key, service.key].map((key) => keyIds(key)))
    ).flat(),
  };
}
