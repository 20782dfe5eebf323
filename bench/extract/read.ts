import { extractPage } from '../../src/app/threads/extract-page.ts';
import type { ExtractJob, JsonSchema, PageExtraction } from '../../src/domain/pages/extraction.ts';
import type { ParsedPage } from '../../src/page/parsed-page.ts';
import { readHtml } from '../../src/page/read/read-html.ts';
import { pageJob } from '../quality/page-job.ts';
import type { KnownPage } from './samples.ts';

/** Returns the default job of the bench, with `options` applied. */
export function jobFor(schema: JsonSchema | null, options: Partial<ExtractJob> = {}): ExtractJob {
  return { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [], ...options };
}

/** Parses a page like the content thread. */
export function parsed(page: KnownPage): ParsedPage {
  const { parsed: read } = readHtml(page.html, pageJob(page.url));
  if (read === undefined) throw new Error(`${page.id} was not read as HTML`);
  return read;
}

/** Extracts values from a page; returns them with the milliseconds of processor time, excluding parsing. */
export function extractTimed(page: KnownPage, job: ExtractJob): { found: PageExtraction; ms: number } {
  const read = parsed(page);
  const before = process.cpuUsage();
  const found = extractPage(read, job);
  const { user, system } = process.cpuUsage(before);
  return { found, ms: (user + system) / 1000 };
}

/** Returns the values of a field by its name, lists in their order. */
export function valuesOf(found: PageExtraction, field: string): (string | number | boolean)[] {
  return found.values
    .filter((value) => value.pointer === `/${field}` || value.pointer.startsWith(`/${field}/`))
    .map((value) => value.value);
}
