import type {
  FoundValue,
  JsonSchema,
  LayoutLesson,
  PageExtraction,
  StoredLayout,
} from '../../domain/extraction.ts';
import type { Warning } from '../../domain/outcome.ts';

/** What a model is given to do. */
export interface ModelTask {
  /** Null when only a prompt says what is wanted. */
  schema: JsonSchema | null;
  prompt: string | null;
  /** What was found without it, what is open, and the page's blocks. */
  page: PageExtraction;
}

/** What a model brought. */
export interface Filled {
  /** The schema that it made of a prompt; null when one was given. */
  schema: JsonSchema | null;
  /** Values for open fields, validated and judged against the page; none for what it does not hold. */
  values: FoundValue[];
  warnings: Warning[];
}

/** Fills open fields with a model. What the model does is a value; rejects only when `signal` says stop. */
export type FillWithModel = (task: ModelTask, signal: AbortSignal) => Promise<Filled>;

/** Learned selectors of accounts. */
export interface LayoutMemory {
  /** Rules of the account for pages of this address's site, best match first. */
  find(accountId: string, url: string): Promise<StoredLayout[]>;
  /** Keeps what a page taught. */
  learn(accountId: string, lesson: LayoutLesson): Promise<void>;
}

/** Remembers nothing. */
export const noLayouts: LayoutMemory = { find: async () => [], learn: async () => {} };
