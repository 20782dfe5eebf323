import { ProtocolError, ProtocolErrorCode, type ReadResourceResult } from '@modelcontextprotocol/server';
import { Failure } from '../../domain/failure.ts';
import { splitInput } from '../../operations/flat-input.ts';
import { type Answer, type Operation, stringOf } from '../../operations/operation.ts';
import type { Registry } from '../../operations/registry.ts';
import type { Caller } from '../caller.ts';
import { fileResource, pageResource } from './tool-result.ts';
import { untrustedMark } from './untrusted.ts';

/** What tools link to: stored pages and files. */
export interface Resources {
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

  async function contentsOf(caller: Caller, uri: string, signal: AbortSignal) {
    const [, kind, id] = /^webdata:\/\/(read|blob)\/([A-Za-z0-9_-]{1,200})$/.exec(uri) ?? [];
    if (kind === 'read') {
      const input = splitInput(readOperation, { ref: id, length: wholePage });
      const { answer } = await caller.call({ operation: readOperation, input, signal });
      const { content } = jsonOf(answer) as { content: string };
      return { uri, mimeType: 'text/markdown', text: content, ...marked };
    }
    if (kind === 'blob') {
      const input = splitInput(blobOperation, { id });
      const { answer } = await caller.call({ operation: blobOperation, input, signal });
      const { bytes, mediaType } = await bytesOf(answer);
      return { uri, mimeType: mediaType, blob: bytes.toString('base64'), ...marked };
    }
    throw new Failure('not_found', `there is no resource ${uri.slice(0, 500)}`);
  }

  return {
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
