import { z } from 'zod';
import type { Json } from '../../domain/pages/extraction.ts';
import { pageErrorCodes } from '../../domain/pages/outcome.ts';
import { continueField } from '../../operations/declaration/continuation.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { passageSchema, warningSchema } from '../../operations/schemas/page-result.ts';
import { adviceSchema, pageStatusSchema, receiptSchema } from '../../operations/schemas/receipt.ts';
import { searchedBySchema } from '../extract/searched-by.ts';
import {
  type ArchiveDiffResponse,
  type ArchiveGetResponse,
  type ArchiveHistoryResponse,
  type ArchiveResponse,
  type ArchiveSnapshotsResponse,
  type ArchiveUrlsResponse,
  archiveErrorCodes,
  type SnapshotRow,
} from './archive-response.ts';

const errorSchema = withSchemaName(
  'ArchiveError',
  z.object({
    code: z.enum([...archiveErrorCodes, ...Object.values(pageErrorCodes).flat()]),
    message: fromPage(z.string()),
    advice: adviceSchema,
  }),
);

const sourceSchema = withSchemaName(
  'ArchiveSource',
  z.object({
    source: z.string(),
    outcome: z.enum(['used', 'empty', 'failed', 'skipped']),
    reason: z.string().optional(),
    index_age_seconds: z
      .int()
      .optional()
      .describe('Age of the index response in seconds. Absent for a new response.'),
  }),
);

const commonFields = {
  status: pageStatusSchema,
  error: errorSchema.optional(),
  url: z.string().describe('URL as given in the request.'),
  source: z.string().nullable().describe('Archive that returned the result. null: no archive did.'),
  sources: z.array(sourceSchema).describe('Result of each archive.'),
  warnings: z.array(warningSchema),
  receipt: receiptSchema,
};

const json = fromPage(z.unknown().transform((value) => value as Json));
const copySchema = withSchemaName(
  'ArchivedCopy',
  z.object({ captured_at: z.string(), archive_url: z.string() }),
);
const countsSchema = z.object({ added: z.int(), removed: z.int(), changed: z.int() });

const getSchema: z.ZodType<ArchiveGetResponse> = withSchemaName(
  'ArchiveGetAnswer',
  z.object({
    ...commonFields,
    action: z.literal('get'),
    requested: z.object({
      at: z.string().nullable(),
      from: z.string().nullable().describe('First second of the time span that `at` states.'),
      until: z.string().nullable().describe('Last second of that time span.'),
      direction: z.string(),
    }),
    captured_at: z.string().nullable().describe('Capture time of the copy.'),
    distance_seconds: z
      .int()
      .nullable()
      .describe('Seconds between the copy and the requested time span; 0 inside it.'),
    archive_url: z.string().nullable().describe('URL of the copy for a browser.'),
    original_url: z.string().nullable().describe('URL that was captured.'),
    previous: copySchema.nullable().describe('Copy before this one.'),
    next: copySchema.nullable().describe('Copy after this one.'),
    final_url: fromPage(z.string().nullable()),
    status_code: z.int().nullable().describe('Archived HTTP status code.'),
    title: fromPage(z.string().nullable()),
    markdown: fromPage(z.string())
      .optional()
      .describe('Page as Markdown. With `focus`, only the relevant sections.'),
    metadata: fromPage(z.looseObject({})),
    passages: z.array(passageSchema).optional(),
    ref: z
      .string()
      .optional()
      .describe('Identifier of the stored text of a long page. Read more with GET /v1/read.'),
    expires_at: z.string().optional(),
    length: z.int(),
    truncated: z.boolean(),
    data: json.optional(),
    unverified: z.array(z.string()).optional(),
    missing: z.array(z.string()).optional(),
    searched_by: searchedBySchema.optional(),
    evidence: fromPage(z.record(z.string(), z.unknown()))
      .optional()
      .describe('Source of each value, by JSON Pointer into `data`.'),
  }) as unknown as z.ZodType<ArchiveGetResponse>,
);

const snapshotSchema: z.ZodType<SnapshotRow> = withSchemaName(
  'Snapshot',
  z.object({
    captured_at: z.string(),
    status_code: z.int().nullable(),
    mime: z.string().nullable(),
    digest: z.string().nullable().describe('Digest of the stored bytes.'),
    archive_url: z.string(),
    change: z
      .enum(['first', 'changed', 'same', 'gone', 'returned', 'moved'])
      .nullable()
      .describe('null: the bytes differ from the previous capture and the content was not compared.'),
    basis: z
      .enum(['index', 'content', 'focus'])
      .describe(
        'Source of `change`: the index of the archive, the whole content, or the sections about `focus`.',
      ),
    assumed: z
      .boolean()
      .describe('True if the captures from here to `until` were assumed to be the same without being read.'),
    until: z.string().optional().describe('Time of the last capture of this version.'),
    captures: z.int().optional().describe('Number of captures of this version.'),
    last_seen_before: z
      .string()
      .optional()
      .describe('The change happened after this time, and at `captured_at` at the latest.'),
    size: countsSchema.optional().describe('Number of blocks that differ from the previous version.'),
    added: fromPage(z.array(z.string())).optional(),
    removed: fromPage(z.array(z.string())).optional(),
  }),
);

const snapshotsSchema: z.ZodType<ArchiveSnapshotsResponse> = withSchemaName(
  'ArchiveSnapshotsAnswer',
  z.object({
    ...commonFields,
    action: z.literal('snapshots'),
    captures: z.array(snapshotSchema),
    changes: z.int(),
    total: z.int().describe('Number of captures in the time window.'),
    complete: z.boolean(),
    continue: continueField,
  }),
);

const diffSideSchema = z.object({
  captured_at: z.string().nullable().describe('Capture time. null: the live page.'),
  archive_url: z.string().nullable(),
  original_url: z.string().nullable(),
  status_code: z.int().nullable(),
  source: z.string(),
});

const diffSchema: z.ZodType<ArchiveDiffResponse> = withSchemaName(
  'ArchiveDiffAnswer',
  z.object({
    ...commonFields,
    action: z.literal('diff'),
    from: diffSideSchema.nullable(),
    to: diffSideSchema.nullable(),
    changed: z.boolean().nullable().describe('null: the two copies could not be compared.'),
    blocks: z.array(
      z.object({
        type: z.enum(['added', 'removed', 'changed']),
        section: fromPage(z.string().nullable()),
        before: fromPage(z.string().nullable()),
        after: fromPage(z.string().nullable()),
      }),
    ),
    fields: z.record(z.string(), z.object({ old: json, new: json })).optional(),
    summary: countsSchema,
  }),
);

const historySchema: z.ZodType<ArchiveHistoryResponse> = withSchemaName(
  'ArchiveHistoryAnswer',
  z.object({
    ...commonFields,
    action: z.literal('history'),
    points: z.array(
      z.object({
        captured_at: z.string(),
        value: json.optional().describe('Value of the field, if the schema has exactly one.'),
        data: json.optional(),
        text: fromPage(z.string())
          .optional()
          .describe('Text of the section or page, if no fields were requested.'),
        changed: z
          .boolean()
          .nullable()
          .describe('Compared with the previous point. null for the first point and for a missing one.'),
        archive_url: z.string(),
        missing: z.object({ reason: z.string(), message: fromPage(z.string()) }).optional(),
      }),
    ),
    versions: z.int().describe('Number of versions with different bytes.'),
    complete: z.boolean(),
    continue: continueField,
  }),
);

const urlsSchema: z.ZodType<ArchiveUrlsResponse> = withSchemaName(
  'ArchiveUrlsAnswer',
  z.object({
    ...commonFields,
    action: z.literal('urls'),
    urls: z.array(
      z.object({
        url: fromPage(z.string()),
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
            target: fromPage(z.string()).optional(),
            reason: z.string().optional(),
          })
          .optional(),
      }),
    ),
    total: z
      .int()
      .describe('Number of matching URLs. A continued call counts only URLs that were not listed before.'),
    complete: z.boolean(),
    continue: continueField,
    truncated_by: z.enum(['limit', 'archive', 'time']).optional(),
    counts: z.record(z.string(), z.int()),
  }),
);

/** Schema of the response; `action` selects one of five shapes. */
export const archiveResponseSchema: z.ZodType<ArchiveResponse> = z.union([
  getSchema,
  snapshotsSchema,
  diffSchema,
  historySchema,
  urlsSchema,
]);
