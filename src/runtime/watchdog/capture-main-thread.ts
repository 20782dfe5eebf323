import type { Debugger, Session } from 'node:inspector';
import { type Activity, activityKey } from '../../domain/system/activity.ts';

/** State of the interrupted main thread. */
export interface CapturedMainThread {
  /** JavaScript call stack, innermost call first: `name (file:line:column)`. */
  stack: string[];
  /** Activity of the interrupted code; null if it has none. */
  activity: Activity | null;
}

const maxFrames = 20;

/**
 * Evaluated in an interrupted call, so that it sees that call's asynchronous context. Global names may be shadowed in that
 * scope, so only `globalThis` is used.
 */
const captureExpression = `(() => {
  const { Error, JSON, Symbol } = globalThis;
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = ${maxFrames + 3};
  const { stack } = new Error();
  Error.stackTraceLimit = limit;
  return JSON.stringify({ stack, activity: globalThis[Symbol.for('${activityKey}')]?.() ?? null });
})()`;

function parseCaptured(value: unknown): CapturedMainThread | null {
  if (typeof value !== 'string') return null;
  const { stack, activity } = JSON.parse(value) as { stack: string; activity: Activity | null };
  const calls = stack
    .split('\n')
    .map((line) => line.trim())
    // The evaluation itself is not part of the interrupted code.
    .filter((line) => line.startsWith('at ') && !line.startsWith('at eval '))
    .map((line) => line.slice('at '.length));
  return { stack: calls.slice(0, maxFrames), activity };
}

function readPaused(session: Session, { callFrames }: Debugger.PausedEventDataType) {
  return new Promise<CapturedMainThread | null>((resolve) => {
    // Functions of Node itself may not see `globalThis`. Stack and context are the same for every call on the stack.
    const call = callFrames.find(({ url }) => !url.startsWith('node:') && url !== '') ?? callFrames[0];
    const callFrameId = call?.callFrameId ?? '';
    const request = { callFrameId, expression: captureExpression, returnByValue: true, silent: true };
    session.post(
      'Debugger.evaluateOnCallFrame',
      request,
      (error: Error | null, answer?: Debugger.EvaluateOnCallFrameReturnType) => {
        resolve(error === null ? parseCaptured(answer?.result.value) : null);
      },
    );
  });
}

/**
 * Interrupts the main thread from a worker thread, reads its call stack and resumes it. V8 interrupts loops, regular
 * expressions and most waits; for other code, such as parsing a large JSON text, returns null after `withinMs`. Opens no
 * port and leaves the debugger disabled.
 */
export async function captureMainThread(timeoutMs: number): Promise<CapturedMainThread | null> {
  const { Session } = await import('node:inspector');
  const session = new Session();
  try {
    session.connectToMainThread();
    return await new Promise<CapturedMainThread | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), timeoutMs);
      session.once('Debugger.paused', async ({ params }) => {
        const captured = await readPaused(session, params);
        clearTimeout(timer);
        resolve(captured);
      });
      session.post('Debugger.enable');
      session.post('Debugger.pause');
    });
  } catch {
    // A Node without an inspector; the watchdog then reports without a call stack.
    return null;
  } finally {
    // Resumes a paused thread.
    session.disconnect();
  }
}
