import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { type Home, openHome, type ServiceProcess } from '../service-process.ts';
import { startArchiveWorld } from '../world/archive-server.ts';
import { startHostileServer } from '../world/hostile-server.ts';
import { startMailSink } from '../world/mail-sink.ts';
import { readsFacts } from '../world/model-reader.ts';
import { startModelServer } from '../world/model-server.ts';
import { startRatesServer } from '../world/rates-server.ts';
import { pagesAbout, startSearchServer } from '../world/search-server.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { startWorld } from '../world/world.ts';
import { refusedAddresses, type Targets } from './targets.ts';

/** The service under test with all servers that it contacts, on loopback. */
export interface FuzzWorld extends AsyncDisposable {
  service: ServiceProcess;
  home: Home;
  host: string;
  port: number;
  targets: Targets;
  browser: boolean;
  /** Address of the service's inspector; null if it has none. */
  inspectorUrl: string | null;
  /** Returns the number of requests that reached the private server. */
  privateHits(): number;
}

/** Options of the world. */
export interface FuzzWorldOptions {
  /** True to find a browser and pass it to the service. */
  browser: boolean;
  /** True to open the inspector, which reports the number of live objects. */
  inspector: boolean;
}

/** Values that the model reads from pages; they occur on the first one. */
const facts = { title: 'Notes on harbour cranes', name: 'Notes on harbour cranes', author: 'Ada Brook' };

/** Protocol faults that end at once; the others are among the slow pages. */
const quickFaults = [
  '/gzip',
  '/br',
  '/zstd',
  '/stacked',
  '/misnamed',
  '/empty-gzip',
  '/wrong-label',
  '/gzip-cut',
  '/zstd-cut',
  '/small-bomb',
  '/accepts-and-closes',
  '/resets',
  '/large-headers',
  '/promises-more',
  '/promises-less',
  '/two-lengths',
  '/length-and-chunks',
  '/resets-midway',
  '/bad-chunks',
  '/cut-chunks',
  '/until-close',
  '/garbage-status',
  '/no-http',
  '/http-0.9',
  '/status-999',
  '/early-hints',
  '/switches-protocol',
  '/no-content-with-body',
  '/repeated-headers',
  '/pushes-second-answer',
  '/loop',
  '/itself',
  '/hops?left=9',
  '/cookie-flood',
  '/no-location',
  '/bad-location',
  '/utf8-location',
  '/to?url=http://127.0.0.66/',
  '/to?url=file:///etc/passwd',
  '/to?url=http://nothing.invalid/',
];
const slowFaults = [
  '/never-answers',
  '/drips',
  '/slow-headers',
  '/stalls',
  '/endless-headers',
  '/promises-too-much',
];
const oddPages = [
  '/status/204',
  '/status/404',
  '/status/410',
  '/status/500',
  '/status/empty',
  '/status/soft-404',
  '/wall/login',
  '/wall/challenge',
  '/wall/captcha',
  '/wall/country',
  '/redirect/relative',
  '/redirect/elsewhere',
  '/redirect/secret',
  '/redirect/nowhere',
  '/redirect/meta',
  '/files/data.json',
  '/files/notes.txt',
  '/files/readme.md',
  '/files/table.csv',
  '/files/feed.xml',
  '/files/picture.png',
  '/files/report.pdf',
  '/files/crate.bin',
  '/files/untyped',
  '/sitemap-index.xml',
  '/robots.txt',
  '/traps/',
  '/traps/days',
  '/missing',
  '/slow/1500',
  '/long/200k',
];

/** Starts the sites, the services that the service contacts, and the service itself as a separate process. */
export async function startFuzzWorld(options: FuzzWorldOptions): Promise<FuzzWorld> {
  await using stack = new AsyncDisposableStack();
  const closing = <Server extends { close(): Promise<unknown> }>(server: Server): Server => {
    stack.defer(async () => void (await server.close()));
    return server;
  };
  const home = closing(await openHome());
  const world = closing(await startWorld());
  const hostile = closing(await startHostileServer('127.0.0.2'));
  const hooks = closing(await startWebhookReceiver());
  const mail = closing(await startMailSink());
  const rates = closing(await startRatesServer());
  const model = closing(await startModelServer({ write: readsFacts(facts) }));
  const search = closing(await startSearchServer('searxng', pagesAbout('lamp', 20)));
  const article = world.site.url('/articles/notes-on-harbour-cranes');
  const archive = closing(
    await startArchiveWorld([
      { url: article, at: '20190615120000', body: '<title>Then</title><p>As it was.</p>' },
      { url: article, at: '20210101000000', body: '<title>Later</title><p>As it was later.</p>' },
    ]),
  );
  const { browser } = options.browser
    ? await findBrowser(process.env.WEBDATA_BROWSER ?? null)
    : { browser: null };
  // No external exit verification service is contacted.
  const exitsFile = join(dirname(home.dataDir), 'exits.json');
  await writeFile(exitsFile, '{"exits": [{"id": "this-machine", "network": "service"}], "echo": null}');
  const service = await home.start({
    WEBDATA_ALLOW_NETWORKS: '127.0.0.2/32,127.0.0.11/32,127.0.0.12/32',
    WEBDATA_LIMITS: '100000000/m,1000',
    WEBDATA_POLITENESS: '100/0ms',
    WEBDATA_MIN_INTERVAL: '1h',
    WEBDATA_EXITS: exitsFile,
    WEBDATA_BROWSER: browser?.program?.executable ?? 'none',
    WEBDATA_SEARCH: `searxng=${search.url},local`,
    WEBDATA_MODEL_URL: model.url,
    WEBDATA_MODEL: 'fuzz',
    WEBDATA_RATES_URL: rates.url,
    WEBDATA_SMTP_URL: mail.url,
    WEBDATA_MAIL_FROM: 'webdata@mail.invalid',
    ...archive.environment,
    ...(options.inspector && { NODE_OPTIONS: '--inspect=127.0.0.1:0' }),
  });
  const { hostname, port } = new URL(service.url);
  const rest = stack.move();
  return {
    service,
    home,
    host: hostname,
    port: Number(port),
    browser: browser !== null,
    targets: {
      good: [
        article,
        ...world.site.pages.slice(0, 40).map(({ path }) => world.site.url(path)),
        world.elsewhere.url('/'),
      ],
      odd: [
        ...oddPages.map((path) => world.site.url(path)),
        ...quickFaults.map((path) => hostile.url(path)),
        hostile.selfSignedUrl('/echo'),
      ],
      slow: [...slowFaults.map((path) => hostile.url(path)), hostile.silentUrl('/')],
      hooks: [hooks.url('/hook'), hooks.url('/other')],
      refused: refusedAddresses,
    },
    inspectorUrl: /^Debugger listening on (ws:\S+)$/m.exec(service.stderr())?.[1] ?? null,
    privateHits: () => world.secret.hits,
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}
