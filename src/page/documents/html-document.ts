import type { Warning } from '../../domain/outcome.ts';
import type { PageMetadata } from '../../domain/page.ts';

/** A document as HTML of a body, and what it says about itself. */
export interface ReadDocument {
  html: string;
  metadata: PageMetadata;
  warnings: Warning[];
}
