import type { MappedField } from '../../../domain/pages/records.ts';
import type { Column } from '../columns/columns.ts';
import type { RawSource } from './page-sources.ts';
import type { ShownRecord } from './shown-records.ts';

/** A source with its score. */
export interface EvaluatedSource {
  source: RawSource;
  columns: Column[];
  ids: string[];
  /** Visible content of each record. */
  shown: (ShownRecord | null)[];
  /** Share of the page's records that the source matches in order; null if the page shows none. */
  share: number | null;
  /** Index of the repeated elements that show the records; null if none do. */
  cluster: number | null;
  score: number;
  /** Null if no fields were requested. */
  mapped: Record<string, MappedField> | null;
}
