import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hangsAfterMs } from '../until.ts';
import { type Application, isInstalled, run, startPhpApplication } from './php-application.ts';

const program = '/usr/share/mediawiki';
const password = 'a-long-enough-passphrase';

/** A running MediaWiki whose pages can be edited. */
export interface MediaWiki extends Application {
  /** Saves a page as an editor does, with an entry in the history. */
  edit(title: string, text: string, summary: string): Promise<void>;
}

/** Returns true if the Debian package is installed. */
export function hasMediaWiki(): Promise<boolean> {
  return isInstalled(join(program, 'maintenance'));
}

/** Starts MediaWiki of the Debian package on a loopback address with SQLite, with these pages (wiki text by title). */
export async function startMediaWiki(
  address: string,
  pages: Readonly<Record<string, string>>,
): Promise<MediaWiki> {
  const application = await startPhpApplication({
    program,
    address,
    readyPath: '/index.php?title=Main_Page',
    async prepare(site, origin) {
      await rm(join(site, 'LocalSettings.php'), { force: true });
      await Promise.all(['cache', 'images'].map((name) => mkdir(join(site, name), { recursive: true })));
      const database = join(site, '..', 'database');
      await mkdir(database);
      const options = [
        ['--dbtype', 'sqlite'],
        ['--dbpath', database],
        ['--server', origin],
        ['--scriptpath', ''],
        ['--pass', password],
        ['--skins', 'Vector'],
      ].flat();
      const installer = join(site, 'maintenance', 'install.php');
      await run('php', [installer, ...options, 'Harbour wiki', 'Editor'], {
        cwd: site,
        timeout: hangsAfterMs,
      });
      for (const [title, text] of Object.entries(pages)) await savePage(site, title, text, 'created');
    },
  });
  const site = join(application.folder, 'site');
  return { ...application, edit: (title, text, summary) => savePage(site, title, text, summary) };
}

async function savePage(site: string, title: string, text: string, summary: string): Promise<void> {
  const file = join(site, 'cache', 'edit.txt');
  await writeFile(file, text);
  const script = join(site, 'maintenance', 'edit.php');
  const command = `php ${script} --summary "$1" --user Editor "$2" < "$3"`;
  await run('sh', ['-c', command, 'edit', summary, title, file], { cwd: site, timeout: hangsAfterMs });
}
