import type { ContentThreads } from '../../domain/pages/content.ts';
import type { Passage } from '../../domain/pages/page.ts';
import type { JobStatus, JobType } from '../../domain/resources/job.ts';
import { readResultRows } from '../../jobs/records/job-results.ts';
import { unpackDocument } from '../../jobs/records/packed-document.ts';
import { parseSections } from '../../page/text/sections.ts';
import type { Database } from '../../store/database.ts';
import { type ContentStores, findContent } from '../../store/pages/contents.ts';

/** Stores and threads in which results are searched. */
export interface PassageSearchPorts {
  stores: ContentStores;
  threads: Pick<ContentThreads, 'rank'>;
}

/** Pages of a job to search. */
export interface PassageSearch {
  accountId: string;
  jobId: string;
  focus: string;
  /** Number of delivered pages before the first one. */
  offset: number;
  /** Maximum number of pages that are searched. */
  limit: number;
}

/** A page with passages, best first. */
export interface PagePassages {
  url: string;
  title: string | null;
  ref: string | null;
  passages: Passage[];
}

/** The pages of a job that are about some words, and those that are not. */
export interface FoundPassages {
  type: JobType;
  status: JobStatus;
  pages: PagePassages[];
  without: string[];
  searched: number;
  total: number;
  next: number | null;
}

/** A stored result, as far as it is searched. Results of some jobs are no pages, and have no URL. */
interface StoredResult {
  url?: string;
  status: string;
  title?: string | null;
  markdown?: string;
  ref?: string;
}

/** A stored page. */
type StoredPage = StoredResult & { url: string };

function isPage(result: StoredResult): result is StoredPage {
  return typeof result.url === 'string';
}

/** Maximum number of passages of one page. */
const maxPassages = 3;
/** Pages that are searched at the same time. */
const concurrency = 4;

async function readPages(database: Database, { accountId, jobId, offset, limit }: PassageSearch) {
  const found = await readResultRows(database, accountId, jobId, { offset, limit });
  if (found === null) return null;
  const documents = found.rows.map(async (row) => {
    const text = await unpackDocument(row);
    return JSON.parse(text.toString()) as StoredResult;
  });
  return { ...found, pages: (await Promise.all(documents)).filter(isPage) };
}

/** Returns the whole Markdown of a page: the stored one, if its result has only the start. */
async function markdownOf({ stores }: PassageSearchPorts, accountId: string, page: StoredPage, now: Date) {
  const found = page.ref === undefined ? null : await findContent(stores, accountId, page.ref, now);
  return found?.kind === 'found' ? found.markdown : (page.markdown ?? '');
}

/**
 * Finds the passages about some words in the delivered pages of a job, in the order of delivery; null if the account has no
 * such job.
 */
export async function findPassages(
  ports: PassageSearchPorts,
  search: PassageSearch,
  now: Date,
  signal: AbortSignal,
): Promise<FoundPassages | null> {
  const { accountId, focus } = search;
  const found = await readPages(ports.stores.database, search);
  if (found === null) return null;
  const pages: PagePassages[] = [];
  const without: string[] = [];
  const searchPage = async (page: StoredPage) => {
    const markdown = await markdownOf(ports, accountId, page, now);
    const sections = parseSections(markdown);
    return ports.threads.rank({ markdown, sections, focus, limit: maxPassages }, signal);
  };
  for (let at = 0; at < found.pages.length; at += concurrency) {
    const part = found.pages.slice(at, at + concurrency);
    const ranked = await Promise.all(part.map(searchPage));
    for (const [index, page] of part.entries()) {
      const passages = ranked[index] ?? [];
      const { url, title = null, ref = null } = page;
      if (passages.length > 0) pages.push({ url, title, ref, passages });
      else if (page.status === 'ok') without.push(url);
    }
  }
  const { type, status, delivered: total, next } = found;
  return {
    type,
    status,
    pages,
    without,
    searched: found.pages.length,
    total,
    next,
  };
}
