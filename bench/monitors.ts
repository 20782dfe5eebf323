// npm run bench -- monitors [simulation|service]: a month of pages that change, and of noise that means nothing, which counts
// and measures no time; then checks a second of the whole service.
import { measureMonth } from './monitors/simulate.ts';
import { measureService } from './monitors/whole-service.ts';
import { report } from './report.ts';

const requested = process.argv.at(-1);
const month = requested === 'service' ? [] : await measureMonth(Number(process.env.BENCH_PAGES ?? 200));
const service = requested === 'simulation' ? [] : await measureService();
await report('monitors', [...month, ...service]);
