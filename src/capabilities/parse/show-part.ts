import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { FetchedPage, LongContent } from '../../fetching/fetched-page.ts';
import { findPartScope, type PartReader } from '../read/read-part.ts';
import type { FilePart } from './parse-request.ts';
import type { ShownPart } from './parse-response.ts';

const decompress = promisify(zstdDecompress);

async function readMarkdown(content: LongContent | null): Promise<string> {
  return content === null ? '' : (await decompress(content.body)).toString();
}

/**
 * Returns the result of a file with a part of its text, or with those of its passages that are in the section. Throws Failure
 * `not_found` if there is no such section.
 */
export async function showPart(
  { page, content }: Pick<FetchedPage, 'page' | 'content'>,
  part: FilePart,
  parts: PartReader,
  signal: AbortSignal,
): Promise<Omit<FetchedPage['page'], 'sections'> & ShownPart> {
  const { sections: _outline, ...shown } = page;
  const scope = findPartScope(content ?? { length: 0, sections: [] }, part.section);
  const section = scope.section?.id ?? null;
  if (page.passages !== undefined) {
    const isInScope = ({ offset }: { offset: number }) =>
      offset >= scope.start && offset < scope.start + scope.length;
    return { ...shown, passages: page.passages.filter(isInScope), offset: 0, next_offset: null, section };
  }
  const { content: markdown, next_offset } = await parts.read(
    scope,
    await readMarkdown(content),
    part,
    signal,
  );
  return {
    ...shown,
    ...(page.markdown !== undefined && { markdown }),
    truncated: scope.section !== null || part.offset > 0 || next_offset !== null,
    offset: part.offset,
    next_offset,
    section,
  };
}
