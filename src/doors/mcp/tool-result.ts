import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Failure } from '../../domain/failure.ts';
import { failureAdvice } from './advice.ts';
import { answerText, isFields, longPages } from './answer-text.ts';
import { markUntrusted, untrustedMark } from './untrusted.ts';

/** Key in `_meta` of the id that the history knows the call by. */
const requestIdKey = 'webdata/request_id';
const mostLinks = 20;

/** The address of a stored page as a resource. */
export function pageResource(ref: string): string {
  return `webdata://read/${ref}`;
}

function resourceLinks(value: unknown): CallToolResult['content'] {
  return longPages(value)
    .slice(0, mostLinks)
    .map(({ ref, url, length, expires_at: until }) => ({
      type: 'resource_link',
      uri: pageResource(ref),
      name: ref,
      description: `The whole Markdown of ${url}, ${length} code points${until ? `, until ${until}` : ''}`,
      mimeType: 'text/markdown',
      _meta: { [untrustedMark]: true },
    }));
}

/** An answer as the result of a tool: a text for the model, web text apart, links to long pages, the whole as data. */
export function toolResult(value: unknown, requestId: string | null): CallToolResult {
  const { essence, untrusted } = answerText(value);
  const content: CallToolResult['content'] = [{ type: 'text', text: essence }];
  if (untrusted !== null && untrusted !== '') {
    content.push({ type: 'text', text: markUntrusted(untrusted), _meta: { [untrustedMark]: true } });
  }
  content.push(...resourceLinks(value));
  return {
    content,
    ...(isFields(value) && { structuredContent: value }),
    _meta: {
      ...(requestId !== null && { [requestIdKey]: requestId }),
      ...(untrusted !== null && { [untrustedMark]: true }),
    },
  };
}

/** A failure as the result of a tool, with what to do next: models see it, where protocol errors stay with the client. */
export function failureResult(failure: Failure): CallToolResult {
  const lines = [`${failure.kind}: ${failure.message}`];
  for (const { pointer, detail } of failure.faults) lines.push(`- ${pointer || 'body'}: ${detail}`);
  if (failure.retryAfter !== null) lines.push(`Try again in ${failure.retryAfter} seconds.`);
  lines.push(failureAdvice[failure.kind]);
  const { kind: code, faults, retryAfter } = failure;
  return {
    isError: true,
    content: [{ type: 'text', text: lines.join('\n') }],
    _meta: { 'webdata/problem': { code, detail: failure.message, errors: faults, retry_after: retryAfter } },
  };
}
