import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { Failure } from '../../../domain/system/failure.ts';
import { type BrowserProgram, prepareLaunch, removeHome } from './launch-command.ts';

/** Identity of a browser. */
export interface ProbedBrowser {
  /** Name and version, for example `HeadlessChrome/142.0.7444.59`. */
  product: string;
  /** Default User-Agent header. */
  userAgent: string;
}

const probeTimeoutMs = 15_000;
const maxErrorText = 4_000;

interface ProtocolMessage {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** Starts the browser, evaluates an expression in a page, and ends it. Rejects with the reason if that fails. */
export async function probeBrowser(program: BrowserProgram): Promise<ProbedBrowser> {
  const { command, args, env, home } = await prepareLaunch(program);
  const stdio = ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] as const;
  const child = spawn(command, args, { env, stdio: [...stdio], detached: true });
  try {
    // Without a process there may be no pipes either.
    if (child.pid === undefined) throw (await once(child, 'error'))[0];
    return await Promise.race([queryIdentity(child), rejectOnExit(child), rejectOnTimeout()]);
  } finally {
    await killGroup(child);
    await removeHome(home);
  }
}

async function queryIdentity(child: ChildProcess): Promise<ProbedBrowser> {
  const send = connectPipe(child);
  const { product, userAgent } = await send('Browser.getVersion', {});
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const evaluated = await send('Runtime.evaluate', { expression: '6 * 7' }, String(sessionId));
  if ((evaluated.result as { value?: unknown }).value !== 42)
    throw new Error('the browser does not evaluate scripts');
  return { product: String(product), userAgent: String(userAgent) };
}

/** Sends commands of the DevTools protocol over the pipe: JSON messages, each terminated by a zero byte. */
function connectPipe(child: ChildProcess) {
  const pendingCalls = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  let lastId = 0;
  let buffered = '';
  const output = child.stdio[4] as Duplex;
  const input = child.stdio[3] as Duplex;
  for (const stream of [output, input]) stream.on('error', () => {});
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (buffered + chunk).split('\0');
    buffered = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message) as ProtocolMessage;
      const call = id === undefined ? undefined : pendingCalls.get(id);
      if (error !== undefined) call?.reject(new Error(error.message));
      else call?.resolve(result ?? {});
    }
  });
  return (method: string, params: object, sessionId?: string) => {
    lastId += 1;
    const call = Promise.withResolvers<Record<string, unknown>>();
    // The caller gets the error; not every caller waits for the result.
    call.promise.catch(() => {});
    pendingCalls.set(lastId, call);
    input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
    return call.promise;
  };
}

/** Adds the cause that the browser wrote to its error output. */
function explainExit(reason: string, errorOutput: string): string {
  // Without namespaces the browser asks for a set-uid program, which a container without privileges cannot run.
  if (/No usable sandbox|zygote_host/.test(errorOutput))
    return `${reason}: its sandbox needs user namespaces, which this machine or the seccomp profile of the container denies. Allow them (docs/browsers.md, Containers)`;
  const line = errorOutput.split('\n').find((one) => /FATAL|error while loading/i.test(one));
  return line === undefined ? reason : `${reason}: ${line.trim().slice(0, 200)}`;
}

async function rejectOnExit(child: ChildProcess): Promise<never> {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < maxErrorText) text += chunk;
  });
  const reason = await Promise.race([
    once(child, 'exit').then(([code, signal]) => `the browser ended at once (${signal ?? `code ${code}`})`),
    once(child, 'error').then(([error]) => (error as Error).message),
  ]);
  throw new Failure('unavailable', explainExit(reason, text));
}

async function rejectOnTimeout(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, probeTimeoutMs).unref());
  throw new Failure('unavailable', `the browser did not respond within ${probeTimeoutMs} ms`);
}

async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
  await exited;
}
