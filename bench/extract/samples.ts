import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** Page of a sample with the known values of its fields. */
export interface KnownPage {
  id: string;
  /** Type of its subject: `recipe`, `book`, ... */
  kind: string;
  site: string;
  url: string;
  html: string;
  /** By field; each of the values is correct. Absent if the page has none. */
  values: Record<string, string[]>;
  /** Record of the collection, for samples with one per page. */
  record: Record<string, unknown>;
}

/** Unpacks a sample while `use` runs; null if there is no sample next to the checkout. */
export function withSample<Result>(name: string, use: (folder: string) => Result): Result | null {
  const archive = join(data, `${name}.tar.gz`);
  if (!existsSync(archive)) return null;
  const folder = mkdtempSync(join(tmpdir(), `webdata-${name}-`));
  try {
    execFileSync('tar', ['xzf', archive, '-C', folder]);
    return use(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns recipe pages with one record each. */
export function recipePages(folder: string): KnownPage[] {
  const sites = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return sites.flatMap(({ name: site }) =>
    readdirSync(join(folder, site), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .flatMap(({ name }) => {
        const page = join(folder, site, name.replace(/\.json$/, '.html'));
        const page2 = join(folder, site, name.replace(/\.json$/, '.testhtml'));
        const file = [page, page2].find(existsSync);
        if (file === undefined) return [];
        const record = JSON.parse(readFileSync(join(folder, site, name), 'utf8')) as Record<string, unknown>;
        const url = typeof record.canonical_url === 'string' ? record.canonical_url : `https://${site}/`;
        return [
          { id: name, kind: 'recipe', site, url, html: readFileSync(file, 'utf8'), values: {}, record },
        ];
      }),
  );
}

/** Returns SWDE pages with the values of four or five fields per type. */
export function swdePages(folder: string): KnownPage[] {
  const pages = new Map<string, KnownPage>();
  for (const site of readdirSync(join(folder, 'html'))) {
    const [kind = '', name = ''] = site.split('-');
    for (const file of readdirSync(join(folder, 'html', site))) {
      const html = readFileSync(join(folder, 'html', site, file), 'utf8');
      const id = `${site}/${file.replace(/\..*/, '')}`;
      pages.set(id, {
        id,
        kind,
        site: name,
        url: `http://www.${name}.com/${kind}/${file}`,
        html,
        values: {},
        record: {},
      });
    }
  }
  for (const file of readdirSync(join(folder, 'groundtruth'))) {
    const match = /^([a-z]+)-([a-z]+)-(\w+)\.txt$/.exec(file);
    if (match === null) continue;
    const [, kind, site, field = ''] = match;
    for (const line of readFileSync(join(folder, 'groundtruth', file), 'utf8')
      .split(/\r?\n/)
      .slice(2)) {
      const [page = '', count = '0', ...values] = line.split('\t');
      const known = pages.get(`${kind}-${site}/${page}`);
      if (known !== undefined && Number(count) > 0)
        known.values[field] = values.filter((value) => value !== '<NULL>');
    }
  }
  return [...pages.values()];
}
