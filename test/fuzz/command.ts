// `npm run fuzz -- [--requests 200000] [--seed 1] [--concurrency 16] [--minutes 30] [--only REGEX] [--browser] [--no-inspector]`
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { reportText } from './fuzz-report.ts';
import { startFuzzWorld } from './fuzz-world.ts';
import { runFuzz } from './run-fuzz.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '16' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '30' },
    browser: { type: 'boolean', default: false },
    inspector: { type: 'boolean', default: true },
  },
  allowNegative: true,
});

await using world = await startFuzzWorld({ browser: values.browser, inspector: values.inspector });
const requests = Number(values.requests);
const result = await runFuzz(world, {
  seed: Number(values.seed),
  requests,
  concurrency: Number(values.concurrency),
  maxMs: Number(values.minutes) * 60_000,
  ...(values.only !== undefined && { only: new RegExp(values.only) }),
  answerWithinMs: 10_000,
  livezWithinMs: 2_000,
  checkpoints: Math.max(2, Math.min(20, Math.round(requests / 2_500))),
  onProgress: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(reportText(result));
const results = new URL('../../bench/results/', import.meta.url);
await mkdir(results, { recursive: true });
await writeFile(new URL('api-fuzz.json', results), `${JSON.stringify(result, null, 2)}\n`);
process.exitCode = result.findings.length === 0 ? 0 : 1;
