import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { brokenHtml, seededNumbers } from '../../../test/corpus/broken-html.ts';
import { oracleReading, ourReading } from '../../../test/corpus/oracle.ts';
import { endOf, maxDepth, parentOf } from '../tree/tree.ts';
import { parseHtml } from './parse-html.ts';

const corpus = new URL('../../../test/corpus/pages/', import.meta.url);

describe('same text and links as a standard parser', () => {
  for (const name of readdirSync(corpus).filter((file) => file.endsWith('.html'))) {
    test(name, () => {
      const html = readFileSync(new URL(name, corpus), 'utf8');
      assert.deepEqual(ourReading(html), oracleReading(html));
    });
  }

  test('2,000 malformed documents', () => {
    const next = seededNumbers(20_261_121);
    for (let i = 0; i < 2000; i++) {
      const html = brokenHtml(next);
      assert.deepEqual(ourReading(html), oracleReading(html), JSON.stringify(html));
    }
  });
});

test('the line feed that starts a preformatted text is dropped, also if it is a reference', () => {
  for (const feed of ['\n', '&#10;', '&#x0A;', '&NewLine;'])
    assert.equal(ourReading(`<pre>${feed}one</pre>`).text, 'one', feed);
  assert.equal(ourReading('<pre>&#10;&#10;one</pre>').text, '\none');
  assert.equal(ourReading('<pre>&#100;one</pre>').text, 'done');
  assert.equal(ourReading('<textarea>&#xA;one</textarea>').text, 'one');
});

test('hidden inputs and blanks may precede a frameset, shown inputs may not', () => {
  const frame = (before: string) => ourReading(`${before}<frameset><frame></frameset><p>text`).text;
  assert.equal(frame('<input type=Hidden name=a>\n'), '');
  assert.equal(frame('<input type=text>'), 'text');
  assert.equal(frame('<input>'), 'text');
});

describe('hostile markup', () => {
  const many = 100_000;
  const hostile: Record<string, string> = {
    'open tags': '<div>'.repeat(many),
    'open paragraphs and buttons': '<p><button>'.repeat(many / 2),
    'open formatting': '<b><i>'.repeat(many / 2),
    'formatting reopened in every paragraph': `${[...Array(300).keys()].map((i) => `<b id=${i}>`).join('')}${'<p>x'.repeat(20_000)}`,
    'misnested formatting': '<a href=x><b><div></a></b>'.repeat(20_000),
    'end tags': '</p></b></div>'.repeat(many / 3),
    'tables in tables': '<table><tr><td>'.repeat(many / 3),
    'text beside tables': '<table>x<b>'.repeat(20_000),
    'an attribute of a megabyte': `<a href="${'x'.repeat(1 << 20)}">y</a>`,
    'many attributes': `<a ${[...Array(50_000).keys()].map((i) => `a${i}=1`).join(' ')}>y</a>`,
    'unclosed comments': '<!--'.repeat(many),
    'lone brackets': '<'.repeat(many),
    'quotes that never close': '<a href="'.repeat(many),
    'script escapes': `<script>${'<!--<script>'.repeat(many / 4)}`,
    selects: '<select><option>'.repeat(many / 4),
    templates: '<template><tr>'.repeat(many / 4),
    'foreign roots': '<svg><desc><math>'.repeat(many / 6),
    lists: '<ul><li>'.repeat(many / 4),
    'different names': [...Array(50_000).keys()].map((i) => `<x${i}>`).join(''),
    'NUL characters': '\0<p>\0'.repeat(many / 4),
  };
  for (const [name, html] of Object.entries(hostile)) {
    test(name, () => {
      const tree = parseHtml(html);
      assert.ok(tree.depth.every((depth) => depth <= maxDepth));
      assert.equal(tree.end[0], tree.count);
    });
  }
});

describe('tree', () => {
  test('a subtree is a range of rows', () => {
    const tree = parseHtml('<ul><li>a<li><b>c</b></ul><p>d');
    for (let node = 1; node < tree.count; node++) {
      const parent = parentOf(tree, node);
      assert.ok(parent < node && endOf(tree, node) <= endOf(tree, parent));
    }
  });

  test('equal sources give equal trees', () => {
    const html = brokenHtml(seededNumbers(7));
    assert.deepEqual(parseHtml(html), parseHtml(html));
  });

  test('carriage returns become line feeds', () => {
    assert.deepEqual(ourReading('<p>a\r\nb\rc'), { text: 'a\nb\nc', links: [] });
  });
});
