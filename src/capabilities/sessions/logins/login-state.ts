import { decryptCompressed, encryptCompressed } from '../../../domain/crypto/compressed-encryption.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { filterBySite, type SavedState } from '../../../web/browser/page/saved-state.ts';

/** Maximum size of a login in characters of JSON before compression. */
const maxStateLength = 20 * 2 ** 20;

/** Returns the associated data of an encrypted login, so that it cannot be decrypted in another row. */
export function associatedDataOf(accountId: string, loginId: string): string {
  return `login ${accountId} ${loginId}`;
}

/** Returns the associated data of the encrypted inputs with which a login is renewed. */
export function inputsDataOf(accountId: string, loginId: string): string {
  return `login renewal ${accountId} ${loginId}`;
}

/**
 * Returns the part of a browser's state that belongs to a site. Throws Failure `invalid` if the site has neither cookies
 * nor storage.
 */
export function stateOfSite(state: SavedState, domain: string): SavedState {
  const siteState = filterBySite(state, domain);
  if (domain !== '' && (siteState.cookies.length > 0 || siteState.origins.length > 0)) return siteState;
  throw new Failure('invalid', `${domain || 'This page'} has no cookies or storage to save. Log in first.`);
}

/** Encrypts the state of a login. Rejects with Failure `too_large`. */
export async function encryptState(
  key: Uint8Array,
  state: SavedState,
  accountId: string,
  loginId: string,
): Promise<Buffer> {
  const text = JSON.stringify(state);
  if (text.length > maxStateLength)
    throw new Failure(
      'too_large',
      `The cookies and storage of the site exceed the limit of ${maxStateLength / 2 ** 20} MiB for a login.`,
    );
  return encryptCompressed(key, text, associatedDataOf(accountId, loginId));
}

/** Decrypts the state of a login. */
export async function decryptState(
  key: Uint8Array,
  sealed: Uint8Array,
  accountId: string,
  loginId: string,
): Promise<SavedState> {
  const associated = associatedDataOf(accountId, loginId);
  return JSON.parse(await decryptCompressed(key, sealed, associated, maxStateLength * 4)) as SavedState;
}
