import { addMs } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import { routePrices } from '../../domain/rate-card.ts';
import { createReservedBudget } from '../../fetching/budget.ts';
import type { Estimate } from '../../operations/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/operation.ts';
import type { Archive } from '../../sources/archives/archive.ts';
import { type ArchiveAnswer, archiveAnswerSchema } from './archive-answer.ts';
import { type ArchiveAction, type ArchiveCommand, archiveBody, toArchiveCommand } from './archive-request.ts';
import { type ArchivePorts, type ArchiveSession, commonAnswer } from './archive-session.ts';
import { comparePast } from './diff.ts';
import { getPast } from './get.ts';
import { tellHistory } from './history.ts';
import { listSnapshots } from './snapshots.ts';
import { listPastAddresses } from './urls.ts';

export type { ArchivePorts } from './archive-session.ts';

/** How long after its time what a killed process held in reserve is free again. */
const reservedBeyondMs = 60_000;

const actions: Readonly<Record<ArchiveAction, (session: ArchiveSession) => Promise<ArchiveAnswer>>> = {
  get: getPast,
  snapshots: listSnapshots,
  diff: comparePast,
  history: tellHistory,
  urls: listPastAddresses,
};

/** Pages that an action may read. */
function mostPages({ action, every, focus, points }: ArchiveCommand): number {
  if (action === 'urls') return 0;
  if (action === 'get') return 1;
  if (action === 'diff') return 2;
  if (action === 'history') return points;
  return every === 'change' || focus !== null ? 100 : 0;
}

function estimateOf(command: ArchiveCommand): Estimate {
  const pages = mostPages(command);
  const credits = pages * routePrices.archive;
  const note = 'an archived page that is read; 0 for one that is none, and for questions to indexes';
  return {
    min: 0,
    max: credits,
    lines: pages === 0 ? [] : [{ item: 'archive', quantity: pages, credits, note }],
  };
}

function isAddress(url: string): boolean {
  const parsed = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(url) ? url : `http://${url}`);
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.hostname !== '';
}

/** Pages as they were: copies, changes, histories and addresses of the past. */
export function archiveOperation(ports: ArchivePorts): Operation {
  /** The archives that are asked, in order. */
  function chosen(source: string): readonly Archive[] {
    if (source === 'auto') return ports.archives;
    const archive = ports.archives.find(({ name }) => name === source);
    if (archive !== undefined) return [archive];
    const detail = `no such archive is set up; there are ${ports.archives.map(({ name }) => name).join(', ')}`;
    throw new Failure('invalid', `/source: ${detail}`, { faults: [{ pointer: '/source', detail }] });
  }

  async function answer(session: ArchiveSession): Promise<ArchiveAnswer> {
    const { command } = session;
    if (command.prompt !== null) {
      const message =
        'Fields of a prompt are read out of its words and found by rules; no model is asked about copies of the past.';
      session.warnings.push({ code: 'no_model', message });
    }
    return actions[command.action](session);
  }

  function toOutcome(
    session: ArchiveSession,
    value: ArchiveAnswer,
    reservationId: string | null,
  ): Outcome<ArchiveAnswer> {
    const { receipt } = value;
    const { command, receipts, contents } = session;
    return {
      answer: { kind: 'json', value },
      status: value.status,
      url: command.url,
      country: null,
      error: value.error ?? null,
      receipts: [...receipts, receipt],
      charges:
        receipt.credits === 0
          ? []
          : [{ credits: receipt.credits, pages: receipts.length, note: `archive ${command.action}` }],
      reservationId,
      contents,
    };
  }

  async function run(command: ArchiveCommand, context: OperationContext): Promise<Outcome<ArchiveAnswer>> {
    const { accountId } = context.principal;
    const archives = chosen(command.source);
    const pages = mostPages(command);
    const reserved =
      pages === 0 || !isAddress(command.url)
        ? { reservationId: null, credits: 0 }
        : await ports.reservations.reserveUpTo({
            accountId,
            credits: pages,
            requestId: context.requestId,
            expiresAt: addMs(context.workUntil, reservedBeyondMs),
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
      const value = isAddress(command.url) ? await answer(session) : invalid(session);
      return toOutcome(session, value, reserved.reservationId);
    } catch (error) {
      await ports.reservations.release(reserved.reservationId);
      throw error;
    }
  }

  return defineOperation({
    name: 'archive',
    title: 'See pages as they were',
    description:
      'Reads the web’s past from web archives. `get`: a page on a date. `snapshots`: when it was captured and when its content really changed. `diff`: what is different then and now, or between two dates. `history`: a field or section across time. `urls`: every address that a site or path ever had, also on the live site. Copies that are cut, excluded, errors or walls are told apart and never read as content; `sources` says which archive answered and why another did not, `assumed` and `complete` what was not looked at.',
    price: '1 credit an archived page that was read; questions to indexes and failures 0',
    method: 'POST',
    path: '/v1/archive',
    scope: 'write',
    stores: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: {},
    input: { body: archiveBody },
    toCommand: ({ body }) => toArchiveCommand(body),
    output: archiveAnswerSchema,
    estimate: estimateOf,
    background: 'archive',
    example: { body: { action: 'get', url: 'https://example.com/', at: '2019-06' } },
    run,
  });
}

const nothingRead = {
  previous: null,
  next: null,
  title: null,
  metadata: {},
  length: 0,
  truncated: false,
  final_url: null,
  status_code: null,
};

/** The answer for what is no web address: as for any page, a status and no failure. */
function invalid(session: ArchiveSession): ArchiveAnswer {
  const { action, at, direction } = session.command;
  const common = commonAnswer(session, null, { code: 'url', message: 'This is not a web address.' });
  const none = { added: 0, removed: 0, changed: 0 };
  if (action === 'urls') return { ...common, action, urls: [], total: 0, complete: false, counts: {} };
  if (action === 'snapshots')
    return { ...common, action, captures: [], changes: 0, total: 0, complete: false };
  if (action === 'history') return { ...common, action, points: [], versions: 0, complete: false };
  if (action === 'diff')
    return { ...common, action, from: null, to: null, changed: null, blocks: [], summary: none };
  const requested = { at, from: null, until: null, direction };
  const nowhere = { captured_at: null, distance_seconds: null, archive_url: null, original_url: null };
  return { ...common, action, requested, ...nowhere, ...nothingRead };
}
