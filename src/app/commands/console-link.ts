import { Failure } from '../../domain/system/failure.ts';
import { readSecret } from '../../runtime/files/secret-files.ts';
import type { AppContext } from '../app-context.ts';
import { createSignInUrl } from '../composition/console-sessions.ts';
import { findRunningService, ownAddress } from './find-service.ts';

/** A link that signs a browser in, and whether a service answers at its address. */
export interface ConsoleLink {
  url: string;
  isServed: boolean;
}

/**
 * Creates a one-time link to the console for the key of the settings, otherwise for the first key. Throws Failure
 * `unauthorized` if that key is not active.
 */
export async function createConsoleLink(app: AppContext): Promise<ConsoleLink> {
  const { settings, directory } = app;
  const key = settings.remoteKey ?? settings.apiKey ?? (await readSecret(directory.secrets, 'first-key'));
  const service = await findRunningService({ ...settings, dataDir: directory.path });
  const baseUrl = service?.address?.base_url ?? settings.baseUrl ?? service?.url ?? ownAddress(settings);
  const url = key === null ? null : await createSignInUrl(app, baseUrl, key);
  if (url === null) {
    throw new Failure(
      'unauthorized',
      'the first key was revoked or does not exist yet. Start the service once, or set WEBDATA_KEY to an active key',
    );
  }
  return { url, isServed: service !== null };
}
