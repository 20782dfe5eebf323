import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Application, isInstalled, run, startPhpApplication } from './php-application.ts';

const program = '/usr/share/dokuwiki';
/** Data folders that the program expects to exist. */
const dataFolders = [
  'attic',
  'cache',
  'index',
  'locks',
  'log',
  'media',
  'media_attic',
  'media_meta',
  'meta',
  'pages',
  'tmp',
];

/** A running DokuWiki whose pages can be edited. */
export interface DokuWiki extends Application {
  /** Saves a page as an editor does, with an entry in the history. `id` is `start` or `space:page`. */
  edit(id: string, text: string, summary: string): Promise<void>;
}

/** Returns true if the Debian package is installed. */
export function hasDokuWiki(): Promise<boolean> {
  return isInstalled(program);
}

/** Starts DokuWiki of the Debian package on a loopback address, with these pages (wiki text by id). */
export async function startDokuWiki(
  address: string,
  pages: Readonly<Record<string, string>>,
): Promise<DokuWiki> {
  const application = await startPhpApplication({
    program,
    address,
    readyPath: '/doku.php?id=start',
    async prepare(site) {
      const data = join(site, 'data');
      await Promise.all(dataFolders.map((name) => mkdir(join(data, name), { recursive: true })));
      const settings = join(site, 'conf');
      await run('cp', ['-rL', '/etc/dokuwiki/.', settings]).catch((error: unknown) => {
        if (!/cannot (stat|open)/.test(String(error))) throw error;
      });
      await writeFile(
        join(site, 'inc', 'preload.php'),
        `<?php if (!defined('DOKU_CONF')) { define('DOKU_CONF', '${settings}/'); define('DOKU_LOCAL', '${settings}/'); define('DOKU_MAIN_CONF', '${settings}/'); }`,
      );
      await writeFile(
        join(settings, 'local.php'),
        `<?php $conf['title'] = 'Harbour wiki'; $conf['useacl'] = 0; $conf['savedir'] = '${data}';`,
      );
      await savePages(site, pages, 'created');
    },
  });
  return {
    ...application,
    edit: (id, text, summary) => savePages(join(application.folder, 'site'), { [id]: text }, summary),
  };
}

async function savePages(
  site: string,
  pages: Readonly<Record<string, string>>,
  summary: string,
): Promise<void> {
  const [tool] = (await readdir(join(site, 'bin'))).filter((name) => name === 'dwpage.php');
  if (tool === undefined) throw new Error('DokuWiki has no dwpage.php');
  for (const [id, text] of Object.entries(pages)) {
    const file = join(site, 'data', 'tmp', 'edit.txt');
    await writeFile(file, text);
    await run('php', [join(site, 'bin', tool), 'commit', '--message', summary, file, id]);
  }
}
