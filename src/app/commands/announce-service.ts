import { describeSettings } from '../../config.ts';
import type { RunningService } from '../service.ts';
import { reachableUrl } from './find-service.ts';
import { recordDataDirectory } from './known-directories.ts';
import { removeServiceAddress, writeServiceAddress } from './service-address.ts';
import type { CommandSettings } from './settings-source.ts';
import { version } from './version.ts';

/**
 * Writes the address of a service into its data directory, and the directory into the list of this user, so that commands on this
 * machine find them. Resolves with a function that removes the address.
 */
export async function announceService(
  service: RunningService,
  { settings, environment, file }: CommandSettings,
): Promise<() => Promise<void>> {
  // A worker serves no requests of commands.
  if (service.role === 'worker') return async () => {};
  const { dataDirectory } = service;
  await writeServiceAddress(dataDirectory, {
    url: reachableUrl(settings.host, Number(new URL(service.url).port)),
    base_url: settings.baseUrl,
    pid: process.pid,
    version,
    started_at: new Date().toISOString(),
    settings: describeSettings(environment, file),
  });
  recordDataDirectory(environment, dataDirectory);
  return () => removeServiceAddress(dataDirectory, process.pid);
}
