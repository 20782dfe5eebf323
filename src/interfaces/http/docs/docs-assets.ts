import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docsRoot } from './docs-addresses.ts';

/** Scripts and style sheets of the site, by the names in their URLs. */
const files = {
  'theme.js': './browser/theme.js',
  'app.js': './browser/app.js',
  'search-sections.js': './browser/search-sections.js',
  'style.css': './browser/style.css',
  'api-reference.js': './browser/api-reference.js',
  'api-reference.css': './browser/api-reference.css',
  'minisearch.js': 'minisearch',
  'swagger-ui.css': 'swagger-ui-dist/swagger-ui.css',
  'swagger-ui-bundle.js': 'swagger-ui-dist/swagger-ui-bundle.js',
} as const;

type AssetName = keyof typeof files;

/** Scripts and style sheets of the site. */
export interface DocsAssets {
  /** URLs by name. */
  urls: Readonly<Record<AssetName, string>>;
  /** Contents by URL. */
  contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** Returns the URL of a file: it contains a digest of the content, so that browsers keep the file. */
export function createAssetUrl(name: string, content: string | Uint8Array): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const extension = extname(name);
  return `${docsRoot}assets/${name.slice(0, -extension.length)}.${digest}${extension}`;
}

/** Reads the scripts and style sheets. */
export async function readDocsAssets(): Promise<DocsAssets> {
  const entries = await Promise.all(
    Object.entries(files).map(async ([name, specifier]) => {
      const content = new Uint8Array(await readFile(fileURLToPath(import.meta.resolve(specifier))));
      return { name, url: createAssetUrl(name, content), content };
    }),
  );
  return {
    urls: Object.fromEntries(entries.map(({ name, url }) => [name, url])) as Record<AssetName, string>,
    contents: new Map(entries.map(({ url, content }) => [url, content])),
  };
}
