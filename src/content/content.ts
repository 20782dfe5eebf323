// The entry `webdata/content`: reads pages in any JavaScript runtime, without service, database or network.
export type { PageImage, PageLink, PageMetadata, StructuredData } from '../domain/pages/page.ts';
export { type ExtractedValues, type ExtractOptions, extractValues } from './extract-values.ts';
export { type Content, type ContentFormat, type ReadOptions, readHtml } from './read-html.ts';
