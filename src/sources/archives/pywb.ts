import type { Archive, ArchiveFault, ArchiveOrder, Capture, CaptureList, CaptureQuery } from './archive.ts';
import type { ArchiveHost } from './archive-host.ts';
import { addressOf } from './common-crawl.ts';
import type { AskIndex } from './index-questions.ts';
import { factsOf, type IndexRow, resolveRevisits } from './index-rows.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { pickCaptures } from './pick-captures.ts';
import { replay } from './replay.ts';
import { instantOf } from './timestamps.ts';
import { withoutDefaultPort } from './url-key.ts';

/** What a client of a pywb archive is made of. */
export interface PywbOptions {
  name: string;
  title: string;
  /** Base address of the collection, such as `https://arquivo.pt/wayback`. */
  host: ArchiveHost;
  ask: AskIndex;
  kept: KeptAnswers;
  maxBytes: number;
}

const indexWithinMs = 45_000;
const mostRows = 20_000;

type Parameters = Array<readonly [string, string]>;

/** An archive run with pywb (Arquivo.pt, national archives): an index without resume keys, and replay as elsewhere. */
export function createPywb({ name, title, host, ask, kept, maxBytes }: PywbOptions): Archive {
  const base = host.base.href.replace(/\/+$/, '');
  const archiveUrlOf = (timestamp: string, original: string) => `${base}/${timestamp}/${original}`;

  function captureOf(row: IndexRow): Capture[] {
    const facts = factsOf(row);
    if (facts === null) return [];
    const { timestamp, urlKey: _key, ...rest } = facts;
    const original = withoutDefaultPort(facts.original);
    const at = instantOf(timestamp);
    return [
      {
        source: name,
        at,
        ...rest,
        timestamp,
        original,
        truncated: null,
        archiveUrl: archiveUrlOf(timestamp, original),
      },
    ];
  }

  function parametersOf({ url, from, until, order, limit }: CaptureQuery): Parameters {
    const sorted: Parameters =
      order === 'oldest'
        ? []
        : order === 'newest'
          ? [['sort', 'reverse']]
          : [
              ['sort', 'closest'],
              ['closest', order.closest],
            ];
    return [
      ['url', url],
      ['output', 'json'],
      ...(from === null ? [] : [['from', from] as const]),
      ...(until === null ? [] : [['to', until] as const]),
      ...sorted,
      // Filters are of another grammar in every version: what is not wanted is left out here, so that more is asked for.
      ['limit', String(Math.min(mostRows, limit * 2))],
    ];
  }

  async function captures(query: CaptureQuery, order: ArchiveOrder): Promise<CaptureList | ArchiveFault> {
    const parameters = parametersOf(query);
    const answer = await ask({ path: '/cdx', parameters, withinMs: indexWithinMs }, order);
    if (answer.kind === 'fault') return answer;
    const listed = answer.rows
      .flatMap(captureOf)
      .sort((one, other) => one.timestamp.localeCompare(other.timestamp));
    const resolved = resolveRevisits(listed.map((one) => ({ ...one, urlKey: null }))).map(
      ({ urlKey: _, ...one }) => one,
    );
    const asked = Math.min(mostRows, query.limit * 2);
    return {
      kind: 'captures',
      captures: pickCaptures(resolved, query),
      isComplete: answer.rows.length < asked,
      ageSeconds: answer.ageSeconds,
    };
  }

  return {
    name,
    captures,
    async read(capture, order) {
      const known = await kept.findCapture(capture);
      if (known !== null) return known;
      const pathOf = (timestamp: string, original: string) => `/${timestamp}id_/${original}`;
      const played = await replay(capture, { host, title, archiveUrlOf, maxBytes, pathOf }, order);
      if (played.kind === 'archived') await kept.keepCapture(capture, played);
      return played;
    },
    async addresses({ url, match, from, until }, visit, order) {
      const parameters: Parameters = [
        ['url', url],
        ['matchType', match],
        ['output', 'json'],
        ...(from === null ? [] : [['from', from] as const]),
        ...(until === null ? [] : [['to', until] as const]),
        ['limit', String(mostRows)],
      ];
      const answer = await ask({ path: '/cdx', parameters, withinMs: indexWithinMs }, order);
      if (answer.kind === 'fault') return answer;
      const { ageSeconds } = answer;
      if (!visit(answer.rows.flatMap(addressOf)))
        return { kind: 'addresses', isComplete: false, cutBy: 'visitor', ageSeconds };
      const wasCut = answer.rows.length >= mostRows;
      return { kind: 'addresses', isComplete: !wasCut, cutBy: wasCut ? 'archive' : null, ageSeconds };
    },
  };
}
