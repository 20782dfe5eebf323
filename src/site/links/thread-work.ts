import type { TextWork } from '../../domain/pages/content.ts';
import type { HeadLinks } from './head-links.ts';

/** Reads the feed and sitemap links of the page at `url`; `html` is the start of its source. */
export const headLinksWork: TextWork<{ html: string; url: string }, HeadLinks> = { name: 'head_links' };
