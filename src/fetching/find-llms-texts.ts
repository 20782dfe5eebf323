import type { ContentThreads } from '../domain/pages/content.ts';
import { maxPageBytes } from '../domain/pages/max-page-bytes.ts';
import type { PageLink } from '../domain/pages/page.ts';
import type { Attempt } from '../domain/resources/receipt.ts';
import { llmsTextWork } from '../site/llms-text/thread-work.ts';
import type { RobotsRules } from '../site/robots/robots.ts';
import type { ExitOptions } from '../web/exits/choose-exit.ts';
import type { HttpResponse } from '../web/http/http-client.ts';
import type { FetchResource } from './fetch-resource.ts';
import { robotsToken } from './user-agent.ts';

/** Dependencies of {@link findLlmsTexts}. */
export interface LlmsTextPorts {
  fetchResource: FetchResource;
  threads: Pick<ContentThreads, 'run'>;
}

/** A site in which texts for language models are looked for. */
export interface LlmsTextRequest {
  site: URL;
  /** Rules of the site; null if they could not be read. */
  rules: RobotsRules | null;
  exitOptions: ExitOptions;
  /** Maximum time of one text, beside a `Crawl-delay`. */
  timeoutMs: number;
}

/** Texts that a site offers to language models (llmstxt.org). */
export interface LlmsTexts {
  /** URLs of `llms.txt` and `llms-full.txt`, as far as they exist. */
  urls: string[];
  /** Links of `llms.txt`. */
  links: PageLink[];
  attempts: Attempt[];
}

const indexName = 'llms.txt';
const names = [indexName, 'llms-full.txt'];
/** Bytes of a text that are examined. */
const maxReadBytes = 512 * 1024;

interface FoundText {
  url: string | null;
  links: PageLink[];
  attempt: Attempt | null;
}

/** Returns whether a response can be the text: a redirect to another page is the answer of a site that has none. */
function canBeText({ statusCode, finalUrl, headers }: HttpResponse, name: string): boolean {
  if (statusCode !== 200 || /html/i.test(headers['content-type'] ?? '')) return false;
  return new URL(finalUrl).pathname.endsWith(`/${name}`);
}

async function findText(
  name: string,
  { site, rules, exitOptions, timeoutMs }: LlmsTextRequest,
  { fetchResource, threads }: LlmsTextPorts,
  signal: AbortSignal,
): Promise<FoundText> {
  const url = new URL(`/${name}`, site);
  if (rules?.verdict(url.href, robotsToken) === 'disallowed') return { url: null, links: [], attempt: null };
  const delay = rules?.crawlDelay(robotsToken) ?? null;
  const crawlDelayMs = delay === null ? null : delay * 1_000;
  const limits = { maxBytes: maxPageBytes, timeoutMs: timeoutMs + (crawlDelayMs ?? 0) };
  const { response, attempt } = await fetchResource({ url, exitOptions, crawlDelayMs, ...limits }, signal);
  if (response === null || !canBeText(response, name)) return { url: null, links: [], attempt };
  const start = response.body.subarray(0, maxReadBytes);
  const text = Buffer.from(start.buffer, start.byteOffset, start.length).toString('utf8');
  const links = await threads.run(llmsTextWork, { text, url: response.finalUrl }, signal);
  return links === null ? { url: null, links: [], attempt } : { url: url.href, links, attempt };
}

/**
 * Finds `llms.txt` and `llms-full.txt` at the root of a site. Each is requested, and counts only if it is what its name says.
 * What robots.txt forbids is not requested. Texts that do not arrive in time are left out; rejects when `signal` aborts.
 */
export async function findLlmsTexts(
  request: LlmsTextRequest,
  ports: LlmsTextPorts,
  signal: AbortSignal,
): Promise<LlmsTexts> {
  const found = await Promise.all(names.map((name) => findText(name, request, ports, signal)));
  return {
    urls: found.flatMap(({ url }) => url ?? []),
    links: found[names.indexOf(indexName)]?.links ?? [],
    attempts: found.flatMap(({ attempt }) => attempt ?? []),
  };
}
