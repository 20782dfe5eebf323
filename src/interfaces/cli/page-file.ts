import { z } from 'zod';
import { blobIdOf } from '../../domain/pages/blob-link.ts';
import { isObject } from '../../domain/values/is-object.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import type { Caller } from '../caller.ts';
import type { ExitCode } from './exit-code.ts';
import type { OperationCommand } from './flags.ts';
import { callByName } from './follow-job.ts';
import type { Output } from './output.ts';
import { UsageError } from './usage-error.ts';
import { type Display, writeAnswer, writeNotices } from './write-answer.ts';

/** Formats of a page by the extension of its file. */
const formatsByExtension: Readonly<Record<string, string>> = {
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  txt: 'text',
  png: 'screenshot',
  jpg: 'screenshot',
  jpeg: 'screenshot',
};

/** Quality of a JPEG, at which text stays readable. */
const jpegQuality = 85;

/** Returns true for the extension of a form of a page. */
export function isPageExtension(extension: string): boolean {
  return extension in formatsByExtension;
}

/** Returns true for a file of a picture. */
export function isPicture({ extension }: Pick<Output, 'extension'>): boolean {
  return formatsByExtension[extension] === 'screenshot';
}

/** Throws UsageError for a file of a picture if the command returns none, before any work is done. */
export function checkPicture(
  { name, operation, flags }: OperationCommand,
  output: Pick<Output, 'extension'>,
): void {
  const { output: answer, responseStream } = operation;
  const formats = flags.find(({ field }) => field === 'formats')?.choices ?? [];
  // Without the format, the command cannot ask for a JPEG.
  const hasPng = answer instanceof z.ZodObject && 'screenshot' in answer.shape && output.extension === 'png';
  const isPossible = formats.includes('screenshot') || hasPng || responseStream === 'bytes';
  if (!isPicture(output) || isPossible) return;
  throw new UsageError(
    `${name} writes no .${output.extension} file; scrape writes a screenshot to .png or .jpg`,
  );
}

/** Returns the fields of a call with the format that the extension of its file stands for, unless it sets formats. */
export function withPageFormat(
  fields: Record<string, unknown>,
  { flags }: OperationCommand,
  output: Pick<Output, 'extension'>,
): Record<string, unknown> {
  const format = formatsByExtension[output.extension];
  const formats = flags.find(({ field }) => field === 'formats');
  if (format === undefined || formats?.choices.includes(format) !== true) return fields;
  const isJpeg = isPicture(output) && output.extension !== 'png';
  return {
    ...(isJpeg && { screenshot: { quality: jpegQuality } }),
    formats: [format],
    ...fields,
  };
}

/** A call whose answer can have a picture. */
interface PictureCall {
  registry: Registry;
  caller: Caller;
  display: Display;
  signal: AbortSignal;
}

/** Writes the screenshot that an answer links to into the file of the command. Throws UsageError if it has none. */
export async function writePicture(
  document: unknown,
  { registry, caller, display, signal }: PictureCall,
): Promise<ExitCode> {
  const link = isObject(document) ? document.screenshot : undefined;
  const id = typeof link === 'string' ? blobIdOf(link) : null;
  const pages = display.view.pages?.(document) ?? [];
  writeNotices(document, display);
  if (pages.some(({ status }) => status !== 'ok')) return 3;
  if (id === null)
    throw new UsageError(
      'the response has no screenshot to write; use another extension, or --format screenshot',
    );
  return writeAnswer(await callByName(registry, caller, 'blob', { id }, signal), display, signal);
}
