import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { Failure } from '../../domain/failure.ts';
import { type BrowserProgram, prepareLaunch, removeHome } from './launch-command.ts';

/** What a browser says of itself. */
export interface ProbedBrowser {
  /** Name and version, e.g. `HeadlessChrome/142.0.7444.59`. */
  product: string;
  /** What it calls itself to sites. */
  userAgent: string;
}

const probeWithinMs = 15_000;
const maxErrorText = 4_000;

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** Starts the browser, has it compute something in a page, and ends it; rejects with the reason when that fails. */
export async function probeBrowser(program: BrowserProgram): Promise<ProbedBrowser> {
  const { command, args, env, home } = await prepareLaunch(program);
  const stdio = ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] as const;
  const child = spawn(command, args, { env, stdio: [...stdio], detached: true });
  try {
    return await Promise.race([ask(child), failed(child), late()]);
  } finally {
    await end(child);
    await removeHome(home);
  }
}

async function ask(child: ChildProcess): Promise<ProbedBrowser> {
  const send = wire(child);
  const { product, userAgent } = await send('Browser.getVersion', {});
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const evaluated = await send('Runtime.evaluate', { expression: '6 * 7' }, String(sessionId));
  if ((evaluated.result as { value?: unknown }).value !== 42) throw new Error('it does not run pages');
  return { product: String(product), userAgent: String(userAgent) };
}

/** Speaks the DevTools protocol over the pipe: JSON messages, each ended by a zero byte. */
function wire(child: ChildProcess) {
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  let lastId = 0;
  let rest = '';
  const output = child.stdio[4] as Duplex;
  const input = child.stdio[3] as Duplex;
  for (const stream of [output, input]) stream.on('error', () => {});
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message) as Answer;
      const call = id === undefined ? undefined : waiting.get(id);
      if (error !== undefined) call?.reject(new Error(error.message));
      else call?.resolve(result ?? {});
    }
  });
  return (method: string, params: object, sessionId?: string) => {
    lastId += 1;
    const call = Promise.withResolvers<Record<string, unknown>>();
    call.promise.catch(() => {});
    waiting.set(lastId, call);
    input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
    return call.promise;
  };
}

async function failed(child: ChildProcess): Promise<never> {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < maxErrorText) text += chunk;
  });
  const reason = await Promise.race([
    once(child, 'exit').then(([code, signal]) => `it ended at once (${signal ?? `code ${code}`})`),
    once(child, 'error').then(([error]) => (error as Error).message),
  ]);
  const line = text.split('\n').find((one) => /FATAL|error while loading|No usable sandbox/i.test(one));
  throw new Failure('unavailable', line === undefined ? reason : `${reason}: ${line.trim().slice(0, 200)}`);
}

async function late(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, probeWithinMs).unref());
  throw new Failure('unavailable', 'it did not answer in time');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
  await gone;
}
