import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { navigation, operationFolder } from './navigation.ts';

/** A Markdown file of the documentation. */
export interface DocsSource {
  /** Path below the root of the checkout. */
  file: string;
  text: string;
  /** Time of the last change, in milliseconds since 1970. */
  changedAt: number;
}

/** Folders that can contain `docs` and the pages beside it: in the package, `dist/documentation`; otherwise the checkout. */
const roots = ['../../../documentation', '../../../..'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Returns the folder with the documentation, or null if the installation has none. */
export async function findDocsRoot(): Promise<string | null> {
  for (const root of roots) if ((await changeTimeOf(join(root, 'docs', 'index.md'))) > 0) return root;
  return null;
}

/** Returns the time of the last change of a file, or 0 if it is missing. */
export async function changeTimeOf(path: string): Promise<number> {
  // A file that cannot be read counts as missing: the site then has no such page.
  const found = await stat(path).catch(() => null);
  return found?.mtimeMs ?? 0;
}

async function readSource(root: string, file: string): Promise<DocsSource | null> {
  const path = join(root, file);
  const changedAt = await changeTimeOf(path);
  return changedAt === 0 ? null : { file, text: await readFile(path, 'utf8'), changedAt };
}

/** Returns the files of a folder with one of the extensions, with their paths below the root. */
async function listFiles(root: string, folder: string, extensions: RegExp): Promise<string[]> {
  // An installation can lack the folder: the site then has none of its files.
  const names = await readdir(join(root, folder)).catch(() => []);
  return names.filter((name) => extensions.test(name)).map((name) => `${folder}/${name}`);
}

/** Reads the pages by their files: those of the navigation that the installation contains, and the pages of operations. */
export async function readDocsSources(root: string): Promise<ReadonlyMap<string, DocsSource>> {
  const listed = navigation.flatMap(({ pages }) => pages.map(({ file }) => file));
  const files = [...listed, ...(await listFiles(root, operationFolder, /\.md$/))];
  const sources = await Promise.all(files.map((file) => readSource(root, file)));
  return new Map(sources.flatMap((source) => (source === null ? [] : [[source.file, source] as const])));
}

/** Returns the paths of the pictures below the root. */
export function listPictures(root: string): Promise<string[]> {
  return listFiles(root, 'docs/images', /\.(?:png|svg|webp)$/);
}
