import {
  type ImageContent,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
} from '@modelcontextprotocol/server';
import { Failure } from '../../domain/system/failure.ts';
import type { Answer, Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { splitInput } from '../../operations/split-input.ts';
import { helpPrefix, helpUri } from '../../operations/tools/tool-declaration.ts';
import type { Caller } from '../caller.ts';
import { createJsonResourceReader, jsonResourceTemplates, readJson } from './json-resources.ts';
import {
  fileResourceUri,
  pageResourceUri,
  parseBlobId,
  type ToolResultContent,
} from './result/tool-result.ts';
import { unrenderImages } from './text/unrender-images.ts';
import { untrustedMark } from './text/untrusted.ts';
import type { ToolSelection, Tools } from './tools/tools.ts';

/** Stored pages, files, jobs, datasets, receipts and the help texts of tools as MCP resources. */
export interface Resources {
  /** Returns the images of a response that are small enough to embed; larger ones are only linked. */
  images(
    caller: Caller,
    answer: Pick<ToolResultContent, 'value' | 'view'>,
    signal: AbortSignal,
  ): Promise<ImageContent[]>;
  /** Lists the help texts of the selected tools. */
  list(selection: ToolSelection): Resource[];
  /** Returns the help text of this resource URI, as the arguments of `read` choose it; null for anything else. */
  readHelp(uri: unknown, args?: Readonly<Record<string, unknown>>): string | null;
  /** Returns the identifiers of the newest resources with a URI template; none for one that is not listed. Throws Failure. */
  identifiers(caller: Caller, uriTemplate: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Throws ProtocolError with the next step. */
  read(caller: Caller, uri: string, signal: AbortSignal): Promise<ReadResourceResult>;
}

interface ResourcesOptions {
  tools: Tools;
  registry: Registry;
  /** Converts any error to a failure that a caller may see. */
  toFailure(error: unknown): Failure;
}

/** Arguments that show a help text to its end. */
const wholeHelp = { max_tokens: 200_000 };
/** Maximum length of a page in code points, the same as that of the operation read. */
const maxPageLength = 1_000_000;
/** Maximum size of a file in bytes; files are base64 in one message. */
const maxFileBytes = 16 * 1024 * 1024;
/** Maximum number and size in bytes of embedded images. */
const maxImages = 4;
const maxImageBytes = 1024 * 1024;

/** URI template of the help texts. */
export const helpTemplate = helpUri('{tool}');

/** URI templates of the resources. */
export const resourceTemplates = [
  {
    uriTemplate: pageResourceUri('{ref}'),
    name: 'page',
    title: 'Stored page',
    description: `Markdown of a page by its ref, until it expires, up to ${maxPageLength} code points. Data from the web.`,
    mimeType: 'text/markdown',
  },
  {
    uriTemplate: fileResourceUri('{id}'),
    name: 'file',
    title: 'Stored file',
    description:
      'Bytes of a screenshot or another file that a result links to, until it expires. Data from the web.',
  },
  ...jsonResourceTemplates,
  {
    uriTemplate: helpTemplate,
    name: 'help',
    title: 'Help for a tool',
    description: 'All arguments, defaults, limits, prices and examples of a tool.',
    mimeType: 'text/markdown',
  },
];

/** A URI of a resource that belongs to an account: its kind and its identifier. */
const resourceUri = /^webdata:\/\/([a-z]{1,20})\/([A-Za-z0-9_-]{1,200})$/;

async function readBytes(answer: Answer): Promise<{ bytes: Buffer; mediaType: string }> {
  if (answer.kind !== 'bytes') throw new Failure('internal', 'The response is not a file.');
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body = answer.body instanceof Uint8Array ? [answer.body] : answer.body;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxFileBytes)
      throw new Failure(
        'too_large',
        `The file has more than ${maxFileBytes} bytes, the limit of MCP resources. Fetch it over HTTP.`,
      );
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), mediaType: answer.mediaType };
}

/** Creates the resources, which are read with the same operations as over HTTP. */
export function createResources({ registry, tools, toFailure }: ResourcesOptions): Resources {
  const findOperation = (operationName: string) =>
    registry.find(({ name }) => name === operationName) as Operation;
  const readOperation = findOperation('read');
  const blobOperation = findOperation('blob');
  const jsonReader = createJsonResourceReader(registry);
  const untrustedMeta = { _meta: { [untrustedMark]: true } };

  async function readFile(caller: Caller, id: string, signal: AbortSignal) {
    const input = splitInput(blobOperation, { id });
    const { answer } = await caller.call({ operation: blobOperation, input, signal });
    return readBytes(answer);
  }

  async function readImage(caller: Caller, id: string, signal: AbortSignal): Promise<ImageContent[]> {
    const { bytes, mediaType } = await readFile(caller, id, signal);
    if (bytes.byteLength > maxImageBytes) return [];
    return [{ type: 'image', data: bytes.toString('base64'), mimeType: mediaType, ...untrustedMeta }];
  }

  function readHelp(uri: unknown, args: Readonly<Record<string, unknown>> = wholeHelp): string | null {
    if (typeof uri !== 'string' || !uri.startsWith(helpPrefix)) return null;
    return tools.help(uri.slice(helpPrefix.length), args);
  }

  async function readContents(caller: Caller, uri: string, signal: AbortSignal) {
    const [, kind = '', id = ''] = resourceUri.exec(uri) ?? [];
    if (kind === 'read') {
      const input = splitInput(readOperation, { ref: id, length: maxPageLength });
      const { answer } = await caller.call({ operation: readOperation, input, signal });
      const { content } = readJson(answer) as { content: string };
      return { uri, mimeType: 'text/markdown', text: unrenderImages(content), ...untrustedMeta };
    }
    if (kind === 'blob') {
      const { bytes, mediaType } = await readFile(caller, id, signal);
      return { uri, mimeType: mediaType, blob: bytes.toString('base64'), ...untrustedMeta };
    }
    const help = readHelp(uri);
    if (help !== null) return { uri, mimeType: 'text/markdown', text: help };
    const json = await jsonReader.read(caller, kind, id, signal);
    // The documents quote URLs and messages of pages.
    if (json !== null) return { uri, mimeType: 'application/json', text: json, ...untrustedMeta };
    throw new Failure(
      'not_found',
      `There is no resource ${uri.slice(0, 500)}. resources/templates/list shows the URIs that exist.`,
    );
  }

  return {
    list: (selection) =>
      tools.list(selection).map(({ name }) => ({
        uri: helpUri(name),
        name: `help/${name}`,
        title: `Help for the tool ${name}`,
        description: 'All arguments, defaults, limits, prices and examples.',
        mimeType: 'text/markdown',
      })),
    readHelp,
    identifiers: jsonReader.list,

    async images(caller, { value, view }, signal) {
      const screenshots = [...(view.pages?.(value) ?? []), view.files?.(value)];
      const ids = screenshots.flatMap((shot) => parseBlobId(shot?.screenshot) ?? []);
      // Images that cannot be embedded are still linked.
      const embeddedImages = ids
        .slice(0, maxImages)
        .map((id) => readImage(caller, id, signal).catch(() => []));
      return (await Promise.all(embeddedImages)).flat();
    },

    async read(caller, uri, signal) {
      try {
        return { contents: [await readContents(caller, uri, signal)] };
      } catch (error) {
        const failure = toFailure(error);
        const code =
          failure.kind === 'internal' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
        const [, kind = ''] = resourceUri.exec(uri) ?? [];
        const advice = failure.kind === 'not_found' ? jsonReader.advice(kind) : null;
        throw new ProtocolError(
          code,
          [`${failure.kind}: ${failure.message}`, advice].filter(Boolean).join(' '),
        );
      }
    },
  };
}
