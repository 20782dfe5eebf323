import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives this test file a folder of its own for temporary files, so that it can tell what it left behind from what other
 * files are at. Other users, whom a browser runs as, may enter it.
 */
export function useOwnTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'webdata-tests-'));
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
