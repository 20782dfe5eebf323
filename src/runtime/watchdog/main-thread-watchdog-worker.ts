// Entry module of the worker thread that watches the main thread.
import { writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { toCulprit } from '../../domain/resources/crash.ts';
import type { Activity } from '../../domain/system/activity.ts';
import { formatLogLine, type LogLevel } from '../logs/log-line.ts';
import { type CapturedMainThread, captureMainThread } from './capture-main-thread.ts';
import { crashFileName } from './crash-files.ts';
import { type Heartbeat, nextHeartbeat } from './heartbeat.ts';
import type { WatchdogThreadData } from './main-thread-watchdog.ts';
import { createWatchdogMemory } from './watchdog-memory.ts';

const options = workerData as WatchdogThreadData;
const { tickMs, warnAfterMs, endAfterMs } = options.times;
const captureTimeoutMs = 1_000;
const memory = createWatchdogMemory(options.buffer);
let heartbeat: Heartbeat = { beats: memory.beats(), tickedAt: performance.now(), missedMs: 0 };
/** Duration of the latest block in milliseconds. */
let latestBlockMs = 0;
/** True during a block that was reported. */
let isReported = false;
let isBusy = false;

/** Writes to standard error from this thread, because the main thread is blocked. */
function log(level: LogLevel, fields: Record<string, unknown>, message: string): void {
  const line = formatLogLine(options, level, fields, message);
  if (line === null) return;
  try {
    writeSync(2, line);
  } catch {
    // Standard error is closed or its pipe is full, and there is no other output.
  }
}

function activityFields(activity: Activity): Record<string, unknown> {
  const { operation, requestId, jobId, pages } = activity;
  // The rest of a URL may contain secrets.
  const hosts = [...new Set(pages.map((page) => URL.parse(page)?.host))].filter(Boolean);
  return {
    operation,
    ...(requestId !== null && { request_id: requestId }),
    ...(jobId !== null && { job: jobId }),
    ...(hosts.length > 0 && { hosts }),
  };
}

/** Returns the innermost call outside Node itself, and the whole stack formatted like an error's. */
function describeCall(calls: string[]): { message: string; stack: string } {
  const stack = calls.map((line) => `    at ${line}`).join('\n');
  const own = calls.find((line) => line.includes('file:'));
  return { message: own ?? calls[0] ?? 'unknown', stack };
}

function createLogFields(blockedMs: number, captured: CapturedMainThread | null): Record<string, unknown> {
  return {
    blocked_ms: Math.round(blockedMs),
    ...(captured?.activity != null && activityFields(captured.activity)),
    ...(captured === null
      ? { last_activity: memory.lastActivity() }
      : { call: describeCall(captured.stack) }),
  };
}

/** Returns null under a debugger, so that the developer's breakpoints are not disturbed. */
async function capture(): Promise<CapturedMainThread | null> {
  return memory.isDebugged() ? null : captureMainThread(captureTimeoutMs);
}

async function reportBlock({ missedMs }: Heartbeat): Promise<void> {
  const captured = await capture();
  memory.countBlock();
  log('warn', createLogFields(missedMs, captured), 'the main thread is blocked');
}

/** Writes the state of the main thread for the next process (src/runtime/watchdog/take-crashes.ts). */
function writeReport(captured: CapturedMainThread): void {
  try {
    const path = join(options.reportFolder, crashFileName('blocked'));
    const { activity, ...rest } = captured;
    const culprit = activity === null ? null : toCulprit(activity);
    writeFileSync(path, JSON.stringify({ ...rest, culprit }), { mode: 0o600 });
  } catch {
    // The disk may be full. The page is then found among those in flight.
  }
}

async function endProcess({ missedMs, beats }: Heartbeat): Promise<void> {
  const captured = await capture();
  // The main thread has resumed in the meantime.
  if (memory.beats() !== beats) return;
  log('fatal', createLogFields(missedMs, captured), 'the main thread is still blocked; the process is ended');
  if (captured !== null) writeReport(captured);
  process.kill(process.pid, 'SIGKILL');
}

/** Reports each block once, and tries repeatedly to end the process when its time is over. */
async function handleBlock(block: Heartbeat): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  try {
    if (!isReported && block.missedMs >= warnAfterMs) {
      isReported = true;
      await reportBlock(block);
    } else if (block.missedMs >= endAfterMs && !memory.isDebugged()) await endProcess(block);
  } finally {
    isBusy = false;
  }
}

function tick(): void {
  const previous = heartbeat;
  heartbeat = nextHeartbeat(previous, memory.beats(), performance.now(), tickMs);
  if (heartbeat.missedMs === 0 && isReported && !isBusy) {
    isReported = false;
    log('info', { blocked_ms: Math.round(latestBlockMs) }, 'the main thread runs again');
  }
  if (heartbeat.missedMs > 0) {
    latestBlockMs = heartbeat.missedMs;
    void handleBlock(heartbeat);
  }
}

setInterval(tick, tickMs);
