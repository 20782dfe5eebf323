import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { startFaultSite } from '../faults/fault-site.ts';
import { type ChangingShop, startChangingShop } from '../world/changing-shop.ts';
import { type ChangingSite, startChangingSite } from '../world/changing-site.ts';
import { type ForwardProxy, startForwardProxy } from '../world/forward-proxy.ts';
import { type HostileServer, startHostileServer } from '../world/hostile-server.ts';
import type { LoopbackServer } from '../world/loopback-server.ts';
import { type SlowSite, startSlowSite } from '../world/slow-site.ts';
import { startWebShop, type WebShop } from '../world/web-shop.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../world/webhook-receiver.ts';

/** Sites that the load reads, and the receiver of its webhooks. */
export interface LoadWorld {
  /** Pages of every kind, some very long. */
  pages: LoopbackServer;
  /** Crawled site with slow pages. */
  crawled: SlowSite;
  /** Shop whose articles become a dataset. */
  articles: ChangingShop;
  /** Pages for monitors. */
  watched: ChangingSite;
  /** Site with protocol faults. */
  hostile: HostileServer;
  /** Shop for the browser; null if there is no browser. */
  shop: WebShop | null;
  receiver: WebhookReceiver;
  /** Settings of the service that refer to these servers. */
  environment: Readonly<Record<string, string>>;
  /** Secret texts in those settings. */
  secrets: readonly string[];
  /** Path of the browser, or null. */
  browser: string | null;
  close(): Promise<void>;
}

const addresses = {
  pages: '127.0.0.71',
  crawled: '127.0.0.72',
  watched: '127.0.0.73',
  hostile: '127.0.0.74',
  homes: '127.0.0.75',
} as const;
const crawledPages = 60;
const articleCount = 6;
const proxyPassword = 'fault-suite-proxy-password';

async function writeExits(homes: ForwardProxy): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-fault-suite-'));
  await chmod(folder, 0o711);
  const file = join(folder, 'exits.json');
  const proxy = `http://customer:${proxyPassword}@${homes.address}:${homes.port}`;
  const exits = [
    { id: 'this-machine', network: 'service' },
    { id: 'homes', network: 'residential', country: 'NL', proxy },
  ];
  await writeFile(file, JSON.stringify({ exits, echo: null }));
  return { folder, file };
}

/** Starts the world. No faults are injected into it: all violations are caused by the service. */
export async function startLoadWorld(withBrowser: boolean): Promise<LoadWorld> {
  const found = withBrowser ? await findBrowser(process.env.WEBDATA_BROWSER ?? null) : null;
  const browser = found?.browser?.program?.executable ?? null;
  const articles = Array.from({ length: articleCount }, (_, index) => ({
    sku: `lamp-${index}`,
    name: `Lamp ${index}`,
    price: '10.00',
    stock: true,
  }));
  const sites = {
    pages: await startFaultSite(addresses.pages),
    crawled: await startSlowSite({
      pages: crawledPages,
      address: addresses.crawled,
      delayMs: { from: 5, to: 120 },
    }),
    articles: await startChangingShop(articles, 20),
    watched: await startChangingSite(addresses.watched),
    hostile: await startHostileServer(addresses.hostile),
    shop: browser === null ? null : await startWebShop(),
    receiver: await startWebhookReceiver(),
  };
  const homes = await startForwardProxy(addresses.homes, {
    credentials: { username: 'customer', password: proxyPassword },
  });
  const exits = await writeExits(homes);
  // No server listens there: exchange rates and archives are not part of the load.
  const nowhere = 'http://127.0.0.1:9';
  return {
    ...sites,
    browser,
    environment: {
      WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8',
      WEBDATA_BROWSER: browser ?? 'none',
      WEBDATA_COMMONCRAWL_DATA_URL: nowhere,
      WEBDATA_COMMONCRAWL_INDEX_URL: nowhere,
      WEBDATA_EXITS: exits.file,
      WEBDATA_LIMITS: '1000000/m,1000',
      WEBDATA_LOG_LEVEL: 'info',
      WEBDATA_MIN_INTERVAL: '1s',
      WEBDATA_PLAN_CREDITS: '1000000',
      WEBDATA_POLITENESS: '8/5ms',
      WEBDATA_RATES_URL: nowhere,
      WEBDATA_UNLIMITED: 'false',
      WEBDATA_WAYBACK_URL: nowhere,
    },
    secrets: [proxyPassword],
    async close() {
      const { articles: shopOfArticles, shop, ...others } = sites;
      await Promise.all([
        shopOfArticles.close(),
        shop?.close(),
        homes.close(),
        ...Object.values(others).map((site) => site.close()),
      ]);
      await rm(exits.folder, { recursive: true, force: true });
    },
  };
}
