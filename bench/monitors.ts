// npm run bench -- monitors [simulation|service]: a simulated month of pages with changes and noise, which counts
// results instead of time; then the checks per second of the complete service.
import { measureMonth } from './monitors/simulate.ts';
import { measureService } from './monitors/whole-service.ts';
import { report } from './report.ts';

const requested = process.argv.at(-1);
const month = requested === 'service' ? [] : await measureMonth(Number(process.env.BENCH_PAGES ?? 200));
const service = requested === 'simulation' ? [] : await measureService();
await report('monitors', [...month, ...service]);
