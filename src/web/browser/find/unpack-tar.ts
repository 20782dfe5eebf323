import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { extract } from 'tar-stream';

/**
 * Writes the files of an archive into `folder`, readable for all, and keeps the executable bit. Skips links and devices, so
 * that no file is written through a link. Rejects for names outside of the folder and for damaged or truncated archives.
 */
export async function unpackTar(archive: Buffer, folder: string): Promise<void> {
  const entries = extract();
  entries.end(archive);
  for await (const entry of entries) {
    const { name, mode, type } = entry.header;
    const content = await buffer(entry);
    if (type !== 'file') continue;
    const path = resolveInFolder(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o755 });
    await writeFile(path, content, { mode: (mode & 0o111) === 0 ? 0o644 : 0o755 });
  }
}

function resolveInFolder(folder: string, name: string): string {
  const path = join(folder, normalize(name));
  if (!path.startsWith(folder + sep))
    throw new Error(`the archive has a file outside of its folder: ${name}`);
  return path;
}
