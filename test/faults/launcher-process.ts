// The launcher as a process of its own, with short times and other arguments of Node in place of the service:
// `node launcher-process.ts RESTART_DELAY_MS ARGUMENT...`.
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
