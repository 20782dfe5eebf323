import { type ExampleServer, htmlPage, notFound, startExampleServer } from './example-server.ts';

/** Chapters of the handbook with their pages: path, title and paragraphs. */
const pages: ReadonlyArray<readonly [string, string, string]> = [
  [
    '/guide/',
    'Guide',
    '<p>The guide explains how a ship enters, lies in and leaves the harbour.</p><ul><li><a href="/guide/arrival">Arrival</a></li><li><a href="/guide/berths">Berths</a></li><li><a href="/guide/departure">Departure</a></li></ul>',
  ],
  [
    '/guide/arrival',
    'Arrival',
    '<p>Call the harbour office on channel 12 at least one hour before you arrive. State the length and the draught of the ship.</p><h2>Waiting</h2><p>Wait outside the breakwater until the signal is green.</p>',
  ],
  [
    '/guide/berths',
    'Berths',
    '<p>The harbour office assigns a berth.</p><table><tr><th>Berth</th><th>Length</th><th>Draught</th></tr><tr><td>North 1</td><td>40 m</td><td>4.5 m</td></tr><tr><td>North 2</td><td>60 m</td><td>5.5 m</td></tr><tr><td>South 1</td><td>25 m</td><td>3.0 m</td></tr></table>',
  ],
  [
    '/guide/departure',
    'Departure',
    '<p>Pay the fees at the office, and report your departure on channel 12.</p>',
  ],
  [
    '/reference/',
    'Reference',
    '<p>The reference lists fees and signals.</p><ul><li><a href="/reference/fees">Fees</a></li><li><a href="/reference/signals">Signals</a></li></ul>',
  ],
  [
    '/reference/fees',
    'Fees',
    '<p>A ship pays 2.40 euros for each metre of its length and each started day.</p><pre><code class="language-python">fee = 2.40 * length * days\n</code></pre>',
  ],
  [
    '/reference/signals',
    'Signals',
    '<p>A green light allows to enter, a red light forbids it. Two red lights close the harbour.</p>',
  ],
];

const home = htmlPage(
  'Quay handbook',
  '<p>Everything that a ship needs to know about the harbour.</p><ul><li><a href="/guide/">Guide</a></li><li><a href="/reference/">Reference</a></li></ul>',
);

function sitemap(origin: string): string {
  const urls = ['/', ...pages.map(([path]) => path)].map((path) => `<url><loc>${origin}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}

/** Starts a documentation site with eight pages and a sitemap. */
export function startHandbook(port: number): Promise<ExampleServer> {
  const navigation = [
    ['/', 'Quay handbook'],
    ['/guide/', 'Guide'],
    ['/reference/', 'Reference'],
  ] as const;
  return startExampleServer(port, ({ url }, origin) => {
    if (url.pathname === '/') return { body: home };
    if (url.pathname === '/sitemap.xml')
      return { headers: { 'content-type': 'application/xml' }, body: sitemap(origin) };
    const page = pages.find(([path]) => path === url.pathname);
    if (page === undefined) return notFound;
    const [, title, content] = page;
    return { body: htmlPage(title, content, navigation) };
  });
}
