import { decrypt, encrypt } from '../domain/crypto/encryption.ts';
import { isObject } from '../domain/values/is-object.ts';
import type { Database, DatabaseTransaction } from './database.ts';

type Connection = Database | DatabaseTransaction;

/** Keys by the adapter that a database shares with its transactions. */
const keys = new WeakMap<object, Uint8Array>();

/** Sets the 32-byte key that encrypts JSON values of this database, for it and all its transactions. */
export function setDataKey(database: Database, key: Uint8Array): void {
  keys.set(database.getExecutor().adapter, key);
}

/**
 * Returns the key of a connection. Throws an Error without one: what a made-up key encrypts is lost when the process ends,
 * and plain text would show secrets.
 */
function dataKeyOf(connection: Connection): Uint8Array {
  const key = keys.get(connection.getExecutor().adapter);
  if (key === undefined) throw new Error('The database has no data key. Call setDataKey after opening it.');
  return key;
}

/** An encrypted JSON value as it is stored in a JSON column. */
interface SealedJson {
  sealed: string;
}

function isSealed(stored: unknown): stored is SealedJson {
  return isObject(stored) && typeof stored.sealed === 'string' && Object.keys(stored).length === 1;
}

/** Encrypts a JSON value for a JSON column, bound to `associated`, such as the id of its row. Returns the JSON text. */
export function sealJson(connection: Connection, value: unknown, associated: string): string {
  const sealed = encrypt(dataKeyOf(connection), JSON.stringify(value ?? null), associated).toString('base64');
  return JSON.stringify({ sealed });
}

/** Returns the value that {@link sealJson} encrypted; a value that an older version stored in plain text is unchanged. */
export function openJson(connection: Connection, stored: unknown, associated: string): unknown {
  if (!isSealed(stored)) return stored;
  return JSON.parse(decrypt(dataKeyOf(connection), Buffer.from(stored.sealed, 'base64'), associated));
}

/** Encrypts a stored value with another key; null if it is not encrypted. */
export function resealJson(
  stored: unknown,
  associated: string,
  previous: Uint8Array,
  next: Uint8Array,
): string | null {
  if (!isSealed(stored)) return null;
  const text = decrypt(previous, Buffer.from(stored.sealed, 'base64'), associated);
  return JSON.stringify({ sealed: encrypt(next, text, associated).toString('base64') });
}

/** Prefix of an encrypted text; no address begins with it. */
const sealedPrefix = 'sealed:';

/** Encrypts a text for a text column, like {@link sealJson}; a text that is encrypted already is unchanged. */
export function sealText(connection: Connection, text: string, associated: string): string {
  if (text.startsWith(sealedPrefix)) return text;
  return sealedPrefix + encrypt(dataKeyOf(connection), text, associated).toString('base64');
}

/** Returns the text that {@link sealText} encrypted; a text that an older version stored is unchanged. */
export function openText(connection: Connection, stored: string, associated: string): string {
  if (!stored.startsWith(sealedPrefix)) return stored;
  const sealed = Buffer.from(stored.slice(sealedPrefix.length), 'base64');
  return decrypt(dataKeyOf(connection), sealed, associated);
}

/** Encrypts a stored text with another key; null if it is not encrypted. */
export function resealText(
  stored: string,
  associated: string,
  previous: Uint8Array,
  next: Uint8Array,
): string | null {
  if (!stored.startsWith(sealedPrefix)) return null;
  const text = decrypt(previous, Buffer.from(stored.slice(sealedPrefix.length), 'base64'), associated);
  return sealedPrefix + encrypt(next, text, associated).toString('base64');
}
