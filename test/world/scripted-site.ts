import { type LoopbackServer, type Route, type Routes, startLoopbackServer } from './loopback-server.ts';

/**
 * All ways in which a page can make a browser contact another address, by name. `HTTP` and `WS` stand for the target.
 */
const contacts: Readonly<Record<string, string>> = {
  'js-location': `<script>location.href = 'HTTP/navigated'</script>`,
  'meta-refresh': `<meta http-equiv="refresh" content="0; url=HTTP/refreshed">`,
  iframe: `<iframe src="HTTP/frame"></iframe>`,
  'iframe-srcdoc': `<iframe srcdoc="&lt;img src='HTTP/srcdoc.bin'>"></iframe>`,
  'iframe-file': `<iframe src="file:///etc/hostname"></iframe>`,
  object: `<object data="HTTP/object"></object><embed src="HTTP/embed">`,
  img: `<img src="HTTP/picture"><img srcset="HTTP/picture-2 2x">`,
  media: `<video src="HTTP/film" autoplay></video><audio src="HTTP/sound" autoplay></audio>`,
  script: `<script src="HTTP/script"></script>`,
  module: `<script type="module">import('HTTP/module')</script>`,
  stylesheet: `<link rel="stylesheet" href="HTTP/style">`,
  'css-import': `<style>@import url('HTTP/import'); body { background: url('HTTP/background') }</style>`,
  font: `<style>@font-face { font-family: x; src: url('HTTP/font') } body { font-family: x }</style>text`,
  fetch: `<script>fetch('HTTP/fetched').catch(() => {})</script>`,
  'fetch-no-cors': `<script>fetch('HTTP/posted', { method: 'POST', mode: 'no-cors', body: 'x' }).catch(() => {})</script>`,
  xhr: `<script>const x = new XMLHttpRequest(); x.open('GET', 'HTTP/xhr'); x.send()</script>`,
  eventsource: `<script>new EventSource('HTTP/events')</script>`,
  beacon: `<script>navigator.sendBeacon('HTTP/beacon', 'x')</script>`,
  websocket: `<script>new WebSocket('WS/socket')</script>`,
  ping: `<a id="a" ping="HTTP/ping" href="#x">a</a><script>a.click()</script>`,
  preconnect: `<link rel="preconnect" href="HTTP"><link rel="dns-prefetch" href="HTTP">`,
  prefetch: `<link rel="prefetch" href="HTTP/prefetch"><link rel="preload" as="fetch" href="HTTP/preload"><link rel="modulepreload" href="HTTP/modulepreload">`,
  prerender: `<script type="speculationrules">{"prerender":[{"source":"list","urls":["HTTP/prerender"]}],"prefetch":[{"source":"list","urls":["HTTP/speculated"]}]}</script>`,
  worker: `<script>new Worker(URL.createObjectURL(new Blob(["fetch('HTTP/worker').catch(()=>{}); importScripts('HTTP/imported')"])))</script>`,
  'window-open': `<script>window.open('HTTP/opened')</script>`,
  form: `<form id="f" method="post" action="HTTP/form"><input name="a" value="b"></form><script>f.submit()</script>`,
  download: `<a id="d" download href="HTTP/download.zip">d</a><script>d.click()</script>`,
  manifest: `<link rel="manifest" href="HTTP/manifest"><link rel="icon" href="HTTP/icon">`,
  webrtc: `<script>const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:HOST' }, { urls: 'turn:HOST?transport=tcp', username: 'a', credential: 'b' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))</script>`,
  webtransport: `<script>try { new WebTransport('https://HOST/').ready.catch(() => {}) } catch {}</script>`,
  'by-redirect': `<script>fetch('/redirect').catch(() => {})</script><img src="/redirect"><iframe src="/redirect"></iframe>`,
};

/** Names of {@link contacts}. */
export const contactKinds: readonly string[] = Object.keys(contacts);

/** Contacts that navigate the page itself; all others are combined on `/contacts`. */
export const leavingKinds: readonly string[] = ['js-location', 'meta-refresh', 'form', 'download'];

const app = `<!DOCTYPE html><html lang="en"><head><title>App</title></head><body><div id="root"></div>
<button id="more" onclick="this.after('More text after the click.')">More</button><input id="name">
<script>
fetch('/api/cranes').then((r) => r.json()).then(({ cranes }) => {
  root.innerHTML = '<main><h1>Cranes</h1><p>' + cranes.join('</p><p>') + '</p></main>';
});
const field = document.getElementById('name');
field.addEventListener('keydown', (e) => { if (e.key === 'Enter') field.after('Hello ' + field.value); });
</script></body></html>`;

const cranes = Array.from(
  { length: 12 },
  (_, n) => `Crane number ${n} lifts ${n * 10} tonnes over the quay.`,
);

/** URLs with other schemes that a page may link to; `FILE` stands for a local file. */
const otherSchemes: Readonly<Record<string, string>> = {
  file: 'file://FILE',
  'view-source': 'view-source:file://FILE',
  chrome: 'chrome://version/',
  data: 'data:text/html,<p>leaked by data</p>',
};

/** Names of {@link otherSchemes}. */
export const schemeKinds: readonly string[] = Object.keys(otherSchemes);

/** Returns a page that navigates to each of the targets, at once and again when its elements are clicked. */
function leadingPage(targets: ReadonlyMap<string, string>): string {
  const elements = [...targets].map(([kind, target]) => {
    const quoted = JSON.stringify(target);
    return `<a id="${kind}" href=${quoted}>${kind}</a> <a id="${kind}-blank" target="_blank" href=${quoted}>window</a>
<button id="${kind}-go" onclick='window.open(${quoted}); location.href = ${quoted}'>go</button><iframe hidden src=${quoted}></iframe>
<script>try { window.open(${quoted}) } catch {}
fetch(${quoted}).then((r) => r.text()).then((text) => document.body.append(text)).catch(() => {});</script>`;
  });
  return `<title>Leads on</title><p>ready</p>${elements.join('\n')}`;
}

/** Shows the storage of the previous visit and the cookies sent along its redirect, and stores new values. */
const keepsOn: Route = (request, url) => ({
  body: `<!DOCTYPE html><title>Keeps</title><p id="p"></p><script>
const kept = localStorage.kept ?? 'none';
localStorage.kept = 'something';
document.cookie = 'kept=something';
p.textContent = 'kept: ' + kept + ', sent: ${url.searchParams.get('sent')}, led: ${request.headers.cookie ?? 'none'}';
</script>`,
});

/** Starts a site with pages that need scripts, pages that misbehave, and pages that try to reach `secret`. */
export function startScriptedSite(
  address: string,
  secret: string,
  file = '/etc/hostname',
): Promise<LoopbackServer> {
  return startLoopbackServer(address, (): Routes => {
    const host = new URL(secret).host;
    const targets = new Map(
      Object.entries(otherSchemes).map(([kind, pattern]) => [kind, pattern.replace('FILE', file)]),
    );
    const aimed = (html: string) =>
      html.replaceAll('HTTP', secret).replaceAll('WS', secret.replace('http', 'ws')).replaceAll('HOST', host);
    const page = (body: string) => ({ body: `<!DOCTYPE html><title>Contact</title><p>ready</p>${body}` });
    return new Map<string, Route>([
      ['/app', { body: app }],
      ['/api/cranes', { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ cranes }) }],
      [
        '/never-loads',
        { body: '<title>Waits</title><p>What is there.</p><img src="/slow"><script src="/slow"></script>' },
      ],
      ['/slow', { delayMs: 60_000, body: '' }],
      ['/hangs', { body: '<title>Hangs</title><p>Before.</p><script>while (true) {}</script>' }],
      [
        '/keeps',
        (request, url) => ({
          status: 302,
          headers: {
            'set-cookie': 'led=1',
            location: `/keeps-on${url.search}&sent=${encodeURIComponent(request.headers.cookie ?? 'none')}`,
          },
        }),
      ],
      ['/keeps-on', keepsOn],
      ['/shell', { body: '<title>Shell</title><div id="root"></div><script>document.title += "."</script>' }],
      ['/high', { body: '<title>High</title><div style="height: 30000px">high</div>' }],
      [
        '/echo',
        (request) => ({
          headers: { 'content-type': 'text/html' },
          body: `<title>Echo</title><pre>${JSON.stringify(request.headers)}</pre>`,
        }),
      ],
      ['/redirect', { status: 302, headers: { location: `${secret}/redirected` } }],
      [
        '/away',
        (_request, url) => ({ status: 302, headers: { location: url.searchParams.get('to') ?? '/' } }),
      ],
      ['/leads', { body: leadingPage(targets) }],
      ...[...targets].map(([kind, location]): [string, Route] => [
        `/redirects/${kind}`,
        { status: 302, headers: { location } },
      ]),
      ['/refreshes', page(`<meta http-equiv="refresh" content="0; url='${targets.get('file')}'">`)],
      [
        '/contacts',
        page(
          aimed(
            contactKinds
              .filter((kind) => !leavingKinds.includes(kind))
              .map((kind) => contacts[kind])
              .join('\n'),
          ),
        ),
      ],
      ...Object.entries(contacts).map(([kind, html]): [string, Route] => [
        `/contact/${kind}`,
        page(aimed(html)),
      ]),
    ]);
  });
}
