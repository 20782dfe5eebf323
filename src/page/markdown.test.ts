import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { codeFixtures } from '../../test/corpus/markdown/code-fixtures.ts';
import { escapingFixtures } from '../../test/corpus/markdown/escaping-fixtures.ts';
import { headingsFixtures } from '../../test/corpus/markdown/headings-fixtures.ts';
import { linksFixtures } from '../../test/corpus/markdown/links-fixtures.ts';
import { listsFixtures } from '../../test/corpus/markdown/lists-fixtures.ts';
import { mediaFixtures } from '../../test/corpus/markdown/media-fixtures.ts';
import { structureFixtures } from '../../test/corpus/markdown/structure-fixtures.ts';
import { tablesFixtures } from '../../test/corpus/markdown/tables-fixtures.ts';
import { textFixtures } from '../../test/corpus/markdown/text-fixtures.ts';
import type { LinkForm } from '../domain/pages/link-form.ts';
import { readHtml } from './read/read-html.ts';

const groups = {
  text: textFixtures,
  escaping: escapingFixtures,
  headings: headingsFixtures,
  links: linksFixtures,
  lists: listsFixtures,
  code: codeFixtures,
  tables: tablesFixtures,
  media: mediaFixtures,
  structure: structureFixtures,
};

for (const [group, fixtures] of Object.entries(groups)) {
  describe(`Markdown of ${group}`, () => {
    for (const [name, html, expected] of fixtures) {
      test(name, () => {
        const job = jobFor(html, { url: 'https://example.com/a/b.html', onlyMainContent: false });
        assert.equal(readHtml(html, job).markdown, expected);
      });
    }
  });
}

describe('forms of links', () => {
  const read = (html: string, links: LinkForm) =>
    readHtml(html, jobFor(html, { url: 'https://example.com/a/', onlyMainContent: false, links })).markdown;
  const html =
    '<h1><a href="/">Port</a></h1><p>See <a href="b"><b>berth</b> [2]</a>s, <a href="/c">c</a><a href="/d">d</a>, <a href="b">again</a>.</p><p><img src="/i.png" alt="A crane"></p><a href="/card"><h2>Card</h2><p>Its text</p></a>';

  test('references number each address once, with the addresses at the end', () => {
    assert.equal(
      read(html, 'references'),
      '# [Port][1]\n\nSee [**berth** \\[2\\]][2]s, [c][3][d][4], [again][2].\n\n![A crane][5]\n\n## [Card][6]\n\nIts text\n\n' +
        '[1]: https://example.com/\n[2]: https://example.com/a/b\n[3]: https://example.com/c\n[4]: https://example.com/d\n' +
        '[5]: https://example.com/i.png\n[6]: https://example.com/card',
    );
    assert.equal(read('<p>No link [1]</p>', 'references'), 'No link [1\\]');
  });

  test('without links only their texts and the labels of images stay, and neighbours do not merge', () => {
    assert.equal(
      read(html, 'none'),
      '# Port\n\nSee **berth** [2\\]s, c d, again.\n\nA crane\n\n## Card\n\nIts text',
    );
    assert.equal(read('<p>a<a href="/x"><img src="/i.png" alt=""></a>b</p>', 'none'), 'ab');
  });
});
