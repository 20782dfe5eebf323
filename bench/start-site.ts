import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Starts a module of this folder as a child process that prints its URL on its first line. */
export async function startSite(module = 'site.ts'): Promise<{ url: string; pid: number; stop(): void }> {
  const child = spawn(process.execPath, [new URL(`./${module}`, import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { url, pid: child.pid as number, stop: () => child.kill('SIGTERM') };
}
