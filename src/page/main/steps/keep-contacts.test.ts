import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../../test/corpus/content-job.ts';
import { readHtml } from '../../read/read-html.ts';

const prose =
  '<p>The office of the port plans the berths, keeps the books of all ships, and answers letters within nine days of their arrival at the quay.</p>';
const people = ['Mary Holm', 'Lena Berg', 'Nora Dahl', 'Ole Vik'];

function markdownOf(main: string, rest = ''): string {
  const html = `<html lang="en"><head><title>Office of the port</title></head><body><nav><a href="/">Home</a></nav><main><h1>Office of the port</h1>${prose}${prose}${main}</main>${rest}<footer><a href="/imprint">Imprint</a></footer></body></html>`;
  return readHtml(html, jobFor(html)).markdown;
}

const mail = (name: string) => `${name.split(' ')[0]?.toLowerCase()}@port.example`;

describe('people with their mail addresses', () => {
  const lists: [name: string, entry: (name: string) => string, around: (entries: string) => string][] = [
    [
      'cards inside of links',
      (name) =>
        `<li><a href="/p/1"><img src="/1.jpg" alt=""><div class="name">${name}</div><div class="meta">Pilot<br>${mail(name)}<br>555 0100</div></a></li>`,
      (entries) => `<h2>Staff</h2><ul>${entries}</ul>`,
    ],
    [
      'cards in a grid',
      (name) =>
        `<div class="card"><a href="/p/2"><span>${name}</span></a><span>Pilot</span><a href="mailto:${mail(name)}">${mail(name)}</a></div>`,
      (entries) => `<h2>Contacts</h2><div class="grid sidebar">${entries}</div>`,
    ],
    [
      'lines of links',
      (name) => `<p class="widget"><a href="mailto:${mail(name)}">${name}, ${mail(name)}</a></p>`,
      (entries) => `<h2>Write to us</h2><div class="menu">${entries}</div>`,
    ],
  ];
  for (const [name, entry, around] of lists)
    test(name, () => {
      const markdown = markdownOf(around(people.map(entry).join('')));
      for (const text of people.flatMap((one) => [one, mail(one)]))
        assert.ok(markdown.includes(text), `${text} is not in\n${markdown}`);
    });

  test('the address of the site is none of them, wherever it is repeated', () => {
    const own = '<p class="widget"><a href="mailto:desk@port.example">Desk, desk@port.example</a></p>';
    const markdown = markdownOf(`<h2>Write to us</h2><div class="menu">${own.repeat(4)}</div>`);
    assert.ok(!markdown.includes('desk@'), markdown);
  });

  test('in a footer they are no content', () => {
    const entries = people.map((name) => `<li><a href="/p/3">${name}</a> ${mail(name)}</li>`).join('');
    const markdown = markdownOf('', `<footer><h2>Staff</h2><ul>${entries}</ul></footer>`);
    assert.ok(!markdown.includes('mary@'), markdown);
  });
});
