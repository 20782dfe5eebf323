import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmedChanges } from './confirmed-changes.ts';
import { listPageKeys } from './selection-noise.ts';
import { splitTextBlocks } from './text-blocks.ts';

const at = new Date('2026-11-23T12:00:00Z');
const blocksOf = (...lines: string[]) => splitTextBlocks(lines.join('\n\n'), at);

type Page = { main: string[]; whole: string[] };

function changesOf(before: Page, after: Page): string[] {
  const { difference } = confirmedChanges(
    blocksOf(...before.main),
    [blocksOf(...after.main)],
    new Set(),
    [before, after].map(({ whole }) => listPageKeys(blocksOf(...whole))),
  );
  return difference.blocks.map(({ type, before: old, after: now }) => `${type} ${old ?? now}`);
}

const text = ['The lock is open.', 'Ships wait at the quay.'];
const added = 'The southern lock is closed.';

test('a block that only leaves or enters the main content is not a change', () => {
  const [menu, footer] = ['Menu of the wiki', 'Imprint and contact'];
  const before = { main: ['start', ...text], whole: [menu, 'start', ...text, footer] };
  const after = { main: [...text, added], whole: [menu, 'start', ...text, added, footer] };
  assert.deepEqual(changesOf(before, after), [`added ${added}`]);
  assert.deepEqual(changesOf(after, before), [`removed ${added}`]);
});

test('a block that leaves the page is removed, although another place shows the same words', () => {
  const related = ['Other cranes', 'In stock', 'Small crane'];
  const before = {
    main: ['Big crane', 'In stock', ...text],
    whole: ['Big crane', 'In stock', ...text, ...related],
  };
  const after = { main: ['Big crane', ...text], whole: ['Big crane', ...text, ...related] };
  assert.deepEqual(changesOf(before, after), ['removed In stock']);
  const moved = {
    main: ['Big crane', ...text],
    whole: ['Big crane', ...text, 'Other cranes', 'In stock', 'In stock'],
  };
  assert.deepEqual(changesOf(before, moved), ['removed In stock']);
});
