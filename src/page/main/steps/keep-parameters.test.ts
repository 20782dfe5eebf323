import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../../test/corpus/content-job.ts';
import { readHtml } from '../../read/read-html.ts';

const prose =
  '<p>The office of the port plans the berths, keeps the books of all ships, and answers letters within nine days of their arrival at the quay.</p>';

function markdownOf(content: string): string {
  const html = `<html><head><title>Office of the port</title></head><body><nav><a href="/">Home</a> <a href="/b">Berths</a></nav><main><h1>Office of the port</h1>${prose}${prose}${content}${prose}</main><footer>Port authority</footer></body></html>`;
  return readHtml(html, jobFor(html)).markdown;
}

describe('labels with values', () => {
  const lists: [name: string, content: string, wanted: string[]][] = [
    [
      'the fields of a contact',
      '<div class="field"><div class="field__label">Phone</div><div class="field__item">555 0100</div></div><div class="field"><div class="field__label">Mail</div><div class="field__item">office@port.example</div></div>',
      ['555 0100', 'office@port.example'],
    ],
    [
      'lines of parameters',
      '<div class="facts"><div>Depth: 11 m</div><div>Length: 240 m</div><div>Cranes: 4</div></div>',
      ['Depth: 11 m', 'Length: 240 m', 'Cranes: 4'],
    ],
    [
      'every pair of a list of definitions',
      '<dl><dt>Opened</dt><dd>1921</dd><dt>Depth</dt><dd>11 m</dd><dt>Pilot</dt><dd>yes</dd></dl>',
      ['Opened', '1921', 'Depth', '11 m', 'Pilot', '- yes'],
    ],
    [
      'cards of people inside of links',
      '<ul><li><a href="/p/1"><img src="/1.jpg" alt=""><div class="name">Mary Holm</div><div>Harbour master<br>mholm@port.example<br>555 0101</div></a></li><li><a href="/p/2"><img src="/2.jpg" alt=""><div class="name">Lena Berg</div><div>Deputy<br>lberg@port.example<br>555 0102</div></a></li><li><a href="/p/3"><img src="/3.jpg" alt=""><div class="name">Nora Dahl</div><div>Books<br>ndahl@port.example<br>555 0103</div></a></li></ul>',
      ['Mary Holm', 'mholm@port.example', '555 0102', 'ndahl@port.example'],
    ],
  ];
  for (const [name, content, wanted] of lists)
    test(name, () => {
      const markdown = markdownOf(content);
      for (const text of wanted) assert.ok(markdown.includes(text), `${text} is not in\n${markdown}`);
    });

  test('a menu of labels in the frame of a page stays out', () => {
    const html = `<html><head><title>Office</title></head><body><main><h1>Office</h1>${prose}${prose}</main><footer><div>Phone: 555 0100</div><div>Fax: 555 0109</div></footer></body></html>`;
    assert.doesNotMatch(readHtml(html, jobFor(html)).markdown, /555 0109/);
  });
});
