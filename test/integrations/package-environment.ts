import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compiler } from '../clients/built-client.ts';
import { runCommand } from '../interfaces/run-command.ts';
import { hangsAfterMs } from '../until.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'webdata', 'integrations');

/** Packages by name, with exact versions. */
export type Versions = Readonly<Record<string, string>>;

/** A folder with the packages of a framework and the package of this repository for it. */
export interface PackageEnvironment {
  folder: string;
}

function installOptions(folder: string): string[] {
  return [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--legacy-peer-deps',
    '--prefer-offline',
    '--fetch-retries=1',
    '--fetch-timeout=60000',
    '--prefix',
    folder,
  ];
}

/** Maximum time of the first attempt: npm can stop within the unpacking of packages from its cache and never go on. */
const firstAttemptMs = 240_000;

async function install(file: string, args: readonly string[]): Promise<void> {
  try {
    await run(file, args, { timeout: firstAttemptMs, killSignal: 'SIGKILL' });
  } catch (error) {
    if ((error as { killed?: boolean }).killed !== true) throw error;
    await run(file, args, { timeout: hangsAfterMs, killSignal: 'SIGKILL' });
  }
}

/**
 * Returns a folder with packages of npm, which are downloaded once, or the reason why there is none. Throws an Error if npm
 * does not have the packages.
 */
async function download(versions: Versions): Promise<{ path: string } | { missing: string }> {
  const wanted = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  const digest = createHash('sha256').update(wanted.join('\n')).digest('hex').slice(0, 12);
  const path = join(cache, digest);
  if (existsSync(path)) return { path };
  const part = `${path}.${process.pid}`;
  await mkdir(part, { recursive: true });
  const npm = process.env.npm_execpath;
  const [file, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  try {
    await install(file, [...first, ...installOptions(part), ...wanted]);
    await rename(part, path);
    return { path };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    const { message } = error as Error;
    if (existsSync(path)) return { path };
    // A package that does not exist is an error of the list, and not a reason to skip.
    if (/E404|ETARGET/.test(message)) throw error;
    return { missing: `npm cannot be reached: ${message.slice(-300)}` };
  }
}

/** Links the packages of a folder, each for itself, so that the folder can have further ones. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (!name.startsWith('.')) await symlink(join(from, name), join(to, name));
  }
}

/** Compiles a package of this repository into `node_modules`, as `npm install` of its archive would. */
async function installOwn(source: string, name: string, modules: string): Promise<void> {
  const place = join(modules, name);
  await mkdir(place, { recursive: true });
  await cp(join(root, source, 'package.json'), join(place, 'package.json'));
  // The sources are compiled where they find the packages of the framework.
  const build = join(modules, '..', `build-${name}`);
  await cp(join(root, source, 'src'), join(build, 'src'), { recursive: true });
  await cp(join(root, source, 'tsconfig.json'), join(build, 'tsconfig.json'));
  const options = ['-p', build, '--outDir', join(place, 'dist')];
  const { code, stdout } = await runCommand(options, {}, '', compiler);
  assert.equal(code, 0, `${name} does not compile:\n${stdout}`);
}

/**
 * Compiles the client and `integrations/NAME` against these versions of the packages that it needs, and installs both beside
 * them. Returns the reason if npm cannot be reached. The folder is deleted after the test.
 */
export async function installIntegration(
  t: TestContext,
  name: string,
  versions: Versions,
): Promise<PackageEnvironment | { missing: string }> {
  const downloaded = await download(versions);
  if ('missing' in downloaded) return downloaded;
  const folder = await mkdtemp(join(tmpdir(), `webdata-${name}-`));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  const modules = join(folder, 'node_modules');
  await linkPackages(join(downloaded.path, 'node_modules'), modules);
  await installOwn(join('clients', 'typescript'), 'webdata-client', modules);
  await installOwn(join('integrations', name), `webdata-${name}`, modules);
  return { folder };
}

const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  types: ['node'],
  typeRoots: [join(root, 'node_modules', '@types')],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

/** Asserts that TypeScript files in the folder match the types of the installed packages. */
export async function checkTypes({ folder }: PackageEnvironment, files: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { code, stdout } = await runCommand(['-p', folder], {}, '', compiler);
  assert.equal(code, 0, stdout);
}

/** Runs a program of `integrations/NAME/test` in the folder, and returns what it prints as JSON. */
export async function runProgram(
  { folder }: PackageEnvironment,
  name: string,
  program: string,
  environment: Record<string, string>,
): Promise<unknown> {
  const file = join(folder, program);
  await cp(join(root, 'integrations', name, 'test', program), file);
  await checkTypes({ folder }, [program]);
  const { stdout } = await run(process.execPath, [file], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1', ...environment },
    timeout: hangsAfterMs,
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}
