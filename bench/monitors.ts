// npm run bench -- monitors [simulation]: a month of pages that change, and of noise that means nothing; then checks a second
// of the whole service. With `simulation` the month alone, which counts and measures no time.
import { simulate } from './monitors/simulate.ts';
import { type Figure, report } from './report.ts';

const { tally, surprises } = await simulate(Number(process.env.BENCH_PAGES ?? 200));
for (const surprise of surprises.slice(0, 40)) process.stderr.write(`${surprise}\n`);
const figures: Figure[] = [
  { name: 'real changes of all pages', value: tally.real, unit: '' },
  { name: 'noise events and redesigns', value: tally.noises, unit: '' },
  { name: 'checks', value: tally.checks, unit: '' },
  { name: 'readings of pages a check', value: tally.readings / tally.checks, unit: '' },
  { name: 'real changes of what is watched', value: tally.watched, unit: '' },
  { name: 'of them not told of', value: tally.missed, unit: '', wanted: { below: 1 } },
  {
    name: 'of them told of later than at the next check that could read the page',
    value: tally.late,
    unit: '',
    wanted: { below: 1 },
  },
  {
    name: 'false alarms in 1,000 checks',
    value: (tally.falseAlarms / tally.checks) * 1_000,
    unit: '',
    wanted: { below: 1 },
  },
];
await report('monitors', figures);
