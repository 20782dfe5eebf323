import type { ListingSite } from '../../test/world/listings/listing-site.ts';
import type { LoopbackServer } from '../../test/world/loopback-server.ts';
import { shopper, type WebShop } from '../../test/world/web-shop.ts';
import type { Player } from './player.ts';
import { followNext, playwrightOpen, type Task, thirdPartyScrape } from './task.ts';

const wantedRecords = 60;

function nextLink(text: string, origin: string): string | null {
  const found = /\[(?:Next|Older)[^\]]*\]\(([^)\s]+)\)/i.exec(text)?.[1] ?? null;
  return found === null ? null : new URL(found.replaceAll('\\', ''), origin).href;
}

function nextUrlInSnapshot(text: string, origin: string): string | null {
  const found = /link "(?:Next|Older)[^"]*"[\s\S]{0,200}?\/url: (\S+)/i.exec(text)?.[1];
  return found === undefined ? null : new URL(found.replaceAll('"', ''), origin).href;
}

async function readPages(
  url: string,
  open: (url: string) => Promise<string>,
  next: (text: string, origin: string) => string | null,
): Promise<string> {
  const texts: string[] = [];
  for (let at: string | null = url; at !== null && texts.length < 12; ) {
    const text = await open(at);
    texts.push(text);
    at = next(text, url);
  }
  return texts.join('\n');
}

/** Collects the names of up to 60 records of a listing. */
function collectTask(listing: ListingSite, site: LoopbackServer): Task {
  const url = site.url(listing.path);
  const [nameField = ''] = listing.fields;
  const records = listing.records.slice(0, wantedRecords);
  const names = records.map((record) => String(record[nameField]));
  return {
    name: `${records.length} records of the listing ${listing.name}`,
    scripts: {
      webdata: (player) =>
        followNext(
          player,
          'collect',
          { url, fields: listing.fields.slice(0, 3), limit: wantedRecords },
          () => false,
        ),
      thirdParty: (player) => readPages(url, (page) => thirdPartyScrape(player, page), nextLink),
      playwright: (player) => readPages(url, (page) => playwrightOpen(player, page), nextUrlInSnapshot),
    },
    isRight: (answer) => names.filter((name) => answer.includes(name)).length >= 0.95 * names.length,
  };
}

function refOf(snapshot: string, label: RegExp): string {
  const line = snapshot.split('\n').find((one) => label.test(one) && /ref=/.test(one)) ?? '';
  return /ref=(\w+)/.exec(line)?.[1] ?? '';
}

async function playwrightLogin(player: Player, shop: WebShop): Promise<string> {
  let snapshot = await playwrightOpen(player, shop.url('/login'));
  const fill = async (label: RegExp, text: string, element: string) => {
    const args = { target: refOf(snapshot, label), ref: refOf(snapshot, label), element, text };
    const answer = await player.call('browser_type', args);
    if (/ref=/.test(answer)) snapshot = answer;
  };
  await fill(/E-mail/, shopper.email, 'E-mail');
  await fill(/Password/, shopper.password, 'Password');
  const button = refOf(snapshot, /button/);
  await player.call('browser_click', { target: button, ref: button, element: 'Log in' });
  snapshot = await playwrightOpen(player, shop.url('/account'));
  return snapshot;
}

/** Logs in and reads a page behind the login. */
function loginTask(shop: WebShop): Task {
  return {
    name: 'a page behind a login',
    scripts: {
      webdata: async (player) => {
        const opened = await player.call('browser', { action: 'open', url: shop.url('/login') });
        const sid = /\b(bs_\w+|ses_\w+|\w+_[0-9a-z]{20,})\b/.exec(opened)?.[1] ?? '';
        const step = (args: object) => player.call('browser', { action: 'step', sid, ...args });
        await step({ type: 'type', target: 'E-mail', text: shopper.email });
        await step({ type: 'type', target: 'Password', text: shopper.password, submit: true });
        const account = await step({ type: 'goto', url: shop.url('/account') });
        await player.call('browser', { action: 'close', sid });
        return account;
      },
      thirdParty: null,
      playwright: (player) => playwrightLogin(player, shop),
    },
    isRight: (answer) => answer.includes(shopper.email),
  };
}

/** Monitors a value of a page. */
function watchTask(site: LoopbackServer): Task {
  const url = site.url('/table');
  return {
    name: 'watch a page for changes',
    scripts: {
      webdata: async (player) => {
        const created = await player.call('monitor', { action: 'create', url, schedule: { every: '1h' } });
        const mid = /mon_\w+/.exec(created)?.[0] ?? '';
        return player.call('monitor', { action: 'checks', mid });
      },
      thirdParty: null,
      playwright: null,
    },
    isRight: (answer) => /^1 of 1 check\ncheck 1, [^\n]*: new$/m.test(answer),
  };
}

/** Reads a small site completely in the background. */
function crawlTask(site: { url(path: string): string }): Task {
  const url = site.url('/docs/');
  return {
    name: 'crawl the documentation of a site',
    scripts: {
      webdata: (player) =>
        followNext(player, 'crawl', { url, limit: 12, include_paths: ['^/docs/'] }, () => false),
      thirdParty: (player) =>
        player.call('firecrawl_crawl', {
          url,
          limit: 12,
          includePaths: ['^/docs/'],
          crawlEntireDomain: true,
        }),
      playwright: null,
    },
    isRight: (answer) => (answer.match(/\/docs\/[a-z-]+\//g)?.length ?? 0) >= 5,
  };
}

/** Returns tasks that collect, act and monitor. */
export function actingTasks(
  listings: readonly ListingSite[],
  listingServer: LoopbackServer,
  shop: WebShop,
  site: { url(path: string): string },
): Task[] {
  return [
    ...listings.map((listing) => collectTask(listing, listingServer)),
    loginTask(shop),
    watchTask(listingServer),
    crawlTask(site),
  ];
}
