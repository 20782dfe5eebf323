import type { CallToolResult, ImageContent } from '@modelcontextprotocol/server';
import { blobResourcePrefix } from '../../../domain/pages/blob-link.ts';
import { isObject } from '../../../domain/values/is-object.ts';
import type { AgentText, AnswerView } from '../../../operations/declaration/answer-view.ts';
import { continueTokenOf } from '../../../operations/declaration/continuation.ts';
import type { Registry } from '../../../operations/declaration/registry.ts';
import { inToolWords } from '../text/tool-words.ts';
import { markUntrusted, untrustedMark } from '../text/untrusted.ts';
import { textWithoutSettings } from '../text/without-settings.ts';
import type { ToolCall } from '../tools/tools.ts';
import { createAnswerText } from './answer-text.ts';
import { machineFields } from './machine-fields.ts';
import { addInstructionsWarning, type FindInstructions, originText, plainText } from './origin-text.ts';

/** Key in `_meta` for the identifier of the request in the request history. */
const requestIdKey = 'webdata/request_id';
const maxLinks = 20;

/** Returns the resource URI of a stored page. */
export function pageResourceUri(ref: string): string {
  return `webdata://read/${ref}`;
}

/** Returns the resource URI of a stored file. */
export function fileResourceUri(blobId: string): string {
  return `${blobResourcePrefix}${blobId}`;
}

/** Returns the blob identifier in the URL of a screenshot. */
export function parseBlobId(screenshot: string | undefined): string | undefined {
  return screenshot?.slice(screenshot.lastIndexOf('/') + 1);
}

/** Returns links to long pages and images of a response. */
function resourceLinks(value: unknown, view: AnswerView<unknown>): CallToolResult['content'] {
  const links = (view.pages?.(value) ?? []).flatMap(({ ref, url, length, expires_at: until, screenshot }) => {
    const expiryText = until === undefined ? '' : `, until ${until}`;
    const blobId = parseBlobId(screenshot);
    const pageLink = ref !== undefined && {
      uri: pageResourceUri(ref),
      name: ref,
      description: `Complete Markdown of ${url}, ${length} code points${expiryText}`,
      mimeType: 'text/markdown',
    };
    const imageLink = blobId !== undefined && {
      uri: fileResourceUri(blobId),
      name: 'screenshot',
      description: `Screenshot of ${url}`,
    };
    return [pageLink, imageLink].filter((link) => link !== false);
  });
  const { screenshot, downloads = [] } = view.files?.(value) ?? {};
  for (const id of [parseBlobId(screenshot) ?? [], downloads].flat()) {
    links.push({ uri: fileResourceUri(id), name: id, description: 'File that the step created' });
  }
  const linkFields = { type: 'resource_link' as const, _meta: { [untrustedMark]: true } };
  return links.slice(0, maxLinks).map((link) => ({ ...link, ...linkFields }));
}

/** Response of an operation for a tool result. */
export interface ToolResultContent {
  value: unknown;
  /** The values of the response that a page wrote. */
  pageTexts: readonly string[];
  /** Shows the value. */
  view: AnswerView<unknown>;
  /** Embedded images of the response. */
  images: ImageContent[];
  /** Identifier of the request in the request history. */
  requestId: string | null;
  /** Identifier of the stored answer, with which a later call continues it; null if it is not stored. */
  answerId: string | null;
}

function pick(fields: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
}

function structuredContent(
  { value, view, pageTexts }: ToolResultContent,
  isStructured: boolean,
): Record<string, unknown> | null {
  if (isStructured) return isObject(value) ? value : null;
  const fields = machineFields(value, view.pages?.(value) ?? [], new Set(pageTexts));
  return fields === null || view.machineFields === undefined ? fields : pick(fields, view.machineFields);
}

/** Tells the model which arguments it should send in another form. */
function withHint(text: AgentText, { textArguments }: ToolCall): AgentText {
  if (textArguments.length === 0) return text;
  const names = textArguments.map((name) => `\`${name}\``).join(', ');
  return {
    ...text,
    essence: `${text.essence}\nNote: send ${names} as JSON number or boolean, not as text.`,
  };
}

/** Writes web content between marks, and content of the service itself as it is. */
function contentBlock(text: string, isFromWeb: boolean): CallToolResult['content'][number] {
  return isFromWeb
    ? { type: 'text', text: markUntrusted(text), _meta: { [untrustedMark]: true } }
    : { type: 'text', text };
}

/** How a tool result is written. */
export interface ResultOptions {
  /** True if the structured content is the complete response. */
  isStructured: boolean;
  findInstructions: FindInstructions;
  /** Names the tools of the operations that the words of the service mention. */
  registry: Registry;
}

/**
 * Creates a tool result: a text for the model within the tokens of the call, web content separately, the next call, images,
 * links to long pages, and the machine fields. Content is from the web if the schema of the response declares it for one
 * of its fields.
 */
export function createToolResult(
  answer: ToolResultContent,
  call: ToolCall,
  { isStructured, findInstructions, registry }: ResultOptions,
): CallToolResult {
  const { value, view, images, requestId, answerId, pageTexts } = answer;
  const shown = view.agentText?.(value) ?? plainText(value, call.operation);
  const plain = textWithoutSettings(shown, [value, ...(view.pages?.(value) ?? [])]);
  const text = withHint(originText(plain, pageTexts), call);
  const { essence, untrusted, next } = createAnswerText(
    addInstructionsWarning(text, pageTexts, findInstructions),
    call,
    { answerId, continueToken: continueTokenOf(value, call.operation) },
  );
  const isFromWeb = pageTexts.length > 0;
  const content: CallToolResult['content'] = [{ type: 'text', text: inToolWords(essence, registry) }];
  if (untrusted !== null) content.push(contentBlock(untrusted, isFromWeb));
  if (next !== null) content.push({ type: 'text', text: next });
  content.push(...images, ...resourceLinks(value, view));
  const structured = structuredContent(answer, isStructured);
  const hasWebContent = content.some(({ _meta }) => _meta?.[untrustedMark] === true);
  return {
    content,
    ...(structured !== null && { structuredContent: structured }),
    _meta: {
      ...(requestId !== null && { [requestIdKey]: requestId }),
      ...(hasWebContent && { [untrustedMark]: true }),
    },
  };
}
