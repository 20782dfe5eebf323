// A folder of built files below dist/ that is rebuilt if its sources changed: the console.
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** Root of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const compress = promisify(brotliCompress);
const stampName = '.sources';
const compressible = new Set(['.css', '.html', '.js', '.svg']);

function listFiles(path) {
  if (!fs.statSync(join(root, path)).isDirectory()) return [path];
  return fs
    .readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}

/** Returns a digest of everything that a build depends on: files, and folders with all their files. */
export function digestSources(sources) {
  const digest = createHash('sha256');
  for (const path of sources.flatMap(listFiles)) {
    digest.update(`${path}\0`);
    digest.update(fs.readFileSync(join(root, path)));
  }
  return digest.digest('hex');
}

function readStamp(target) {
  try {
    return fs.readFileSync(join(target, stampName), 'utf8');
  } catch {
    // There is no build yet.
    return null;
  }
}

/** Writes a file again as `.br`, unless compression saves nothing. The service makes the gzip form when it reads the file. */
async function compressFile(path) {
  const bytes = fs.readFileSync(path);
  const packed = await compress(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
  if (packed.length < bytes.length) fs.writeFileSync(`${path}.br`, packed);
}

/** Compresses the files of a folder at the same time, because each occupies a processor. */
async function compressFiles(folder) {
  const names = fs.readdirSync(folder, { recursive: true });
  await Promise.all(
    names
      .filter((name) => compressible.has(extname(name)))
      .map((name) => join(folder, name))
      .filter((path) => fs.statSync(path).isFile())
      .map(compressFile),
  );
}

/** Age after which a temporary folder belongs to a build that was killed. */
const abandonedAfterMs = 60 * 60_000;

/** Deletes the temporary folders of builds that were killed. */
function removeAbandoned(name) {
  for (const entry of fs.readdirSync(join(root, 'dist'))) {
    if (!entry.startsWith(`.${name}-`)) continue;
    const path = join(root, 'dist', entry);
    const changedAt = fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changedAt > abandonedAfterMs) fs.rmSync(path, { recursive: true, force: true });
  }
}

/** Replaces the target, also if another process does the same. */
function moveToTarget(folder, target) {
  for (let attempt = 0; ; attempt += 1) {
    fs.rmSync(target, { recursive: true, force: true });
    try {
      fs.renameSync(folder, target);
      return;
    } catch (error) {
      if (attempt === 5 || !['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    }
  }
}

/**
 * Builds the folder `dist/NAME` with precompressed files. `build` writes the files into the folder that it is given. With
 * the argument `--if-stale`, nothing happens unless a source changed since the last build.
 */
export async function buildFolder({ name, sources, build }) {
  const target = join(root, 'dist', name);
  const digest = digestSources(sources);
  if (process.argv.includes('--if-stale') && readStamp(target) === digest) return;
  fs.mkdirSync(join(root, 'dist'), { recursive: true });
  removeAbandoned(name);
  const folder = fs.mkdtempSync(join(root, 'dist', `.${name}-`));
  try {
    await build(folder);
    await compressFiles(folder);
    fs.writeFileSync(join(folder, stampName), digest);
    fs.chmodSync(folder, 0o755);
    moveToTarget(folder, target);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
