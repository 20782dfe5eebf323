// `npm run test:faults`: rounds of faults under load; every invariant is checked after each round.
import { readOptions, type SuiteOptions, usage } from './options.ts';
import { runSuite, type SuiteReport, writeReport } from './run-suite.ts';

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function summarize({ rounds, violations, log, ms, seed }: SuiteReport): string {
  const recoveries = rounds.flatMap(({ recoveryMs }) => recoveryMs ?? []);
  const requests = rounds
    .flatMap(({ replies }) => Object.values(replies))
    .reduce((sum, count) => sum + count, 0);
  const lines = Object.entries(log).sort(([, one], [, other]) => other - one);
  return [
    `${rounds.length} rounds (seed ${seed}), ${requests} requests, ${violations.length} violations`,
    `${(ms / 1_000).toFixed(0)} s, ${(ms / 1_000 / Math.max(1, rounds.length)).toFixed(1)} s for each round`,
    `healthy after ${median(recoveries)} ms (median), ${Math.max(0, ...recoveries)} ms (most)`,
    'log lines of level warn and above:',
    ...lines.slice(0, 30).map(([message, count]) => `  ${count} × ${message}`),
  ].join('\n');
}

let options: SuiteOptions;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${usage}\n`);
  process.exit(2);
}
const stopping = new AbortController();
process.once('SIGINT', () => {
  process.stdout.write('this round is the last one; press Ctrl-C again to end at once\n');
  stopping.abort();
});
const report = await runSuite(options, (line) => process.stdout.write(`${line}\n`), stopping.signal);
const path = await writeReport(report);
process.stdout.write(`${summarize(report)}\nwritten to ${path}\n`);
process.exit(report.violations.length === 0 ? 0 : 1);
