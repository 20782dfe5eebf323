// Packages that only some machines need, fetched with npm when a start needs them: Node, if that of the machine is too old, and
// in a checkout the optional packages of this platform.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'node_modules');
const isWindows = process.platform === 'win32';
const nodeFolder = join(packages, '.node');

/** Version of Node that is fetched. */
export const nodeVersion = '24.21.0';

/** Path of the fetched Node. npm ignores names that begin with a dot, so it never removes it. */
export const nodePath = join(nodeFolder, nodeVersion, isWindows ? 'node.exe' : 'node');

/**
 * Runs npm: the one that runs this process if known, or that of the path. Resolves to null, or if npm failed, to what it wrote.
 * Rejects if npm does not start. An aborted `signal` ends npm. Not on the fetched Node, beside which npm does not find the
 * settings of the machine, such as its registry and its certificates.
 */
export function runNpm(args, { cwd, signal }) {
  const node = process.execPath;
  const own = process.env.npm_execpath ?? '';
  const isKnown = basename(own) === 'npm-cli.js' && fs.existsSync(own) && fs.existsSync(node);
  const [file, first] = isKnown ? [node, [own]] : ['npm', []];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--progress=false'];
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...first, ...args, ...quiet], {
      cwd,
      // A launcher of npm takes the first Node of the path.
      env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: isWindows && file === 'npm',
      signal,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    let failure = null;
    child.once('error', (error) => {
      failure = error;
    });
    // After an abort as well, npm has ended here and changes nothing any more.
    child.once('close', (code) => {
      if (failure !== null) reject(failure);
      else resolve(code === 0 ? null : output.trim() || `npm ended with code ${code}`);
    });
  });
}

/**
 * Returns the URL of a package on npm's registry, in whose place npm uses the configured one. Without the URL, npm reads the
 * list of all versions of a package first, which for some is larger than the package.
 */
function tarballUrl(path, { name = path.slice(path.lastIndexOf('node_modules/') + 13), version }) {
  return `https://registry.npmjs.org/${name}/-/${name.slice(name.lastIndexOf('/') + 1)}-${version}.tgz`;
}

/** Writes a project with these dependencies, and a lock file with these entries. */
function writeProject(folder, { manifest, entries, isDirect }) {
  const resolve = ([path, entry]) => [
    path,
    isDirect ? { ...entry, resolved: tarballUrl(path, entry) } : entry,
  ];
  const packages = { '': manifest, ...Object.fromEntries(Object.entries(entries).map(resolve)) };
  fs.writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
  fs.writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  const settings = join(root, '.npmrc');
  if (fs.existsSync(settings)) fs.copyFileSync(settings, join(folder, '.npmrc'));
}

/**
 * Installs packages into a temporary folder beside the installed ones, runs none of their scripts, and calls `use` with the
 * folder. `manifest` has `dependencies` and `optionalDependencies`, and `entries` are those of the lock file, by path. Resolves
 * to null, or to what npm wrote if it failed.
 */
export async function fetchPackages({ manifest, entries }, use, { signal } = {}) {
  fs.mkdirSync(packages, { recursive: true });
  const folder = fs.mkdtempSync(join(packages, '.webdata-fetch-'));
  const flags = ['install', `--prefix=${folder}`, '--location=project', '--ignore-scripts', '--no-save'];
  try {
    writeProject(folder, { manifest, entries, isDirect: true });
    let problem = await runNpm(flags, { cwd: folder, signal });
    // A registry may have other URLs.
    if (problem?.includes('E404')) {
      writeProject(folder, { manifest, entries, isDirect: false });
      problem = await runNpm(flags, { cwd: folder, signal });
    }
    if (problem === null) use(join(folder, 'node_modules'));
    return problem;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the package that contains Node for this platform. */
function nodePackage() {
  const platform = isWindows ? 'win' : process.platform;
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${process.arch}`;
}

/** Moves the binary of a fetched package to {@link nodePath}, and removes other versions. */
function keepBinary(folder) {
  const { bin } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'));
  const binary = join(folder, typeof bin === 'string' ? bin : bin.node);
  fs.chmodSync(binary, 0o755);
  fs.mkdirSync(dirname(nodePath), { recursive: true });
  fs.renameSync(binary, nodePath);
  for (const name of fs.readdirSync(nodeFolder)) {
    const isUsed = name === nodeVersion || process.execPath.startsWith(join(nodeFolder, name));
    if (!isUsed) fs.rmSync(join(nodeFolder, name), { recursive: true, force: true });
  }
}

/**
 * Fetches Node to {@link nodePath} unless it is there: 50 MB, of which the binary remains. Resolves to null, or to what npm wrote
 * if it failed.
 */
export async function fetchNode({ signal } = {}) {
  if (fs.existsSync(nodePath)) return null;
  const name = nodePackage();
  const manifest = { dependencies: { [name]: nodeVersion } };
  const entries = { [`node_modules/${name}`]: { version: nodeVersion } };
  const problem = await fetchPackages({ manifest, entries }, (folder) => keepBinary(join(folder, name)), {
    signal,
  });
  return problem === null ? null : `${problem}\n${name}@${nodeVersion} could not be fetched`;
}
