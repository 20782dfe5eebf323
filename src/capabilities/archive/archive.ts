import { itemPrices, routePrices } from '../../domain/resources/rate-card.ts';
import { Failure } from '../../domain/system/failure.ts';
import { parseAbsoluteUrl } from '../../domain/values/absolute-url.ts';
import { runCharged } from '../../fetching/charged-work.ts';
import type { Archive } from '../../integrations/archives/archive.ts';
import { agentTimeoutMs } from '../../operations/declaration/continuation.ts';
import type { Estimate, EstimateLine } from '../../operations/declaration/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import { compareVersions } from './actions/compare-versions.ts';
import { getCopy } from './actions/get.ts';
import { readHistory } from './actions/history.ts';
import { listSnapshots } from './actions/snapshots.ts';
import { listArchivedUrls } from './actions/urls.ts';
import type { ArchiveAction } from './archive-action.ts';
import { type ArchiveCommand, archiveBody, toArchiveCommand } from './archive-request.ts';
import type { ArchiveResponse, WithoutReceipt } from './archive-response.ts';
import { archiveResponseSchema } from './archive-schemas.ts';
import { type ArchivePorts, type ArchiveSession, createCommonResponse } from './archive-session.ts';
import { archiveView } from './archive-text.ts';

export type { ArchivePorts } from './archive-session.ts';

const actions: Readonly<
  Record<ArchiveAction, (session: ArchiveSession) => Promise<WithoutReceipt<ArchiveResponse>>>
> = {
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

  async function createResponse(session: ArchiveSession): Promise<WithoutReceipt<ArchiveResponse>> {
    const { command } = session;
    for (const name of command.unusedOptions) {
      const message = `\`${name}\` has no effect on the action ${command.action}.`;
      session.warnings.push({ code: 'unused_option', message });
    }
    return actions[command.action](session);
  }

  function toOutcome(
    { command, charged, receipts, attempts, contents }: ArchiveSession,
    response: WithoutReceipt<ArchiveResponse>,
  ): Promise<Outcome<ArchiveResponse>> {
    const { status, error = null } = response;
    return charged.deliver(response, {
      pages: receipts,
      facts: {
        url: command.url,
        status,
        status_code: null,
        route: 'archive',
        attempts,
        bytes: attempts.reduce((sum, { bytes }) => sum + bytes, 0),
      },
      country: null,
      error,
      contents,
    });
  }

  async function run(command: ArchiveCommand, context: OperationContext): Promise<Outcome<ArchiveResponse>> {
    const archives = selectArchives(command.rest?.source ?? command.source);
    const isValid = isHttpUrl(command.url);
    const price = { credits: isValid ? maxPages(command) : 0, note: `archive ${command.action}` };
    return runCharged(ports, context, price, async (charged) => {
      const session: ArchiveSession = {
        command,
        ports,
        context,
        charged,
        budget: charged.request.budget,
        archives,
        sources: [],
        attempts: [],
        warnings: [],
        receipts: [],
        contents: [],
      };
      return toOutcome(session, isValid ? await createResponse(session) : invalidUrlResponse(session));
    });
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
    estimate: (command) => estimateOf(command, ports.findModel() !== null),
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
function invalidUrlResponse(session: ArchiveSession): WithoutReceipt<ArchiveResponse> {
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
