import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDataDirectory } from '../../src/runtime/files/data-directory.ts';
import { findPostgresBinaries, programPath } from '../../src/runtime/postgres/cluster/postgres-binaries.ts';
import { deleteUnusedCopies, stageBinaries } from '../../src/runtime/postgres/cluster/stage-binaries.ts';
import { canEnter, chooseDatabaseUser, type DatabaseUser } from '../../src/runtime/postgres/database-user.ts';
import { runProgram } from '../../src/runtime/postgres/run-program.ts';
import { query, scratchFolder, startDatabase, startDatabaseProcess } from './data-directories.ts';

const isRoot = process.getuid?.() === 0;
const asRoot = { skip: isRoot ? false : 'only root can become somebody else' };

async function unprivileged(): Promise<DatabaseUser> {
  return (await chooseDatabaseUser(null)) as DatabaseUser;
}

/**
 * Returns why another user cannot run Node and read this checkout, for example below a home of mode 0700; false if it
 * can.
 */
async function cannotRunUs(user: DatabaseUser): Promise<string | false> {
  const { code } = await runProgram(process.execPath, ['-e', ''], { user }).catch(() => ({ code: 1 }));
  return code === 0 && (await canEnter(user, import.meta.dirname))
    ? false
    : 'this checkout is closed to others';
}

test('an ordinary user runs the database under its own account', asRoot, async (t) => {
  const user = await unprivileged();
  const closed = await cannotRunUs(user);
  if (closed) return t.skip(closed);
  const path = join(await scratchFolder(t, user), 'data');
  const service = startDatabaseProcess(t, path, user);
  const { connection } = await service.ready();
  assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }]);
  for (const entry of ['.', ...(await readdir(path))]) {
    assert.equal((await stat(join(path, entry))).uid, user.uid, entry);
  }
  assert.equal((await stat(path)).mode & 0o777, 0o700);
  await service.stop();

  // Root may then run it, and leaves data that the user can still use.
  const asRootNow = await startDatabase(t, path);
  await asRootNow.stop();
  await startDatabaseProcess(t, path, user).ready();
});

test('a directory of another user is rejected with one line', asRoot, async (t) => {
  const user = await unprivileged();
  const closed = await cannotRunUs(user);
  if (closed) return t.skip(closed);
  const path = join(await scratchFolder(t), 'data');
  const event = await startDatabaseProcess(t, path, user).next();
  assert.ok(event.event === 'failed');
  assert.equal(
    event.message,
    `DATA_DIR ${path} cannot be used by user ${user.name} (permission denied). Make it writable, or set another DATA_DIR.`,
  );
});

test(
  'as root, a directory that the database cannot reach is rejected with one that works',
  asRoot,
  async (t) => {
    const home = join(await scratchFolder(t), 'home');
    await mkdir(home, { mode: 0o700 });
    const path = join(home, 'webdata', 'data');
    await assert.rejects(startDatabase(t, path), (error: Error) => {
      const user = /is not accessible for user \w+, who runs the database if webdata runs as root/;
      assert.match(error.message, user);
      assert.ok(
        error.message.includes(`(${home} has no access for other users). Set DATA_DIR=/`),
        error.message,
      );
      assert.ok(!error.message.includes('\n'));
      return true;
    });
    assert.deepEqual(await readdir(path).then((entries) => entries.includes('postgres')), false);
  },
);

test('as root, an empty private directory gets only the permission to traverse it', asRoot, async (t) => {
  const path = join(await scratchFolder(t), 'data');
  await mkdir(path, { mode: 0o700 });
  const { connection } = await startDatabase(t, path);
  assert.equal((await stat(path)).mode & 0o777, 0o711);
  assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }]);
});

test('as root, a folder with other content keeps its permissions', asRoot, async (t) => {
  const path = join(await scratchFolder(t), 'data');
  await mkdir(path, { mode: 0o700 });
  await writeFile(join(path, 'diary'), 'private');
  await assert.rejects(startDatabase(t, path), /is not accessible for user/);
  assert.equal((await stat(path)).mode & 0o777, 0o700);
});

test(
  'binaries in a private checkout are copied to where their user can run them, once per version',
  asRoot,
  async (t) => {
    const user = await unprivileged();
    const folder = await scratchFolder(t, undefined, tmpdir());
    const found = await findPostgresBinaries();
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    await symlink(found.directory, join(home, 'native'));
    const closed = { ...found, directory: join(home, 'native') };

    const staged = await stageBinaries(closed, user, folder);
    assert.notEqual(staged.directory, closed.directory);
    const { stdout } = await runProgram(programPath(staged, 'postgres'), ['--version'], { user });
    assert.match(stdout, new RegExp(`PostgreSQL\\) ${found.major}\\.`));
    assert.equal((await stat(programPath(staged, 'postgres'))).mode & 0o022, 0, 'nobody else may write them');

    const { ino } = await stat(programPath(staged, 'postgres'));
    assert.deepEqual(await stageBinaries(closed, user, folder), staged);
    assert.equal((await stat(programPath(staged, 'postgres'))).ino, ino, 'a copy that is there is used');

    await deleteUnusedCopies(folder, { ...staged, directory: '/elsewhere' });
    await assert.rejects(stat(staged.directory), { code: 'ENOENT' });
  },
);

test('a broken copy of the binaries is replaced', asRoot, async (t) => {
  const user = await unprivileged();
  const folder = await scratchFolder(t, undefined, tmpdir());
  const found = await findPostgresBinaries();
  const home = join(folder, 'home');
  await mkdir(home, { mode: 0o700 });
  await symlink(found.directory, join(home, 'native'));
  const staged = await stageBinaries({ ...found, directory: join(home, 'native') }, user, folder);
  await writeFile(programPath(staged, 'initdb'), 'not a program');
  const again = await stageBinaries({ ...found, directory: join(home, 'native') }, user, folder);
  assert.equal((await runProgram(programPath(again, 'initdb'), ['--version'], { user })).code, 0);
});

test('a data directory whose path is a file, or below one, is rejected with one line', async (t) => {
  const folder = await scratchFolder(t);
  const file = join(folder, 'file');
  await writeFile(file, '');
  await assert.rejects(
    openDataDirectory(file),
    /^Failure: DATA_DIR .*\/file cannot be used by user .*set another/,
  );
  await assert.rejects(openDataDirectory(join(file, 'below')), /DATA_DIR .*\/file\/below cannot be used/);
});

test('opening a data directory again changes only permissions that are too wide', async (t) => {
  const path = join(await scratchFolder(t), 'data');
  const first = await openDataDirectory(path);
  await chmod(first.secrets, 0o755);
  assert.deepEqual(await openDataDirectory(path), first);
  assert.equal((await stat(first.secrets)).mode & 0o777, 0o700);
});
