// npm run bench -- fuzz [COUNT] [FIRST SEED]: generated malformed pages, read in every format.
import { fuzz } from '../test/corpus/fuzz.ts';
import { report } from './report.ts';

const [count = '500000', first = '0'] = process.argv.slice(3);
const start = performance.now();
const { thrown, unlike, slowestMs, slowestSeed } = fuzz(Number(first), Number(first) + Number(count));
const seconds = (performance.now() - start) / 1000;
await report('fuzz', [
  { name: 'pages', value: Number(count), unit: '' },
  { name: 'pages a second', value: Number(count) / seconds, unit: '' },
  { name: 'pages that threw', value: thrown.length, unit: '', wanted: { below: 1 } },
  { name: 'pages read differently the second time', value: unlike.length, unit: '', wanted: { below: 1 } },
  { name: 'slowest page', value: slowestMs, unit: 'ms', wanted: { below: 1000 } },
  {
    name: 'memory at the end',
    value: process.memoryUsage().rss / 1e6,
    unit: 'MB',
    wanted: { below: 512 },
  },
]);
process.stdout.write(`slowest seed: ${slowestSeed}\n`);
for (const { seed, error } of thrown.slice(0, 20)) process.stdout.write(`seed ${seed}: ${String(error)}\n`);
if (unlike.length > 0) process.stdout.write(`read differently: ${unlike.slice(0, 20).join(' ')}\n`);
