import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';

/**
 * Gives this test file a separate folder for temporary files, so that it can find its own leftovers. Other users,
 * under which a browser may run, have access.
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
