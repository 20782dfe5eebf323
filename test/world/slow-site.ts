import { type Answer, type LoopbackServer, type Routes, startLoopbackServer } from './loopback-server.ts';
import { layOut, linkList, type SitePage } from './site-layout.ts';
import { diceOf, paragraph, slugOf, titleOf } from './words.ts';

/** Site with delayed responses; `requests(path)` counts the fetches of each page. */
export interface SlowSite extends LoopbackServer {
  /** All pages, the front page first; every page is reachable by links within depth 2. */
  readonly pages: readonly SitePage[];
}

/** Options of the slow site. */
export interface SlowSiteOptions {
  /** Including the front page. Default: 80. */
  pages?: number;
  /** Delay of a page in milliseconds, derived from its path. Default: 100 to 300. */
  delayMs?: { from: number; to: number };
  /** Default: `127.0.0.21`. */
  address?: string;
}

const pagesPerSection = 10;
const neighbours = 3;

function pathOf(at: number): string {
  if (at === 0) return '/';
  const section = Math.ceil(at / pagesPerSection);
  return (at - 1) % pagesPerSection === 0 ? `/part-${section}/` : `/part-${section}/${slugOf(titleOf(at))}`;
}

/** Returns the front page, sections of ten, and their pages. */
function slowPages(count: number): SitePage[] {
  const plan = Array.from({ length: count }, (_, at) => ({
    path: pathOf(at),
    title: at === 0 ? 'Slowhaven' : titleOf(at),
  }));
  return plan.map(({ path, title }, at) => {
    const isSection = at > 0 && (at - 1) % pagesPerSection === 0;
    const below =
      at === 0
        ? plan.filter((_, other) => (other - 1) % pagesPerSection === 0)
        : plan.slice(at + 1, at + pagesPerSection);
    const beside = Array.from(
      { length: neighbours },
      (_, step) => plan[(at + 1 + step * 7) % count] as { path: string; title: string },
    );
    return layOut({
      path,
      kind: at === 0 ? 'home' : isSection ? 'listing' : 'article',
      title,
      phrase: `Sheet ${at + 1} of the Slowhaven papers is about ${title.toLowerCase()}.`,
      changed: '2026-09-30',
      content: `<p>${paragraph(diceOf(400 + at), 6)}</p>\n${linkList(at === 0 || isSection ? below : beside)}`,
    });
  });
}

function mapRoutes(origin: string, pages: readonly SitePage[]): [string, Answer][] {
  const urls = pages.map(
    (page) => `<url><loc>${origin}${page.path}</loc><lastmod>${page.changed}</lastmod></url>`,
  );
  return [
    [
      '/robots.txt',
      {
        headers: { 'content-type': 'text/plain' },
        body: `User-agent: *\nDisallow: /odd/\nDisallow: /private/\n\nSitemap: ${origin}/sitemap.xml\n`,
      },
    ],
    [
      '/sitemap.xml',
      {
        headers: { 'content-type': 'application/xml' },
        body: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>\n`,
      },
    ],
  ];
}

/** Starts the site; pages and delays are the same in every run. */
export async function startSlowSite(options: SlowSiteOptions = {}): Promise<SlowSite> {
  const { from, to } = options.delayMs ?? { from: 100, to: 300 };
  // The menu links to sections that this site does not have; its own home page is sufficient.
  const pages = slowPages(options.pages ?? 80).map((page) => ({
    ...page,
    html: page.html
      .replace(/<nav aria-label="Main">.*?<\/nav>/s, '<nav aria-label="Main"><a href="/">Home</a></nav>')
      .replace(/<footer>.*?<\/footer>/s, '<footer><p>Slowhaven is a made-up place.</p></footer>'),
  }));
  const delays = pages.map((_, at) => from + diceOf(at + 1).roll(Math.max(1, to - from + 1)));
  const server = await startLoopbackServer(options.address ?? '127.0.0.21', (origin): Routes => {
    const slow = pages.map((page, at): [string, Answer] => [
      page.path,
      { body: page.html, delayMs: delays[at] ?? from },
    ]);
    return new Map([...slow, ...mapRoutes(origin, pages)]);
  });
  // The getters of the server must remain getters.
  return Object.defineProperty(server as SlowSite, 'pages', { value: pages });
}
