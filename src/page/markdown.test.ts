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
