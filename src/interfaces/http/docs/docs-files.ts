import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readStaticFile, type StaticFile } from '../response/static-file.ts';

/** Folders of the built documentation: in the package, next to the compiled program; in a checkout, in `dist`. */
const folders = ['../../../docs', '../../../../dist/docs'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Maximum length of a path below `/docs/`; the paths of built files are much shorter. */
const maxPathLength = 200;
/** A file or folder name that cannot leave the folder and is not hidden. */
const segment = /^[\w@][\w@.-]*$/;

/** Returns the files that can answer a path below `/docs/`, in their order; empty for a path that no file can have. */
export function filesForPath(path: string): string[] {
  if (path.length > maxPathLength) return [];
  const isFolder = path === '' || path.endsWith('/');
  const name = isFolder ? `${path}index.html` : path;
  if (!name.split('/').every((part) => segment.test(part))) return [];
  return isFolder || name.includes('.') ? [name] : [`${name}.html`, `${name}/index.html`];
}

/**
 * Reads the first of the named files of the built documentation, which can be built or replaced while the service runs.
 * Returns null if there is none.
 */
export async function readDocsFile(names: readonly string[]): Promise<StaticFile | null> {
  for (const folder of folders) {
    for (const name of names) {
      const file = await readStaticFile(join(folder, name));
      if (file !== null) return file;
    }
  }
  return null;
}
