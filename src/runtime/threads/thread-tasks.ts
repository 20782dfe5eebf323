import type {
  ContentJob,
  ContentTask,
  PageContent,
  PassageJob,
  TextWork,
} from '../../domain/pages/content.ts';
import type { PageError } from '../../domain/pages/outcome.ts';
import type { Passage } from '../../domain/pages/page.ts';
import type { PageFindings, RecordsJob } from '../../domain/pages/records.ts';
import { Failure } from '../../domain/system/failure.ts';

/** A task for one thread, as the pool handles it. */
export interface ThreadTask<Result> {
  /** Host of the page for the log; the rest of the URL may contain secrets. */
  host: string | undefined;
  /** Returns the message for a thread and its transferred buffers. Called for each attempt. */
  message(id: number): { task: ContentTask; transfer: ArrayBuffer[] };
  /** Returns the result if all attempts failed, or throws. */
  resultIfLost(): Result;
  /** Returns the result if the task could not be started for lack of a thread or of resources, or throws. */
  resultIfNotStarted(): Result;
}

/** Creates a task that processes a page. */
export function createPageTask(job: ContentJob): ThreadTask<PageContent> {
  return {
    host: URL.parse(job.url)?.host,
    message: (id) => createPageMessage(id, job),
    resultIfLost: () => createUnreadContent(unreadableError),
    resultIfNotStarted: () => createUnreadContent(notStartedError),
  };
}

/** Creates a task that ranks passages. */
export function createPassageTask(job: PassageJob): ThreadTask<Passage[]> {
  return {
    host: undefined,
    message: (id) => ({ task: { id, kind: 'passages', job }, transfer: [] }),
    resultIfLost: throwRankingFailure,
    resultIfNotStarted: throwNotStarted,
  };
}

/** Creates a task that finds records in a response. */
export function createRecordsTask(job: RecordsJob): ThreadTask<PageFindings | null> {
  return {
    host: URL.parse(job.url)?.host,
    message(id) {
      const bytes = new Uint8Array(job.bytes);
      return { task: { id, kind: 'records', job: { ...job, bytes } }, transfer: [bytes.buffer] };
    },
    resultIfLost: () => null,
    resultIfNotStarted: throwNotStarted,
  };
}

/** Creates a task that processes texts. */
export function createTextTask<Request, Result>(
  work: TextWork<Request, Result>,
  request: Request,
): ThreadTask<Result> {
  return {
    host: undefined,
    message: (id) => ({ task: { id, kind: 'text', work: work.name, input: request }, transfer: [] }),
    resultIfLost() {
      throw new Failure('internal', `The text of a page could not be processed (${work.name}).`);
    },
    resultIfNotStarted: throwNotStarted,
  };
}

/**
 * Copies the body once and transfers the copy: a retry needs the original, and a view into a larger buffer would be sent
 * with the whole buffer.
 */
function createPageMessage(id: number, job: ContentJob): { task: ContentTask; transfer: ArrayBuffer[] } {
  const bytes = new Uint8Array(job.bytes);
  return { task: { id, kind: 'page', job: { ...job, bytes } }, transfer: [bytes.buffer] };
}

function throwRankingFailure(): never {
  throw new Failure('internal', 'The passages of the page could not be ranked.');
}

function throwNotStarted(): never {
  throw new Failure('unavailable', notStartedError.message, { retryAfter: retryAfterSeconds });
}

/** Retry time in seconds after a lack of resources. */
const retryAfterSeconds = 5;
const unreadableError: PageError = {
  code: 'document',
  message: 'The content of the page could not be read within the limits of time and memory.',
};
const notStartedError: PageError = {
  code: 'dependency',
  message: 'The content worker of this service could not be started. Try again later.',
};

/** Returns the content of a page that was not processed. */
function createUnreadContent(error: PageError): PageContent {
  return {
    error,
    isUnread: true,
    title: null,
    markdown: '',
    length: 0,
    textLength: 0,
    truncated: false,
    metadata: {},
    packed: null,
    contentSha256: null,
    needsBrowser: false,
    warnings: [],
  };
}
