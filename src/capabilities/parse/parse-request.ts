import { z } from 'zod';
import { browserFormats, formats } from '../../domain/pages/page.ts';
import {
  defaultPageCommand,
  type ExtractRequest,
  type PageCommand,
} from '../../domain/pages/page-command.ts';
import { parseAbsoluteUrl } from '../../domain/values/absolute-url.ts';
import { fileUri } from '../../domain/values/file-uri.ts';
import type { SentFile } from '../../domain/values/sent-file.ts';
import type { FileSource } from '../../fetching/fetch-request.ts';
import { fileOrStoredField } from '../../operations/declaration/file-field.ts';
import { pageOptions } from '../../operations/schemas/page-options.ts';
import { extractionSchema } from '../extract/extract-request.ts';
import { fileContentType } from './file-content-type.ts';

/** The formats that need no browser. */
const fileFormats = formats.filter((format) => !browserFormats.includes(format));

function isWebUrl(text: string): boolean {
  const url = parseAbsoluteUrl(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}

const {
  only_main_content,
  include_selectors,
  exclude_selectors,
  timeout_ms,
  focus,
  max_length,
  max_tokens,
  pages,
  page_marks,
  links,
  ocr,
} = pageOptions;

/** Body of `POST /v1/parse`. */
export const parseBody = z.strictObject({
  file: fileOrStoredField.describe(
    'the file, at most 20 MB: its bytes in base64, or the id or URL of a file that the service has stored (`blob_…`), such as a download or a screenshot. HTTP also takes a form (`multipart/form-data`) with a part `file` and the other fields, or the bytes as body with their `Content-Type` and the other fields in the query',
  ),
  filename: z
    .string()
    .max(1_000)
    .nullish()
    .describe('name of the file; its extension tells the type of a text, such as `.md`'),
  content_type: z
    .string()
    .max(200)
    .regex(/^[\t\x20-\x7e]*$/, 'is not a media type (RFC 9110 section 8.3)')
    .nullish()
    .describe('media type of the file, also with its `charset`; by default it is detected'),
  base_url: z
    .string()
    .max(8_192)
    .refine(isWebUrl, 'must be an absolute http or https URL')
    .nullish()
    .describe('URL against which the links of the file are resolved; it is never fetched'),
  formats: z.array(z.enum(fileFormats)).min(1).default(['markdown']).describe('formats of the result'),
  only_main_content,
  include_selectors,
  exclude_selectors,
  schema: extractionSchema.nullish(),
  prompt: z
    .string()
    .min(1)
    .max(4_000)
    .nullish()
    .describe('values to extract, in words, with or without a schema'),
  focus,
  offset: z
    .int()
    .min(0)
    .optional()
    .describe('number of Unicode code points to skip, from the start of the text or of `section`'),
  section: z
    .string()
    .min(1)
    .max(500)
    .nullish()
    .describe('identifier or heading of the section to return, as in GET /v1/read'),
  max_length,
  max_tokens,
  pages,
  page_marks,
  links,
  ocr,
  timeout_ms: timeout_ms.describe('timeout in milliseconds'),
});

/** A file that the service has stored. */
export interface StoredFile {
  file: SentFile;
  mediaType: string;
  name: string | null;
}

/** A part of the text of a file, in code points and estimated tokens. */
export interface FilePart {
  offset: number;
  section: string | null;
  length: number;
  maxTokens: number | null;
}

/** A file with its options. */
export interface ParseCommand {
  /** The sent file, or the id or URL of a stored one. */
  file: SentFile | string;
  contentType: string | null;
  baseUrl: string | null;
  /** Options of the page without its address. */
  options: Partial<PageCommand>;
  /** Name of the file without its path; null if unknown. */
  filename: string | null;
  /** Values to extract; null for none. */
  values: ExtractRequest | null;
  /** The part of the text to return; null for its start. */
  part: FilePart | null;
}

const maxFilenameLength = 255;

/** Returns the last part of a path without control characters and marks that reorder text; null if nothing is left. */
function toFilename(path: string | null | undefined): string | null {
  const name = (path ?? '')
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .trim()
    .slice(-maxFilenameLength)
    .toWellFormed();
  return name === undefined || /^\.*$/.test(name) ? null : name;
}

function toPart({
  offset,
  section = null,
  max_length: length,
  max_tokens: maxTokens = null,
}: z.output<typeof parseBody>): FilePart | null {
  return offset === undefined && section === null
    ? null
    : { offset: offset ?? 0, section, length, maxTokens };
}

/** Converts the validated body to a command. */
export function toParseCommand(body: z.output<typeof parseBody>): ParseCommand {
  const { file, schema = null, prompt = null } = body;
  const part = toPart(body);
  return {
    file,
    contentType: body.content_type ?? null,
    baseUrl: body.base_url ?? null,
    filename: toFilename(body.filename),
    values: schema === null && prompt === null ? null : { schema, prompt },
    part,
    options: {
      formats: [...new Set(body.formats)],
      onlyMainContent: body.only_main_content,
      includeSelectors: body.include_selectors,
      excludeSelectors: body.exclude_selectors,
      timeoutMs: body.timeout_ms,
      focus: body.focus ?? null,
      // The whole text is stored, from which the part is taken.
      maxLength: part === null ? body.max_length : 0,
      maxTokens: body.max_tokens ?? null,
      ...(body.pages != null && { pages: body.pages }),
      ...(body.page_marks && { marksPages: true as const }),
      ...(body.links !== 'inline' && { links: body.links }),
      ...(body.ocr !== 'auto' && { ocr: body.ocr }),
    },
  };
}

/** A command with the bytes of its file. */
export interface OpenedFile {
  page: PageCommand;
  source: FileSource;
  filename: string | null;
}

/** Returns the file of a command; `stored` is the file that it names, or null for a sent one. */
export function openFile(
  { file: sent, options, contentType, baseUrl, filename }: ParseCommand,
  stored: StoredFile | null,
): OpenedFile {
  const file = stored?.file ?? (sent as SentFile);
  const name = filename ?? toFilename(stored?.name);
  return {
    page: defaultPageCommand(fileUri(file.sha256), options),
    source: { file, contentType: fileContentType(contentType ?? stored?.mediaType ?? null, name), baseUrl },
    filename: name,
  };
}
