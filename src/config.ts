import { type Setting, table } from './config-table.ts';
import type { Settings } from './domain/system/settings.ts';

/** An invalid or unknown setting; its message is the single line that the start prints. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

const fields = Object.keys(table) as Array<keyof Settings>;

/** All variables with default, description and secrecy, for the documentation. */
export const settingsReference = fields.map((field) => {
  const { variable, defaultText, description, secret } = table[field];
  return { variable, fallback: defaultText, about: description, secret };
});

/** Returns the text of a variable; an empty value counts as unset. */
function getVariable(environment: Environment, variable: string): string | null {
  const text = environment[variable]?.trim();
  return text === undefined || text === '' ? null : text;
}

function rejectUnknownVariables(environment: Environment): void {
  const known = new Set<string>(settingsReference.map((row) => row.variable));
  for (const variable of Object.keys(environment)) {
    if (variable.startsWith('WEBDATA_') && !known.has(variable)) {
      throw new ConfigurationError(`unknown setting ${variable}: see docs/configuration.md for all settings`);
    }
  }
}

function readField<Field extends keyof Settings>(environment: Environment, field: Field): Settings[Field] {
  const row: Setting<Settings[Field]> = table[field];
  try {
    return row.read(getVariable(environment, row.variable) ?? row.defaultText);
  } catch (error) {
    throw new ConfigurationError(`bad setting ${row.variable}: ${(error as Error).message}`, {
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

/** Reads and validates all settings; throws ConfigurationError with one line. */
export function readSettings(environment: Environment = process.env): Settings {
  rejectUnknownVariables(environment);
  const entries = fields.map((field) => [field, readField(environment, field)]);
  const settings = Object.fromEntries(entries) as Settings;
  checkCombinations(settings);
  return settings;
}

/** Returns the output of `config`: one line for each variable with its effective value, secrets hidden. */
export function describeSettings(environment: Environment = process.env): string[] {
  readSettings(environment);
  return settingsReference.map(({ variable, fallback: defaultText, secret }) => {
    const text = getVariable(environment, variable);
    const displayed = text === null ? (defaultText ?? '') : secret ? '(hidden)' : text;
    return `${variable}=${displayed}${text === null ? '    # default' : ''}`;
  });
}
