import type { Dice } from './dice.ts';

/** Kind of resource: the id prefix in `/v1`, or the job type in `/v2`, whose ids are UUIDs. */
export type ResourceKind = string;

/** Ids found in responses, by account. */
export interface ResourceIds {
  /** Collects the ids in the text of a response to this account. */
  harvest(account: string, text: string): void;
  /** Adds one id. */
  add(account: string, kind: ResourceKind, id: string): void;
  /** Marks an id as deleted; from then on only {@link ResourceIds.deleted} returns it. */
  remove(id: string): void;
  /** Excludes ids that must never be deleted or returned, such as those of the keys in use. */
  protect(id: string): void;
  /** Excludes the ids of examples in a document: they belong to no account. */
  protectExamples(text: string): void;
  /** Returns an id of the account; null if it has none of that kind. */
  own(account: string, kind: ResourceKind, dice: Dice): string | null;
  /** Returns an id of another account; null if there is none. */
  foreign(account: string, kind: ResourceKind, dice: Dice): string | null;
  /** Returns a deleted id of the account; null if there is none. */
  deleted(account: string, kind: ResourceKind, dice: Dice): string | null;
  /** Returns the owner of an id; null if the id is unknown. */
  ownerOf(id: string): string | null;
  /** Returns a path that a response linked to, such as `/v1/blob/...`; null if there is none. */
  link(account: string, dice: Dice): string | null;
}

const idPattern =
  /\b(acct|blob|ds|evt|file|job|key|lay|login|mon|rcp|rct|ref|req|run|ses|wf)_[0-9a-z]{20,40}\b/g;
/** Ids that the fuzzer invents; a response that repeats one does not make the account its owner. */
const inventedId = /_0+$/;
const linkPattern = /\/v[12]\/[\w/-]{3,120}\/[\w-]{10,60}(?:\?token=[\w-]{20,100})?/g;
/** Maximum number of characters of a response that are searched. */
const maxSearched = 60_000;
/** Maximum number of ids per account and kind; the oldest are dropped. */
const maxKept = 60;
/** Maximum number of ids with a known owner. */
const maxOwned = 200_000;

/** Creates an empty pool. */
export function createResourceIds(): ResourceIds {
  const live = new Map<string, string[]>();
  const gone = new Map<string, string[]>();
  const links = new Map<string, string[]>();
  const owners = new Map<string, string>();
  const untouchable = new Set<string>();
  const place = (account: string, kind: string) => `${account} ${kind}`;

  function keep(lists: Map<string, string[]>, name: string, value: string): void {
    const list = lists.get(name) ?? [];
    if (list.includes(value)) return;
    list.push(value);
    if (list.length > maxKept) list.shift();
    lists.set(name, list);
  }

  function anyOf(lists: Map<string, string[]>, name: string, dice: Dice): string | null {
    const list = lists.get(name) ?? [];
    return list.length === 0 ? null : dice.pick(list);
  }

  function add(account: string, kind: ResourceKind, id: string): void {
    if (untouchable.has(id) || inventedId.test(id)) return;
    const owner = owners.get(id);
    if (owner === undefined && owners.size < maxOwned) owners.set(id, account);
    if (owner !== undefined && owner !== account) return;
    if (!gone.get(place(account, kind))?.includes(id)) keep(live, place(account, kind), id);
  }

  return {
    harvest(account, text) {
      const searched = text.length > maxSearched ? text.slice(0, maxSearched) : text;
      for (const [id, kind] of searched.matchAll(idPattern)) add(account, kind as string, id);
      for (const [path] of searched.matchAll(linkPattern)) keep(links, account, path);
    },
    add,
    remove(id) {
      const account = owners.get(id);
      if (account === undefined) return;
      for (const [name, list] of live) {
        if (!list.includes(id)) continue;
        live.set(
          name,
          list.filter((one) => one !== id),
        );
        keep(gone, name, id);
      }
    },
    protect: (id) => void untouchable.add(id),
    protectExamples(text) {
      for (const [id] of text.matchAll(idPattern)) untouchable.add(id);
    },
    own: (account, kind, dice) => anyOf(live, place(account, kind), dice),
    foreign(account, kind, dice) {
      const others = [...live.keys()].filter(
        (name) => name.endsWith(` ${kind}`) && name !== place(account, kind),
      );
      return others.length === 0 ? null : anyOf(live, dice.pick(others), dice);
    },
    deleted: (account, kind, dice) => anyOf(gone, place(account, kind), dice),
    ownerOf: (id) => owners.get(id) ?? null,
    link: (account, dice) => anyOf(links, account, dice),
  };
}

const kindsByPath: ReadonlyArray<readonly [prefix: string, parameter: string, kind: ResourceKind]> = [
  ['/v1/workflows', 'id', 'wf'],
  ['/v1/runs', 'run_id', 'run'],
  ['/v1/runs', 'fid', 'file'],
  ['/v1/blob', 'id', 'blob'],
  ['/v1/extract/layouts', 'id', 'lay'],
  ['/v1/datasets', 'did', 'ds'],
  ['/v1/datasets', 'export_id', 'file'],
  ['/v1/recipes', 'rid', 'rcp'],
  ['/v1/monitors', 'mid', 'mon'],
  ['/v1/browser', 'sid', 'ses'],
  ['/v1/logins', 'lid', 'login'],
  // Only jobs with pages can be exported.
  ['/v1/jobs/{jid}/export', 'jid', 'v1 crawl'],
  ['/v1/jobs', 'jid', 'job'],
  ['/v1/requests', 'rid', 'req'],
  ['/v1/receipts', 'receipt_id', 'rct'],
  ['/v1/keys', 'id', 'key'],
  ['/v1/webhooks/deliveries', 'id', 'evt'],
  ['/v1/read', 'ref', 'ref'],
  ['/v1/admin/accounts', 'id', 'acct'],
  ['/v2/crawl', 'id', 'v2 crawl'],
  ['/v2/batch/scrape', 'id', 'v2 batch'],
  ['/v2/extract', 'id', 'v2 extract'],
  ['/v2/scrape', 'id', 'v2 scrape'],
];

/** Returns the kind of resource that a path parameter names; null if it is not an id. */
export function kindOfParameter(path: string, parameter: string): ResourceKind | null {
  return kindsByPath.find(([prefix, name]) => path.startsWith(prefix) && name === parameter)?.[2] ?? null;
}
