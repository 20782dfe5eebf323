import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FoundChanges, findChanges } from './find-changes.ts';

/** Finds changes between versions, one letter each; `-` is unreadable. Counts the reads and limits them. */
async function searchChanges(versions: string, maxReads = 100) {
  const reads: number[] = [];
  const found: FoundChanges<string> = await findChanges({
    count: versions.length,
    size: () => null,
    async read(at) {
      if (reads.length >= maxReads) return null;
      reads.push(at);
      return versions[at] === '-' ? undefined : versions[at];
    },
    isSame: (one, other) => one === other,
  });
  assert.equal(new Set(reads).size, reads.length, 'no version is read twice');
  return { ...found, reads: reads.length };
}

const pairs = ({ changes }: FoundChanges<string>) => changes.map(({ before, after }) => [before, after]);

test('finding changes in a history', async (t) => {
  await t.test('a lasting change is found exactly, with few reads', async () => {
    const found = await searchChanges(`${'a'.repeat(123)}${'b'.repeat(90)}c${'d'.repeat(186)}`);
    assert.deepEqual(pairs(found), [
      [122, 123],
      [212, 213],
      [213, 214],
    ]);
    assert.equal(found.isComplete, true);
    assert.ok(found.reads <= 35, `${found.reads} reads`);
  });

  await t.test('an unchanged history is read at few points', async () => {
    const { changes, reads } = await searchChanges('a'.repeat(400));
    assert.deepEqual([changes.length, reads], [0, 9]);
    assert.equal((await searchChanges('aaaaa')).reads, 2);
  });

  await t.test('a lasting content that disappears again is found between equal ends', async () => {
    const found = await searchChanges(`${'a'.repeat(150)}${'b'.repeat(100)}${'a'.repeat(150)}`);
    assert.deepEqual(pairs(found), [
      [149, 150],
      [249, 250],
    ]);
  });

  await t.test(
    'a version missed between equal ends was not read, so that its span can be marked',
    async () => {
      const versions = `${'a'.repeat(201)}b${'a'.repeat(198)}`;
      const { changes, contents } = await searchChanges(versions);
      assert.deepEqual([changes.length, contents.has(201)], [0, false]);
    },
  );

  await t.test('spans with equal ends are searched further if content is known to return', async () => {
    const versions = `${'a'.repeat(100)}${'b'.repeat(100)}${'a'.repeat(20)}${'c'.repeat(9)}${'a'.repeat(171)}`;
    const found = await searchChanges(versions);
    assert.deepEqual(pairs(found), [
      [99, 100],
      [199, 200],
      [219, 220],
      [228, 229],
    ]);
    assert.ok(found.reads <= 85, `${found.reads} reads`);
  });

  await t.test('unreadable versions are skipped and read once', async () => {
    const found = await searchChanges(`a-${'-'.repeat(30)}bb${'-'.repeat(30)}-b`);
    assert.deepEqual(pairs(found), [[0, 32]]);
    assert.deepEqual((await searchChanges('-'.repeat(40))).changes, []);
  });

  await t.test(
    'when the reads are used up, a change is known by its span and the result is incomplete',
    async () => {
      const found = await searchChanges(`${'a'.repeat(200)}${'b'.repeat(200)}`, 11);
      assert.equal(found.isComplete, false);
      const [[before, after] = []] = pairs(found);
      assert.ok(Number(before) < 200 && Number(after) >= 200, JSON.stringify(pairs(found)));
    },
  );
});
