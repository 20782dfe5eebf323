import { missingResource, type ResourceKind } from '../../domain/resources/missing-resource.ts';
import { routePrices } from '../../domain/resources/rate-card.ts';
import { type ChargedWork, type ChargePorts, runCharged } from '../../fetching/charged-work.ts';
import type { FetchPage } from '../../fetching/fetch-request.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import { agentTimeoutMs, remainingWorkMs } from '../../operations/declaration/continuation.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import { estimateExtraction } from '../extract/estimate-extraction.ts';
import { noLayoutMemory } from '../extract/extract-ports.ts';
import type { ExtractCommand } from '../extract/extract-request.ts';
import { toExtractedValues } from '../extract/extracted-values.ts';
import {
  createValueFinder,
  type FinderResult,
  type ValueFinderPorts,
  withModelCharge,
} from '../extract/value-finder.ts';
import { createPartReader } from '../read/read-part.ts';
import {
  type OpenedFile,
  openFile,
  type ParseCommand,
  parseBody,
  type StoredFile,
  toParseCommand,
} from './parse-request.ts';
import { type ParseResponse, parseResponseSchema } from './parse-response.ts';
import { parseView } from './parse-view.ts';
import { showPart } from './show-part.ts';

/** Dependencies of the parse operation. */
export interface ParsePorts extends Omit<ValueFinderPorts, 'layouts'>, ChargePorts {
  fetchPage: FetchPage;
  /** Returns a stored file of the account by its id or URL; null if there is none. Rejects with Failure `too_large`. */
  loadFile(accountId: string, idOrUrl: string): Promise<StoredFile | null>;
}

const storedKind: ResourceKind = {
  name: 'stored file',
  advice: 'It may have expired. Use the id or URL of a file from a response of this service.',
};

/** Tokens of an answer beside the text of the file. */
const frameTokens = 200;
const minTokens = 200;

/** Cuts the text of an answer for a model. */
function boundTokens(fields: Readonly<Record<string, unknown>>, maxTokens: number) {
  return { max_tokens: Math.max(minTokens, maxTokens - frameTokens), ...fields };
}

/** Files have no layout of a site, from which selectors could be learned. */
function toExtractCommand({ page }: OpenedFile, { values }: ParseCommand): ExtractCommand | null {
  return values === null ? null : { page, ...values, canLearn: false };
}

/** Reads a file that the caller sends. */
export function parseOperation(ports: ParsePorts): Operation {
  const { clock } = ports;
  const parts = createPartReader(ports.threads);
  const values = createValueFinder({ ...ports, layouts: noLayoutMemory });

  function estimateOf(command: ParseCommand) {
    return estimateExtraction('upload', command.values !== null && ports.findModel() !== null);
  }

  async function open(command: ParseCommand, accountId: string): Promise<OpenedFile> {
    const { file } = command;
    if (typeof file !== 'string') return openFile(command, null);
    const stored = await ports.loadFile(accountId, file);
    if (stored === null) throw missingResource(storedKind);
    return openFile(command, stored);
  }

  async function readFile(
    opened: OpenedFile,
    command: ParseCommand,
    charged: ChargedWork,
    context: OperationContext,
  ): Promise<{ fetched: FetchedPage; extraction: FinderResult | null }> {
    const { accountId, signal } = charged.request;
    const mayUseModel = ports.findModel() !== null && charged.credits >= estimateOf(command).max;
    const remainingMs = () => remainingWorkMs(context, clock);
    const timeoutMs = Math.max(1, Math.min(opened.page.timeoutMs, remainingMs()));
    const extract = toExtractCommand(opened, command);
    const fetched = await ports.fetchPage(
      { ...opened.page, timeoutMs },
      {
        ...charged.request,
        file: opened.source,
        ...(extract !== null && { prepareExtract: values.createJobFactory(extract, accountId, mayUseModel) }),
      },
    );
    const finder = { accountId, signal, remainingMs };
    return {
      fetched,
      extraction: extract === null ? null : await values.find(extract, fetched, mayUseModel, finder),
    };
  }

  async function toOutcome(
    { source: { file }, filename }: OpenedFile,
    command: ParseCommand,
    { fetched, extraction }: Awaited<ReturnType<typeof readFile>>,
    charged: ChargedWork,
  ): Promise<Outcome<ParseResponse>> {
    const { content } = fetched;
    const { part } = command;
    const page =
      part === null || fetched.page.status !== 'ok'
        ? fetched.page
        : await showPart(fetched, part, parts, charged.request.signal);
    const result = {
      ...page,
      url: null,
      final_url: null,
      status_code: null,
      file: { name: filename, bytes: file.bytes.byteLength, sha256: file.sha256 },
      ...(command.values !== null && toExtractedValues(extraction)),
      warnings: [...page.warnings, ...(extraction?.warnings ?? [])],
    };
    return charged.deliver(result, {
      facts: withModelCharge(fetched.observation, extraction),
      url: null,
      error: page.error ?? null,
      contents: content === null ? [] : [content],
      completeMarkdownSha256: content?.sha256 ?? null,
    });
  }

  async function run(command: ParseCommand, context: OperationContext): Promise<Outcome<ParseResponse>> {
    const { max: credits } = estimateOf(command);
    return runCharged(ports, context, { credits, note: 'parse' }, async (charged) => {
      charged.require(routePrices.upload, 'The account has too few credits for a file.');
      const opened = await open(command, charged.request.accountId);
      return toOutcome(opened, command, await readFile(opened, command, charged, context), charged);
    });
  }

  return defineOperation({
    name: 'parse',
    title: 'Read a file',
    description:
      'Reads a file that you send, or one that the service has stored (PDF, DOCX, XLSX, PPTX, ODT, ODS, ODP, EPUB, RTF, mail, calendars, contacts, HTML, Markdown, CSV, JSON, feeds and text) as a page result, with the values of `schema` and `prompt` as in extract. Send a form with the part `file`, the bytes as body with `?filename=`, or the id of the stored file in JSON. Nothing is fetched from the file or for it, and its bytes are deleted with the end of the request or of its job. `url` is null, and the receipt states the SHA-256 of the file. Long texts have a `ref` for GET /v1/read.',
    price:
      '1 credit for a file that was read; 5 more only if `schema` or `prompt` is set and a model returned a value. A file that cannot be read is free',
    method: 'POST',
    path: '/v1/parse',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    errors: ['insufficient_credits', 'not_found'],
    agent: { bound: boundTokens, defaults: { timeout_ms: agentTimeoutMs } },
    takesFile: true,
    input: { body: parseBody },
    toCommand: ({ body }) => toParseCommand(body),
    output: parseResponseSchema,
    view: parseView,
    background: 'parse',
    estimate: estimateOf,
    example: {
      body: {
        file: 'PGgxPk1pbnV0ZXM8L2gxPjxwPlRoZSBib2FyZCBtZXQgYXQgbm9vbi48L3A+',
        filename: 'minutes.html',
      },
    },
    run,
  });
}
