import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** Environment variables of a process, or the lines of a settings file. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings from a file. */
export interface SettingsFile {
  path: string;
  values: Environment;
}

/** Name of the settings file in the data directory. */
export const settingsFileName = '.env';

/** Maximum size of a settings file, in characters. */
const maxLength = 256 * 1024;

/**
 * Reads the settings file of a data directory: lines of the form `NAME=value`, as Node reads them (`util.parseEnv`). Returns null
 * if there is none. Throws an Error of one line if it cannot be read.
 */
export function readSettingsFile(dataDirectory: string): SettingsFile | null {
  const path = join(dataDirectory, settingsFileName);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Without the directory there is no file either; a file in its place is reported when it is opened.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Error(
      `cannot read the settings file ${path}: ${code === 'EACCES' ? 'permission denied' : message}`,
      {
        cause: error,
      },
    );
  }
  if (text.length > maxLength)
    throw new Error(`the settings file ${path} has more than ${maxLength} characters; make it shorter`);
  return { path, values: parseEnv(text) };
}
