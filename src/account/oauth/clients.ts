import { randomBytes } from 'node:crypto';
import { base32 } from '../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';

/** Maximum number of registered clients that no person has approved; the oldest give way to new ones. */
const maxUnapprovedClients = 10_000;
/** Maximum number of clients that one registration removes. */
const removedAtOnce = 100;

/** A client that registered itself. */
export interface RegisteredClient {
  name: string;
  redirectUris: string[];
}

/** Stores a client and returns its id. Anybody may register, so the number of clients without an approval is limited. */
export async function registerOauthClient(
  database: Database,
  { name, redirectUris }: RegisteredClient,
  now: Date,
): Promise<string> {
  const clientId = `client_${base32(randomBytes(20))}`;
  await database
    .insertInto('oauth_clients')
    .values({ client_id: clientId, name, redirect_uris: redirectUris, created_at: now, approved_at: null })
    .execute();
  const surplus = database
    .selectFrom('oauth_clients')
    .select('client_id')
    .where('approved_at', 'is', null)
    .orderBy('created_at', 'desc')
    .offset(maxUnapprovedClients)
    .limit(removedAtOnce);
  await database.deleteFrom('oauth_clients').where('client_id', 'in', surplus).execute();
  return clientId;
}

/** Returns a registered client; null if there is none with this id. */
export async function findOauthClient(
  database: Database,
  clientId: string,
): Promise<RegisteredClient | null> {
  const row = await database
    .selectFrom('oauth_clients')
    .select(['name', 'redirect_uris'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row === undefined ? null : { name: row.name, redirectUris: row.redirect_uris };
}

/** Records that a person approved a client, which is then kept. Does nothing for a client with a metadata document. */
export async function markClientApproved(
  transaction: DatabaseTransaction,
  clientId: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('oauth_clients')
    .set({ approved_at: now })
    .where('client_id', '=', clientId)
    .where('approved_at', 'is', null)
    .execute();
}
