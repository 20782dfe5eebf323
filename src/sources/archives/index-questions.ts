import type { Clock } from '../../domain/clock.ts';
import { type ArchiveFault, type ArchiveOrder, archiveFault } from './archive.ts';
import type { ArchiveHost, HostAnswer } from './archive-host.ts';
import { type IndexRows, readIndexRows, usualFields } from './index-rows.ts';
import { believedMs, type KeptAnswers } from './kept-answers.ts';
import { excluded, saysExcluded } from './replay.ts';

/** What an index is asked. */
export interface IndexQuestion {
  /** Path below the host's base, without the query. */
  path: string;
  /** Names and values in order; a value is encoded unless its name is `resumeKey`, whose values come encoded. */
  parameters: ReadonlyArray<readonly [name: string, value: string]>;
  /** Fields of a text answer in order, where they are not the usual ones. */
  fields?: readonly string[];
  withinMs: number;
}

/** Rows of an index, and how old they are. */
export interface AnsweredRows extends IndexRows {
  kind: 'rows';
  ageSeconds: number;
}

/** Asks one index, and remembers what it answered. */
export type AskIndex = (question: IndexQuestion, order: ArchiveOrder) => Promise<AnsweredRows | ArchiveFault>;

/** What asking needs. */
export interface AskIndexOptions {
  source: string;
  title: string;
  host: ArchiveHost;
  kept: KeptAnswers;
  clock: Clock;
}

/** Rows of a group of 5,000 are some 1 MB. */
const mostIndexBytes = 32 * 1024 * 1024;

function queryOf({ parameters }: IndexQuestion): string {
  return parameters
    .map(([name, value]) => `${name}=${name === 'resumeKey' ? value : encodeURIComponent(value)}`)
    .join('&');
}

/** An index says that it has nothing: a 404 whose JSON tells so. */
function isNothingFound({ statusCode, bytes }: HostAnswer): boolean {
  return statusCode === 404 && /^\s*\{\s*"(message|error)"/.test(bytes.subarray(0, 200).toString('latin1'));
}

/** Asks an index over HTTP through its lane. */
export function createIndexQuestions({ source, title, host, kept, clock }: AskIndexOptions): AskIndex {
  return async (question, order) => {
    const query = queryOf(question);
    const known = await kept.findAnswer<IndexRows>(source, [host.base.href, question.path, query]);
    if (known !== null) return { kind: 'rows', ...known.value, ageSeconds: known.ageSeconds };
    const answer = await host.ask(
      {
        service: 'index',
        path: `${question.path}?${query}`,
        headers: { accept: 'application/json, text/plain, */*' },
        maxBytes: mostIndexBytes,
        withinMs: question.withinMs,
      },
      order,
    );
    if (answer.kind === 'fault') return answer;
    const rows = isNothingFound(answer) ? { rows: [], resumeKey: null } : rowsOf(answer, question);
    if (rows === null) {
      if (saysExcluded(answer)) return excluded(title);
      return archiveFault(
        'unreadable',
        `${title} answered ${answer.statusCode} with something that is no index`,
      );
    }
    const until = question.parameters.find(([name]) => name === 'to')?.[1] ?? null;
    await kept.keepAnswer(
      source,
      [host.base.href, question.path, query],
      rows,
      believedMs(until, clock.now()),
    );
    return { kind: 'rows', ...rows, ageSeconds: 0 };
  };
}

function rowsOf(answer: HostAnswer, question: IndexQuestion): IndexRows | null {
  if (answer.statusCode !== 200) return null;
  return readIndexRows(answer.bytes.toString('utf8'), question.fields ?? usualFields);
}
