import type { PageErrorCode } from '../../domain/pages/outcome.ts';
import type { PageResult } from '../../domain/pages/page.ts';
import type { AgentText, AnswerView } from '../../operations/declaration/answer-view.ts';
import { missingLines } from '../../operations/views/missing-lines.ts';
import {
  commonLines,
  commonWords,
  pageContent,
  pageContinuation,
  pageIntroduction,
} from '../../operations/views/page-text.ts';
import { pageTerminalText } from '../../operations/views/page-view.ts';
import type {
  ArchiveDiffResponse,
  ArchivedUrlView,
  ArchiveGetResponse,
  ArchiveResponse,
  CopyReference,
  DiffSide,
  HistoryPoint,
  SnapshotRow,
} from './archive-response.ts';

const maxValueLength = 2_000;

const advice: Readonly<Record<string, string>> = {
  not_archived:
    'No archive has this page. Use the action urls to list the URLs that the archives have of the site.',
  excluded: 'The archive does not show this site. Use another source.',
  unplayable: 'This copy cannot be shown. The action snapshots lists other dates.',
  truncated: 'The archive cut this copy. Choose another date.',
  dependency: 'An archive does not answer. Try again in some minutes, or set another `source`.',
  rate_limited: 'The archives limit requests. Try again in some minutes.',
  timeout: 'The archives took too long. Try again, or request less.',
};

/** Describes an error and the next step. The errors of archives differ from those of pages. */
function errorLines({ error, warnings, receipt }: ArchiveResponse): string[] {
  const own = error === undefined ? undefined : advice[error.code];
  if (error !== undefined && own !== undefined)
    return [`error ${error.code}. ${own}`, ...commonLines({ warnings, receipt })];
  // The codes without advice of their own are those of pages.
  const pageError = error && { ...error, code: error.code as PageErrorCode };
  return commonLines({ error: pageError, warnings, receipt });
}

/** Which archive answered, and why others did not. */
function sourceLines({ source, sources }: ArchiveResponse): string[] {
  const others = sources
    .filter((one) => one.source !== source && one.outcome !== 'skipped')
    .map(({ source: name, outcome, reason }) => `${name} ${outcome}${reason ? ` (${reason})` : ''}`);
  const hasAnswer = sources.some(({ outcome }) => outcome !== 'skipped' && outcome !== 'failed');
  const none = hasAnswer ? 'no copy was found' : 'no archive answered';
  const named = source === null ? none : `archive: ${source}`;
  return [others.length === 0 ? named : `${named}; ${others.join('; ')}`];
}

/** To the second, as the archives know it. */
function shortTime(time: string | null): string {
  return time === null ? 'never' : time.replace(/\.\d+Z$/, 'Z');
}

function timeOf(copy: CopyReference | DiffSide | null): string {
  return copy === null ? 'none' : shortTime(copy.captured_at);
}

/** A copy of a page: when it was made, how far that is from the requested time, and the copies beside it. */
function copyText(value: ArchiveGetResponse): string[] {
  const { captured_at: at, distance_seconds: distance, requested, previous, next, status_code: code } = value;
  if (at === null) return [];
  const request = requested.at ? ` for ${requested.at}` : '';
  const apart = distance ? `, ${distance} s outside of the requested time` : '';
  const answered = code === null ? '' : ` (HTTP ${code} then)`;
  return [
    `copy of ${shortTime(at)}${request}${apart}${answered}; previous copy ${timeOf(previous)}, next ${timeOf(next)}`,
  ];
}

function snapshotLine(row: SnapshotRow): string {
  const { captured_at: at, until, change, basis, assumed, last_seen_before: before, added, removed } = row;
  const span = until && until !== at ? ` to ${shortTime(until)}` : '';
  const since = before ? `; still as before on ${shortTime(before)}` : '';
  const notes = `${change ?? 'bytes differ'}, by ${basis}${assumed ? ', not all copies in between were read' : ''}${since}`;
  const texts = [
    ...(removed ?? []).map((text) => `  - ${text}`),
    ...(added ?? []).map((text) => `  + ${text}`),
  ];
  return [`${shortTime(at)}${span}: ${notes}`, ...texts].join('\n');
}

function pointLine({ captured_at: at, value, data, text, changed, missing }: HistoryPoint): string {
  const changeText = changed === null ? '' : changed ? ' (changed)' : ' (same)';
  if (missing !== undefined) return `${shortTime(at)}: missing, ${missing.reason}: ${missing.message}`;
  const shown = text ?? JSON.stringify(value ?? data);
  return `${shortTime(at)}${changeText}: ${String(shown).slice(0, maxValueLength)}`;
}

function addressLine(row: ArchivedUrlView): string {
  const { url, kind, first_seen: first, last_seen: last, captures, live } = row;
  const seen = `${String(first).slice(0, 10)} to ${String(last).slice(0, 10)}`;
  const now = live !== undefined ? `, now ${live.state}${live.target ? ` to ${live.target}` : ''}` : '';
  return `${url} (${kind}, ${seen}${captures === null ? '' : `, ${captures} copies`}${now})`;
}

function blockLine({ type, section, before, after }: ArchiveDiffResponse['blocks'][number]): string {
  const place = section === null ? '' : ` under ${section}`;
  const texts = [...(before === null ? [] : [`  - ${before}`]), ...(after === null ? [] : [`  + ${after}`])];
  return [`${type}${place}`, ...texts].join('\n');
}

/** A list in an answer: its summary in the words of the service, and its rows as text from the web. */
interface ListText {
  summary: string;
  rows: string[];
}

function differenceText(value: ArchiveDiffResponse): ListText {
  const { from, to, changed, blocks, fields } = value;
  const end = to !== null && to.captured_at === null ? 'the live page' : timeOf(to);
  const verdict = changed === null ? 'could not be compared' : changed ? 'different' : 'the same';
  const byField = fields === undefined ? [] : [`fields: ${JSON.stringify(fields)}`];
  return {
    summary: `${timeOf(from)} and ${end}: ${verdict}`,
    rows: [...byField, ...blocks.map(blockLine)],
  };
}

function listText(value: Exclude<ArchiveResponse, ArchiveGetResponse>): ListText {
  if (value.action === 'diff') return differenceText(value);
  const whole = value.complete ? 'complete' : 'not complete';
  switch (value.action) {
    case 'snapshots': {
      return {
        summary: `${value.changes} changes in ${value.total} copies, ${whole}`,
        rows: value.captures.map(snapshotLine),
      };
    }
    case 'history':
      return {
        summary: `${value.points.length} of ${value.versions} versions, ${whole}`,
        rows: value.points.map(pointLine),
      };
    case 'urls':
      return {
        summary: `${value.urls.length} of ${value.total} URLs, ${whole}`,
        rows: value.urls.map(addressLine),
      };
  }
}

/** A copy is a page result as well. */
function pageOf(value: ArchiveGetResponse): PageResult {
  return value as unknown as PageResult;
}

function essenceOf(value: ArchiveResponse, head: readonly string[]): string {
  const lines = [`${value.status} ${value.action} of ${value.url}`, ...sourceLines(value), ...head];
  return [...lines, ...errorLines(value)].join('\n');
}

function copyAgentText(value: ArchiveGetResponse): AgentText {
  const { missing = [], searched_by: searchedBy = {}, data } = value;
  const page = pageOf(value);
  const head = [...copyText(value), ...missingLines({ missing, searchedBy })];
  const untrusted = [pageIntroduction(page), data === undefined ? '' : JSON.stringify(data)];
  return {
    essence: essenceOf(value, head),
    untrusted: untrusted.filter(Boolean).join('\n') || null,
    body: pageContent(page),
    continuation: (shown, isCut) => pageContinuation(page, shown, isCut),
  };
}

function listAgentText(value: Exclude<ArchiveResponse, ArchiveGetResponse>): AgentText {
  const { summary, rows } = listText(value);
  const { error, warnings } = value;
  const pageError = error && { ...error, code: error.code as PageErrorCode };
  return {
    essence: essenceOf(value, [summary]),
    untrusted: commonWords({ error: pageError, warnings }),
    body: rows,
  };
}

/** Shows copies of pages, and what archives know of an address. */
export const archiveView: AnswerView<ArchiveResponse> = {
  agentText: (value) => (value.action === 'get' ? copyAgentText(value) : listAgentText(value)),
  cliText: (value) => (value.action === 'get' ? pageTerminalText(pageOf(value)) : null),
  pages: (value) => (value.action === 'get' ? [pageOf(value)] : []),
  isOk: ({ status }) => status === 'ok',
};
