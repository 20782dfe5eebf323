// Builds the console into dist/console, with precompressed files. `--if-stale` builds only if its sources or packages
// changed since the last build.
import { join } from 'node:path';
import { buildFolder, root } from './built-folder.mjs';

async function buildConsole(folder) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: join(root, 'console'),
    base: '/console/',
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      // Inlined files would need data: URLs, which the policy of the page does not allow.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
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
