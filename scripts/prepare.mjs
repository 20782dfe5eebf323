// Runs before start, test and bench on any Node from version 20: ensures that the packages of package-lock.json, a Node that
// runs the service and the files of the database are installed, and builds the console. `npm start` installs only what the
// service needs; everything else also installs the development packages. Checks first and changes nothing if all are present,
// so that it is fast and works in a checkout that belongs to another user.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fetchNode, fetchPackages, nodePath, nodeVersion, runNpm } from '../bin/fetch-packages.mjs';
import { watchNpm } from '../bin/npm-parent.mjs';
import { InstallationChanged, isLocked, releaseLock, takeLock } from './setup/install-lock.mjs';
import { ProgressLine } from './setup/progress-line.mjs';
import {
  browserPath,
  bundlerPath,
  databasePath,
  hasDevelopmentPackages,
  locked,
  missingOptional,
  missingPackages,
  noteBrowserTrial,
  packages,
  projectOf,
  readJson,
  root,
  serviceProject,
} from './setup/wanted-packages.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
/** The service runs on Node 24 or later; from 22.18 on, Node runs a file of TypeScript without a flag. */
const isTooOld = major < 24;
const runsTypes = major > 22 || (major === 22 && minor >= 18);
const again = 'then run the same command again';

const progress = new ProgressLine();
const stop = new AbortController();
const { signal } = stop;

/** Error that is shown without a stack. */
class SetupError extends Error {}

/** Script of npm before which this one runs; the service needs least. */
const { npm_lifecycle_event: event = 'prestart' } = process.env;

/** True if development packages are needed, or are installed already: a start removes nothing. */
const needsDevelopment = () => event !== 'prestart' || hasDevelopmentPackages();

/** The Node of the service: the fetched one if there is one. */
const serviceNode = () => (fs.existsSync(nodePath) ? nodePath : process.execPath);

function isWritable(folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Waits until no other process changes the packages. */
async function takeTurn() {
  const folder = fs.existsSync(packages) ? packages : root;
  if (!isWritable(folder)) {
    throw new SetupError(
      `packages have to be installed, and ${folder} is not ours to write: run as its owner once, or remove it, ${again}`,
    );
  }
  await takeLock({ signal, onWait: () => progress.say('waiting for another start that installs packages') });
}

/** Returns whether Node has to be fetched: the running one is too old, or is a fetched one of another version. */
function lacksNode() {
  const isFetched = process.execPath.startsWith(join(packages, '.node'));
  return (isTooOld || isFetched) && !fs.existsSync(nodePath);
}

async function prepareNode() {
  if (!lacksNode()) return;
  await takeTurn();
  progress.start(`fetching Node ${nodeVersion} (this one is ${process.version})`);
  const problem = await fetchNode({ signal });
  if (problem !== null) {
    throw new SetupError(`${problem}: check the network and the registry (npm ping), ${again}`);
  }
  if (spawnSync(nodePath, ['--version'], { timeout: 20_000 }).status !== 0) {
    throw new SetupError(
      `Node ${nodeVersion} does not run on this system: it needs a 64-bit system with glibc 2.28 or later`,
    );
  }
}

/**
 * Creates a link to the Node of the service in `node_modules/.bin`, which npm puts first on the path of its scripts, and where
 * the unit of systemd finds it.
 */
async function linkNode() {
  const link = join(packages, '.bin', 'node');
  if (process.platform === 'win32') return;
  const isFetched = fs.existsSync(nodePath);
  const target = isFetched ? relative(dirname(link), nodePath) : process.execPath;
  const isLinked = fs.existsSync(link) && (!isFetched || fs.readlinkSync(link) === target);
  if (isLinked || (!isFetched && !isWritable(packages))) return;
  await takeTurn();
  fs.mkdirSync(dirname(link), { recursive: true });
  fs.rmSync(link, { force: true });
  fs.symlinkSync(target, link);
}

/** Checks all settings; runs without packages. */
function checkSettings(node) {
  const script = join(root, 'scripts', 'check-settings.ts');
  const { status, stderr } = spawnSync(node, ['--no-warnings', script], { encoding: 'utf8' });
  if (status !== 0) throw new SetupError(stderr.replace(/^webdata: /, '').trim());
}

/** Checks the setting that is changed most, before the Node is fetched that checks all. */
function checkPort() {
  const text = process.env.PORT?.trim() || '0';
  if (!/^\d+$/.test(text) || Number(text) > 65_535)
    throw new SetupError('bad setting PORT: must be an integer from 0 to 65535');
}

/** True while npm changes the packages. */
let isInstalling = false;

/** Installs the packages of the service and those for development, with all optional ones of this platform. */
async function installDevelopment() {
  const flags = ['install', '--location=project', '--no-save', '--ignore-scripts', '--include=dev'];
  isInstalling = true;
  const problem = await runNpm(flags, { cwd: root, signal });
  isInstalling = false;
  return problem;
}

/** Moves what is in a folder to `node_modules`. */
function moveToPackages(folder, names) {
  for (const name of names) {
    const target = join(packages, name);
    fs.rmSync(target, { recursive: true, force: true });
    fs.mkdirSync(dirname(target), { recursive: true });
    fs.renameSync(join(folder, name), target);
  }
}

/** Installs the packages of the service in place of all others. */
function installService(optional) {
  const use = (folder) => {
    // Names with a dot are files of npm, which are replaced, and of the set-up.
    const old = fs.readdirSync(packages).filter((name) => !name.startsWith('.'));
    for (const name of old) fs.rmSync(join(packages, name), { recursive: true, force: true });
    moveToPackages(folder, fs.readdirSync(folder));
  };
  return fetchPackages(serviceProject(optional), use, { signal });
}

/** Adds optional packages, in the versions of the lock file. */
function installOptional(paths) {
  const names = paths.map((path) => path.slice('node_modules/'.length));
  const use = (folder) => moveToPackages(folder, names);
  return fetchPackages(projectOf(paths), use, { signal });
}

/** Names what is installed, for the progress line. */
function describeInstall(optional, development) {
  const parts = [
    development ? 'packages and development packages' : 'packages',
    ...(optional.includes(databasePath) ? ['PostgreSQL'] : []),
    ...(optional.includes(browserPath) ? ['a browser (the machine has none)'] : []),
  ];
  return `installing ${parts.join(', ')}`;
}

/** Installs what is missing. */
async function preparePackages() {
  const development = needsDevelopment();
  const isInstalled = missingPackages({ development }).length === 0;
  const optional = missingOptional();
  if (isInstalled && optional.length === 0) return;
  // The service works without a browser and without the console.
  const isNeeded = !isInstalled || optional.includes(databasePath);
  if (!isNeeded && !isWritable(packages)) return;
  await takeTurn();
  progress.start(describeInstall(optional, development));
  let problem = null;
  if (!isInstalled) problem = await (development ? installDevelopment() : installService(optional));
  const remaining = missingOptional();
  if (problem === null && remaining.length > 0) problem = await installOptional(remaining);
  if (missingOptional().includes(browserPath)) noteBrowserTrial();
  if (problem !== null) {
    const advice = `npm install failed (see above): check the network and the registry (npm ping), ${again}`;
    if (isNeeded) throw new SetupError(`${problem}\n${advice}`);
    progress.say(problem);
  }
  const [missing] = missingPackages({ development });
  if (missing !== undefined)
    throw new SetupError(`npm install left out ${missing}: remove node_modules, ${again}`);
}

/**
 * Creates the symbolic links of the database's package, which packages cannot contain and which it would create with an
 * install script.
 */
async function prepareDatabase() {
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
    await takeTurn();
    fs.rmSync(link, { force: true });
    fs.symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/**
 * Builds the console unless it is up to date. Without its bundler, or in a checkout that belongs to another user, the service
 * starts with the last build, or with a plain page.
 */
async function prepareConsole() {
  if (!fs.existsSync(join(root, bundlerPath))) return;
  if (progress.isStarted) progress.start('building the console');
  const script = join(root, 'scripts', 'build-console.mjs');
  const options = { cwd: root, stdio: ['ignore', 2, 2], signal };
  const [code] = await once(spawn(serviceNode(), [script, '--if-stale'], options), 'close');
  if (code !== 0) progress.say('the console could not be built (see above); the service works without it');
}

async function prepare() {
  if (major < 20) throw new SetupError('Node 20 or later is needed');
  if (locked === null) throw new SetupError(`package-lock.json is missing or damaged: restore it, ${again}`);
  if (isLocked()) await takeTurn();
  const isFirst = lacksNode() || missingPackages({ development: false }).length > 0;
  // `npm test` needs no valid settings.
  const isChecked = isFirst && event === 'prestart';
  if (isChecked && runsTypes) checkSettings(process.execPath);
  else if (isChecked) checkPort();
  await prepareNode();
  if (isChecked && !runsTypes) checkSettings(nodePath);
  await preparePackages();
  await linkNode();
  await prepareDatabase();
  await prepareConsole();
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stop.abort());
watchNpm(() => stop.abort());
try {
  try {
    await prepare();
  } catch (error) {
    if (!(error instanceof InstallationChanged)) throw error;
    await prepare();
  }
  progress.end(true);
} catch (error) {
  progress.end(false);
  if (signal.aborted) progress.say('stopped');
  else progress.say(error instanceof SetupError || error.code ? error.message : error.stack);
  process.exitCode = 1;
} finally {
  // An interrupted npm leaves incomplete packages, which the next start removes if the lock remains.
  if (!isInstalling) releaseLock();
}
