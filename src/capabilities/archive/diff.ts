import { compareTexts } from '../../diff/compare-texts.ts';
import { compareValues } from '../../diff/compare-values.ts';
import { textBlocks } from '../../diff/text-blocks.ts';
import { sealObservation } from '../../fetching/receipts.ts';
import type { ArchiveError, DiffAnswer, DiffSide, FoundData } from './archive-answer.ts';
import { askedTime } from './archive-request.ts';
import { type ArchiveSession, commonAnswer, warn } from './archive-session.ts';
import { findCopy } from './get.ts';
import { extractJobOf, foundOn, isNothing, pageCommandOf, textInFocus } from './read-copy.ts';

/** One side of a comparison, read. */
interface Side {
  side: DiffSide;
  text: string;
  at: Date;
  found: FoundData | null;
  isCut: boolean;
}

const nothing = { added: 0, removed: 0, changed: 0 };
const comparedLength = 2_000_000;

async function pastSide(session: ArchiveSession, at: string | null): Promise<Side | ArchiveError> {
  const found = await findCopy(session, { time: askedTime(at, session.ports.clock), direction: 'nearest' });
  if ('code' in found) return found;
  const { response, text, fetched, found: values } = found.copy;
  if (fetched.page.error !== undefined) return fetched.page.error;
  const side = {
    captured_at: response.at.toISOString(),
    archive_url: response.archiveUrl,
    original_url: response.original,
    status_code: response.statusCode,
    source: found.archive.name,
  };
  return { side, text, at: response.at, found: values, isCut: response.truncated !== null };
}

/** The page as it is now, read as the copies are: without a browser, whose work no copy shows. */
async function liveSide(session: ArchiveSession): Promise<Side | ArchiveError> {
  const { command, ports, context } = session;
  const job = extractJobOf(command);
  const fetched = await ports.fetchPage(pageCommandOf(command, command.url, comparedLength), {
    accountId: context.principal.accountId,
    budget: session.budget,
    signal: context.signal,
    ...(job !== null && { prepareExtract: async () => job }),
  });
  const now = ports.clock.now();
  session.receipts.push(
    sealObservation(fetched.observation, { requestId: context.requestId, at: now }, ports.signer),
  );
  const { page } = fetched;
  if (page.error !== undefined) return page.error;
  if (page.warnings.some(({ code }) => code === 'not_rendered')) {
    warn(
      session,
      'not_comparable',
      'The live page says little before its scripts run, and copies of the past run none.',
    );
  }
  const content = {
    markdown: page.markdown ?? '',
    ...(page.passages !== undefined && { passages: page.passages }),
  };
  const side = {
    captured_at: null,
    archive_url: null,
    original_url: page.final_url,
    status_code: page.status_code,
    source: 'live',
  };
  const found = foundOn(command, fetched.extraction === undefined ? {} : { extraction: fetched.extraction });
  return { side, text: textInFocus(command.focus, content), at: now, found, isCut: false };
}

/** What was asked for and stands on neither side: of that nothing can be said. */
function missingOnBoth({ command }: ArchiveSession, from: Side, to: Side): string[] {
  if (from.found !== null) {
    const others = new Set(to.found?.missing ?? []);
    return (from.found.missing ?? []).filter((pointer) => others.has(pointer));
  }
  return command.focus !== null && from.text === '' && to.text === '' ? [command.focus] : [];
}

/** Whether there is a change in what was asked for; null where neither side holds any of it. */
function hasChanged(from: Side, differences: number, missing: readonly string[]): boolean | null {
  if (differences > 0) return true;
  if (missing.length === 0) return false;
  const isNothingFound = from.found === null || isNothing(from.found.data ?? null);
  return isNothingFound ? null : false;
}

/** What is different between then and now, or between two dates. */
export async function comparePast(session: ArchiveSession): Promise<DiffAnswer> {
  const { command } = session;
  const isLive = command.compareTo.trim().toLowerCase() === 'live';
  const from = await pastSide(session, command.at);
  const to =
    'code' in from ? null : isLive ? await liveSide(session) : await pastSide(session, command.compareTo);
  const error = 'code' in from ? from : to !== null && 'code' in to ? to : null;
  const sides = {
    from: 'code' in from ? null : from.side,
    to: to === null || 'code' in to ? null : to.side,
  };
  const source = sides.from?.source ?? null;
  const unread = { action: 'diff' as const, ...sides, changed: null, blocks: [], summary: nothing };
  if (error !== null || 'code' in from || to === null || 'code' in to) {
    return { ...commonAnswer(session, source, error), ...unread };
  }
  if (from.isCut || to.isCut) {
    const cut = {
      code: 'truncated',
      message: 'The archive cut one of the copies: what is missing there was not removed.',
    } as const;
    return { ...commonAnswer(session, source, cut), ...unread };
  }
  if (session.warnings.some(({ code }) => code === 'not_comparable')) {
    return { ...commonAnswer(session, source, null), ...unread };
  }
  const { blocks, summary } = compareTexts(textBlocks(from.text, from.at), textBlocks(to.text, to.at));
  const fields =
    from.found === null ? undefined : compareValues(from.found.data ?? null, to.found?.data ?? null);
  const missing = missingOnBoth(session, from, to);
  if (missing.length > 0) warn(session, 'nothing_to_compare', `Neither side holds ${missing.join(', ')}.`);
  const differences = fields === undefined ? blocks.length : Object.keys(fields).length;
  return {
    ...commonAnswer(session, source, null),
    action: 'diff',
    ...sides,
    changed: hasChanged(from, differences, missing),
    blocks,
    ...(fields !== undefined && { fields }),
    summary,
  };
}
