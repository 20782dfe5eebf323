import type { PageResult } from '../../../domain/pages/page.ts';

/** Formats of exported jobs. */
export const jobExportFormats = ['ndjson', 'zip', 'csv', 'json', 'xlsx', 'parquet', 'warc'] as const;

/** One of {@link jobExportFormats}. */
export type JobExportFormat = (typeof jobExportFormats)[number];

/** Pages of a job at one moment, in the order of their delivery. */
export interface ExportedPages {
  /** Yields all pages from the first, the same ones each time, with their complete Markdown. */
  pages(): AsyncIterable<PageResult>;
}

/** Media types and file extensions by format. */
export const jobExportTypes: Readonly<Record<JobExportFormat, { mediaType: string; extension: string }>> = {
  ndjson: { mediaType: 'application/x-ndjson', extension: 'ndjson' },
  zip: { mediaType: 'application/zip', extension: 'zip' },
  csv: { mediaType: 'text/csv; charset=utf-8', extension: 'csv' },
  json: { mediaType: 'application/json', extension: 'json' },
  xlsx: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  parquet: { mediaType: 'application/vnd.apache.parquet', extension: 'parquet' },
  // IANA media type of ISO 28500.
  warc: { mediaType: 'application/warc', extension: 'warc' },
};
