import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';

/**
 * Gives this test file a folder of its own for temporary files while its tests run, so that it can tell what it left behind
 * from what other files are at. Other users, whom a browser runs as, may enter it.
 */
export function useOwnTemporaryFolder(): string {
  const defaults = tmpdir();
  const folder = mkdtempSync(join(defaults, 'webdata-tests-'));
  chmodSync(folder, 0o711);
  before(() => {
    process.env.TMPDIR = folder;
  });
  after(() => {
    process.env.TMPDIR = defaults;
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
