import type { ContentThreads } from '../../domain/pages/content.ts';
import { decodeText } from '../../page/text/decode.ts';
import { mayBePage } from '../../site/links/url-normalization.ts';
import { parseRefresh, type Refresh } from '../../site/refresh/parse-refresh.ts';
import { metaRefreshWork } from '../../site/refresh/thread-work.ts';
import type { FetchError, HttpResponse, RefreshTarget } from '../../web/http/http-result.ts';

/** Dependencies of {@link findRefresh}. */
export interface FindRefreshPorts {
  threads: Pick<ContentThreads, 'run'>;
  /** Returns the error that forbids the target, or null. */
  targetError(target: URL): Promise<FetchError | null>;
}

/** Maximum delay of a refresh that is followed; a page with a longer one is there to be read. */
const maxSeconds = 5;
/** Bytes at the start of a page in which a refresh is looked for. */
const maxHeadBytes = 64 * 1024;
const mention = /http-equiv\s{0,9}=\s{0,9}["']?\s{0,9}refresh/i;

/** Returns the refresh that the source declares; a page is parsed only if it seems to have one. */
async function findInSource(
  { body, headers, finalUrl }: HttpResponse,
  threads: FindRefreshPorts['threads'],
  signal: AbortSignal,
): Promise<(Refresh & { baseUrl: string }) | null> {
  const type = headers['content-type'] ?? null;
  if (type !== null && !/html/i.test(type)) return null;
  const head = body.subarray(0, maxHeadBytes);
  if (!mention.test(Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1'))) return null;
  const { text } = decodeText(head, type, true);
  try {
    return await threads.run(metaRefreshWork, { html: text, url: finalUrl }, signal);
  } catch (error) {
    // A page that cannot be parsed is an error of the page, which reading it reports.
    signal.throwIfAborted();
    if (!(error instanceof Error)) throw error;
    return null;
  }
}

function withoutFragment(url: URL): string {
  return url.href.slice(0, url.href.length - url.hash.length);
}

/**
 * Returns where a page leads by its `Refresh` header or `<meta http-equiv=refresh>`, or the error that forbids to follow it.
 * Returns null if there is none, if it takes more than 5 seconds, or if it leads to a file or to the same page again.
 */
export async function findRefresh(
  response: HttpResponse,
  signal: AbortSignal,
  { threads, targetError }: FindRefreshPorts,
): Promise<RefreshTarget | FetchError | null> {
  const { headers, finalUrl, statusCode } = response;
  // Pages of errors and challenges are judged as what they are.
  if (statusCode < 200 || statusCode > 299) return null;
  const declared = headers.refresh === undefined ? null : parseRefresh(headers.refresh);
  const found =
    declared === null ? await findInSource(response, threads, signal) : { ...declared, baseUrl: finalUrl };
  if (found === null || found.reference === null || found.seconds > maxSeconds) return null;
  const target = URL.parse(found.reference, found.baseUrl);
  // A page that starts a download is the page about the file.
  if (target === null || !mayBePage(target)) return null;
  if (withoutFragment(target) === withoutFragment(new URL(finalUrl))) return null;
  const forbidden = await targetError(target);
  if (forbidden === null) return { url: target, isInstant: found.seconds === 0 };
  return { ...forbidden, message: `The page leads to ${target.href} (refresh). ${forbidden.message}` };
}
