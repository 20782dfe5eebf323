import { z } from 'zod';
import type { PageResult } from '../../domain/pages/page.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { pageResultFields } from '../../operations/schemas/page-result.ts';
import { type ExtractedValues, extractedValueFields } from '../extract/extracted-values.ts';

/** A file as it was sent. */
interface ParsedFile {
  /** Without its path; null if unknown. */
  name: string | null;
  bytes: number;
  /** SHA-256 of the bytes in hex. */
  sha256: string;
}

/** Which part of the text `markdown` is; present if the request names one. Offsets are in code points. */
export interface ShownPart {
  offset: number;
  next_offset: number | null;
  section: string | null;
}

/** Response of `POST /v1/parse`: a page result without an address, with the values that the request names. */
export type ParseResponse = Omit<PageResult, 'url' | 'final_url' | 'status_code'> &
  Partial<ExtractedValues> & {
    url: null;
    final_url: null;
    status_code: null;
    file: ParsedFile;
  } & Partial<ShownPart>;

const {
  screenshot: _screenshot,
  network: _network,
  json: _json,
  json_unverified: _unverified,
  json_searched_by: _searchedBy,
  attributes: _attributes,
  actions: _actions,
  ...sharedFields
} = pageResultFields;

const noAddress = z.null().describe('always null: a sent file has no address');

/** Schema of the response. */
export const parseResponseSchema: z.ZodType<ParseResponse> = withSchemaName(
  'ParsedFile',
  z.object({
    ...sharedFields,
    url: noAddress,
    final_url: noAddress,
    status_code: noAddress,
    file: z
      .object({
        name: z.string().nullable().describe('without its path; null if it was sent without a name'),
        bytes: z.int().describe('Size of the file in bytes.'),
        sha256: z.string().describe('SHA-256 of the bytes in hex, as in the receipt'),
      })
      .describe('The file that was sent.'),
    offset: z
      .int()
      .optional()
      .describe(
        'Offset of `markdown` in Unicode code points, from the start of the text or of the requested section. Present if the request has `offset` or `section`.',
      ),
    next_offset: z
      .int()
      .nullable()
      .optional()
      .describe('Value of `offset` for the next part. null: the end is reached.'),
    section: z
      .string()
      .nullable()
      .optional()
      .describe('Identifier of the requested section. null: none was requested.'),
    ...z.object(extractedValueFields).partial().shape,
  }),
);
