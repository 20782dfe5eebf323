import type { JsonSchema, LayoutLesson, PageExtraction, StoredLayout } from '../../domain/extraction.ts';
import type { ModelFindings } from '../../extract/ask-model.ts';
import type { SchemaFromWords } from '../../extract/model-schema.ts';

/** What a model is given to do. */
export interface ModelTask {
  schema: JsonSchema;
  prompt: string | null;
  /** The address that answered. */
  url: string;
  /** What was found without it, what is open, and the page's blocks. */
  page: PageExtraction;
}

/** A small model, as far as extraction needs one. What it does is a value; both reject only when `signal` says stop. */
export interface ExtractModel {
  /** The schema of what a prompt names; null with the reason when the model made none. */
  schemaOf(prompt: string, signal: AbortSignal): Promise<SchemaFromWords>;
  /** Values for the open fields, validated and judged against the page. */
  fill(task: ModelTask, signal: AbortSignal): Promise<ModelFindings>;
}

/** Learned selectors of accounts. */
export interface LayoutMemory {
  /** Rules of the account for pages of this address's site, best match first. */
  find(accountId: string, url: string): Promise<StoredLayout[]>;
  /** Keeps what a page taught. */
  learn(accountId: string, lesson: LayoutLesson): Promise<void>;
}

/** Remembers nothing. */
export const noLayouts: LayoutMemory = { find: async () => [], learn: async () => {} };
