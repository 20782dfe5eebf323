// Builds the documentation into dist/docs, with precompressed files. `--if-stale` builds only if its sources or packages
// changed since the last build.
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { buildFolder, root } from './built-folder.mjs';

/** An inline script of a built page, without attributes that load a file. */
const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([^<]*(?:<(?!\/script>)[^<]*)*)<\/script>/g;

/** The style attribute of an element; text cannot contain it, because its quotes are escaped. */
const styleAttribute = /(<[a-z][^<>]*?) style="[^"]*"/g;

/** Writes a script to a file of its own, because the policy of the pages allows no inline scripts. Returns its URL. */
function writeScript(folder, code) {
  const name = `inline.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
  fs.writeFileSync(join(folder, 'assets', name), code);
  return `/docs/assets/${name}`;
}

/**
 * Moves the inline scripts of a page to files, and removes the style attributes of elements whose style the scripts set
 * anyway. Throws for inline style sheets, which the policy does not allow either.
 */
function externalizeScripts(folder, path) {
  const html = fs.readFileSync(path, 'utf8');
  const changed = html
    .replaceAll(inlineScript, (tag, attributes, code) =>
      code.trim() === '' ? tag : `<script${attributes} src="${writeScript(folder, code)}"></script>`,
    )
    .replaceAll(styleAttribute, '$1');
  if (changed.includes('<style')) throw new Error(`${path} has an inline style sheet`);
  fs.writeFileSync(path, changed);
}

/** Copies the sources, because VitePress writes temporary files beside them, which two builds at once would share. */
function copySources(folder) {
  fs.cpSync(join(root, 'docs'), folder, {
    recursive: true,
    filter: (path) => !/[\\/]\.vitepress[\\/](cache|dist|\.temp)$/.test(path),
  });
}

async function buildDocs(folder) {
  const { build } = await import('vitepress');
  const sources = fs.mkdtempSync(join(root, 'dist', '.docs-sources-'));
  try {
    copySources(sources);
    await build(sources, { outDir: folder, logLevel: 'warn' });
  } finally {
    fs.rmSync(sources, { recursive: true, force: true });
  }
  const pages = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html'));
  for (const name of pages) externalizeScripts(folder, join(folder, name));
}

await buildFolder({
  name: 'docs',
  sources: ['docs', 'package-lock.json', 'scripts/build-docs.mjs', 'scripts/built-folder.mjs'],
  build: buildDocs,
});
