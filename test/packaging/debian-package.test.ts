import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findMissingPackages } from '../replication/programs.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { createDebianSystem, type DebianSystem } from './debian-system.ts';
import { unitPath, withUnitService } from './installed-service.ts';

const run = promisify(execFile);
const checkout = fileURLToPath(new URL('../..', import.meta.url));
const settingsPath = '/etc/webdata/webdata.env';

function findReasonToSkip(): string | false {
  if (process.env.TEST_IMAGE !== 'true') return 'takes a minute; set TEST_IMAGE=true';
  if (process.getuid?.() !== 0) return 'installing a package needs root';
  return findMissingPackages({ mmdebstrap: '/usr/bin/mmdebstrap', 'dpkg-dev': '/usr/bin/dpkg-deb' });
}

/** Builds the package into the folder of the system, and returns its path there. */
async function build({ root }: DebianSystem, version: string, ...flags: string[]): Promise<string> {
  const args = ['--out', join(root, 'root'), '--version', version, '--compression', 'gzip', ...flags];
  const { stdout } = await run(process.execPath, ['scripts/build-deb.mjs', ...args], { cwd: checkout });
  return stdout.split('  ')[0]?.slice(root.length) ?? '';
}

test('the Debian package', { skip: findReasonToSkip() }, async (t) => {
  const system = await createDebianSystem(t, ['adduser', 'ca-certificates', 'systemd', 'tzdata']);
  const page = '<!doctype html><title>Page</title><main><h1>Page</h1><p>Text.</p></main>';
  const site = await startLoopbackServer('127.0.0.1', () => new Map([['/', { body: page }]]));
  t.after(() => site.close());
  const settings = 'WEBDATA_ALLOW_NETWORKS=127.0.0.0/8\nWEBDATA_CONTACT=mail@example.com\n';
  const exists = (...paths: string[]) =>
    Promise.all(
      paths.map((path) =>
        stat(join(system.root, path)).then(
          () => true,
          () => false,
        ),
      ),
    );
  const readKey = async () =>
    (await readFile(join(system.root, 'var/lib/webdata/secrets/first-key'), 'utf8')).trim();
  const listPages = async (url: string) => {
    const answer = await fetch(`${url}/v1/requests`, {
      headers: { authorization: `Bearer ${await readKey()}` },
    });
    const { requests } = (await answer.json()) as { requests: Array<{ tool: string; url: string }> };
    return requests.filter(({ tool }) => tool === 'scrape').map((request) => request.url);
  };
  // Without writing each file through to the disk.
  const install = (path: string) => system.run('dpkg', '--force-unsafe-io', '--install', path);
  let oldPackage = '';
  let newPackage = '';
  let key = '';

  await t.test('installs with its own user, and enables its unit', async () => {
    oldPackage = await build(system, '0.1.9');
    await install(oldPackage);
    const modes = await system.run('stat', '--format=%U:%G %a', '/var/lib/webdata', settingsPath);
    assert.equal(modes, 'webdata:webdata 750\nroot:webdata 640\n');
    const enabled = join(system.root, 'etc/systemd/system/multi-user.target.wants/webdata.service');
    assert.match(await readlink(enabled), /lib\/systemd\/system\/webdata\.service$/);
    assert.match(await system.run('/usr/bin/webdata', 'version'), /^\d+\.\d+\.\d+\n$/);
  });

  await t.test('has units without errors, of an exposure that systemd calls OK', async () => {
    const backup = ['webdata-backup.service', 'webdata-backup.timer'].map((name) =>
      join(dirname(unitPath), name),
    );
    assert.equal(await system.run('systemd-analyze', 'verify', '--man=no', unitPath, ...backup), '');
    // Tenths of the exposure level, of which 100 is the highest; the level "OK" ends at 45.
    for (const name of ['webdata.service', 'webdata-backup.service']) {
      await system.run('systemd-analyze', 'security', '--offline=true', '--threshold=45', name);
    }
  });

  const skip = findMissingPackages({ lintian: '/usr/bin/lintian' });
  await t.test('has no errors and no warnings of lintian', { skip }, async () => {
    const { stdout } = await run('lintian', ['--fail-on', 'none', join(system.root, oldPackage)]);
    assert.equal(stdout, '');
  });

  await t.test('runs as the unit says, and reads a page', async () => {
    await writeFile(join(system.root, settingsPath), settings);
    await withUnitService(system, async (url) => {
      key = await readKey();
      const answer = await fetch(`${url}/v1/scrape`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: site.url('/') }),
      });
      const scraped = (await answer.json()) as { status: string; title: string };
      assert.deepEqual([scraped.status, scraped.title], ['ok', 'Page'], JSON.stringify(scraped));
    });
    const config = await system.run('/usr/bin/webdata', 'config');
    assert.match(config, /^DATA_DIR=\/var\/lib\/webdata$/m, 'root uses the data of the service');
    assert.equal(await system.run('find', '/var/lib/webdata', '!', '-user', 'webdata'), '');
  });

  await t.test('keeps changed settings and all data during an upgrade', async () => {
    newPackage = await build(system, '0.2.0', '--no-build');
    await install(newPackage);
    assert.equal(await readFile(join(system.root, settingsPath), 'utf8'), settings);
    assert.match(await system.run('/usr/bin/webdata', 'config'), /mail@example\.com/);
    await withUnitService(system, async (url) => assert.deepEqual(await listPages(url), [site.url('/')]));
  });

  await t.test(
    'keeps data and settings when it is removed, and uses them when it is installed again',
    async () => {
      await system.run('dpkg', '--remove', 'webdata');
      assert.deepEqual(await exists('usr/lib/webdata', unitPath, 'var/lib/webdata/secrets', settingsPath), [
        false,
        false,
        true,
        true,
      ]);
      await install(oldPackage);
      await withUnitService(system, async (url) => assert.deepEqual(await listPages(url), [site.url('/')]));
    },
  );

  await t.test('keeps data and user when it is purged without an answer', async () => {
    await system.run('dpkg', '--purge', 'webdata');
    assert.deepEqual(await exists('etc/webdata', 'var/cache/webdata'), [false, false]);
    assert.equal(await readKey(), key);
    assert.match(await system.run('stat', '--format=%U', '/var/lib/webdata'), /^webdata$/m);
  });

  await t.test('deletes data and user when it is purged with consent', async () => {
    await install(oldPackage);
    assert.equal(await readKey(), key, 'the kept data are used');
    await system.run('sh', '-c', 'echo webdata webdata/purge-data boolean true | debconf-set-selections');
    await system.run('dpkg', '--purge', 'webdata');
    assert.deepEqual(await exists('var/lib/webdata', 'etc/webdata', 'usr/lib/webdata'), [
      false,
      false,
      false,
    ]);
    assert.doesNotMatch(await readFile(join(system.root, 'etc/passwd'), 'utf8'), /^webdata:/m);
  });
});
