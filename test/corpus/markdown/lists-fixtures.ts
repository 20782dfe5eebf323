import type { MarkdownFixture } from './fixture.ts';

export const listsFixtures: readonly MarkdownFixture[] = [
  ['bullets', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['numbers', '<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
  ['start', '<ol start="5"><li>a</li><li>b</li></ol>', '5. a\n6. b'],
  ['value', '<ol><li>a<li value="7">b<li>c</ol>', '1. a\n7. b\n8. c'],
  ['reversed', '<ol reversed><li>a<li>b<li>c</ol>', '3. a\n2. b\n1. c'],
  [
    'nested',
    '<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul>',
    '- a\n  - b\n    1. c\n- d',
  ],
  ['nested in numbers', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>', '1. a\n   - b\n2. c'],
  ['list right in a list', '<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>', '- a\n  - b\n- c'],
  ['paragraphs in items', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>', '- a\n\n  b\n\n- c'],
  ['single paragraphs stay tight', '<ul><li><p>a</p></li><li><p>b</p></li></ul>', '- a\n- b'],
  [
    'code in items',
    '<ol><li>run<pre><code>x\ny</code></pre></li><li>done</li></ol>',
    '1. run\n\n   ```\n   x\n   y\n   ```\n\n2. done',
  ],
  ['quote in an item', '<ul><li>a<blockquote>q</blockquote></li></ul>', '- a\n\n  > q'],
  [
    'table in an item',
    '<ul><li>a<table><tr><th>h</th><th>i</th></tr><tr><td>1</td><td>2</td></tr></table></li></ul>',
    '- a\n\n  | h | i |\n  | --- | --- |\n  | 1 | 2 |',
  ],
  ['text after a nested list', '<ul><li>a<ul><li>b</li></ul>c</li></ul>', '- a\n\n  - b\n\n  c'],
  [
    'tasks',
    '<ul><li><input type="checkbox" checked> done</li><li><label><input type=checkbox> open</label></li></ul>',
    '- [x] done\n- [ ] open',
  ],
  ['empty items', '<ul><li></li><li>a</li></ul>', '- a'],
  ['two lists in a row', '<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n* b'],
  ['text in a list outside of items', '<ul>a<li>b</li></ul>', '- a\n- b'],
  ['items without a list', '<li>a</li><li>b</li>', '- a\n- b'],
  ['heading in an item', '<ul><li><h3>T</h3><p>x</p></li></ul>', '- ### T\n\n  x'],
  [
    'a description that is a list',
    '<dl><dt>See</dt><dd><ul><li>one</li><li>two</li></ul></dd><dt>Since</dt><dd>1</dd></dl>',
    '**See**\n\n- one\n- two\n\n**Since**\n\n- 1',
  ],
  [
    'definitions',
    '<dl><dt>Term</dt><dd>Meaning</dd><dt>Other</dt><dd>One</dd><dd><p>Two</p><p>Three</p></dd></dl>',
    '**Term**\n\n- Meaning\n\n**Other**\n\n- One\n\n- Two\n\n  Three',
  ],
  ['wrapped definitions', '<dl><div><dt>T</dt><dd>D</dd></div></dl>', '**T**\n\n- D'],
  ['item that starts with a number', '<ul><li>1. x</li><li>- y</li></ul>', '- 1\\. x\n- \\- y'],
  ['line break in an item', '<ul><li>a<br>b</li></ul>', '- a  \n  b'],
  [
    'wide numbers',
    '<ol start="9"><li>a<ul><li>x</li></ul></li><li>b<ul><li>y</li></ul></li></ol>',
    '9. a\n   - x\n10. b\n    - y',
  ],
];
