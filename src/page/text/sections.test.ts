import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sliceCodePoints } from './code-points.ts';
import { findSection, parseSections } from './sections.ts';

const page = [
  'Intro 😀 text.',
  '',
  '# Guide',
  '',
  'Hello.',
  '',
  '## Install the `cli`',
  '',
  '```sh',
  '# not a heading',
  '```',
  '',
  '## Usage ##',
  '',
  '### Flags',
  '',
  'All flags.',
  '',
  '# Données & Übersicht',
  '',
  'End.',
].join('\n');

test('sections nest, start at their heading and end at the next one of their level', () => {
  const sections = parseSections(page);
  assert.deepEqual(
    sections.map(({ id, level, title }) => [id, level, title]),
    [
      ['top', 0, ''],
      ['guide', 1, 'Guide'],
      ['install-the-cli', 2, 'Install the cli'],
      ['usage', 2, 'Usage'],
      ['flags', 3, 'Flags'],
      ['données-übersicht', 1, 'Données & Übersicht'],
    ],
  );
  const textOf = (id: string) => {
    const section = findSection(sections, id);
    assert.ok(section);
    return sliceCodePoints(page, section.offset, section.length);
  };
  assert.equal(textOf('top'), 'Intro 😀 text.\n\n');
  assert.ok(textOf('guide').startsWith('# Guide') && textOf('guide').endsWith('All flags.\n\n'));
  assert.ok(textOf('install-the-cli').includes('# not a heading'));
  assert.equal(textOf('flags'), '### Flags\n\nAll flags.\n\n');
  assert.equal(textOf('données-übersicht'), '# Données & Übersicht\n\nEnd.');
});

test('top-level sections cover the text without gaps', () => {
  const top = parseSections(page).filter((section) => section.level < 2);
  let position = 0;
  for (const section of top) {
    assert.equal(section.offset, position);
    position += section.length;
  }
  assert.equal(position, [...page].length);
});

test('ids are unique, also with headings that look numbered', () => {
  const sections = parseSections('# a\n\n# a 2\n\n# a\n\n# a\n\n# A\n\n# ***\n\n# 比較\n');
  const ids = sections.map((section) => section.id);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(ids[0], 'a');
  assert.equal(ids.at(-1), '比較');
});

test('text without headings is one section; empty text has none', () => {
  assert.deepEqual(parseSections('only text'), [{ id: 'top', title: '', level: 0, offset: 0, length: 9 }]);
  assert.deepEqual(parseSections(' \n'), []);
});

test('lines that only look like headings are ignored', () => {
  const text = [
    '#hashtag',
    '####### seven',
    '    # indented code',
    '#',
    '- item',
    '  ```',
    '  # in a nested fence',
    '  ```',
  ];
  assert.deepEqual(
    parseSections(text.join('\n')).map((section) => section.level),
    [0],
  );
});

test('titles contain no Markdown syntax', () => {
  const titleOf = (heading: string) => parseSections(`# ${heading}`)[0]?.title;
  assert.equal(titleOf('[Link *here*](https://x.test/a_(b)) ![logo](i.png)'), 'Link here logo');
  assert.equal(titleOf('**Bold** and _soft_ snake_case 2 \\* 3'), 'Bold and soft snake_case 2 * 3');
  assert.equal(titleOf('C# and F\\#'), 'C# and F#');
});

test('a section is found by its id, its heading, or words of its heading', () => {
  const sections = parseSections(page);
  assert.equal(findSection(sections, '#usage')?.id, 'usage');
  assert.equal(findSection(sections, 'DONNEES  UBERSICHT')?.id, 'données-übersicht');
  assert.equal(findSection(sections, 'cli install')?.id, 'install-the-cli');
  assert.equal(findSection(sections, 'instal')?.id, 'install-the-cli');
  assert.equal(findSection(sections, 'absent'), null);
  assert.equal(findSection(sections, ' '), null);
});

test('a page of only headings has a limited list, higher levels first', () => {
  const text = Array.from({ length: 30_000 }, (_, at) => `${at % 10 === 0 ? '#' : '##'} same`).join('\n');
  const sections = parseSections(text);
  assert.equal(sections.length, 3000);
  assert.ok(sections.every((section) => section.level === 1));
  assert.equal(new Set(sections.map((section) => section.id)).size, 3000);
});
