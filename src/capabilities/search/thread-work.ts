import type { TextWork } from '../../domain/pages/content.ts';
import type { PageTexts, SearchablePage } from '../../integrations/search/local/read-page.ts';

/** Prepares the texts of pages for the search index; null for a page with too little text. */
export const searchablePagesWork: TextWork<readonly PageTexts[], (SearchablePage | null)[]> = {
  name: 'searchable_pages',
};
