import type { ContentJob, ContentTask, PageContent, PassageJob } from '../domain/content.ts';
import { Failure } from '../domain/failure.ts';
import type { PageError } from '../domain/outcome.ts';
import type { Passage } from '../domain/page.ts';
import type { PageFindings, RecordsJob } from '../domain/records.ts';

/** Work for one thread, as the pool sees it. */
export interface Work<Result> {
  /** Host of the page, for the log: the rest of an address may hold secrets. */
  host: string | undefined;
  /** The message for a thread, and the buffers that it takes along. Called anew for each try. */
  message(id: number): { task: ContentTask; transfer: ArrayBuffer[] };
  /** What is answered when no thread could do it; throws what is refused instead. */
  whenLost(): Result;
  /** The same where not even a thread could be started. */
  whenUnstarted(): Result;
}

/** A page to be read. */
export function pageWork(job: ContentJob): Work<PageContent> {
  return {
    host: URL.parse(job.url)?.host,
    message: (id) => pageMessage(id, job),
    whenLost: () => unread(unreadable),
    whenUnstarted: () => unread(unstarted),
  };
}

/** Passages to be ranked. */
export function passageWork(job: PassageJob): Work<Passage[]> {
  return {
    host: undefined,
    message: (id) => ({ task: { id, kind: 'passages', job }, transfer: [] }),
    whenLost: refuseRanking,
    whenUnstarted: refuseUnstarted,
  };
}

/** Records to be found on a response. */
export function recordsWork(job: RecordsJob): Work<PageFindings> {
  return {
    host: URL.parse(job.url)?.host,
    message(id) {
      const bytes = new Uint8Array(job.bytes);
      return { task: { id, kind: 'records', job: { ...job, bytes } }, transfer: [bytes.buffer] };
    },
    whenLost: () => nothingFound,
    whenUnstarted: refuseUnstarted,
  };
}

const nothingFound: PageFindings = {
  sources: [],
  links: { next: null, by: null, last: null },
  feeds: [],
  sitemaps: [],
  isData: false,
  scalars: {},
  scripts: [],
};

/**
 * The body is copied once and the copy handed over: a second try needs the original, and a view into a larger buffer would
 * be sent with all of it.
 */
function pageMessage(id: number, job: ContentJob): { task: ContentTask; transfer: ArrayBuffer[] } {
  const bytes = new Uint8Array(job.bytes);
  return { task: { id, kind: 'page', job: { ...job, bytes } }, transfer: [bytes.buffer] };
}

function refuseRanking(): never {
  throw new Failure('internal', 'The passages of the page could not be ranked.');
}

function refuseUnstarted(): never {
  throw new Failure('unavailable', unstarted.message);
}

const unreadable: PageError = { code: 'document', message: 'The content of the page could not be read.' };
const unstarted: PageError = {
  code: 'dependency',
  message: 'The part of this service that reads pages could not be started.',
};

/** What a page gives that no thread read. */
function unread(error: PageError): PageContent {
  return {
    error,
    title: null,
    markdown: '',
    length: 0,
    truncated: false,
    metadata: {},
    packed: null,
    contentSha256: null,
    needsBrowser: false,
    warnings: [],
  };
}
