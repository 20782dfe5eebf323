import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  dataDirectoryOf,
  defaultDataDirectory,
  type Environment,
  openSettingsSource,
  processEnvironment,
  readSettings,
  type SettingsSource,
} from '../../config.ts';
import type { Settings } from '../../domain/system/settings.ts';
import type { UserShell } from '../../interfaces/cli/install-completion.ts';
import { trustCertificates } from '../../runtime/trust-certificates.ts';
import { findDataDirectory } from './known-directories.ts';

/** Where the settings of a command come from. */
export interface CommandSettings extends SettingsSource {
  settings: Settings;
}

/** Every command reads its settings here, before it opens a connection. */
function read(source: SettingsSource, onUnknown?: (error: Error) => void): CommandSettings {
  const settings = readSettings(source.environment, source.file, onUnknown);
  trustCertificates(settings.trustedCertificates);
  return { ...source, settings };
}

/** Reads the settings of the service: environment variables, and the settings file of `DATA_DIR`. Throws ConfigurationError. */
export function readServiceSettings(environment: Environment = processEnvironment): CommandSettings {
  return read(openSettingsSource(environment));
}

/** Options of {@link readCommandSettings}. */
interface CommandOptions {
  /** Data directory if none is found. */
  fallback?: (environment: Environment) => string;
  /** Reports a data directory that the caller did not name. */
  onFound(message: string): void;
  /** Takes the error of a setting that does not exist; absent: it is thrown. */
  onUnknown?: (error: Error) => void;
}

/**
 * Reads the settings of a command that uses a data directory, which it finds if `DATA_DIR` is unset ({@link findDataDirectory}).
 * Throws ConfigurationError.
 */
export function readCommandSettings(
  environment: Environment = processEnvironment,
  { fallback, onFound, onUnknown }: CommandOptions,
): CommandSettings {
  const readFrom = (found: Environment) => read(openSettingsSource(found), onUnknown);
  const isRemote = (environment.WEBDATA_URL ?? '').trim() !== '';
  if (dataDirectoryOf(environment) !== null || isRemote) return readFrom(environment);
  const found = findDataDirectory(environment) ?? fallback?.(environment) ?? defaultDataDirectory;
  if (found !== defaultDataDirectory)
    onFound(`using the data directory ${found}; set DATA_DIR to use another one`);
  return readFrom({ ...environment, DATA_DIR: found });
}

/** The program in the folder of the package. */
const ownProgram = fileURLToPath(new URL('../../../bin/webdata.mjs', import.meta.url));

/**
 * Returns the command that starts this program again, for hints: the name of an installed program, or its path under Node.
 * Never `npx`: outside of a checkout, that runs what somebody else published under the name.
 */
export function commandName(environment: Environment = processEnvironment): string {
  const { npm_lifecycle_event: event, _WEBDATA_PROGRAM: started } = environment;
  const program = started ?? process.argv[1] ?? '';
  // npx starts a link whose folder is on the path only while it runs.
  if (basename(program) === 'webdata' && event !== 'npx') return 'webdata';
  const path = basename(program) === 'webdata.mjs' ? program : ownProgram;
  return `node ${relative(process.cwd(), path) || path}`;
}

/** Returns true if a folder of `PATH` contains the program. */
function isOnPath({ PATH = '' }: Environment, program: string): boolean {
  return PATH.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));
}

/** Returns the shell of the user, and where its files are. */
export function userShellOf(environment: Environment = processEnvironment): UserShell {
  const home = homedir();
  return {
    path: environment.SHELL ?? null,
    home,
    zshFolder: environment.ZDOTDIR ?? home,
    configFolder: environment.XDG_CONFIG_HOME ?? join(home, '.config'),
    dataFolder: environment.XDG_DATA_HOME ?? join(home, '.local', 'share'),
    // npm puts node_modules/.bin on the path of the programs that it runs.
    findsProgram: environment.npm_lifecycle_event === undefined && isOnPath(environment, 'webdata'),
  };
}
