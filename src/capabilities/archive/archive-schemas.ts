import { z } from 'zod';
import type { Json } from '../../domain/pages/extraction.ts';
import { pageErrorCodes } from '../../domain/pages/outcome.ts';
import { continueField } from '../../operations/declaration/continuation.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { passageSchema, warningsSchema } from '../../operations/schemas/page-result.ts';
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
  z
    .object({
      code: z
        .enum([...archiveErrorCodes, ...Object.values(pageErrorCodes).flat()])
        .describe('Code of the error, for programs.'),
      message: fromPage(z.string()).describe('Explanation of the error, for people.'),
      advice: adviceSchema,
    })
    .describe('Reason why the operation has no result.'),
);

const sourceSchema = withSchemaName(
  'ArchiveSource',
  z.object({
    source: z.string().describe('Name of the archive.'),
    outcome: z
      .enum(['used', 'empty', 'failed', 'skipped'])
      .describe(
        'What the archive contributed: its result was used, it has nothing, it failed, or it was not asked.',
      ),
    reason: z.string().optional().describe('Reason for `failed` or `skipped`.'),
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
  warnings: warningsSchema,
  receipt: receiptSchema,
};

const json = fromPage(z.unknown().transform((value) => value as Json));
const copySchema = withSchemaName(
  'ArchivedCopy',
  z.object({
    captured_at: z.string().describe('Time of the capture (ISO 8601, UTC).'),
    archive_url: z.string().describe('URL of the copy for a browser.'),
  }),
);
const countsSchema = z.object({
  added: z.int().describe('Number of added blocks or values.'),
  removed: z.int().describe('Number of removed blocks or values.'),
  changed: z.int().describe('Number of changed blocks or values.'),
});

const getSchema: z.ZodType<ArchiveGetResponse> = withSchemaName(
  'ArchiveGetAnswer',
  z.object({
    ...commonFields,
    action: z.literal('get').describe('Action of the request.'),
    requested: z
      .object({
        at: z.string().nullable().describe('Time as given in the request. null: none was given.'),
        from: z.string().nullable().describe('First second of the time span that `at` states.'),
        until: z.string().nullable().describe('Last second of that time span.'),
        direction: z
          .string()
          .describe(
            'Requested copy: the one nearest to `at`, the last one up to its end, or the first one from its start.',
          ),
      })
      .describe('The requested time.'),
    captured_at: z.string().nullable().describe('Capture time of the copy.'),
    distance_seconds: z
      .int()
      .nullable()
      .describe('Seconds between the copy and the requested time span; 0 inside it.'),
    archive_url: z.string().nullable().describe('URL of the copy for a browser.'),
    original_url: z.string().nullable().describe('URL that was captured.'),
    previous: copySchema.nullable().describe('Copy before this one.'),
    next: copySchema.nullable().describe('Copy after this one.'),
    final_url: fromPage(z.string().nullable()).describe(
      'URL of the archived page after archived redirects. null: no copy was read.',
    ),
    status_code: z.int().nullable().describe('Archived HTTP status code.'),
    title: fromPage(z.string().nullable()).describe('Title of the archived page. null: it has none.'),
    markdown: fromPage(z.string())
      .optional()
      .describe('Page as Markdown. With `focus`, only the relevant sections.'),
    metadata: fromPage(z.looseObject({})).describe('Metadata of the archived page, as in page results.'),
    passages: z.array(passageSchema).optional().describe('Passages that answer `focus`, best first.'),
    ref: z
      .string()
      .optional()
      .describe('Identifier of the stored text of a long page. Read more with GET /v1/read.'),
    expires_at: z.string().optional().describe('Time at which `ref` expires.'),
    length: z.int().describe('Length of the complete Markdown in code points.'),
    truncated: z.boolean().describe('True if the Markdown was cut.'),
    data: json.optional().describe('Extracted values, if the request has a schema or prompt.'),
    unverified: z
      .array(z.string())
      .optional()
      .describe('JSON Pointers into `data` of values that the page does not contain.'),
    missing: z.array(z.string()).optional().describe('JSON Pointers of fields without a value.'),
    searched_by: searchedBySchema.optional(),
    evidence: fromPage(z.record(z.string(), z.unknown()))
      .optional()
      .describe('Source of each value, by JSON Pointer into `data`.'),
  }) as unknown as z.ZodType<ArchiveGetResponse>,
);

const snapshotSchema: z.ZodType<SnapshotRow> = withSchemaName(
  'Snapshot',
  z.object({
    captured_at: z.string().describe('Time of the capture (ISO 8601, UTC).'),
    status_code: z.int().nullable().describe('Archived HTTP status code. null: unknown.'),
    mime: z.string().nullable().describe('Media type of the capture. null: unknown.'),
    digest: z.string().nullable().describe('Digest of the stored bytes.'),
    archive_url: z.string().describe('URL of the copy for a browser.'),
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
    added: fromPage(z.array(z.string())).optional().describe('First characters of the added blocks.'),
    removed: fromPage(z.array(z.string())).optional().describe('First characters of the removed blocks.'),
  }),
);

const snapshotsSchema: z.ZodType<ArchiveSnapshotsResponse> = withSchemaName(
  'ArchiveSnapshotsAnswer',
  z.object({
    ...commonFields,
    action: z.literal('snapshots').describe('Action of the request.'),
    captures: z.array(snapshotSchema).describe('Captures in the time window, as selected by `every`.'),
    changes: z.int().describe('Number of changes, without the first capture.'),
    total: z.int().describe('Number of captures in the time window.'),
    complete: z.boolean().describe('True if all captures of the time window were taken into account.'),
    continue: continueField,
  }),
);

const diffSideSchema = z.object({
  captured_at: z.string().nullable().describe('Capture time. null: the live page.'),
  archive_url: z.string().nullable().describe('URL of the copy for a browser. null: the live page.'),
  original_url: z.string().nullable().describe('URL that was captured. null: unknown.'),
  status_code: z.int().nullable().describe('HTTP status code of this side. null: unknown.'),
  source: z.string().describe('Archive of the copy, or the live page.'),
});

const diffSchema: z.ZodType<ArchiveDiffResponse> = withSchemaName(
  'ArchiveDiffAnswer',
  z.object({
    ...commonFields,
    action: z.literal('diff').describe('Action of the request.'),
    from: diffSideSchema.nullable().describe('Earlier side of the comparison. null: it could not be read.'),
    to: diffSideSchema.nullable().describe('Later side of the comparison. null: it could not be read.'),
    changed: z.boolean().nullable().describe('null: the two copies could not be compared.'),
    blocks: z
      .array(
        z.object({
          type: z.enum(['added', 'removed', 'changed']).describe('Kind of the difference.'),
          section: fromPage(z.string().nullable()).describe(
            'Heading of the section that contains the block. null: none.',
          ),
          before: fromPage(z.string().nullable()).describe('Earlier text. null: the block was added.'),
          after: fromPage(z.string().nullable()).describe('Later text. null: the block was removed.'),
        }),
      )
      .describe('Blocks of the page that differ.'),
    fields: z
      .record(
        z.string(),
        z.object({ old: json.describe('Earlier value.'), new: json.describe('Later value.') }),
      )
      .optional()
      .describe('Changed values by JSON Pointer, if the request has a schema.'),
    summary: countsSchema.describe('Numbers of differences.'),
  }),
);

const historySchema: z.ZodType<ArchiveHistoryResponse> = withSchemaName(
  'ArchiveHistoryAnswer',
  z.object({
    ...commonFields,
    action: z.literal('history').describe('Action of the request.'),
    points: z
      .array(
        z.object({
          captured_at: z.string().describe('Time of the capture (ISO 8601, UTC).'),
          value: json.optional().describe('Value of the field, if the schema has exactly one.'),
          data: json.optional().describe('Extracted values, if fields were requested.'),
          text: fromPage(z.string())
            .optional()
            .describe('Text of the section or page, if no fields were requested.'),
          changed: z
            .boolean()
            .nullable()
            .describe('Compared with the previous point. null for the first point and for a missing one.'),
          archive_url: z.string().describe('URL of the copy for a browser.'),
          missing: z
            .object({
              reason: z.string().describe('Code of the reason, for programs.'),
              message: fromPage(z.string()).describe('Explanation, for people.'),
            })
            .optional()
            .describe('Reason why the point has no value; absent if it has one.'),
        }),
      )
      .describe('Points in time, oldest first.'),
    versions: z.int().describe('Number of versions with different bytes.'),
    complete: z.boolean().describe('True if all versions of the time window were taken into account.'),
    continue: continueField,
  }),
);

const urlsSchema: z.ZodType<ArchiveUrlsResponse> = withSchemaName(
  'ArchiveUrlsAnswer',
  z.object({
    ...commonFields,
    action: z.literal('urls').describe('Action of the request.'),
    urls: z
      .array(
        z.object({
          url: fromPage(z.string()).describe('Archived URL.'),
          kind: z
            .enum(['page', 'document', 'image', 'feed', 'other'])
            .describe('Kind of the resource, by its media type.'),
          first_seen: z.string().describe('Time of the first capture.'),
          last_seen: z.string().describe('Time of the last capture.'),
          captures: z.int().nullable().describe('Number of captures. null: the archive does not count them.'),
          status_code: z.int().nullable().describe('HTTP status code of the last capture. null: unknown.'),
          mime: z.string().nullable().describe('Media type of the last capture. null: unknown.'),
          live: z
            .object({
              state: z
                .enum(['live', 'redirected', 'gone', 'blocked', 'error'])
                .describe('Present state of the URL.'),
              status_code: z.int().nullable().describe('Present HTTP status code. null: no response.'),
              target: fromPage(z.string()).optional().describe('URL to which the URL redirects now.'),
              reason: z.string().optional().describe('Reason for `blocked` or `error`.'),
            })
            .optional()
            .describe('Present state of the URL on the web, if the request asks for it.'),
        }),
      )
      .describe('Archived URLs of the site.'),
    total: z
      .int()
      .describe('Number of matching URLs. A continued call counts only URLs that were not listed before.'),
    complete: z.boolean().describe('True if all matching URLs were listed.'),
    continue: continueField,
    truncated_by: z
      .enum(['limit', 'archive', 'time'])
      .optional()
      .describe('Limit that ended the list; absent if it is complete.'),
    counts: z.record(z.string(), z.int()).describe('Number of URLs by the archive that has them.'),
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
