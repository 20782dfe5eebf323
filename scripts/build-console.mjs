// Builds the console into dist/console, with precompressed files. `--if-stale` builds only if its sources or packages
// changed since the last build.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { buildFolder, root } from './built-folder.mjs';

const sources = join(root, 'console');
const common = {
  absWorkingDir: root,
  bundle: true,
  charset: 'utf8',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  target: 'es2023',
};

/** Writes a file whose name contains a digest of its content, so that browsers cache it for long. Returns the name. */
function writeAsset(folder, name, content) {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const extension = extname(name);
  const path = `${name.slice(0, -extension.length)}-${digest}${extension}`;
  writeFileSync(join(folder, path), content);
  return path;
}

/**
 * Makes one file of the first view: the entry and every page import the entry and the start page. Otherwise each
 * combination of pages that share a module has a file of its own, and a first load needs dozens of them.
 */
const joinFirstView = {
  name: 'first-view',
  setup({ onLoad }) {
    const parts = ['main.tsx', 'pages/home/home-page.tsx'].map((path) => join(sources, 'src', path));
    const imports = parts.map((path) => `import ${JSON.stringify(path)};\n`).join('');
    onLoad({ filter: /[\\/](?:main|[a-z]+-page)\.tsx$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n${imports}`,
      loader: 'tsx',
    }));
  },
};

/** Bundles the scripts, each page as a file of its own, and returns what esbuild states about the result. */
async function buildScripts(assets) {
  const { metafile } = await build({
    ...common,
    entryPoints: [join(sources, 'src', 'main.tsx')],
    outdir: assets,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    plugins: [joinFirstView],
    metafile: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'empty' },
  });
  return metafile;
}

/**
 * Bundles the style sheets that the scripts import into one, because browsers load those of a page only with code of its own.
 * Those of the entry come first, in its order: the others build on them.
 */
async function buildStyles(assets, { inputs }) {
  const first = inputs['console/src/main.tsx'].imports.map(({ path }) => path);
  const isStyle = (path) => path.endsWith('.css');
  const others = Object.keys(inputs).filter((path) => !first.includes(path));
  const paths = [...first, ...others.sort()].filter(isStyle);
  const { outputFiles } = await build({
    ...common,
    stdin: {
      contents: paths.map((path) => `@import ${JSON.stringify(`./${path}`)};`).join('\n'),
      resolveDir: root,
      loader: 'css',
    },
    write: false,
  });
  return writeAsset(assets, 'styles.css', outputFiles[0].contents);
}

/** Returns the names of the scripts that the browser loads before the first page: the entry, then all that it imports. */
function listFirstScripts(assets, { outputs }) {
  const entry = Object.keys(outputs).find((path) => outputs[path].entryPoint === 'console/src/main.tsx');
  const found = [entry];
  for (const path of found) {
    for (const imported of outputs[path].imports) {
      const isStatic = imported.kind === 'import-statement' && !found.includes(imported.path);
      if (isStatic) found.push(imported.path);
    }
  }
  return found.map((path) => relative(assets, join(root, path)));
}

/** Writes index.html with the URLs of the built files. */
function writePage(folder, { scripts: [entry, ...preloaded], styles, icon }) {
  const url = (name) => `/console/assets/${name}`;
  const links = [
    ...preloaded.map((name) => `<link rel="modulepreload" href="${url(name)}" />`),
    `<link rel="stylesheet" href="${url(styles)}" />`,
  ];
  const html = readFileSync(join(sources, 'index.html'), 'utf8')
    .replace('/src/icon.svg', url(icon))
    .replace('/src/main.tsx', url(entry))
    .replace('  </head>', `    ${links.join('\n    ')}\n  </head>`);
  writeFileSync(join(folder, 'index.html'), html);
}

async function buildConsole(folder) {
  const assets = join(folder, 'assets');
  mkdirSync(assets);
  const metafile = await buildScripts(assets);
  writePage(folder, {
    scripts: listFirstScripts(assets, metafile),
    styles: await buildStyles(assets, metafile),
    icon: writeAsset(assets, 'icon.svg', readFileSync(join(sources, 'src', 'icon.svg'))),
  });
}

await buildFolder({
  name: 'console',
  sources: [
    'console',
    'clients/typescript/src',
    'package-lock.json',
    'scripts/build-console.mjs',
    'scripts/built-folder.mjs',
  ],
  build: buildConsole,
});
