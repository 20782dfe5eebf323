import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
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
  /** Ends all login sessions. */
  logEverybodyOut(): Promise<void>;
}

/** The account of a wiki that only members may read. */
export interface DokuWikiMember {
  name: string;
  password: string;
}

/** Closes the wiki to all but its members. */
async function writeMember(settings: string, { name, password }: DokuWikiMember): Promise<void> {
  const { stdout: hash } = await run('php', [
    '-r',
    'echo password_hash($argv[1], PASSWORD_BCRYPT);',
    password,
  ]);
  await writeFile(join(settings, 'acl.auth.php'), '*\t@ALL\t0\n*\t@user\t8\n');
  await writeFile(
    join(settings, 'users.auth.php'),
    `${name}:${hash}:Ada Harbour:${name}@harbour.test:user\n`,
  );
}

/** Returns true if the Debian package is installed. */
export function hasDokuWiki(): Promise<boolean> {
  return isInstalled(program);
}

/**
 * Starts DokuWiki of the Debian package on a loopback address, with these pages (wiki text by id). With a member, only that
 * one can read them.
 */
export async function startDokuWiki(
  address: string,
  pages: Readonly<Record<string, string>>,
  member: DokuWikiMember | null = null,
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
        `<?php $conf['title'] = 'Harbour wiki'; $conf['useacl'] = ${member === null ? 0 : 1}; $conf['disableactions'] = 'register,resendpwd'; $conf['savedir'] = '${data}';`,
      );
      if (member !== null) await writeMember(settings, member);
      await savePages(site, pages, 'created');
    },
  });
  return {
    ...application,
    async logEverybodyOut() {
      const data = join(application.folder, 'site', 'data');
      // The wiki encrypts its cookies with this secret, and trusts no session that is older than the other file.
      await rm(join(data, 'meta', '_htcookiesalt2'), { force: true });
      await writeFile(join(data, 'cache', 'sessionpurge'), '');
    },
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
