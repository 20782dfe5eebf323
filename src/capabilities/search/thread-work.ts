import type { TextWork } from '../../domain/pages/content.ts';
import type { SearchableText } from '../../integrations/search/local/searchable-text.ts';
import type { PageTexts } from './searchable-page.ts';

/** Prepares the texts of a page for the search index; null if the page has too little text. */
export const searchablePageWork: TextWork<PageTexts, SearchableText | null> = { name: 'searchable_page' };
