import {
  type ImageContent,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import { Failure } from '../../domain/failure.ts';
import { splitInput } from '../../operations/flat-input.ts';
import { type Answer, type Operation, stringOf } from '../../operations/operation.ts';
import type { Registry } from '../../operations/registry.ts';
import type { Caller } from '../caller.ts';
import { pagesOf } from './answer-text.ts';
import { browserFiles } from './browser-text.ts';
import { blobIdOf, fileResource, pageResource } from './tool-result.ts';
import { untrustedMark } from './untrusted.ts';

/** What tools link to: stored pages and files. */
export interface Resources {
  /** The pictures of an answer that are small enough to be shown at once; the others are linked to. */
  pictures(caller: Caller, value: unknown, signal: AbortSignal): Promise<ImageContent[]>;
  /** Throws ProtocolError, which says what to do next. */
  read(caller: Caller, uri: string, signal: AbortSignal): Promise<ReadResourceResult>;
}

interface ResourcesOptions {
  registry: Registry;
  /** Turns anything thrown into a failure that a caller may see. */
  toFailure(error: unknown): Failure;
}

/** Code points of one page at most: what the operation read gives at once. */
const wholePage = 1_000_000;
/** Bytes of one file at most; it travels as base64 within a message. */
const wholeFile = 16 * 1024 * 1024;
/** Pictures that are shown with an answer, and bytes of each at most: a model looks at no more at once. */
const mostPictures = 4;
const shownPicture = 1024 * 1024;

/** How resources are named. */
export const resourceTemplates = [
  {
    uriTemplate: pageResource('{ref}'),
    name: 'page',
    title: 'A page that was read',
    description: `The Markdown of a page by its ref, as long as it is kept, up to ${wholePage} code points. Data from the web.`,
    mimeType: 'text/markdown',
  },
  {
    uriTemplate: fileResource('{id}'),
    name: 'file',
    title: 'A screenshot or another file',
    description: 'The bytes of a file that a result links to, as long as it is kept. Data from the web.',
  },
];

async function bytesOf(answer: Answer): Promise<{ bytes: Buffer; mediaType: string }> {
  if (answer.kind !== 'bytes') throw new Failure('internal', 'a file was not answered as one');
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body = answer.body instanceof Uint8Array ? [answer.body] : answer.body;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > wholeFile)
      throw new Failure('too_large', 'this file is too large for MCP: fetch it over HTTP');
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), mediaType: answer.mediaType };
}

function jsonOf(answer: Answer): unknown {
  if (answer.kind === 'json') return answer.value;
  return answer.kind === 'json_text' ? JSON.parse(stringOf(answer.text)) : null;
}

/** Reads resources through the operations that give them over HTTP. */
export function createResources({ registry, toFailure }: ResourcesOptions): Resources {
  const operationOf = (wanted: string) => registry.find(({ name }) => name === wanted) as Operation;
  const readOperation = operationOf('read');
  const blobOperation = operationOf('blob');
  const marked = { _meta: { [untrustedMark]: true } };

  async function readFile(caller: Caller, id: string, signal: AbortSignal) {
    const input = splitInput(blobOperation, { id });
    const { answer } = await caller.call({ operation: blobOperation, input, signal });
    return bytesOf(answer);
  }

  async function pictureOf(caller: Caller, id: string, signal: AbortSignal): Promise<ImageContent[]> {
    const { bytes, mediaType } = await readFile(caller, id, signal);
    if (bytes.byteLength > shownPicture) return [];
    return [{ type: 'image', data: bytes.toString('base64'), mimeType: mediaType, ...marked }];
  }

  async function contentsOf(caller: Caller, uri: string, signal: AbortSignal) {
    const [, kind, id] = /^webdata:\/\/(read|blob)\/([A-Za-z0-9_-]{1,200})$/.exec(uri) ?? [];
    if (kind === 'read') {
      const input = splitInput(readOperation, { ref: id, length: wholePage });
      const { answer } = await caller.call({ operation: readOperation, input, signal });
      const { content } = jsonOf(answer) as { content: string };
      return { uri, mimeType: 'text/markdown', text: content, ...marked };
    }
    if (kind === 'blob') {
      const { bytes, mediaType } = await readFile(caller, id as string, signal);
      return { uri, mimeType: mediaType, blob: bytes.toString('base64'), ...marked };
    }
    throw new Failure('not_found', `there is no resource ${uri.slice(0, 500)}`);
  }

  return {
    async pictures(caller, value, signal) {
      const shots = [...pagesOf(value), browserFiles(value)];
      const ids = shots.flatMap(({ screenshot }) => blobIdOf(screenshot) ?? []);
      // What cannot be shown can still be followed by its link.
      const shown = ids.slice(0, mostPictures).map((id) => pictureOf(caller, id, signal).catch(() => []));
      return (await Promise.all(shown)).flat();
    },

    async read(caller, uri, signal) {
      try {
        return { contents: [await contentsOf(caller, uri, signal)] };
      } catch (error) {
        const failure = toFailure(error);
        const code =
          failure.kind === 'internal' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
        throw new ProtocolError(code, `${failure.kind}: ${failure.message}`);
      }
    },
  };
}
