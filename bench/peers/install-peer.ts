import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type PeerName, type PeerPackage, type PeerSource, peerPackages } from './peer-list.ts';

const run = promisify(execFile);
const minPython = '3.11';
const installTimeoutMs = 25 * 60_000;
const maxOutput = 64 * 2 ** 20;
const programs = fileURLToPath(new URL('./programs/', import.meta.url));

/** An installed peer. */
export interface InstalledPeer {
  name: PeerName;
  title: string;
  version: string;
  /** Folder of the peer in the cache. */
  folder: string;
  /** Program that runs its scripts: a Python or Node interpreter, or the built program itself. */
  program: string;
}

/** A peer that could not be installed. */
export interface MissingPeer {
  name: PeerName;
  title: string;
  version: string;
  /** Last lines of the error of its installer. */
  reason: string;
}

/** Returns the folder below which peers are installed: `WEBDATA_PEERS_CACHE`, or a folder of the user's cache. */
export function cacheFolder(): string {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  return process.env.WEBDATA_PEERS_CACHE ?? join(cache, 'webdata-peers');
}

function pinned(packages: Readonly<Record<string, string>>, separator: string): string[] {
  return Object.entries(packages).map(([name, version]) => `${name}${separator}${version}`);
}

function versionOf(source: PeerSource): string {
  if (source.client === 'cargo' || source.client === 'maven') return source.version;
  return source.client === 'debian' ? '' : (Object.values(source.packages)[0] ?? '');
}

async function installWith(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await run(program, args, {
    cwd,
    timeout: installTimeoutMs,
    maxBuffer: maxOutput,
    env: { ...process.env, PIP_DISABLE_PIP_VERSION_CHECK: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
  return stdout;
}

async function installFromNpm(packages: Readonly<Record<string, string>>, folder: string): Promise<void> {
  const manifest = { name: 'peer', private: true, type: 'module', dependencies: packages };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await installWith('npm', args, folder);
}

/** Returns the interpreters to try: `PYTHON`, those of the search path, and those of pyenv. */
async function pythonCandidates(): Promise<string[]> {
  const versions = join(homedir(), '.pyenv', 'versions');
  const managed = await readdir(versions).catch(() => []);
  return [
    ...(process.env.PYTHON === undefined ? [] : [process.env.PYTHON]),
    ...['python3', 'python3.12', 'python3.13'],
    ...managed.toSorted().map((version) => join(versions, version, 'bin', 'python')),
  ];
}

/** Returns the first interpreter of at least this version. */
async function findPython(minimum: string): Promise<string> {
  const test = `import sys; sys.exit(sys.version_info < (${minimum.replace('.', ', ')}))`;
  for (const program of await pythonCandidates()) {
    const isRight = await run(program, ['-c', test], { timeout: 30_000 }).then(
      () => true,
      () => false,
    );
    if (isRight) return program;
  }
  throw new Error(`no Python ${minimum} or later was found; set PYTHON to one`);
}

/** Installs Python packages into a virtual environment, and records the versions of everything that came with them. */
async function installFromPip(
  packages: Readonly<Record<string, string>>,
  minimum: string,
  folder: string,
): Promise<void> {
  await installWith(await findPython(minimum), ['-m', 'venv', folder], folder);
  const python = join(folder, 'bin', 'python');
  await installWith(
    python,
    ['-m', 'pip', 'install', '--quiet', '--prefer-binary', ...pinned(packages, '==')],
    folder,
  );
  await writeFile(join(folder, 'versions.txt'), await installWith(python, ['-m', 'pip', 'freeze'], folder));
}

async function buildWithCargo(project: string, folder: string): Promise<void> {
  await cp(join(programs, project), join(folder, 'source'), { recursive: true });
  const args = ['install', '--root', folder, '--path', join(folder, 'source'), '--quiet'];
  await installWith('cargo', [...args, '--target-dir', join(folder, 'target')], folder);
  await rm(join(folder, 'target'), { recursive: true, force: true });
}

async function buildWithMaven(project: string, folder: string): Promise<void> {
  await cp(join(programs, project), join(folder, 'source'), { recursive: true });
  const goals = ['-q', '-B', 'compile', 'dependency:copy-dependencies'];
  await installWith('mvn', goals, join(folder, 'source'));
}

async function unpackFromDebian(packages: readonly string[], folder: string): Promise<void> {
  await installWith('apt-get', ['download', '-o', 'APT::Sandbox::User=root', ...packages], folder);
  const { stdout } = await run(
    'sh',
    ['-c', 'for file in *.deb; do dpkg-deb -x "$file" . && rm "$file" && echo "$file"; done'],
    {
      cwd: folder,
      timeout: installTimeoutMs,
    },
  );
  await writeFile(join(folder, 'versions.txt'), stdout);
}

async function install({ source }: PeerPackage, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  if (source.client === 'npm') await installFromNpm(source.packages, folder);
  else if (source.client === 'pip') await installFromPip(source.packages, source.python ?? minPython, folder);
  else if (source.client === 'cargo') await buildWithCargo(source.project, folder);
  else if (source.client === 'maven') await buildWithMaven(source.project, folder);
  else await unpackFromDebian(source.packages, folder);
}

function programOf({ source }: PeerPackage, folder: string): string {
  if (source.client === 'pip') return join(folder, 'bin', 'python');
  if (source.client === 'maven') return 'java';
  return source.client === 'cargo' ? join(folder, 'bin', source.project) : process.execPath;
}

/** Returns the version of the source, or those that were unpacked. */
async function installedVersion({ source }: PeerPackage, folder: string): Promise<string> {
  if (source.client !== 'debian') return versionOf(source);
  const files = await readFile(join(folder, 'versions.txt'), 'utf8').catch(() => '');
  return files
    .split('\n')
    .filter(Boolean)
    .map((file) => file.split('_').slice(0, 2).join(' '))
    .join(', ');
}

function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr || message).trim().split('\n').slice(-4).join(' ').slice(0, 600);
}

/** Installs a peer into its folder of the cache, unless the same versions are there. */
export async function installPeer(name: PeerName): Promise<InstalledPeer | MissingPeer> {
  const entry: PeerPackage = peerPackages[name];
  const folder = join(cacheFolder(), name);
  const stamp = JSON.stringify(entry.source);
  const marker = join(folder, 'installed.json');
  try {
    if (!existsSync(marker) || (await readFile(marker, 'utf8')) !== stamp) {
      process.stderr.write(`installing ${name} into ${folder}\n`);
      await install(entry, folder);
      await writeFile(marker, stamp);
    }
    const version = await installedVersion(entry, folder);
    return { name, title: entry.title, version, folder, program: programOf(entry, folder) };
  } catch (error) {
    return { name, title: entry.title, version: versionOf(entry.source), reason: reasonOf(error) };
  }
}

/** Returns true if the peer was installed. */
export function isInstalled(peer: InstalledPeer | MissingPeer): peer is InstalledPeer {
  return 'program' in peer;
}

/** Deletes every installed peer and the inputs that the benches prepared for them. */
export async function removePeers(): Promise<void> {
  await rm(cacheFolder(), { recursive: true, force: true });
}
