import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextWork } from '../../domain/pages/content.ts';
import { silentLog } from '../../domain/system/log.ts';
import type { PageTexts } from '../../integrations/search/local/read-page.ts';
import { preparePages } from './prepare-pages.ts';
import { createSearchablePages } from './searchable-page.ts';

const page = (title: string, markdown: string): PageTexts => ({
  url: `https://example.com/${title}`,
  title,
  description: '',
  markdown,
});

test('a page that ends its thread does not keep the others out of the index', async () => {
  const threads = {
    run<Request, Result>(_: TextWork<Request, Result>, request: Request): Promise<Result> {
      const pages = request as readonly PageTexts[];
      if (pages.some(({ title }) => title === 'hostile')) return Promise.reject(new Error('thread lost'));
      return Promise.resolve(createSearchablePages(pages) as Result);
    },
  };
  const pages = ['first', 'hostile', 'last'].map((title) => page(title, 'Kettles and pans stand here.'));
  const prepared = await preparePages({ threads, log: silentLog }, [...pages, page('short', '# x')]);
  assert.deepEqual(
    prepared.map((one) => one?.text.title ?? null),
    ['first', null, 'last', null],
  );
});
