import assert from 'node:assert/strict';
import { test } from 'node:test';

import { jobFor } from '../../../test/corpus/content-job.ts';
import { readHtml } from '../read/read-html.ts';

function markdownOf(html: string): string {
  return readHtml(html, jobFor('', { onlyMainContent: false })).markdown;
}

test('controls of wikis and documentation generators are left out', () => {
  for (const heading of [
    '<h2>Wheels<span class="mw-editsection">[<a href="/w?edit">edit</a>]</span></h2>',
    '<div><h2>Wheels</h2><span class="mw-editsection">[<a href="/w?edit">Bearbeiten</a>]</span></div>',
    '<h2>Wheels<a class="headerlink" href="#wheels" title="Link to this heading">¶</a></h2>',
    '<h2><a class="toggle">[−]</a>Wheels<button id="copy-path">Copy item path</button></h2>',
    '<h2><span class="permalink"><a href="#wheels">◆&#160;</a></span>Wheels</h2>',
    '<h2>Wheels<a href="#wheels" class="hash-link" aria-label="Direct link to Wheels">#</a></h2>',
  ])
    assert.equal(markdownOf(heading), '## Wheels', heading);
});

test('texts like those of controls stay where they are content', () => {
  assert.equal(markdownOf('<p>Press <span>Edit</span> to change it.</p>'), 'Press Edit to change it.');
  assert.match(markdownOf('<p>See <a href="/c-sharp">#</a></p>'), /\[#\]/);
});
