import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionDiffView } from './monitors-view.ts';

test('a terminal shows what differs between two versions, not the versions', () => {
  const version = (at: string, text: string) => ({ at, title: 'Ferry', url: 'http://h/', text, data: null });
  const shown = versionDiffView.cliSummary?.({
    from: version('2026-05-01T08:00:00.000Z', 'A ticket costs 12.50 euros.'),
    to: version('2026-05-02T08:00:00.000Z', 'A ticket costs 14.00 euros.'),
    changed: true,
    summary: '1 change',
    diff: {
      blocks: [
        {
          type: 'changed',
          section: 'Prices',
          before: 'A ticket costs 12.50 euros.',
          after: 'A ticket costs 14.00 euros.',
        },
      ],
      fields: {},
      summary: { added: 0, removed: 0, changed: 1 },
      truncated: false,
    },
  });
  assert.equal(
    shown,
    '2026-05-01 08:00 UTC to 2026-05-02 08:00 UTC: changed\n1 change\n@ Prices\n- A ticket costs 12.50 euros.\n+ A ticket costs 14.00 euros.',
  );
});
