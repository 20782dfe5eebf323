import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Sample page and its reference. */
export interface SamplePage {
  id: string;
  url: string;
  kind: string;
  /** Name of the collection; pages of the main collection have no name of their own and are `wcxb`. */
  collection: string;
  /** Main text; empty if the collection has none. */
  wanted: string;
  mustHave: string[];
  mustNot: string[];
  /** Title, author and date of publication (`YYYY-MM-DD`) by the reference; null if it states none. */
  facts: { title: string | null; author: string | null; published_date: string | null };
  file: string;
  /** File with the expected HTML, or null. */
  expectedFile: string | null;
  site: string;
  /** Fold from 0 to 4, the same for all pages of a site. */
  fold: number;
}

interface Reference {
  url?: string;
  type: string;
  collection?: string;
  text?: string;
  with?: string[];
  without?: string[];
  title?: string | null;
  author?: string | null;
  date?: string | null;
}

export const folds = 5;

/** Archives of sample pages, each with a folder of its name: pages of all kinds, and collections of articles. */
export const archives = ['pages', 'articles'] as const;
type Archive = (typeof archives)[number];

/** Host of test pages whose collection replaced their address. */
const replacedHost = 'fakehost';
const declaredUrl =
  /<(?:link|meta)\s[^<>]{0,200}?(?:"canonical"|"og:url")[^<>]{0,200}?(?:href|content)="(https?:\/\/[^"\s]{3,200})"/i;

/** Returns the site of a URL; a page without a URL is its own site. */
function siteOf(url: string, id: string): string {
  if (!URL.canParse(url)) return id;
  return new URL(url).hostname
    .replace(/^www\./, '')
    .split('.')
    .slice(-2)
    .join('.');
}

/** Returns the site that a page with a replaced address declares, else its id without the number of the page. */
function declaredSiteOf(file: string, id: string): string {
  const declared = declaredUrl.exec(readFileSync(file, 'latin1'))?.[1] ?? '';
  return siteOf(declared.includes(replacedHost) ? '' : declared, id.replace(/-\d+$/, ''));
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
  return Object.entries(references).map(([id, one]) => {
    const url = one.url ?? '';
    const file = path.join(folder, 'html', `${id}.html`);
    const expectedFile = path.join(folder, 'html', `${id}.expected.html`);
    const site = url.includes(replacedHost) ? declaredSiteOf(file, id) : siteOf(url, id);
    return {
      id,
      url,
      kind: one.type,
      collection: one.collection ?? 'wcxb',
      wanted: one.text ?? '',
      mustHave: one.with ?? [],
      mustNot: one.without ?? [],
      facts: {
        title: one.title || null,
        author: one.author || null,
        published_date: one.date || null,
      },
      file,
      expectedFile: existsSync(expectedFile) ? expectedFile : null,
      site,
      fold: foldOf(site),
    };
  });
}

/** Returns the sample pages of `folder` and of unpacked archives below it. Throws if there are none. */
export function sampleIn(folder: string, names: readonly Archive[] = archives): SamplePage[] {
  const pages = [folder, ...names.map((name) => path.join(folder, name))].flatMap(
    (one) => samplePages(one) ?? [],
  );
  if (pages.length === 0) throw new Error(`${folder} holds no sample pages`);
  return pages;
}

/**
 * Returns the sample pages of the folder named on the command line, or the named archives of `../shared/data`, unpacked
 * into a temporary folder of this process. Throws if there are none.
 */
export function openSample(names: readonly Archive[] = ['pages']): SamplePage[] {
  const named = process.argv[3];
  if (named !== undefined && named !== 'own') return sampleIn(named, names);
  const folder = mkdtempSync(path.join(tmpdir(), 'webdata-sample-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) {
    const archive = new URL(`../../../shared/data/${name}.tar.gz`, import.meta.url);
    if (existsSync(archive)) execFileSync('tar', ['xzf', fileURLToPath(archive), '-C', folder]);
  }
  return sampleIn(folder, names);
}
