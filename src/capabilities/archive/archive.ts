import { itemPrices, routePrices } from '../../domain/resources/rate-card.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { parseAbsoluteUrl } from '../../domain/values/absolute-url.ts';
import { signResult } from '../../fetching/receipts.ts';
import { createReservedBudget } from '../../fetching/route/budget.ts';
import type { Archive } from '../../integrations/archives/archive.ts';
import { agentTimeoutMs } from '../../operations/declaration/continuation.ts';
import type { Estimate, EstimateLine } from '../../operations/declaration/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import { compareVersions } from './actions/diff.ts';
import { getCopy } from './actions/get.ts';
import { readHistory } from './actions/history.ts';
import { listSnapshots } from './actions/snapshots.ts';
import { listArchivedUrls } from './actions/urls.ts';
import type { ArchiveAction } from './archive-action.ts';
import { type ArchiveCommand, archiveBody, toArchiveCommand } from './archive-request.ts';
import type { ArchiveResponse } from './archive-response.ts';
import { archiveResponseSchema } from './archive-schemas.ts';
import { type ArchivePorts, type ArchiveSession, createCommonResponse } from './archive-session.ts';
import { archiveView } from './archive-text.ts';

export type { ArchivePorts } from './archive-session.ts';

/**
 * Time after which credits that a killed process reserved are released, counted from the deadline of the request.
 */
const reservationGraceMs = 60_000;

const actions: Readonly<Record<ArchiveAction, (session: ArchiveSession) => Promise<ArchiveResponse>>> = {
  get: getCopy,
  snapshots: listSnapshots,
  diff: compareVersions,
  history: readHistory,
  urls: listArchivedUrls,
};

/** Actions that read requested fields. */
const actionsWithFields: ReadonlySet<ArchiveAction> = new Set(['get', 'diff', 'history']);

/** Returns the maximum number of pages that an action reads. */
function maxPages({ action, every, focus, points }: ArchiveCommand): number {
  if (action === 'urls') return 0;
  if (action === 'get') return 1;
  if (action === 'diff') return 2;
  if (action === 'history') return points;
  return every === 'change' || focus !== null ? 100 : 0;
}

function estimateOf(command: ArchiveCommand, hasModel: boolean): Estimate {
  const quantity = maxPages(command);
  if (quantity === 0) return { min: 0, max: 0, lines: [] };
  const lines: EstimateLine[] = [
    {
      item: 'archive',
      quantity,
      credits: quantity * routePrices.archive,
      note: 'per archived page that is read; error pages and index queries are free',
    },
  ];
  const hasFields = command.schema !== null || command.prompt !== null;
  if (hasModel && hasFields && actionsWithFields.has(command.action)) {
    const credits = quantity * itemPrices.ai_extraction;
    const note = 'only for pages for which a model was called and returned a value';
    lines.push({ item: 'ai_extraction', quantity, credits, note });
  }
  return { min: 0, max: lines.reduce((sum, { credits }) => sum + credits, 0), lines };
}

function isHttpUrl(url: string): boolean {
  const parsed = parseAbsoluteUrl(/^[a-z][a-z\d+.-]*:/i.test(url) ? url : `http://${url}`);
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.hostname !== '';
}

/** Reads archived pages: copies, changes, histories and URLs. */
export function archiveOperation(ports: ArchivePorts): Operation {
  /** Returns the archives to query, in order. */
  function selectArchives(source: string): readonly Archive[] {
    if (source === 'auto') return ports.archives;
    const archive = ports.archives.find(({ name }) => name === source);
    if (archive !== undefined) return [archive];
    const detail = `No such archive is configured. Available: ${ports.archives.map(({ name }) => name).join(', ')}.`;
    throw new Failure('invalid', `/source: ${detail}`, { errors: [{ pointer: '/source', detail }] });
  }

  async function createResponse(session: ArchiveSession): Promise<ArchiveResponse> {
    const { command } = session;
    for (const name of command.unusedOptions) {
      const message = `\`${name}\` has no effect on the action ${command.action}.`;
      session.warnings.push({ code: 'unused_option', message });
    }
    return actions[command.action](session);
  }

  async function toOutcome(
    session: ArchiveSession,
    response: ArchiveResponse,
    reservationId: string | null,
  ): Promise<Outcome<ArchiveResponse>> {
    const { command, receipts, contents } = session;
    const value = await signWhole(response);
    const { receipt } = value;
    return {
      answer: { kind: 'json', value },
      status: response.status,
      url: command.url,
      country: null,
      error: response.error ?? null,
      receipts: [...receipts, receipt],
      charges:
        receipt.credits === 0
          ? []
          : [{ credits: receipt.credits, pages: receipts.length, note: `archive ${command.action}` }],
      reservationId,
      contents,
    };
  }

  /** Signs the receipt again, so that it covers what the action added to the fields of all actions. */
  async function signWhole({ receipt, ...result }: ArchiveResponse): Promise<ArchiveResponse> {
    const { signature: _, ...unsigned } = receipt;
    return (await signResult(result, unsigned, ports.signer)) as ArchiveResponse;
  }

  async function run(command: ArchiveCommand, context: OperationContext): Promise<Outcome<ArchiveResponse>> {
    const { accountId } = context.principal;
    const archives = selectArchives(command.rest?.source ?? command.source);
    const pages = maxPages(command);
    const reserved =
      pages === 0 || !isHttpUrl(command.url)
        ? { reservationId: null, credits: 0 }
        : await ports.reservations.reserveUpTo({
            accountId,
            credits: pages,
            requestId: context.requestId,
            expiresAt: addMs(context.workUntil, reservationGraceMs),
          });
    const session: ArchiveSession = {
      command,
      ports,
      context,
      budget: createReservedBudget(ports.reservations, reserved, accountId, reserved.credits),
      archives,
      sources: [],
      attempts: [],
      warnings: [],
      receipts: [],
      contents: [],
    };
    try {
      const response = isHttpUrl(command.url) ? await createResponse(session) : invalidUrlResponse(session);
      return toOutcome(session, response, reserved.reservationId);
    } catch (error) {
      await ports.reservations.release(reserved.reservationId);
      throw error;
    }
  }

  return defineOperation({
    name: 'archive',
    title: 'Read archived pages',
    description:
      'Reads pages from web archives. `get`: a page on a date. `snapshots`: the captures of a page and its real changes. `diff`: differences between a date and now, or between two dates. `history`: a field or section over time. `urls`: every URL that a site or path ever had, optionally with its state on the live site. Truncated and excluded copies, error pages and blocks are reported as such and never returned as content. `sources` lists the result of each archive; `assumed` and `complete` state what was not read, and `continue` reads on in lists.',
    price:
      '1 credit per archived page read, and 5 more if a model returned a value of `schema` or `prompt`; index queries and failures are free',
    method: 'POST',
    path: '/v1/archive',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: { defaults: { timeout_ms: agentTimeoutMs } },
    continues: true,
    limitsTime: true,
    input: { body: archiveBody },
    toCommand: ({ body }) => toArchiveCommand(body),
    output: archiveResponseSchema,
    view: archiveView,
    estimate: (command) => estimateOf(command, ports.model !== null),
    background: 'archive',
    example: { body: { action: 'get', url: 'https://example.com/', at: '2019-06' } },
    run,
  });
}

const emptyPage = {
  previous: null,
  next: null,
  title: null,
  metadata: {},
  length: 0,
  truncated: false,
  final_url: null,
  status_code: null,
};

/** Returns the response for an invalid URL: like any page, with a status instead of an HTTP error. */
function invalidUrlResponse(session: ArchiveSession): ArchiveResponse {
  const { action, at, direction } = session.command;
  const common = createCommonResponse(session, null, {
    code: 'url',
    message: 'This is not a web address. Use an http or https URL.',
  });
  const none = { added: 0, removed: 0, changed: 0 };
  if (action === 'urls') return { ...common, action, urls: [], total: 0, complete: false, counts: {} };
  if (action === 'snapshots')
    return { ...common, action, captures: [], changes: 0, total: 0, complete: false };
  if (action === 'history') return { ...common, action, points: [], versions: 0, complete: false };
  if (action === 'diff')
    return { ...common, action, from: null, to: null, changed: null, blocks: [], summary: none };
  const requested = { at, from: null, until: null, direction };
  const noCopy = { captured_at: null, distance_seconds: null, archive_url: null, original_url: null };
  return { ...common, action, requested, ...noCopy, ...emptyPage };
}
