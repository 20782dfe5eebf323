import type { IncomingMessage } from 'node:http';
import { type Answer, type LoopbackServer, startLoopbackServer } from '../world/loopback-server.ts';
import type { WorldCapture } from '../world/warc-files.ts';
import { escapeHtml, hostileTexts } from './hostile-texts.ts';

/** Site whose title, text, markup, data, header values and file names are the hostile texts. */
export interface HostileSite extends LoopbackServer {
  texts: readonly string[];
  /** Captures of one of its pages in a web archive; all texts of the second one are hostile. */
  captures: readonly WorldCapture[];
}

const captureUrl = 'http://hostile.example/page';

function listing(texts: readonly string[]): string {
  const cards = texts.map(
    (text, at) =>
      `<li class="card"><h3 class="name">${escapeHtml(text)}</h3><span class="price">€${10 + at}.00</span>
       <a href="/item/${at}">More</a></li>`,
  );
  return `<h2>Wares</h2><ul class="cards">${cards.join('')}</ul>`;
}

function pageOf(texts: readonly string[]): string {
  const all = texts.map(escapeHtml);
  const product = { '@context': 'https://schema.org', '@type': 'Product', name: texts[0], sku: texts[3] };
  const data = JSON.stringify(product).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html><html lang="en"><head><title>${all[0]}${all[3]}</title>
    <meta name="description" content="${all.join(' ')}"><meta property="og:title" content="${all[1]}">
    <script type="application/ld+json">${data}</script></head><body><main>
    <h1>${all[0]}</h1>${all.map((text) => `<p>A hostile text: ${text}</p>`).join('')}
    <table><tr><th>${all[3]}</th></tr>${all.map((text) => `<tr><td>${text}</td></tr>`).join('')}</table>
    <pre><code>${all.join('\n')}</code></pre>
    ${texts.map((text) => `<p><a href="${escapeHtml(text)}" title="${escapeHtml(text)}">a link</a></p>`).join('')}
    <img src="/x.png" alt="${all[3]}">${texts.join('\n')}</main></body></html>`;
}

function answer(texts: readonly string[], request: IncomingMessage, url: URL): Answer {
  // Header values contain only characters that HTTP allows.
  const header = encodeURI(texts[0] ?? '')
    .replaceAll('%3C', '<')
    .replaceAll('%3E', '>');
  const headers = {
    'x-hostile': header,
    'content-disposition': `inline; filename="${header.replaceAll('"', '')}.html"`,
  };
  if (url.pathname === '/robots.txt') return { status: 404, body: '' };
  if (request.method === 'POST') return { status: 500, headers, body: texts.join('\n').slice(0, 900) };
  const body = `<!DOCTYPE html><title>Wares</title><main>${listing(texts)}</main>`;
  return url.pathname === '/listing' ? { headers, body } : { headers, body: pageOf(texts) };
}

/** Starts the hostile site. */
export async function startHostileSite(): Promise<HostileSite> {
  let texts: readonly string[] = [];
  const server = await startLoopbackServer('127.0.0.22', (origin) => {
    texts = hostileTexts(`${origin}/beacon`);
    return new Map([['/*', (request, url) => answer(texts, request, url)]]);
  });
  const calm = `<!DOCTYPE html><title>Calm</title><main><h1>Calm</h1><p>Nothing happens on this page at all.</p></main>`;
  return Object.assign(server, {
    texts,
    captures: [
      { url: captureUrl, at: '20150601120000', body: calm },
      { url: captureUrl, at: '20180601120000', body: pageOf(texts) },
    ],
  });
}
