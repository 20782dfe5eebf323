import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';

const blockBytes = 512;
/** The kinds of entries (POSIX.1-2001, pax, "ustar Interchange Format"): a file has either of two letters. */
const fileKinds = ['0', '\0'];

/**
 * Writes the files of an archive below `folder`, readable for all and executable where they were. Rejects for names that
 * lead elsewhere and for an archive that is cut off.
 */
export async function unpackTar(archive: Buffer, folder: string): Promise<void> {
  for (let at = 0; at + blockBytes <= archive.length; ) {
    const name = textAt(archive, at, 100);
    if (name === '') return;
    const prefix = textAt(archive, at + 345, 155);
    const mode = Number.parseInt(textAt(archive, at + 100, 8), 8);
    const size = Number.parseInt(textAt(archive, at + 124, 12), 8);
    const kind = String.fromCharCode(archive[at + 156] as number);
    const from = at + blockBytes;
    if (!(from + size <= archive.length)) throw new Error('the archive is cut off');
    if (fileKinds.includes(kind)) {
      const path = pathBelow(folder, prefix === '' ? name : `${prefix}/${name}`);
      await mkdir(dirname(path), { recursive: true, mode: 0o755 });
      await writeFile(path, archive.subarray(from, from + size), {
        mode: (mode & 0o111) === 0 ? 0o644 : 0o755,
      });
    }
    at = from + Math.ceil(size / blockBytes) * blockBytes;
  }
}

function textAt(archive: Buffer, at: number, length: number): string {
  const field = archive.toString('latin1', at, at + length);
  const end = field.indexOf('\0');
  return (end < 0 ? field : field.slice(0, end)).trim();
}

function pathBelow(folder: string, name: string): string {
  const path = join(folder, normalize(name));
  if (!path.startsWith(folder + sep)) throw new Error(`the archive holds a file elsewhere: ${name}`);
  return path;
}
