import type { Warning } from '../../domain/pages/outcome.ts';
import type { PageMetadata } from '../../domain/pages/page.ts';

/** Document converted to the HTML of a body, with its metadata. */
export interface HtmlDocument {
  html: string;
  metadata: PageMetadata;
  warnings: Warning[];
}
