import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../../test/corpus/content-job.ts';
import { readHtml } from '../../read/read-html.ts';

const prose =
  '<p>The office of the port plans the berths, keeps the books of all ships, and answers letters within nine days of their arrival at the quay.</p>';

const links = '<li><a href="/x">Another thing</a></li>'.repeat(20);

function markdownOf(content: string): string {
  const html = `<html><head><title>Office of the port</title></head><body><nav><a href="/">Home</a> <a href="/b">Berths</a></nav><main><h1>Office of the port</h1>${prose.repeat(30)}${content}${prose.repeat(10)}<ul>${links}</ul></main><footer>Port authority</footer></body></html>`;
  return readHtml(html, jobFor(html)).markdown;
}

describe('labels with values', () => {
  const lists: [name: string, content: string, wanted: string[]][] = [
    [
      'the fields of a contact',
      '<div class="sidebar"><div class="field"><div class="field__label">Phone</div><div class="field__item">555 0100</div></div><div class="field"><div class="field__label">Mail</div><div class="field__item">office@port.example</div></div></div>',
      ['555 0100', 'office@port.example'],
    ],
    [
      'lines of parameters',
      '<div class="sidebar"><div>Depth: 11 m</div><div>Length: 240 m</div><div>Cranes: 4</div></div>',
      ['Depth: 11 m', 'Length: 240 m', 'Cranes: 4'],
    ],
    [
      'every pair of a list of definitions',
      '<div class="sidebar widget"><dl><dt>Opened</dt><dd>1921</dd><dt>Depth</dt><dd>11 m</dd><dt>Pilot</dt><dd>yes</dd></dl></div>',
      ['Opened', '1921', 'Depth', '11 m', 'Pilot', '- yes'],
    ],
    [
      'definitions below a heading that is kept',
      '<div class="sidebar"><h3>Office</h3><dl><dt>Phone</dt><dd><a href="tel:1">555 0100</a></dd><dt>Mail</dt><dd>office@port.example</dd></dl></div>',
      ['555 0100', 'office@port.example'],
    ],
    [
      'parameters in an element with a misleading name',
      '<div class="share"><div>Opened: 1921</div><div>Depth: 11 m</div></div>',
      ['Opened: 1921', 'Depth: 11 m'],
    ],
  ];
  for (const [name, content, wanted] of lists)
    test(name, () => {
      const markdown = markdownOf(content);
      for (const text of wanted) assert.ok(markdown.includes(text), `${text} is not in\n${markdown}`);
    });

  test('the cards of people inside of links stay', () => {
    const cards = ['Mary Holm', 'Lena Berg', 'Nora Dahl'].map(
      (name, at) =>
        `<li><a href="/p/${at}"><img src="/${at}.jpg" alt=""><div class="name">${name}</div><div>Office<br>p${at}@port.example<br>555 010${at}</div></a></li>`,
    );
    const markdown = markdownOf(`<h2>Staff</h2><ul>${cards.join('')}</ul>`);
    for (const text of ['Mary Holm', 'p0@port.example', '555 0101', 'p2@port.example'])
      assert.ok(markdown.includes(text));
  });

  test('a menu of labels in the frame of a page stays out', () => {
    const html = `<html><head><title>Office</title></head><body><main><h1>Office</h1>${prose}${prose}</main><footer><div>Phone: 555 0100</div><div>Fax: 555 0109</div></footer></body></html>`;
    assert.doesNotMatch(readHtml(html, jobFor(html)).markdown, /555 0109/);
  });
});
