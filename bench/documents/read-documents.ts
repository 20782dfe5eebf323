import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pageJob } from '../quality/page-job.ts';

type ResponseReader = typeof import('../../src/page/read/read-response.ts');

/** A file as one reader reads it. */
export interface Reading {
  reader: string;
  file: string;
  seconds: number;
  markdown: string;
}

/** Reads files with the service's own code, of the checkout at `root`. */
export async function readDocuments(
  reader: string,
  root: string,
  files: readonly string[],
): Promise<Reading[]> {
  const { readResponse }: ResponseReader = await import(`${root}src/page/read/read-response.ts`);
  const readings: Reading[] = [];
  for (const file of files) {
    const job = {
      ...pageJob(`https://example.com/${path.basename(file)}`),
      maxLength: 10_000_000,
      headers: {},
    };
    const start = performance.now();
    const { markdown } = await readResponse({ ...job, bytes: readFileSync(file), statusCode: 200 });
    readings.push({ reader, file, seconds: (performance.now() - start) / 1_000, markdown });
  }
  return readings;
}

/** Reads files with the libraries that the interpreter has. */
export function readWithPeers(python: string | undefined, files: readonly string[]): Reading[] {
  if (python === undefined) return [];
  const script = new URL('read_with_peers.py', import.meta.url).pathname;
  if (files.length === 0) return [];
  const lines = execFileSync(python, [script, ...files], {
    encoding: 'utf8',
    maxBuffer: 500_000_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reading);
}
