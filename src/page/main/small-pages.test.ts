import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../test/corpus/content-job.ts';
import { readHtml } from '../read/read-html.ts';

function markdownOf(body: string): string {
  const html = `<!doctype html><title>Quay</title><body>${body}</body>`;
  return readHtml(html, jobFor(html)).markdown;
}

describe('small pages', () => {
  const pages: [name: string, body: string, markdown: string][] = [
    [
      'a table of hours',
      '<table><tr><th>Day</th><th>Open</th></tr><tr><td>Monday</td><td>9–17</td></tr><tr><td>Sunday</td><td>closed</td></tr></table>',
      '| Day | Open |\n| --- | --- |\n| Monday | 9–17 |\n| Sunday | closed |',
    ],
    [
      'a table without headers in a box',
      '<div class="box"><table><tbody><tr><td>Depth</td><td>11 m</td></tr><tr><td>Length</td><td>240 m</td></tr></tbody></table></div>',
      '|  |  |\n| --- | --- |\n| Depth | 11 m |\n| Length | 240 m |',
    ],
    [
      'one row',
      '<table><tr><th>Phone</th><td><a href="tel:5551">555 1</a></td></tr></table>',
      '|  |  |\n| --- | --- |\n| Phone | [555 1](tel:5551) |',
    ],
    [
      'a table with code',
      '<table><tr><th>Command</th><th>Does</th></tr><tr><td><pre>ls -l</pre></td><td>lists</td></tr></table>',
      '| Command | Does |\n| --- | --- |\n| `ls -l` | lists |',
    ],
    [
      'a table with icons',
      '<table><tr><th>Berth</th><th>Open</th></tr><tr><td>A</td><td><svg role="img" aria-label="Yes"><path/></svg></td></tr><tr><td>B</td><td><i aria-label="No"></i></td></tr></table>',
      '| Berth | Open |\n| --- | --- |\n| A | Yes |\n| B | No |',
    ],
    [
      'a table as layout is none',
      '<table><tr><td><h1>Quay</h1><p>Open all day.</p></td></tr></table>',
      '# Quay\n\nOpen all day.',
    ],
  ];
  test('a form without a control is content, as that of a tracker for a reader who may not edit', () => {
    const fields = (controls: string) =>
      `<main><form><table><tr><th>Title</th><td>The lock does not close</td></tr><tr><th>Priority</th><td>urgent</td></tr></table>${controls}</form>
      <h2>Messages</h2>${'<p>The keeper saw it in the morning, and the gate stood open until the tide had turned again.</p>'.repeat(12)}</main>`;
    assert.match(markdownOf(fields('<input type="hidden" name="token">')), /\| Priority \| urgent \|/);
    assert.doesNotMatch(markdownOf(fields('<input name="mail"><button>Send</button>')), /Priority/);
  });
  for (const [name, body, markdown] of pages) test(name, () => assert.equal(markdownOf(body), markdown));
});
