import { z } from 'zod';
import type { BlockChange } from '../../diff/compare-texts.ts';
import type { FieldChanges } from '../../diff/compare-values.ts';
import type { Evidence, Json } from '../../domain/extraction.ts';
import { type PageErrorCode, type PageStatus, pageErrorCodes, type Warning } from '../../domain/outcome.ts';
import type { PageMetadata, Passage } from '../../domain/page.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { named } from '../../operations/schema-names.ts';
import { passageSchema, warningSchema } from '../../operations/schemas/page-result.ts';
import { pageStatusSchema, receiptSchema } from '../../operations/schemas/receipt.ts';
import type { ArchiveAction } from './archive-request.ts';

/** Causes that only copies of the past have, beside those of pages. */
export const archiveErrorCodes = ['not_archived', 'excluded', 'unplayable', 'truncated'] as const;

/** Why there is no answer, or no copy. */
export type ArchiveErrorCode = PageErrorCode | (typeof archiveErrorCodes)[number];

/** The same with a sentence. */
export interface ArchiveError {
  code: ArchiveErrorCode;
  message: string;
}

/** What became of one archive. */
export interface SourceReport {
  source: string;
  outcome: 'used' | 'empty' | 'failed' | 'skipped';
  reason?: string;
  /** Seconds since its index was asked. */
  index_age_seconds?: number;
}

/** What every action answers. A document in wire names. */
export interface CommonAnswer {
  status: PageStatus;
  error?: ArchiveError;
  action: ArchiveAction;
  /** As asked. */
  url: string;
  /** The archive that answered; null when none did. */
  source: string | null;
  sources: SourceReport[];
  warnings: Warning[];
  receipt: Receipt;
}

/** A copy, named. */
export interface CopyReference {
  captured_at: string;
  archive_url: string;
}

/** What values a version has. */
export interface FoundData {
  data?: Json;
  /** JSON pointers into `data`. */
  unverified?: string[];
  missing?: string[];
  evidence?: Record<string, Evidence>;
}

/** The answer to `get`: a page result, and where in time it is from. */
export interface GetAnswer extends CommonAnswer, FoundData {
  action: 'get';
  requested: { at: string | null; from: string | null; until: string | null; direction: string };
  captured_at: string | null;
  /** Between the copy and the span that was asked for; 0 inside it. */
  distance_seconds: number | null;
  archive_url: string | null;
  original_url: string | null;
  previous: CopyReference | null;
  next: CopyReference | null;
  final_url: string | null;
  status_code: number | null;
  title: string | null;
  markdown?: string;
  metadata: PageMetadata;
  passages?: Passage[];
  ref?: string;
  expires_at?: string;
  length: number;
  truncated: boolean;
}

/** One capture in the history of an address. */
export interface SnapshotRow {
  captured_at: string;
  status_code: number | null;
  mime: string | null;
  digest: string | null;
  archive_url: string;
  /** Null: the bytes differ from those before, and nobody looked whether the content does. */
  change: 'first' | 'changed' | 'same' | 'gone' | 'returned' | 'moved' | null;
  basis: 'index' | 'content' | 'focus';
  /** True when captures of this version, from here to `until`, were taken to be the same without being read. */
  assumed: boolean;
  /** The last capture of this version. */
  until?: string;
  /** Captures of this version. */
  captures?: number;
  /** The change happened after this capture. */
  last_seen_before?: string;
  /** Blocks that differ from the version before. */
  size?: { added: number; removed: number; changed: number };
  /** The beginning of what was added and removed. */
  added?: string[];
  removed?: string[];
}

/** The answer to `snapshots`. */
export interface SnapshotsAnswer extends CommonAnswer {
  action: 'snapshots';
  captures: SnapshotRow[];
  /** Changes found, the first capture not counted. */
  changes: number;
  /** Captures in the window. */
  total: number;
  complete: boolean;
  /** Where to go on: the next call's `since`. */
  continue?: string;
}

/** One side of a comparison. */
export interface DiffSide {
  captured_at: string | null;
  archive_url: string | null;
  original_url: string | null;
  status_code: number | null;
  source: string;
}

/** The answer to `diff`. */
export interface DiffAnswer extends CommonAnswer {
  action: 'diff';
  from: DiffSide | null;
  to: DiffSide | null;
  /** Null when the two could not be compared. */
  changed: boolean | null;
  blocks: BlockChange[];
  fields?: FieldChanges;
  summary: { added: number; removed: number; changed: number };
}

/** One version in a history. */
export interface HistoryPoint {
  captured_at: string;
  value?: Json;
  data?: Json;
  text?: string;
  /** Against the point before that could be read; null for the first one, and for one that is missing. */
  changed: boolean | null;
  archive_url: string;
  missing?: { reason: string; message: string };
}

/** The answer to `history`. */
export interface HistoryAnswer extends CommonAnswer {
  action: 'history';
  points: HistoryPoint[];
  /** Versions there are by their bytes. */
  versions: number;
  complete: boolean;
}

/** An address of the past. */
export interface PastAddress {
  url: string;
  kind: 'page' | 'document' | 'image' | 'feed' | 'other';
  first_seen: string;
  last_seen: string;
  /** Null where the archive does not count. */
  captures: number | null;
  /** As the index shows it; null where it does not say. */
  status_code: number | null;
  mime: string | null;
  live?: {
    state: 'live' | 'redirected' | 'gone' | 'blocked' | 'error';
    status_code: number | null;
    target?: string;
    reason?: string;
  };
}

/** The answer to `urls`. */
export interface UrlsAnswer extends CommonAnswer {
  action: 'urls';
  urls: PastAddress[];
  /** Addresses found that match. */
  total: number;
  complete: boolean;
  /** Why it is not complete. */
  truncated_by?: 'limit' | 'archive' | 'time';
  /** Addresses by archive. */
  counts: Record<string, number>;
}

/** What `POST /v1/archive` answers (api.md section 8). */
export type ArchiveAnswer = GetAnswer | SnapshotsAnswer | DiffAnswer | HistoryAnswer | UrlsAnswer;

const errorSchema = named(
  'ArchiveError',
  z.object({
    code: z.enum([...archiveErrorCodes, ...Object.values(pageErrorCodes).flat()]),
    message: z.string(),
  }),
);

const sourceSchema = named(
  'ArchiveSource',
  z.object({
    source: z.string(),
    outcome: z.enum(['used', 'empty', 'failed', 'skipped']),
    reason: z.string().optional(),
    index_age_seconds: z
      .int()
      .optional()
      .describe('since its index was asked; absent when it was asked just now'),
  }),
);

const common = {
  status: pageStatusSchema,
  error: errorSchema.optional(),
  url: z.string().describe('as asked'),
  source: z.string().nullable().describe('the archive that answered'),
  sources: z.array(sourceSchema).describe('what became of each archive'),
  warnings: z.array(warningSchema),
  receipt: receiptSchema,
};

const json = z.unknown().transform((value) => value as Json);
const copySchema = named('ArchivedCopy', z.object({ captured_at: z.string(), archive_url: z.string() }));
const countsSchema = z.object({ added: z.int(), removed: z.int(), changed: z.int() });

const getSchema: z.ZodType<GetAnswer> = named(
  'ArchiveGetAnswer',
  z.object({
    ...common,
    action: z.literal('get'),
    requested: z.object({
      at: z.string().nullable(),
      from: z.string().nullable().describe('first second of the span that `at` means'),
      until: z.string().nullable().describe('its last second'),
      direction: z.string(),
    }),
    captured_at: z.string().nullable().describe('when the copy was made'),
    distance_seconds: z.int().nullable().describe('between the copy and the span asked for; 0 inside it'),
    archive_url: z.string().nullable().describe('where a person can look at it'),
    original_url: z.string().nullable().describe('the address that was captured'),
    previous: copySchema.nullable().describe('the copy before this one'),
    next: copySchema.nullable().describe('the copy after this one'),
    final_url: z.string().nullable(),
    status_code: z.int().nullable().describe('as archived'),
    title: z.string().nullable(),
    markdown: z.string().optional().describe('with `focus` only the sections about it'),
    metadata: z.looseObject({}),
    passages: z.array(passageSchema).optional(),
    ref: z.string().optional().describe('present for long pages; read on with GET /v1/read'),
    expires_at: z.string().optional(),
    length: z.int(),
    truncated: z.boolean(),
    data: json.optional(),
    unverified: z.array(z.string()).optional(),
    missing: z.array(z.string()).optional(),
    evidence: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('by JSON pointer into `data`: where each value stands'),
  }) as unknown as z.ZodType<GetAnswer>,
);

const snapshotSchema: z.ZodType<SnapshotRow> = named(
  'Snapshot',
  z.object({
    captured_at: z.string(),
    status_code: z.int().nullable(),
    mime: z.string().nullable(),
    digest: z.string().nullable().describe('of the stored bytes'),
    archive_url: z.string(),
    change: z
      .enum(['first', 'changed', 'same', 'gone', 'returned', 'moved'])
      .nullable()
      .describe('null: the bytes differ from those before, and the content was not compared'),
    basis: z.enum(['index', 'content', 'focus']).describe('what decided it'),
    assumed: z
      .boolean()
      .describe('true when captures from here to `until` were taken to be the same without being read'),
    until: z.string().optional().describe('the last capture of this version'),
    captures: z.int().optional().describe('captures of this version'),
    last_seen_before: z
      .string()
      .optional()
      .describe('the change happened after this and at `captured_at` at the latest'),
    size: countsSchema.optional().describe('blocks that differ from the version before'),
    added: z.array(z.string()).optional(),
    removed: z.array(z.string()).optional(),
  }),
);

const snapshotsSchema: z.ZodType<SnapshotsAnswer> = named(
  'ArchiveSnapshotsAnswer',
  z.object({
    ...common,
    action: z.literal('snapshots'),
    captures: z.array(snapshotSchema),
    changes: z.int(),
    total: z.int().describe('captures in the window'),
    complete: z.boolean(),
    continue: z.string().optional().describe('where to go on: `since` of the next call'),
  }),
);

const sideSchema = z.object({
  captured_at: z.string().nullable().describe('null for the live page'),
  archive_url: z.string().nullable(),
  original_url: z.string().nullable(),
  status_code: z.int().nullable(),
  source: z.string(),
});

const diffSchema: z.ZodType<DiffAnswer> = named(
  'ArchiveDiffAnswer',
  z.object({
    ...common,
    action: z.literal('diff'),
    from: sideSchema.nullable(),
    to: sideSchema.nullable(),
    changed: z.boolean().nullable().describe('null when the two could not be compared'),
    blocks: z.array(
      z.object({
        type: z.enum(['added', 'removed', 'changed']),
        section: z.string().nullable(),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    ),
    fields: z.record(z.string(), z.object({ old: json, new: json })).optional(),
    summary: countsSchema,
  }),
);

const historySchema: z.ZodType<HistoryAnswer> = named(
  'ArchiveHistoryAnswer',
  z.object({
    ...common,
    action: z.literal('history'),
    points: z.array(
      z.object({
        captured_at: z.string(),
        value: json.optional().describe('where the schema has one field'),
        data: json.optional(),
        text: z.string().optional().describe('the section or page, where no fields were asked for'),
        changed: z
          .boolean()
          .nullable()
          .describe('against the point before; null for the first and for a missing one'),
        archive_url: z.string(),
        missing: z.object({ reason: z.string(), message: z.string() }).optional(),
      }),
    ),
    versions: z.int().describe('versions that there are by their bytes'),
    complete: z.boolean(),
  }),
);

const urlsSchema: z.ZodType<UrlsAnswer> = named(
  'ArchiveUrlsAnswer',
  z.object({
    ...common,
    action: z.literal('urls'),
    urls: z.array(
      z.object({
        url: z.string(),
        kind: z.enum(['page', 'document', 'image', 'feed', 'other']),
        first_seen: z.string(),
        last_seen: z.string(),
        captures: z.int().nullable(),
        status_code: z.int().nullable(),
        mime: z.string().nullable(),
        live: z
          .object({
            state: z.enum(['live', 'redirected', 'gone', 'blocked', 'error']),
            status_code: z.int().nullable(),
            target: z.string().optional(),
            reason: z.string().optional(),
          })
          .optional(),
      }),
    ),
    total: z.int(),
    complete: z.boolean(),
    truncated_by: z.enum(['limit', 'archive', 'time']).optional(),
    counts: z.record(z.string(), z.int()),
  }),
);

/** The answer's shape: one of five, by `action`. */
export const archiveAnswerSchema: z.ZodType<ArchiveAnswer> = z.union([
  getSchema,
  snapshotsSchema,
  diffSchema,
  historySchema,
  urlsSchema,
]);
