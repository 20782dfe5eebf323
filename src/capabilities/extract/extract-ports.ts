import type {
  JsonSchema,
  LayoutUpdate,
  PageExtraction,
  StoredLayout,
} from '../../domain/pages/extraction.ts';
import type { ModelFindings } from '../../extract/model/extract-with-model.ts';
import type { PromptedSchema } from '../../extract/model/model-schema.ts';

/** Task of a model. */
export interface ModelTask {
  schema: JsonSchema;
  prompt: string | null;
  /** Account whose tokens of the day the model uses. */
  accountId: string;
  /** Final URL of the page. */
  url: string;
  /** Values found without a model, open fields, and text blocks of the page. */
  page: PageExtraction;
}

/**
 * A model for extraction. Failures are returned as values; both functions reject only when `signal` is aborted.
 */
export interface ExtractModel {
  /** Derives a schema from a prompt; null with the reason if the model returned none within `maxMs` milliseconds. */
  deriveSchema(
    wish: { prompt: string; accountId: string },
    maxMs: number,
    signal: AbortSignal,
  ): Promise<PromptedSchema>;
  /** Finds values for the open fields within `maxMs` milliseconds, validated and checked against the page. */
  fill(task: ModelTask, maxMs: number, signal: AbortSignal): Promise<ModelFindings>;
}

/** Learned selectors by account. */
export interface LayoutMemory {
  /** Returns the rules of the account for the site of this URL, best match first. */
  find(accountId: string, url: string): Promise<StoredLayout[]>;
  /** Stores the rules learned from a page. */
  learn(accountId: string, lesson: LayoutUpdate): Promise<void>;
}

/** A layout memory that stores nothing. */
export const noLayoutMemory: LayoutMemory = { find: async () => [], learn: async () => {} };
