import type { Evidence } from '../../../domain/pages/extraction.ts';
import type { Entity } from '../entity.ts';

/** One statement of a page about itself, with the place of the statement. */
export interface Fact {
  value: string;
  source: Evidence['source'];
  /** Path in the structured data, name of the meta tag, or sign of the element. */
  reason: string;
  /** Node that shows the value; -1 if the page only declares it. */
  node: number;
  /** Confidence from 0 to 1. */
  confidence: number;
}

/** An item of the structured data that may describe the text of the page. */
export interface TextEntity {
  entity: Entity;
  score: number;
}

/** Statements of a page about itself and its text; each fact is computed on first use. */
export interface PageDescription {
  title(): Fact | null;
  author(): Fact | null;
  published(): Fact | null;
  modified(): Fact | null;
  /** Canonical language tag (BCP 47). */
  language(): Fact | null;
  siteName(): Fact | null;
}
