import type { CallToolResult, ImageContent } from '@modelcontextprotocol/server';
import type { Failure } from '../../domain/failure.ts';
import type { Operation } from '../../operations/operation.ts';
import { adviceAfter } from './advice.ts';
import { answerText, pagesOf } from './answer-text.ts';
import { browserFiles } from './browser-text.ts';
import { isFields } from './page-text.ts';
import { markUntrusted, untrustedMark } from './untrusted.ts';

/** Key in `_meta` of the id that the history knows the call by. */
const requestIdKey = 'webdata/request_id';
const mostLinks = 20;

/** The address of a stored page as a resource. */
export function pageResource(ref: string): string {
  return `webdata://read/${ref}`;
}

/** The address of a stored file as a resource. */
export function fileResource(blobId: string): string {
  return `webdata://blob/${blobId}`;
}

/** The id of the picture that an address of ours leads to. */
export function blobIdOf(screenshot: string | undefined): string | undefined {
  return screenshot?.slice(screenshot.lastIndexOf('/') + 1);
}

/** Links to what an answer does not hold itself: the whole of long pages, and pictures. */
function resourceLinks(value: unknown): CallToolResult['content'] {
  const links = pagesOf(value).flatMap(({ ref, url, length, expires_at: until, screenshot }) => {
    const kept = until === undefined ? '' : `, until ${until}`;
    const blobId = blobIdOf(screenshot);
    const page = ref !== undefined && {
      uri: pageResource(ref),
      name: ref,
      description: `The whole Markdown of ${url}, ${length} code points${kept}`,
      mimeType: 'text/markdown',
    };
    const picture = blobId !== undefined && {
      uri: fileResource(blobId),
      name: 'screenshot',
      description: `Screenshot of ${url}`,
    };
    return [page, picture].filter((link) => link !== false);
  });
  const { screenshot, downloads } = browserFiles(value);
  for (const id of [blobIdOf(screenshot) ?? [], downloads].flat()) {
    links.push({ uri: fileResource(id), name: id, description: 'A file that the step brought' });
  }
  const marked = { type: 'resource_link' as const, _meta: { [untrustedMark]: true } };
  return links.slice(0, mostLinks).map((link) => ({ ...link, ...marked }));
}

/** An answer as a tool gives it. */
export interface ToolAnswer {
  value: unknown;
  /** Pictures that the answer links to, as far as they are shown at once. */
  pictures: ImageContent[];
  /** What the history knows the call by. */
  requestId: string | null;
}

/** An answer as the result of a tool: a text for the model, web text apart, pictures, links to long pages, the whole as data. */
export function toolResult({ value, pictures, requestId }: ToolAnswer, operation: Operation): CallToolResult {
  const { essence, untrusted } = answerText(value, operation.annotations.openWorld);
  const content: CallToolResult['content'] = [{ type: 'text', text: essence }];
  if (untrusted !== null && untrusted !== '') {
    content.push({ type: 'text', text: markUntrusted(untrusted), _meta: { [untrustedMark]: true } });
  }
  content.push(...pictures, ...resourceLinks(value));
  return {
    content,
    ...(isFields(value) && { structuredContent: value }),
    _meta: {
      ...(requestId !== null && { [requestIdKey]: requestId }),
      ...(content.length > 1 && { [untrustedMark]: true }),
    },
  };
}

/** A tool's arguments are one object, whatever part of a request a field belongs to over HTTP. */
function argumentPointer(pointer: string, operation: Operation | null): string {
  if (operation === null) return pointer;
  const { input } = operation;
  for (const [part, prefix] of [
    ['path', '/path/'],
    ['query', '/query/'],
  ] as const) {
    const name = pointer.startsWith(prefix) ? pointer.slice(prefix.length) : '';
    if (name !== '' && (input[part] !== undefined || input.body === undefined)) return `/${name}`;
  }
  return pointer;
}

/** A failure as the result of a tool, with what to do next: models see it, where protocol errors stay with the client. */
export function failureResult(
  failure: Failure,
  operation: Operation | null,
  fields: Readonly<Record<string, unknown>>,
): CallToolResult {
  const { kind, message, retryAfter } = failure;
  const errors = failure.faults.map(({ pointer, detail }) => ({
    pointer: argumentPointer(pointer, operation),
    detail,
  }));
  const lines = [errors.length === 0 ? `${kind}: ${message}` : `${kind}:`];
  for (const { pointer, detail } of errors) lines.push(`- ${pointer || 'the arguments'}: ${detail}`);
  if (retryAfter !== null) lines.push(`Try again in ${retryAfter} seconds.`);
  lines.push(adviceAfter(kind, fields));
  return {
    isError: true,
    content: [{ type: 'text', text: lines.join('\n') }],
    _meta: { 'webdata/problem': { code: kind, detail: message, errors, retry_after: retryAfter } },
  };
}
