import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Starts a module as a child that prints its address on its first line. */
export async function startSite(): Promise<{ url: string; pid: number; stop(): void }> {
  const child = spawn(process.execPath, [new URL('./site.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { url, pid: child.pid as number, stop: () => child.kill('SIGTERM') };
}
