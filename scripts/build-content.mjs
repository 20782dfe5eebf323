// Bundles `webdata/content` into one file without imports, which runs in every JavaScript runtime and in browsers. Modules of
// the program that read files or load packages are replaced by modules that contain them.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './built-folder.mjs';

const compatibility = join(root, 'scripts', 'packaging', 'content-compatibility.mjs');
const packages = ['franc', 'ajv', 'ajv/dist/2020.js'];

/** Returns the asset paths that the modules of the bundle read. */
function assetsIn(code) {
  return [...code.matchAll(/read(?:Json)?Asset\(["']([^"']+)["']\)/g)].map((match) => match[1]);
}

/** Returns the source of `read-asset.js` with the assets in Base64; JSON is compacted. */
function readAssetModule(dist, paths) {
  const entries = paths.map((path) => {
    const file = readFileSync(join(dist, path));
    const bytes = path.endsWith('.json') ? Buffer.from(JSON.stringify(JSON.parse(file.toString()))) : file;
    return path.endsWith('.json')
      ? `${JSON.stringify(path)}: () => new TextEncoder().encode(${JSON.stringify(bytes.toString())})`
      : `${JSON.stringify(path)}: () => Uint8Array.from(atob("${bytes.toString('base64')}"), (one) => one.charCodeAt(0))`;
  });
  return `const assets = {\n${entries.join(',\n')}\n};\nexport const readAsset = (path) => assets[path]();\n`;
}

/** The source of `xpath.js`: XPath would be a twentieth of the bundle, and CSS selectors select the same elements. */
const xpathModule =
  "export const isXPath = (selector) => /^\\(*\\/\\//.test(selector);\nexport const selectWithXPath = () => { throw new Error('The library has no XPath. Use a CSS selector.'); };";

/** The source of `read-optional-asset.js`: the bundle has none of these assets. */
const readOptionalAssetModule = 'export const readOptionalAsset = () => null;';

/** Returns the source of `load-package.js` with a `require` for each package, which the bundler resolves. */
const loadPackageModule = `const packages = {\n${packages
  .map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`)
  .join(',\n')}\n};\nexport const loadPackage = (name) => packages[name]();\n`;

/** Returns the trigrams of franc without the languages that are never asked for. */
async function readTrigrams(dist, path) {
  const { data } = await import(pathToFileURL(path).href);
  const lists = JSON.parse(readFileSync(join(dist, 'page', 'language', 'languages.json'), 'utf8'));
  const used = new Set(Object.values(lists).flat());
  const kept = Object.entries(data).map(([script, languages]) => [
    script,
    Object.fromEntries(Object.entries(languages).filter(([code]) => used.has(code))),
  ]);
  return `export const data = ${JSON.stringify(Object.fromEntries(kept))};`;
}

/** Returns the assets that the modules read that the entry reaches. */
function collectAssets(entry) {
  const seen = new Set();
  const assets = new Set();
  const visit = (path) => {
    if (seen.has(path)) return;
    seen.add(path);
    const code = readFileSync(path, 'utf8');
    for (const asset of assetsIn(code)) assets.add(asset);
    for (const [, target] of code.matchAll(/from ["'](\.[^"']+)["']/g)) visit(resolve(dirname(path), target));
  };
  visit(entry);
  return [...assets].sort();
}

/** Replaces the modules that depend on Node. */
function replaceModules(dist, entry) {
  const replacements = new Map([
    ['page/assets/read-asset.js', () => readAssetModule(dist, collectAssets(entry))],
    ['page/assets/read-optional-asset.js', () => readOptionalAssetModule],
    ['page/assets/load-package.js', () => loadPackageModule],
    ['page/tree/xpath.js', () => xpathModule],
  ]);
  return {
    name: 'webdata-content',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, async ({ path }) => {
        if (/[\\/]franc[\\/]data\.js$/.test(path)) return { contents: await readTrigrams(dist, path) };
        const contents = replacements.get(relative(dist, path).replaceAll('\\', '/'))?.();
        return contents === undefined ? undefined : { contents };
      });
    },
  };
}

/** Writes the bundle of the compiled program in `dist`. Throws if it imports anything. */
async function bundle(dist, file) {
  const entry = join(dist, 'content', 'content.js');
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    charset: 'utf8',
    bundle: true,
    define: {
      'Map.groupBy': 'compatibleGroupBy',
      'URL.canParse': 'compatibleCanParseUrl',
      'URL.parse': 'compatibleParseUrl',
    },
    entryPoints: [entry],
    format: 'esm',
    inject: [compatibility],
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    minify: true,
    outfile: file,
    platform: 'browser',
    plugins: [replaceModules(dist, entry)],
    target: 'es2023',
    // The settings of the checkout are for the compiler, which has run.
    tsconfigRaw: {},
    write: false,
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  if (outputFiles.length !== 1 || imports.length > 0)
    throw new Error(
      `webdata/content must be one file without imports, but it imports ${imports.map(({ path }) => path).join(', ')}.`,
    );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, outputFiles[0].contents);
}

/** Copies the declarations that the entry needs, from the compiler's output in `declared` to `target`. */
function copyDeclarations(declared, target) {
  const pending = [join(declared, 'content', 'content.d.ts')];
  const seen = new Set(pending);
  for (const path of pending) {
    const text = readFileSync(path, 'utf8').replaceAll(/(from ['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2');
    const copy = join(target, relative(declared, path));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, text);
    for (const [, from] of text.matchAll(/from ['"](\.[^'"]+)\.js['"]/g)) {
      const next = resolve(dirname(path), `${from}.d.ts`);
      if (!existsSync(next) || seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
}

/** Builds `webdata/content` from the compiled program in `dist`: `library/content.js` and its declarations. */
export async function buildContent(dist, compiler) {
  await bundle(dist, join(dist, 'library', 'content.js'));
  const declared = mkdtempSync(join(root, 'node_modules', '.cache', 'webdata', 'declarations-'));
  try {
    const { status } = spawnSync(
      process.execPath,
      [compiler, '-p', join(root, 'tsconfig.content.json'), '--outDir', declared],
      { stdio: 'inherit' },
    );
    if (status !== 0) throw new Error('The declarations of webdata/content cannot be written.');
    copyDeclarations(declared, join(dist, 'library', 'types'));
  } finally {
    rmSync(declared, { recursive: true, force: true });
  }
}
