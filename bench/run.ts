import { readdir } from 'node:fs/promises';

/** `npm run bench -- NAME`: each bench prints a table and writes JSON to bench/results. */
const [name] = process.argv.slice(2);
const files = await readdir(new URL('.', import.meta.url));
const notBenches = [
  'run.ts',
  'report.ts',
  'start-site.ts',
  'process-tree.ts',
  'load.ts',
  'site.ts',
  'big-site.ts',
  'rendered-sites.ts',
  'scripted-site.ts',
  'shop-site.ts',
  'slow-sites.ts',
  'cpu-quota.ts',
];
const benches = files
  .filter((file) => file.endsWith('.ts') && !notBenches.includes(file))
  .map((file) => file.slice(0, -3));

if (name === undefined || !benches.includes(name)) {
  process.stderr.write(`npm run bench -- NAME, where NAME is one of: ${benches.join(', ')}\n`);
  process.exitCode = 2;
} else {
  await import(new URL(`./${name}.ts`, import.meta.url).href);
}
