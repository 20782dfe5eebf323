import type { PageFindings, RecordsJob } from '../../../domain/pages/records.ts';
import { detectMediaType } from '../../../page/metadata/media-type.ts';
import { readXhtml } from '../../../page/parse/xhtml-to-html.ts';
import { decodeText } from '../../../page/text/decode.ts';
import { parseLenientJson } from '../../../page/text/json.ts';
import { readHeadLinks } from '../../../site/links/head-links.ts';
import { findPageLinks } from '../../../site/links/page-links.ts';
import { getScalars } from '../../paging/paging-signs.ts';
import { getRowsAt } from '../../paging/record-lists.ts';
import { canChange } from '../can-change.ts';
import { createRequestedField, type RequestedField, withRecordName } from '../columns/requested-fields.ts';
import { findNextRequest } from '../next-request.ts';
import { findShownEnd } from '../shown-end.ts';
import { toFoundSources } from './found-source.ts';
import { collectSources, dataSources, feedRoot, type RawSource } from './page-sources.ts';
import { createParseContext, getScriptUrls, parsePage } from './parsed-source.ts';
import { rankSources } from './rank-sources.ts';
import { findKnownSource, readKnown } from './read-known-source.ts';
import { shownRecord } from './shown-records.ts';

const noLinks: PageFindings['links'] = { next: null, by: null, last: null };

/** Root of JSON or of a feed, with the text of the response. */
interface DataResponse {
  root: unknown;
  kind: 'api' | 'feed';
  text: string;
}

/** Decodes a response: the root of JSON or a feed, or the HTML of a page. */
function decodeResponse(job: RecordsJob): DataResponse | { html: string } {
  const contentType = job.headers['content-type'] ?? null;
  const media = detectMediaType(job.bytes, contentType, job.url);
  const { text } = decodeText(job.bytes, contentType, media.kind === 'html');
  if (media.kind === 'json') return { root: parseLenientJson(text) ?? null, kind: 'api', text };
  if (media.kind === 'feed') return { root: feedRoot(text), kind: 'feed', text };
  return { html: readXhtml(text, media).html };
}

/** Finds or reads the records of a response. Does not throw because of its content. */
export function findOnPage(job: RecordsJob): PageFindings {
  const requestedFields = job.fields === null ? null : withRecordName(job.fields.map(createRequestedField));
  const pinned = job.pinned ?? {};
  const data = decodeResponse(job);
  if ('root' in data) return findInData(job, data, requestedFields);
  const page = parsePage(data.html, job.url);
  const context = {
    ...createParseContext(job.url, page.language, [page.visibleText, () => data.html]),
    resolve: (text: string) => page.addresses.resolve(text),
  };
  const links = findPageLinks(page.tree, page.addresses);
  const shownEnd = findShownEnd(page);
  const next = findNextRequest(page, { links, headers: job.headers, shownEnd });
  const found = { links, next, isData: false, scalars: {}, canChange: canChange(page), shownEnd };
  if (job.reading !== null) {
    const source = findKnownSource(page, job.reading);
    const sources = readKnown(
      source,
      job.reading,
      requestedFields ?? [],
      (node, last) => shownRecord(page, node, last),
      context,
    );
    return { ...found, sources, feeds: [], sitemaps: [], scripts: [] };
  }
  const evaluated = rankSources(collectSources(page, job.answers), {
    page,
    requestedFields,
    parseContext: context,
    pinned,
  });
  const { feeds, sitemaps } = readHeadLinks(data.html, job.url);
  const sources = toFoundSources(evaluated, requestedFields, context);
  return { ...found, sources, feeds, sitemaps, scripts: getScriptUrls(page) };
}

function findInData(
  job: RecordsJob,
  { root, kind, text }: DataResponse,
  requestedFields: readonly RequestedField[] | null,
): PageFindings {
  const context = createParseContext(job.url, null, [() => text]);
  const base = {
    links: noLinks,
    next: null,
    feeds: [],
    sitemaps: [],
    isData: true,
    scalars: getScalars(root),
    scripts: [],
    canChange: false,
  };
  const { reading, pinned = {} } = job;
  if (reading !== null) {
    const rows = getRowsAt(root, reading.path);
    const [matching] = dataSources(root, kind).filter(({ path }) => path === reading.path);
    const paging = matching?.paging ?? null;
    const source: RawSource = {
      kind: reading.kind,
      path: reading.path,
      call: null,
      rows,
      nodes: [],
      names: new Map(),
      paging,
      weight: null,
    };
    return {
      ...base,
      sources: readKnown(
        rows.length === 0 ? null : source,
        reading,
        requestedFields ?? [],
        () => null,
        context,
      ),
    };
  }
  const evaluated = rankSources(dataSources(root, kind), {
    page: null,
    requestedFields,
    parseContext: context,
    pinned,
  });
  return { ...base, sources: toFoundSources(evaluated, requestedFields, context) };
}
