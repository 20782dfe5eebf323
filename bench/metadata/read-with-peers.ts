import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../peers/child-program.ts';
import { installPeer, isInstalled } from '../peers/install-peer.ts';
import type { PageStatement } from './score-metadata.ts';

const timeoutMs = 60 * 60_000;

/** Page that the peers read. */
export interface PeerPage {
  id: string;
  url: string;
  /** Decoded HTML. */
  html: string;
}

/** Statements by id of the page, by title and version of the peer. */
export type PeerReadings = ReadonlyMap<string, ReadonlyMap<string, PageStatement>>;

const scripts = {
  trafilatura: 'read_metadata.py',
  defuddle: 'read-metadata.mjs',
  readability: 'read-metadata.mjs',
} as const;
type Library = keyof typeof scripts;

function readLines<Line>(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

/** Runs one library over the manifest; null, with a line on the standard error output, if it could not be installed. */
async function readWith(
  library: Library,
  folder: string,
  manifest: string,
): Promise<[string, Map<string, PageStatement>] | null> {
  const peer = await installPeer(library);
  if (!isInstalled(peer)) {
    process.stderr.write(`${peer.title} is left out: ${peer.reason}\n`);
    return null;
  }
  const output = join(folder, `${library}.jsonl`);
  const args = [manifest, output];
  await startProgram({
    program: peer.program,
    script: scripts[library],
    args: scripts[library].endsWith('.py') ? args : [library, ...args, peer.folder],
    errorLog: join(folder, `${library}.err`),
    timeoutMs,
  }).done;
  const lines = readLines<PageStatement & { id: string }>(output);
  return [`${peer.title} ${peer.version}`, new Map(lines.map((line) => [line.id, line]))];
}

/** Reads the metadata of the pages with Trafilatura, Defuddle and Readability; installs them if they are missing. */
export async function readWithPeers(pages: readonly PeerPage[]): Promise<PeerReadings> {
  const folder = mkdtempSync(join(tmpdir(), 'webdata-metadata-'));
  try {
    const lines = pages.map(({ id, url, html }, at) => {
      const file = join(folder, `${at}.html`);
      writeFileSync(file, html);
      return JSON.stringify({ id, url, file });
    });
    const manifest = join(folder, 'manifest.jsonl');
    writeFileSync(manifest, `${lines.join('\n')}\n`);
    const readings: [string, Map<string, PageStatement>][] = [];
    for (const library of ['trafilatura', 'defuddle', 'readability'] as const) {
      const reading = await readWith(library, folder, manifest);
      if (reading !== null) readings.push(reading);
    }
    return new Map(readings);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
