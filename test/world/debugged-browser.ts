import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { launchFlags } from '../../src/web/browser/find/launch-flags.ts';

/** A browser that takes orders at a port, as one on another machine does. */
export interface DebuggedBrowser {
  port: number;
  /** Ends it at once; resolves when it is gone. */
  kill(): Promise<void>;
}

/** The flags that a browser elsewhere has to be started with, or is started without. */
export const guardedFlags = launchFlags.filter((flag) => flag !== '--remote-debugging-pipe');
export const unguardedFlags = guardedFlags.filter((flag) => !flag.includes('webrtc'));

/** Starts one at a port, any free one when it is 0; it is gone after the test. */
export async function startDebuggedBrowser(
  t: TestContext,
  executable: string,
  flags: readonly string[] = guardedFlags,
  port = 0,
): Promise<DebuggedBrowser> {
  const home = await mkdtemp(join(tmpdir(), 'webdata-debugged-'));
  const own = ['--no-sandbox', `--remote-debugging-port=${port}`, `--user-data-dir=${home}`];
  const child = spawn(executable, [...flags, ...own], {
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const gone = once(child, 'exit');
  async function kill(): Promise<void> {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // It is gone already.
    }
    await gone;
  }
  t.after(async () => {
    await kill();
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  const { promise: said, resolve } = Promise.withResolvers<number>();
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(text)?.[1];
    if (found !== undefined) resolve(Number(found));
  });
  const ended = gone.then(() => Promise.reject(new Error(`the browser ended: ${text.slice(-500)}`)));
  return { port: await Promise.race([said, ended]), kill };
}
