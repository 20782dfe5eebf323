import {
  createSearchableText,
  type SearchableText,
} from '../../integrations/search/local/searchable-text.ts';
import { plainText } from './plain-text.ts';

/** Texts of a page. */
export interface PageTexts {
  title: string;
  description: string;
  markdown: string;
}

/** Minimum length of text for the index. */
const minTextLength = 20;

/** Prepares the texts of a page for the search index; null if the page has too little text. */
export function createSearchablePage({ title, description, markdown }: PageTexts): SearchableText | null {
  const text = plainText(markdown);
  return text.length < minTextLength ? null : createSearchableText(title, `${description}\n${text}`);
}
