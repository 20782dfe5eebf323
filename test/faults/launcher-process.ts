// The launcher as a separate process, with short delays and other arguments of Node instead of the service: `node
// launcher-process.ts RESTART_DELAY_MS ARGUMENT...`.
import { superviseService } from '../../bin/launcher.mjs';

const [restartDelayMs, ...args] = process.argv.slice(2);
process.exitCode = await superviseService({
  file: process.execPath,
  args,
  env: process.env,
  times: {
    restartDelays: [Number(restartDelayMs)],
    stableAfter: 60_000,
    maxCrashes: Number(process.env.MAX_CRASHES ?? 3),
    echo: 100,
    killAfter: 200,
  },
});
