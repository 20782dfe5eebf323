// The parent process of the service. It does no work of its own, so that it survives whatever ends the service: a blocked main
// thread (src/runtime/watchdog/main-thread-watchdog.ts), a full heap, the kernel when memory runs out.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';

/** Signals that stop the service gracefully. */
export const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** The defaults of `superviseService`; times in milliseconds. */
export const defaultTimes = {
  /** Delays before the first, second, … restart in a row; the last one repeats. */
  restartDelays: [1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
  /** A service that ran longer than this resets the count of crashes. */
  stableAfter: 20_000,
  /** Crashes in a row after which the launcher gives up. */
  maxCrashes: 20,
  /** A signal within this time of the first one counts as the same one: npm repeats the terminal's Ctrl-C. */
  echo: 500,
  /** Time between a second signal and the kill of a service that has not ended. */
  killAfter: 1_000,
};

/** Writes a line in the format of the service's log: JSON, or text on a terminal. */
function log(level, fields, msg) {
  const time = new Date().toISOString();
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const line = isatty(2)
    ? [time.slice(11, 19), level.padEnd(5), msg, ...pairs].join(' ')
    : JSON.stringify({ level, time, ...fields, msg });
  process.stderr.write(`${line}\n`);
}

/**
 * Starts the service once and waits for its end. Resolves with exit code and signal, and with what the service reported
 * over the channel: whether it served, and whether it shut down gracefully. The service shuts down when the channel closes,
 * so that it does not outlive a launcher that was killed.
 */
function runOnce({ file, args, env }, onStart) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    const ended = { hasServed: false, isStopping: false, servedAt: 0 };
    child.on('message', (message) => {
      if (message?.webdata === 'serving')
        Object.assign(ended, { hasServed: true, servedAt: performance.now() });
      // With WEBDATA_RESTART=false in the settings file, every end is final.
      if (['stopping', 'unsupervised'].includes(message?.webdata)) ended.isStopping = true;
    });
    child.on('error', reject);
    // Not `exit`, which can come before the last message.
    child.on('close', (code, signal) => resolve({ ...ended, code, signal }));
    onStart(child);
  });
}

/**
 * Returns true if the service ended and nobody stopped it. An exit code before the service ever served is a failed start,
 * which it has reported itself and which would fail again; after that, a start may fail because the crash is too recent.
 */
function isCrash({ code, signal, isStopping }, hasEverServed) {
  if (isStopping || code === 0) return false;
  return signal === null ? hasEverServed : !signals.includes(signal);
}

function exitCodeOf({ code, signal }) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

/** Stops the running child: gracefully at the first signal, after a second one with SIGKILL. */
function createStop(times) {
  const state = { child: null, stoppedAt: null };
  const stopping = new AbortController();

  function pass(name) {
    // Windows has no signals; the service shuts down when the channel closes.
    if (process.platform === 'win32') state.child?.disconnect?.();
    else state.child?.kill(name);
  }

  return {
    signal: stopping.signal,
    watch(child) {
      state.child = child;
    },
    stop(name) {
      if (state.stoppedAt === null) {
        state.stoppedAt = performance.now();
        stopping.abort();
        pass(name);
      } else if (performance.now() - state.stoppedAt > times.echo) {
        pass(name);
        // A service whose main thread is blocked does not handle signals.
        setTimeout(() => state.child?.kill('SIGKILL'), times.killAfter).unref();
      }
    },
  };
}

/** Waits `ms` milliseconds, or until `signal` is aborted. */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Runs `file` with `args` and `env` until it ends normally or `signal` is aborted, and restarts it when it crashes.
 * Forwards SIGTERM, SIGINT and SIGHUP. Resolves with the exit code for this process.
 */
export async function superviseService({ file, args, env, signal, times = defaultTimes }) {
  const stopping = createStop(times);
  for (const name of signals) process.on(name, () => stopping.stop(name));
  signal?.addEventListener('abort', () => stopping.stop('SIGTERM'));
  // The service may outlive the reader of its output.
  process.stderr.on('error', () => {});

  let hasEverServed = false;
  for (let crashes = 0; ; ) {
    const ended = await runOnce({ file, args, env }, stopping.watch);
    stopping.watch(null);
    hasEverServed ||= ended.hasServed;
    if (stopping.signal.aborted || !isCrash(ended, hasEverServed)) return exitCodeOf(ended);
    const isStable = ended.hasServed && performance.now() - ended.servedAt > times.stableAfter;
    crashes = isStable ? 1 : crashes + 1;
    const how = ended.signal ?? `exit code ${ended.code}`;
    if (crashes >= times.maxCrashes) {
      const remedy = 'find the cause in the log above, then start the service again';
      log('fatal', { ended: how, crashes }, `the service crashed ${crashes} times in a row: ${remedy}`);
      return 1;
    }
    const delay = times.restartDelays[Math.min(crashes, times.restartDelays.length) - 1];
    log('error', { ended: how, crashes, delay_ms: delay }, 'the service crashed and is restarted');
    await pause(delay, stopping.signal);
    if (stopping.signal.aborted) return 0;
  }
}
