import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createSettingsFileText, describeSettings } from '../../config.ts';
import { settingsFileName } from '../../config-file.ts';
import { Failure } from '../../domain/system/failure.ts';
import { findRunningService } from './find-service.ts';
import type { CommandSettings } from './settings-source.ts';

/** Returns the variable of a line of settings. */
function variableOf(line: string): string {
  return line.slice(0, line.indexOf('='));
}

/** Returns the line without its comment about the place of the setting. */
function assignmentOf(line: string): string {
  const at = line.lastIndexOf('    # ');
  return at === -1 ? line : line.slice(0, at);
}

/** Returns the lines of this shell that set another value than the service has. */
function differences(running: readonly string[], here: readonly string[]): string[] {
  const inForce = new Map(running.map((line) => [variableOf(line), assignmentOf(line)]));
  return here.filter(
    (line) => !line.endsWith('# default') && inForce.get(variableOf(line)) !== assignmentOf(line),
  );
}

/**
 * Returns the settings of the service that runs on the data directory, or else those of this shell and of the settings file, after a
 * line that says whose they are. Secrets are hidden.
 */
export async function showSettings({ settings, environment, file }: CommandSettings): Promise<string[]> {
  const here = describeSettings(environment, file);
  const service = await findRunningService(settings);
  if (service === null)
    return [`# Settings of this shell: no service runs on the data directory ${settings.dataDir}`, ...here];
  const { url, address } = service;
  if (address === null)
    return [`# Settings of this shell: the service at ${url} did not write its settings`, ...here];
  const started = `process ${address.pid}, started ${address.started_at}, version ${address.version}`;
  const others = differences(address.settings, here);
  return [
    `# Settings of the service at ${url} (${started})`,
    ...address.settings,
    ...(others.length === 0 ? [] : ['', '# This shell has other settings, which the service does not use:']),
    ...others.map((line) => `# ${line}`),
  ];
}

/** Writes a settings file with every setting as a comment. Returns its path. Throws Failure `conflict` if there is one. */
export async function writeSettingsFile(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, settingsFileName);
  // The mode of a new data directory; the service sets the one that it needs.
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, createSettingsFileText(), { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Failure('conflict', `${path} exists. Edit it, or move it away to get a new one`, {
      cause: error,
    });
  });
  return path;
}
