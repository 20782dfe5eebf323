import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { launchFlags } from '../../src/web/browser/find/launch-flags.ts';

/** Browser with a remote debugging port, like one on another machine. */
export interface DebuggedBrowser {
  port: number;
  /** Kills the browser; resolves when its process has exited. */
  kill(): Promise<void>;
}

/** Flags that an external browser requires; some tests omit them. */
export const guardedFlags = launchFlags.filter((flag) => flag !== '--remote-debugging-pipe');
export const unguardedFlags = guardedFlags.filter((flag) => !flag.includes('webrtc'));

/** Starts a browser on a port; 0 selects a free one. The browser is stopped after the test. */
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
      // The process has already exited.
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
