import assert from 'node:assert/strict';
import { test } from 'node:test';

import { removeShortcodes } from './shortcodes.ts';

test('shortcodes are removed, and what they enclose stays', () => {
  const cases: [string, string][] = [
    ['[vc_row][vc_column width="1/2"]Grain[/vc_column][/vc_row]', 'Grain'],
    ['[caption id="a_1" align="left" width="300"]The wheel[/caption]', 'The wheel'],
    ['Before [et_pb_text admin_label="Text"]inside[/et_pb_text] after', 'Before inside after'],
    ['[button link="/mill"]Visit[/button]', 'Visit'],
  ];
  for (const [text, expected] of cases) assert.equal(removeShortcodes(text), expected);
});

test('other text in brackets stays', () => {
  for (const text of [
    'as noted [1] and [sic]',
    'values[i] and list[0]',
    '[button] is a word here',
    '[unclosed caption',
    '[Caption needed]',
    'array [a, b, c] of names',
  ])
    assert.equal(removeShortcodes(text), text);
});
