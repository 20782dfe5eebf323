import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('../../scripts/build-docs.mjs', import.meta.url));

/** Builds the documentation if its sources changed since the last build. */
export async function buildDocs(): Promise<void> {
  await promisify(execFile)(process.execPath, [script, '--if-stale']);
}
