import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('../../scripts/build-console.mjs', import.meta.url));

/** Builds the console if its sources changed since the last build. */
export async function buildConsole(): Promise<void> {
  await promisify(execFile)(process.execPath, [script, '--if-stale']);
}
