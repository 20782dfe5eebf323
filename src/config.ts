import { resolve } from 'node:path';
import { type Environment, readSettingsFile, type SettingsFile } from './config-file.ts';
import { configTable, type Setting } from './config-table.ts';
import type { Settings } from './domain/system/settings.ts';
import { nearestWord } from './domain/values/nearest-word.ts';

/** An invalid or unknown setting; its message is the single line that the start prints. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

export type { Environment } from './config-file.ts';

/** The texts of all settings: environment variables, and the settings file of the data directory for those that are unset. */
export interface SettingsSource {
  environment: Environment;
  /** Null if there is no file. */
  file: SettingsFile | null;
}

const fields = Object.keys(configTable) as Array<keyof Settings>;

/** All variables with default, description and secrecy, for the documentation. */
export const settingsReference = fields.map((field) => {
  const { variable, defaultText, description, secret } = configTable[field];
  return { variable, fallback: defaultText, about: description, secret };
});

const variables: readonly string[] = settingsReference.map(({ variable }) => variable);

/** Returns the text of a variable; an empty value counts as unset. */
function getVariable(environment: Environment, variable: string): string | null {
  const text = environment[variable]?.trim();
  return text === undefined || text === '' ? null : text;
}

/** Returns the data directory of an environment; null if it is unset. */
export function dataDirectoryOf(environment: Environment): string | null {
  const text = getVariable(environment, configTable.dataDir.variable);
  return text === null ? null : resolve(text);
}

/** The data directory if `DATA_DIR` is unset. */
export const defaultDataDirectory = resolve(configTable.dataDir.defaultText ?? '.');

/** The environment of this process. Only this module reads it. */
export const processEnvironment: Environment = process.env;

/** Reads the settings file of the data directory beside an environment. Throws ConfigurationError. */
export function openSettingsSource(environment: Environment = processEnvironment): SettingsSource {
  try {
    return { environment, file: readSettingsFile(dataDirectoryOf(environment) ?? defaultDataDirectory) };
  } catch (error) {
    throw new ConfigurationError((error as Error).message, { cause: error });
  }
}

/** Returns the setting whose name has no `WEBDATA_` (`WEBDATA_PORT`, `WEBDATA_DATA`); null if there is none. */
function unprefixed(name: string): string | null {
  const bare = name.replace(/^WEBDATA_/, '');
  if (bare === name) return null;
  return variables.find((variable) => variable === bare || variable === `${bare}_DIR`) ?? null;
}

function unknownSetting(name: string, place: string): ConfigurationError {
  const nearest = unprefixed(name) ?? nearestWord(name, variables);
  const hint = nearest === null ? '' : `did you mean ${nearest}? `;
  return new ConfigurationError(
    `unknown setting ${name}${place}: ${hint}See docs/configuration.md for all settings`,
  );
}

/** Takes an error about a setting without effect. */
type ReportError = (error: ConfigurationError) => void;

function throwError(error: ConfigurationError): never {
  throw error;
}

function rejectUnknownVariables({ environment, file }: SettingsSource, report: ReportError): void {
  for (const variable of Object.keys(environment)) {
    if (variable.startsWith('WEBDATA_') && !variables.includes(variable))
      report(unknownSetting(variable, ''));
  }
  for (const name of Object.keys(file?.values ?? {})) {
    const place = ` in ${file?.path}`;
    if (!variables.includes(name)) report(unknownSetting(name, place));
    if (name === configTable.dataDir.variable)
      report(
        new ConfigurationError(
          `${name}${place} has no effect, because the file is found in that directory. Remove the line, and set ${name} in the environment`,
        ),
      );
  }
}

/** The text of a setting as it is in force, and where it was read. */
interface EffectiveText {
  text: string | null;
  origin: 'environment' | 'file' | 'default';
}

/** A setting of the process, with its text. */
export interface SettingInForce extends EffectiveText {
  variable: string;
  description: string;
  isSecret: boolean;
}

/** The texts from which settings were read. */
const readFrom = new WeakMap<Settings, readonly SettingInForce[]>();

/** Returns the texts of settings that {@link readSettings} returned, secrets included; none for other settings. */
export function settingsInForce(settings: Settings): readonly SettingInForce[] {
  return readFrom.get(settings) ?? [];
}

function effectiveText(
  { environment, file }: SettingsSource,
  { variable, defaultText }: Setting<unknown>,
): EffectiveText {
  const text = getVariable(environment, variable);
  if (text !== null) return { text, origin: 'environment' };
  const fileText = file === null ? null : getVariable(file.values, variable);
  if (fileText !== null) return { text: fileText, origin: 'file' };
  return { text: defaultText, origin: 'default' };
}

function readField<Field extends keyof Settings>(source: SettingsSource, field: Field): Settings[Field] {
  const row: Setting<Settings[Field]> = configTable[field];
  const { text, origin } = effectiveText(source, row);
  try {
    return row.read(text);
  } catch (error) {
    const place = origin === 'file' ? ` in ${source.file?.path}` : '';
    throw new ConfigurationError(`bad setting ${row.variable}${place}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function checkCombinations(settings: Settings): void {
  if (settings.databaseUrl !== null && settings.secret === null) {
    throw new ConfigurationError(
      'DATABASE_URL requires WEBDATA_SECRET: set it to the same value for every process',
    );
  }
  if (settings.role !== 'all' && settings.databaseUrl === null) {
    throw new ConfigurationError(
      `WEBDATA_ROLE=${settings.role} requires DATABASE_URL: set it to a database that all processes share`,
    );
  }
}

/**
 * Reads and validates all settings of an environment and a settings file; throws ConfigurationError with one line. `onUnknown` takes
 * the error of a setting that does not exist, for commands that explain settings; by default it is thrown.
 */
export function readSettings(
  environment: Environment = processEnvironment,
  file: SettingsFile | null = null,
  onUnknown: ReportError = throwError,
): Settings {
  const source = { environment, file };
  rejectUnknownVariables(source, onUnknown);
  const entries = fields.map((field) => [field, readField(source, field)]);
  const settings = Object.fromEntries(entries) as Settings;
  checkCombinations(settings);
  const texts = fields.map((field): SettingInForce => {
    const row: Setting<unknown> = configTable[field];
    const { variable, description, secret: isSecret } = row;
    return { variable, description, isSecret, ...effectiveText(source, row) };
  });
  readFrom.set(settings, texts);
  return settings;
}

/**
 * Returns the lines of `config`: one for each variable with its effective value and where it was read, secrets hidden. The settings
 * must have been read before.
 */
export function describeSettings(
  environment: Environment = processEnvironment,
  file: SettingsFile | null = null,
): string[] {
  return fields.map((field) => {
    const row: Setting<unknown> = configTable[field];
    const { text, origin } = effectiveText({ environment, file }, row);
    const displayed = row.secret && origin !== 'default' ? '(hidden)' : (text ?? '');
    const place = { environment: '', file: `    # ${file?.path}`, default: '    # default' }[origin];
    return `${row.variable}=${displayed}${place}`;
  });
}

/** Returns a settings file with every setting as a comment: description, and the line with the default. */
export function createSettingsFileText(): string {
  const rows = settingsReference.filter(({ variable }) => variable !== configTable.dataDir.variable);
  return [
    '# Settings of webdata. Remove the # before a line to set it. An environment variable of the same name has precedence.',
    '# The service reads this file when it starts; "config" prints the settings in force, and where each was read.',
    ...rows.flatMap(({ variable, fallback, about, secret }) => [
      '',
      `# ${about}${secret ? ' (secret)' : ''}`,
      `#${variable}=${quoted(fallback ?? '')}`,
    ]),
    '',
  ].join('\n');
}

/** Quotes a value whose characters have a meaning in the file. */
function quoted(text: string): string {
  return /[#\s"'`]/.test(text) ? JSON.stringify(text) : text;
}
