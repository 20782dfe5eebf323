import { once } from '../../../domain/values/once.ts';
import type { PageFacts } from '../page-facts.ts';
import { findAuthor } from './author-fact.ts';
import { findModified, findPublished } from './date-facts.ts';
import type { PageDescription } from './fact.ts';
import { findLanguage, findSiteName } from './site-facts.ts';
import { findTitle } from './title-fact.ts';

/** Creates the description of a page: the only source of these facts for all parts of the product. */
export function createPageDescription(page: PageFacts): PageDescription {
  return {
    title: once(() => findTitle(page)),
    author: once(() => findAuthor(page)),
    published: once(() => findPublished(page)),
    modified: once(() => findModified(page)),
    language: once(() => findLanguage(page)),
    siteName: once(() => findSiteName(page)),
  };
}
