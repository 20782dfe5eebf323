import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Peer } from './peers.ts';

const script = fileURLToPath(new URL('trafilatura.py', import.meta.url));

/** A peer in another process. */
export interface ProcessPeer extends Peer {
  close(): void;
}

/** Opens Trafilatura in a Python that has it (`pip install trafilatura`); null if it has not. */
export function openTrafilatura(python: string): ProcessPeer | null {
  const found = spawnSync(python, ['-c', 'import trafilatura; print(trafilatura.__version__)'], {
    encoding: 'utf8',
  });
  if (found.status !== 0) return null;
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    name: `Trafilatura ${found.stdout.trim()}`,
    async contentOf(html, url) {
      child.stdin.write(`${JSON.stringify({ html, url })}\n`);
      const { value } = await lines.next();
      const { content } = JSON.parse(String(value)) as { content: string };
      return content;
    },
    close: () => child.stdin.end(),
  };
}
