import { readFile } from 'node:fs/promises';

/** Error codes of missing files and processes. */
const absentErrorCodes = new Set(['ENOENT', 'ENOTDIR', 'ESRCH']);

/**
 * Returns the text of a file, or null if it does not exist. Rejects if it cannot be read for another reason, such as too
 * few file descriptors, because the file may then exist.
 */
export async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (absentErrorCodes.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
