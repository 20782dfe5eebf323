import type { TextWork } from '../../domain/pages/content.ts';
import type { PageTexts, SearchablePage } from './searchable-page.ts';

/** Prepares the texts of a page for the search index; null if the page has too little text. */
export const searchablePageWork: TextWork<PageTexts, SearchablePage | null> = { name: 'searchable_page' };
