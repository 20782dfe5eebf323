import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createSettingsFileText, describeSettings } from '../../config.ts';
import { type SettingsFile, settingsFileName } from '../../config-file.ts';
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

/** Returns true for a line of a setting that no environment variable sets. */
function isOfFile(line: string): boolean {
  return line.includes('    # ');
}

/** Settings that a running service does not use: those of the environment of this shell, and those of the changed settings file. */
interface Unused {
  ofShell: string[];
  ofFile: string[];
}

function findUnused(running: readonly string[], here: readonly string[]): Unused {
  const inForce = new Map(running.map((line) => [variableOf(line), line]));
  const differing = here.filter((line) => {
    const known = inForce.get(variableOf(line));
    return known !== undefined && assignmentOf(known) !== assignmentOf(line);
  });
  return {
    ofShell: differing.filter((line) => !isOfFile(line)),
    // What an environment variable of the service sets stays, whatever the file says.
    ofFile: differing.filter((line) => isOfFile(line) && isOfFile(inForce.get(variableOf(line)) ?? '')),
  };
}

/** Returns true if the settings file was written after the service started; its secrets cannot be compared. */
async function isChangedSince(file: SettingsFile | null, startedAt: string): Promise<boolean> {
  if (file === null) return false;
  // A file that was removed since it was read has no newer content.
  const found = await stat(file.path).catch(() => null);
  return found !== null && found.mtime > new Date(startedAt);
}

/**
 * Returns what a restart of the running service would apply: a line that says so, and the settings that differ. Empty if there is
 * nothing, or no service runs.
 */
export async function findRestartNotes({ settings, environment, file }: CommandSettings): Promise<string[]> {
  const address = (await findRunningService(settings))?.address ?? null;
  if (address === null) return [];
  const { ofFile } = findUnused(address.settings, describeSettings(environment, file));
  const isChanged = await isChangedSince(file, address.started_at);
  if (ofFile.length === 0 && !isChanged) return [];
  const path = file?.path ?? join(settings.dataDir, settingsFileName);
  return [`${path} was changed after the service started; restart the service to apply it`, ...ofFile];
}

/**
 * Returns the settings of the service that runs on the data directory, or else those of this shell and of the settings file, after a
 * line that says whose they are. Secrets are hidden.
 */
export async function showSettings(source: CommandSettings): Promise<string[]> {
  const { settings, environment, file } = source;
  const here = describeSettings(environment, file);
  const service = await findRunningService(settings);
  if (service === null)
    return [`# Settings of this shell: no service runs on the data directory ${settings.dataDir}`, ...here];
  const { url, address } = service;
  if (address === null)
    return [`# Settings of this shell: the service at ${url} did not write its settings`, ...here];
  const started = `process ${address.pid}, started ${address.started_at}, version ${address.version}`;
  const { ofShell } = findUnused(address.settings, here);
  const restart = await findRestartNotes(source);
  return [
    `# Settings of the service at ${url} (${started})`,
    ...address.settings,
    ...(ofShell.length === 0 ? [] : ['', '# This shell has other settings, which the service does not use:']),
    ...ofShell.map((line) => `# ${line}`),
    ...(restart.length === 0 ? [] : ['']),
    ...restart.map((line) => `# ${line}`),
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
