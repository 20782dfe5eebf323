import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../interfaces/run-command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const clientFolder = join(root, 'clients', 'typescript');
/** The TypeScript compiler. */
export const compiler = [process.execPath, join(root, 'node_modules', 'typescript-7', 'bin', 'tsc')];

/** Compiles the client and installs it into a new folder, as `npm install` does; the folder is deleted after the test. */
export async function installClient(t: TestContext): Promise<{ folder: string; client: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-client-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const client = join(folder, 'node_modules', 'webdata-client');
  await mkdir(client, { recursive: true });
  const project = join(clientFolder, 'tsconfig.json');
  const { code, stdout } = await runCommand(
    ['-p', project, '--outDir', join(client, 'dist')],
    {},
    '',
    compiler,
  );
  assert.equal(code, 0, stdout);
  await cp(join(clientFolder, 'package.json'), join(client, 'package.json'));
  return { folder, client };
}
