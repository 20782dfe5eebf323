import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Sample page and its reference text. */
export interface SamplePage {
  id: string;
  url: string;
  kind: string;
  /** Main text; empty if the collection has none. */
  wanted: string;
  mustHave: string[];
  mustNot: string[];
  file: string;
  site: string;
  /** Fold from 0 to 4, the same for all pages of a site. */
  fold: number;
}

interface Reference {
  url?: string;
  type: string;
  text: string;
  with?: string[];
  without?: string[];
}

export const folds = 5;

/** Returns the site of a URL; a page without a URL is its own site. */
function siteOf(url: string, id: string): string {
  if (!URL.canParse(url)) return id;
  return new URL(url).hostname
    .replace(/^www\./, '')
    .split('.')
    .slice(-2)
    .join('.');
}

function foldOf(host: string): number {
  let hash = 7;
  for (let i = 0; i < host.length; i++) hash = (Math.imul(hash, 31) + host.charCodeAt(i)) >>> 0;
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8) % folds;
}

/** Returns the sample pages of a folder with `gt.json` and `html/`, or null if there is none. */
export function samplePages(folder: string): SamplePage[] | null {
  const index = path.join(folder, 'gt.json');
  if (!existsSync(index)) return null;
  const references = JSON.parse(readFileSync(index, 'utf8')) as Record<string, Reference>;
  return Object.entries(references).map(([id, one]) => ({
    id,
    url: one.url ?? '',
    kind: one.type,
    wanted: one.text ?? '',
    mustHave: one.with ?? [],
    mustNot: one.without ?? [],
    file: path.join(folder, 'html', `${id}.html`),
    site: siteOf(one.url ?? '', id),
    fold: foldOf(siteOf(one.url ?? '', id)),
  }));
}

/**
 * Returns the sample pages named on the command line, or those of `../shared/data`, unpacked into a temporary folder
 * of this process. Throws if there are none.
 */
export function openSample(): SamplePage[] {
  const named = process.argv[3];
  if (named !== undefined && named !== 'own') {
    const pages = samplePages(named);
    if (pages === null) throw new Error(`${named} holds no gt.json`);
    return pages;
  }
  const archive = new URL('../../../shared/data/pages.tar.gz', import.meta.url);
  if (!existsSync(archive)) throw new Error('no sample pages: name a folder that holds gt.json and html/');
  const folder = mkdtempSync(path.join(tmpdir(), 'webdata-sample-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync('tar', ['xzf', fileURLToPath(archive), '-C', folder]);
  const pages = samplePages(path.join(folder, 'pages'));
  if (pages === null) throw new Error('the archive of sample pages holds no gt.json');
  return pages;
}
