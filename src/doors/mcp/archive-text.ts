import {
  type AnswerText,
  commonLines,
  commonWords,
  cut,
  type Fields,
  isFields,
  isPage,
  longPageLines,
  mostCharacters,
  pageContent,
} from './page-text.ts';

const mostAddresses = 500;
const longestValue = 2_000;

function isPast(value: unknown): value is Fields {
  return (
    isFields(value) && typeof value.action === 'string' && Array.isArray(value.sources) && 'source' in value
  );
}

/** The answer about the web's past that a value is, or that is the single result of a job; else null. */
export function pastIn(value: unknown): Fields | null {
  if (isPast(value)) return value;
  const results = isFields(value) && Array.isArray(value.results) ? (value.results as unknown[]) : [];
  const [only, ...others] = results;
  return others.length === 0 && isPast(only) ? only : null;
}

const advice: Readonly<Record<string, string>> = {
  not_archived: 'Look with the action urls for what the archives have of the site, or try another spelling.',
  excluded: 'The archive does not show this site: try another source.',
  unplayable: 'Take another date: snapshots shows which there are.',
  truncated: 'The archive cut this copy: take another date.',
  dependency: 'An archive does not answer: try again in some minutes, or another source.',
  rate_limited: 'The archives ask us to wait: try again in some minutes.',
  timeout: 'The archives were too slow: try again, or ask for less.',
};

/** What went wrong, with what to do about it; an archive's troubles are not those of a page. */
function errorLines(value: Fields): string[] {
  const { error, ...others } = value;
  const own = isFields(error) ? advice[String(error.code)] : undefined;
  if (own === undefined) return commonLines(value);
  return [`error ${(error as Fields).code}. ${own}`, ...commonLines(others)];
}

/** Which archive answered, and why others did not. */
function sourceLines({ source, sources }: Fields): string[] {
  const others = (sources as Fields[])
    .filter((one) => one.source !== source && one.outcome !== 'skipped')
    .map(({ source: name, outcome, reason }) => `${name} ${outcome}${reason ? ` (${reason})` : ''}`);
  const named = source === null ? 'no archive answered' : `archive: ${source}`;
  return [others.length === 0 ? named : `${named}; ${others.join('; ')}`];
}

/** To the second, as the archives know it. */
function shortTime(time: unknown): string {
  return typeof time === 'string' ? time.replace(/\.\d+Z$/, 'Z') : 'never';
}

function timeOf(copy: unknown): string {
  return isFields(copy) ? shortTime(copy.captured_at) : 'none';
}

/** A copy of a page: when it was made, how far that is from what was asked, what lies beside it. */
function copyText(value: Fields): string[] {
  const { captured_at: at, distance_seconds: distance, requested, previous, next, status_code: code } = value;
  if (at === null || at === undefined) return [];
  const asked = isFields(requested) && requested.at ? ` for ${requested.at}` : '';
  const apart = distance ? `, ${distance} s outside of what was asked` : '';
  const answered = code === null || code === undefined ? '' : ` (HTTP ${code} then)`;
  return [
    `copy of ${shortTime(at)}${asked}${apart}${answered}; the one before is of ${timeOf(previous)}, the next of ${timeOf(next)}`,
  ];
}

function snapshotLine(row: Fields): string {
  const { captured_at: at, until, change, basis, assumed, last_seen_before: before, added, removed } = row;
  const span = until && until !== at ? ` to ${shortTime(until)}` : '';
  const since = before ? `; still as before on ${shortTime(before)}` : '';
  const notes = `${change ?? 'bytes differ'}, by ${basis}${assumed ? ', not all copies in between were read' : ''}${since}`;
  const texts = [
    ...((removed ?? []) as string[]).map((text) => `  - ${text}`),
    ...((added ?? []) as string[]).map((text) => `  + ${text}`),
  ];
  return [`${shortTime(at)}${span}: ${notes}`, ...texts].join('\n');
}

function pointLine({ captured_at: at, value, data, text, changed, missing }: Fields): string {
  const told = changed === null ? '' : changed ? ' (changed)' : ' (same)';
  if (isFields(missing)) return `${shortTime(at)}: missing, ${missing.reason}: ${missing.message}`;
  const shown = text ?? JSON.stringify(value ?? data);
  return `${shortTime(at)}${told}: ${String(shown).slice(0, longestValue)}`;
}

function addressLine(row: Fields): string {
  const { url, kind, first_seen: first, last_seen: last, captures, live } = row;
  const seen = `${String(first).slice(0, 10)} to ${String(last).slice(0, 10)}`;
  const now = isFields(live) ? `, now ${live.state}${live.target ? ` to ${live.target}` : ''}` : '';
  return `${url} (${kind}, ${seen}${captures === null ? '' : `, ${captures} copies`}${now})`;
}

function blockLine({ type, section, before, after }: Fields): string {
  const place = section === null ? '' : ` under ${section}`;
  const texts = [...(before === null ? [] : [`  - ${before}`]), ...(after === null ? [] : [`  + ${after}`])];
  return [`${type}${place}`, ...texts].join('\n');
}

/** What a list of an answer is, in our words, and its rows, in those of the web. */
function listed(value: Fields): { told: string; rows: string[] } | null {
  const whole = value.complete === true ? 'complete' : 'not complete';
  const { captures, points, urls, blocks, fields } = value;
  if (Array.isArray(captures)) {
    const goesOn = value.continue === undefined ? '' : `; go on with since ${value.continue}`;
    return {
      told: `${value.changes} changes in ${value.total} copies, ${whole}${goesOn}`,
      rows: captures.map(snapshotLine),
    };
  }
  if (Array.isArray(points)) {
    return { told: `${points.length} of ${value.versions} versions, ${whole}`, rows: points.map(pointLine) };
  }
  if (Array.isArray(urls)) {
    const rows = (urls as Fields[]).slice(0, mostAddresses).map(addressLine);
    const more = urls.length - rows.length;
    if (more > 0) rows.push(`and ${more} more in the structured result`);
    return { told: `${urls.length} of ${value.total} addresses, ${whole}`, rows };
  }
  if (!Array.isArray(blocks)) return null;
  const between = `${timeOf(value.from)} and ${isFields(value.to) && value.to.captured_at === null ? 'the live page' : timeOf(value.to)}`;
  const changed =
    value.changed === null ? 'could not be compared' : value.changed ? 'they differ' : 'they are the same';
  const byField = isFields(fields) ? [`fields: ${JSON.stringify(fields)}`] : [];
  return { told: `${between}: ${changed}`, rows: [...byField, ...blocks.map(blockLine)] };
}

/** An answer about the web's past. */
export function archiveText(value: Fields): AnswerText {
  const list = listed(value);
  const head = [
    `${value.status}: ${value.action} of ${value.url}`,
    ...sourceLines(value),
    ...copyText(value),
  ];
  if (list !== null) head.push(list.told);
  const missing = Array.isArray(value.missing) ? [`not found: ${value.missing.join(' ') || 'none'}`] : [];
  const page = isPage(value) ? pageContent(value, mostCharacters) : null;
  if (isPage(value)) head.push(...longPageLines(value));
  const words = [
    ...(page === null ? commonWords(value) : [page]),
    ...(value.data === undefined ? [] : [JSON.stringify(value.data, null, 1)]),
    ...(list?.rows ?? []),
  ].filter(Boolean);
  return {
    essence: [...head, ...missing, ...errorLines(value)].join('\n'),
    untrusted: words.length === 0 ? null : cut(words.join('\n'), mostCharacters),
  };
}
