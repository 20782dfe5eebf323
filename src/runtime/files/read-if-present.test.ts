import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readClusterMajor } from '../postgres/cluster/create-cluster.ts';
import { clearStaleLocks, findPostmaster } from '../postgres/postmaster-file.ts';

test('a cluster with unreadable files does not count as missing', async (t) => {
  const cluster = await mkdtemp(join(tmpdir(), 'webdata-unreadable-'));
  t.after(() => rm(cluster, { recursive: true }));
  assert.equal(await readClusterMajor(cluster), null);
  assert.equal(await findPostmaster(cluster), null);
  await clearStaleLocks(cluster, cluster, 5432);
  // A folder in place of the file cannot be read by any user, including root.
  await mkdir(join(cluster, 'PG_VERSION'));
  await mkdir(join(cluster, 'postmaster.pid'));
  await assert.rejects(readClusterMajor(cluster), { code: 'EISDIR' });
  await assert.rejects(findPostmaster(cluster), { code: 'EISDIR' });
  await assert.rejects(clearStaleLocks(cluster, cluster, 5432), { code: 'EISDIR' });
});

test('a process id of another program is not a postmaster', async (t) => {
  const cluster = await mkdtemp(join(tmpdir(), 'webdata-stranger-'));
  t.after(() => rm(cluster, { recursive: true }));
  await writeFile(
    join(cluster, 'postmaster.pid'),
    `${process.pid}\n${cluster}\n0\n5432\n${cluster}\n\n\nready\n`,
  );
  assert.equal(await findPostmaster(cluster), null);
});
