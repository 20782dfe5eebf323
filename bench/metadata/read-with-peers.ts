import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../peers/child-program.ts';
import { type InstalledPeer, installPeer, isInstalled } from '../peers/install-peer.ts';
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
  extruct: 'read_metadata.py',
  defuddle: 'read-metadata.mjs',
  readability: 'read-metadata.mjs',
} as const;
/** A library that reads metadata. */
export type MetadataLibrary = keyof typeof scripts;

function readLines<Line>(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

/** Writes the pages for the libraries, and returns their manifest. */
export function writeManifest(folder: string, pages: readonly PeerPage[]): string {
  const lines = pages.map(({ id, url, html }, at) => {
    const file = join(folder, `metadata-${at}.html`);
    writeFileSync(file, html);
    return JSON.stringify({ id, url, file });
  });
  const manifest = join(folder, 'metadata-manifest.jsonl');
  writeFileSync(manifest, `${lines.join('\n')}\n`);
  return manifest;
}

/** Reads the pages of a manifest with an installed library; returns its statements by id. */
export async function readWithLibrary(
  library: MetadataLibrary,
  peer: InstalledPeer,
  folder: string,
  manifest: string,
): Promise<Map<string, PageStatement>> {
  const output = join(folder, `metadata-${library}.jsonl`);
  const args = [manifest, output];
  await startProgram({
    program: peer.program,
    script: scripts[library],
    args: scripts[library].endsWith('.py') ? [...args, library] : [library, ...args, peer.folder],
    errorLog: join(folder, `metadata-${library}.err`),
    timeoutMs,
  }).done;
  const lines = readLines<PageStatement & { id: string }>(output);
  return new Map(lines.map((line) => [line.id, line]));
}

/** Reads the metadata of the pages with Trafilatura, Defuddle and Readability; installs them if they are missing. */
export async function readWithPeers(pages: readonly PeerPage[]): Promise<PeerReadings> {
  const folder = mkdtempSync(join(tmpdir(), 'webdata-metadata-'));
  try {
    const manifest = writeManifest(folder, pages);
    const readings = new Map<string, Map<string, PageStatement>>();
    for (const library of ['trafilatura', 'defuddle', 'readability'] as const) {
      const peer = await installPeer(library);
      if (isInstalled(peer))
        readings.set(`${peer.title} ${peer.version}`, await readWithLibrary(library, peer, folder, manifest));
      else process.stderr.write(`${peer.title} is left out: ${peer.reason}\n`);
    }
    return readings;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
