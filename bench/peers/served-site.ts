import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CrawlInput } from './crawl-inputs.ts';

/** A site in a process of its own, so that serving is not counted as crawling. */
export interface ServedSite {
  /** URLs of the start pages. */
  starts: string[];
  /** Returns the number of successful responses by host and path. */
  hits(): Promise<Record<string, number>>;
  stop(): void;
}

/** Serves the input of a crawl. */
export async function serveInput({ serve, starts }: CrawlInput): Promise<ServedSite> {
  const program = fileURLToPath(new URL('./serve-site.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [program, ...serve], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('the site has no output');
  const [port] = (await once(createInterface({ input: stdout }), 'line')) as [string];
  return {
    starts: starts.map((start) => `http://${start.replace('/', `:${port}/`)}`),
    hits: async () =>
      (await (await fetch(`http://127.0.0.1:${port}/-/hits`)).json()) as Record<string, number>,
    stop: () => void child.kill('SIGTERM'),
  };
}
