import { access, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hangsAfterMs } from '../until.ts';
import { type MariaDb, startMariaDb } from './mariadb.ts';
import { type Application, isInstalled, run, startPhpApplication } from './php-application.ts';

const program = '/usr/share/wordpress';

/** A post of the blog. */
export interface BlogPost {
  title: string;
  /** HTML of the paragraphs. */
  content: string;
  /** Local time, `2026-11-23 12:00:00`. */
  date: string;
}

/** A running WordPress whose posts can be edited. */
export interface WordPress extends Application {
  /** Publishes a post, and returns its id. */
  publish(post: BlogPost): Promise<number>;
  /** Replaces the content of a post. */
  edit(id: number, content: string): Promise<void>;
  /** Adds an approved comment to a post. */
  comment(id: number, author: string, text: string): Promise<void>;
}

/** Returns true if the Debian packages of WordPress, one of its themes, MariaDB and PHP's driver are installed. */
export async function hasWordPress(): Promise<boolean> {
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  const { stdout } = await run('php', ['-m']).catch(() => ({ stdout: '' }));
  const themes = await readdir(join(program, 'wp-content/themes')).catch(() => []);
  return (
    (await isInstalled(program)) &&
    themes.some((name) => name.startsWith('twenty')) &&
    (await isThere('/usr/sbin/mariadbd')) &&
    /^mysqli$/m.test(stdout)
  );
}

function settings({ socket, database }: MariaDb, origin: string): string {
  const constants = {
    DB_NAME: database,
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: 'utf8mb4',
    WP_HOME: origin,
    WP_SITEURL: origin,
    WP_HTTP_BLOCK_EXTERNAL: true,
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
  };
  const lines = Object.entries(constants).map(
    ([name, value]) => `define('${name}', ${typeof value === 'string' ? `'${value}'` : 'true'});`,
  );
  return `<?php\n${lines.join('\n')}\n$table_prefix = 'wp_';\nif (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');\nrequire_once ABSPATH . 'wp-settings.php';\n`;
}

/** Runs PHP code within WordPress, with values in `$input`; returns what it prints. */
async function runInside(site: string, code: string, input: object): Promise<string> {
  const script = join(site, 'run-inside.php');
  const host = "$_SERVER['HTTP_HOST'] = 'localhost'; $_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';";
  await writeFile(
    script,
    `<?php ${host} $input = json_decode($argv[1], true); if (!empty($input['installs'])) define('WP_INSTALLING', true);
require __DIR__ . '/wp-load.php'; ${code}`,
  );
  try {
    const { stdout } = await run('php', [script, JSON.stringify(input)], {
      cwd: site,
      timeout: hangsAfterMs,
    });
    return stdout.trim();
  } finally {
    await rm(script);
  }
}

/** Starts WordPress of the Debian package on a loopback address, with the default theme and no posts. */
export async function startWordPress(address: string): Promise<WordPress> {
  const server = await startMariaDb();
  let application: Application;
  try {
    application = await startPhpApplication({
      program,
      address,
      readyPath: '/',
      async prepare(site, origin) {
        await rm(join(site, 'wp-config.php'), { force: true });
        await writeFile(join(site, 'wp-config.php'), settings(server, origin));
        const code = `require ABSPATH . 'wp-admin/includes/upgrade.php';
          wp_install('Harbour blog', 'editor', 'editor@example.com', true, '', 'a-long-enough-passphrase');
          wp_delete_post(1, true);`;
        await runInside(site, code, { installs: true });
      },
    });
  } catch (error) {
    await server.close();
    throw error;
  }
  const site = join(application.folder, 'site');
  return {
    ...application,
    async publish({ title, content, date }) {
      const code = `echo wp_insert_post(['post_title' => $input['title'], 'post_content' => $input['content'],
        'post_date' => $input['date'], 'post_status' => 'publish', 'post_author' => 1]);`;
      return Number(await runInside(site, code, { title, content, date }));
    },
    async edit(id, content) {
      await runInside(site, "wp_update_post(['ID' => $input['id'], 'post_content' => $input['content']]);", {
        id,
        content,
      });
    },
    async comment(id, author, text) {
      const code = `wp_insert_comment(['comment_post_ID' => $input['id'], 'comment_author' => $input['author'],
        'comment_content' => $input['text'], 'comment_approved' => 1, 'comment_author_email' => 'reader@example.com']);`;
      await runInside(site, code, { id, author, text });
    },
    async close() {
      await application.close();
      await server.close();
    },
  };
}
