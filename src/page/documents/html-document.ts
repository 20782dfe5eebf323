import type { Warning } from '../../domain/pages/outcome.ts';
import type { PageMetadata } from '../../domain/pages/page.ts';

/** Document converted to the HTML of a body, with its metadata. */
export interface HtmlDocument {
  html: string;
  metadata: PageMetadata;
  warnings: Warning[];
  /** Numbers of the pages that OCR may read: they have no text, or the request wants it of all. */
  scannedPages?: number[];
}
