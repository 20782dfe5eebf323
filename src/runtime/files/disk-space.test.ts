import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { createDiskSpace, type DiskReading, readDisk } from './disk-space.ts';

const gib = 1024 ** 3;

test('a disk is low below 1 GiB or 5 % of free space', () => {
  const cases: Array<[DiskReading, boolean]> = [
    [{ free: 10 * gib, total: 100 * gib }, false],
    [{ free: 5 * gib, total: 100 * gib }, false],
    [{ free: 4.9 * gib, total: 100 * gib }, true],
    [{ free: gib, total: 10 * gib }, false],
    [{ free: gib - 1, total: 10 * gib }, true],
    [{ free: 0, total: gib }, true],
  ];
  for (const [reading, low] of cases) {
    assert.equal(createDiskSpace('/', () => reading).isLow(), low, JSON.stringify(reading));
  }
});

test('a change of free space is detected within seconds, without reading it at every call', () => {
  let now = 0;
  let reads = 0;
  let reading = { free: 50 * gib, total: 100 * gib };
  const disk = createDiskSpace(
    '/',
    () => {
      reads += 1;
      return reading;
    },
    () => now,
  );
  for (let i = 0; i < 100; i += 1) assert.equal(disk.isLow(), false);
  assert.equal(reads, 1);
  reading = { free: 0.5 * gib, total: 100 * gib };
  now += 3_000;
  assert.equal(disk.isLow(), true);
  assert.equal(disk.freeBytes(), 0.5 * gib);
  reading = { free: 50 * gib, total: 100 * gib };
  now += 3_000;
  assert.equal(disk.isLow(), false);
});

test('a real folder has a disk, and a missing folder is an error', () => {
  const { free, total } = readDisk(tmpdir());
  assert.ok(free >= 0 && total > 0 && free <= total);
  assert.throws(() => readDisk('/there/is/no/such/folder'), /cannot be read/);
});
