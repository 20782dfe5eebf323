import {
  type Archive,
  type ArchiveFault,
  type ArchiveOrder,
  archiveFault,
  type Capture,
  type CaptureList,
  type CaptureQuery,
} from './archive.ts';
import type { ArchiveHost } from './archive-host.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { believedMs } from './kept-answers.ts';
import { type Link, linkTo, parseLinks } from './link-header.ts';
import { pickCaptures } from './pick-captures.ts';
import { replay } from './replay.ts';
import { timestampOf } from './timestamps.ts';

/** What a client of a plain Memento archive (RFC 7089) is made of. */
export interface MementoOptions {
  name: string;
  title: string;
  /** Address of the TimeGate, to which the page's address is added. */
  host: ArchiveHost;
  kept: KeptAnswers;
  maxBytes: number;
}

const withinMs = 45_000;
const mostMapBytes = 32 * 1024 * 1024;
/** Pages of one TimeMap. */
const mostMaps = 10;

interface Listed {
  target: string;
  at: string;
}

/** An archive that speaks Memento and nothing else: it lists when copies were made, and not what they are. */
export function createMemento({ name, title, host, kept, maxBytes }: MementoOptions): Archive {
  const own = `${host.base.origin}${host.base.pathname.replace(/\/+$/, '')}`;

  /** The part of an address of this archive below the base; null for one that lies elsewhere. */
  function below(address: string): string | null {
    return address.startsWith(`${own}/`) ? address.slice(own.length) : null;
  }

  function listedOf(links: readonly Link[]): Listed[] {
    return links.flatMap(({ target, rels, attributes }) => {
      const at = new Date(attributes.datetime ?? '');
      return rels.includes('memento') && !Number.isNaN(at.getTime())
        ? [{ target, at: at.toISOString() }]
        : [];
    });
  }

  async function map(
    url: string,
    order: ArchiveOrder,
  ): Promise<{ listed: Listed[]; ageSeconds: number } | ArchiveFault> {
    const question = [own, 'timemap', url];
    const known = await kept.findAnswer<Listed[]>(name, question);
    if (known !== null) return { listed: known.value, ageSeconds: known.ageSeconds };
    const gate = await host.ask(
      { service: 'index', path: `/timegate/${url}`, maxBytes: 1_000_000, withinMs },
      order,
    );
    if (gate.kind === 'fault') return gate;
    if (gate.statusCode === 404) return { listed: [], ageSeconds: 0 };
    let next = linkTo(parseLinks(gate.headers.link ?? ''), 'timemap');
    const listed = new Map<string, Listed>();
    for (let maps = 0; next !== null && maps < mostMaps; maps += 1) {
      const path: string | null = below(new URL(next, own).href);
      if (path === null) break;
      const answer = await host.ask({ service: 'index', path, maxBytes: mostMapBytes, withinMs }, order);
      if (answer.kind === 'fault') return answer;
      const links = parseLinks(answer.bytes.toString('utf8'));
      if (answer.statusCode !== 200 || links.length === 0)
        return archiveFault('unreadable', `${title} gave no TimeMap`);
      const before = listed.size;
      for (const one of listedOf(links)) listed.set(one.target, one);
      const further =
        links.findLast(({ rels }) => rels.includes('timemap') && !rels.includes('self'))?.target ?? null;
      next = listed.size > before ? further : null;
    }
    const found = [...listed.values()].sort((one, other) => one.at.localeCompare(other.at));
    await kept.keepAnswer(name, question, found, believedMs(null, new Date()));
    return { listed: found, ageSeconds: 0 };
  }

  function captureOf(url: string, { target, at }: Listed): Capture {
    const instant = new Date(at);
    return {
      source: name,
      timestamp: timestampOf(instant),
      at: instant,
      original: url,
      statusCode: null,
      mime: null,
      digest: null,
      length: null,
      isRevisit: false,
      truncated: null,
      archiveUrl: new URL(target, own).href,
    };
  }

  return {
    name,
    async captures(query: CaptureQuery, order): Promise<CaptureList | ArchiveFault> {
      const found = await map(query.url, order);
      if ('kind' in found) return found;
      const inside = found.listed
        .map((one) => captureOf(query.url, one))
        .filter(
          ({ timestamp }) =>
            (query.from === null || timestamp >= query.from) &&
            (query.until === null || timestamp <= query.until),
        );
      const picked = pickCaptures(inside, { ...query, statuses: 'any' });
      return {
        kind: 'captures',
        captures: picked,
        isComplete: picked.length === inside.length,
        ageSeconds: found.ageSeconds,
      };
    },
    async read(capture, order) {
      const known = await kept.findCapture(capture);
      if (known !== null) return known;
      const path = below(capture.archiveUrl);
      if (path === null) return archiveFault('unplayable', `${title} keeps this copy at another host`);
      // Where the address carries a timestamp, this asks for the copy as it was; other servers know no such thing.
      const raw = path.replace(/^(.*?\/\d{14})(?=\/)/, '$1id_');
      const played = await replay(
        capture,
        { host, title, maxBytes, pathOf: () => raw, archiveUrlOf: () => capture.archiveUrl },
        order,
      );
      if (played.kind === 'archived') await kept.keepCapture(capture, played);
      return played;
    },
    async addresses() {
      return archiveFault('unreadable', `${title} lists no addresses`);
    },
  };
}
