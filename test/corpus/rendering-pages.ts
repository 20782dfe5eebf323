/** Page as received over plain HTTP, and whether its content requires scripts. */
export interface RenderingPage {
  name: string;
  html: string;
  needsBrowser: boolean;
}

const sentence =
  'The harbour master keeps a list of every crane, its load and the berth where it stands today. ';
const prose = (times: number) =>
  Array.from({ length: times }, (_, n) => `<p>${n + 1}. ${sentence}</p>`).join('\n');
const big = (kilobytes: number) => `var a=[];${'a.push(function(){return 1});'.repeat(kilobytes * 36)}`;
const menu = '<nav><a href="/">Home</a> <a href="/cranes">Cranes</a> <a href="/about">About us</a></nav>';

function page(head: string, body: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Harbour cranes</title>${head}</head><body>${body}</body></html>`;
}

const noscript = '<noscript>You need to enable JavaScript to run this app.</noscript>';
const module = '<script type="module" crossorigin src="/assets/index-4f1c.js"></script>';
const deferred = '<script defer src="/static/js/main.8d2f.js"></script>';

/** Framework shells and other pages that scripts fill. */
const shells: Record<string, string> = {
  'create-react-app': page(deferred, `${noscript}<div id="root"></div>`),
  'vite and react': page(module, '<div id="root"></div>'),
  'vite and vue': page(module, '<div id="app"></div>'),
  'vue cli': page(
    deferred,
    `<noscript><strong>We're sorry but shop doesn't work properly without JavaScript enabled.</strong></noscript><div id="app"></div>`,
  ),
  angular: page(
    '',
    `<app-root></app-root><script src="runtime.js" type="module"></script><script src="main.js" type="module"></script>`,
  ),
  'angular with a spinner': page(
    '',
    `<app-root><div class="spinner">Loading...</div></app-root><script src="main.js" type="module"></script>`,
  ),
  'angular with another root': page(
    '',
    `<portal-root></portal-root><script src="main.js" type="module"></script>`,
  ),
  svelte: page(module, '<div id="svelte"></div>'),
  'sveltekit without server': page(
    '',
    '<div style="display: contents"><script>Promise.all([import("/_app/start.js"), import("/_app/app.js")]).then(([kit, app]) => kit.start(app, document.body));</script></div>',
  ),
  'nuxt without server': page(
    '',
    '<div id="__nuxt"></div><script>window.__NUXT__={serverRendered:false,config:{}}</script><script src="/_nuxt/entry.js" type="module"></script>',
  ),
  'next without server': page(
    '',
    '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{},"page":"/","buildId":"x"}</script><script src="/_next/static/chunks/main.js" defer></script>',
  ),
  gatsby: page(
    '',
    '<div id="___gatsby"><div tabindex="-1" id="gatsby-focus-wrapper"></div></div><script src="/app.js" async></script>',
  ),
  ember: page(
    '<meta name="shop/config/environment" content="%7B%7D">',
    '<script src="/assets/vendor.js"></script><script src="/assets/shop.js"></script>',
  ),
  quasar: page(module, '<div id="q-app"></div>'),
  flutter: page('', '<script src="flutter_bootstrap.js" async></script>'),
  blazor: page(
    '',
    '<div id="app"><svg class="loading-progress"></svg><div class="loading-progress-text"></div></div><div id="blazor-error-ui">An unhandled error has occurred. <a href="">Reload</a></div><script src="_framework/blazor.webassembly.js"></script>',
  ),
  'custom element': page(module, '<my-shop></my-shop>'),
  'lit with fallback text': page(module, `<shop-app>Loading…</shop-app>${noscript}`),
  'solid start': page(module, '<div id="root"><!--hydrate--></div>'),
  'inline bundle': page('', `<div id="main"></div><script>${big(120)}</script>`),
  'menu and an empty list': page(
    deferred,
    `${menu}<main><div id="app"></div></main><footer>© Harbour</footer>`,
  ),
  'spinner and a notice': page(
    module,
    `<div id="root"><div class="loader">Please wait while the application loads</div></div>${noscript}`,
  ),
  'redirect by script': page('<script>window.location.replace("/real?x=1")</script>', ''),
  'redirect by href': page('', '<p>Redirecting…</p><script>location.href = "/home";</script>'),
  'redirect by meta': page('<meta http-equiv="refresh" content="0; url=/home">', 'Redirecting'),
  'document.write': page(
    '',
    '<script>document.write(decodeURIComponent(data))</script><script src="/data.js"></script>',
  ),
  'skeleton of grey boxes': page(module, `<div id="root">${'<div class="skeleton"></div>'.repeat(40)}</div>`),
  'mount of an unusual name': page(module, '<div id="shop-frontend" class="mount"></div>'),
  'header and footer, rest by script': page(
    deferred,
    `<header>${menu}</header><div id="root"></div><footer><p>© 2026 Harbour. Terms. Privacy. Contact.</p></footer>`,
  ),
  'noscript with a link': page(
    deferred,
    `<div id="content"></div><noscript>This site requires JavaScript. <a href="/help">Help</a></noscript>`,
  ),
};

/** Pages that contain their text regardless of their scripts. */
const whole: Record<string, string> = {
  'article with trackers': page(
    deferred,
    `${menu}<article><h1>Cranes</h1>${prose(12)}</article><script>${big(20)}</script>`,
  ),
  'article in a react root': page(
    deferred,
    `<div id="root"><article><h1>Cranes</h1>${prose(12)}</article></div>${noscript}`,
  ),
  'next with server': page(
    '',
    `<div id="__next"><main><h1>Cranes</h1>${prose(12)}</main></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}}}</script><script src="/_next/main.js" defer></script>`,
  ),
  'nuxt with server': page(
    '',
    `<div id="__nuxt"><main><h1>Cranes</h1>${prose(12)}</main></div><script>window.__NUXT__={}</script>`,
  ),
  'article with a noscript picture': page(
    deferred,
    `<h1>Cranes</h1>${prose(8)}<noscript><img src="/pixel.gif"></noscript>`,
  ),
  'article that asks for scripts for comments': page(
    deferred,
    `<h1>Cranes</h1>${prose(10)}<div id="comments"></div><noscript>Please enable JavaScript to view the comments.</noscript>`,
  ),
  'article with an empty app beside it': page(module, `<h1>Cranes</h1>${prose(12)}<div id="app"></div>`),
  'article about redirects': page(
    '',
    `<h1>location.href</h1>${prose(10)}<script>document.querySelector("a").onclick = () => { location.href = "/x"; };</script>`,
  ),
  'short page without scripts': page('', '<h1>Closed today</h1><p>The harbour office is closed.</p>'),
  'short page with analytics': page(
    '<script async src="https://stats.example/s.js"></script>',
    `<h1>Opening hours</h1><p>Monday to Friday from eight to four; on Saturdays by appointment only. On the evening of a storm warning the office stays open until the last boat is in. Call the harbour master.</p>`,
  ),
  'placeholder domain': page(
    '',
    '<h1>Example Domain</h1><p>This domain is for use in documentation examples without needing permission.</p>',
  ),
  'heavy inline scripts and an article': page(`<script>${big(200)}</script>`, `<h1>Cranes</h1>${prose(40)}`),
  'listing of products': page(
    deferred,
    `${menu}<ul>${Array.from({ length: 30 }, (_, n) => `<li><a href="/crane/${n}">Crane ${n}</a> ${n * 10} t, <b>${n * 900} EUR</b></li>`).join('')}</ul>`,
  ),
  'product with structured data': page(
    '<script type="application/ld+json">{"@type":"Product","name":"Crane"}</script>',
    `<h1>Crane 7</h1>${prose(4)}<button>Buy</button>${deferred}`,
  ),
  'documentation with search': page(
    module,
    `<aside>${menu}</aside><main><h1>Install</h1>${prose(9)}<pre>npm install crane</pre></main><div id="search-root"></div>`,
  ),
  'login form': page(
    deferred,
    `<h1>Sign in</h1><form method="post"><label>Name <input name="u"></label><label>Password <input type="password" name="p"></label><button>Sign in</button></form><p>Forgot your password? Ask the harbour master for another one, by telephone or at the counter, on any working day from eight.</p>`,
  ),
  'forum thread': page(
    deferred,
    Array.from({ length: 8 }, (_, n) => `<div class="post"><b>User ${n}</b>${prose(1)}</div>`).join(''),
  ),
  'error page of a server': page('', '<h1>404 Not Found</h1><p>nginx</p>'),
  'page that refreshes itself': page(
    '<meta http-equiv="refresh" content="300">',
    `<h1>Tides</h1>${prose(10)}`,
  ),
  'table of data': page(
    '',
    `<table>${Array.from({ length: 40 }, (_, n) => `<tr><td>Berth ${n}</td><td>${n * 3} m</td><td>free until noon</td></tr>`).join('')}</table>`,
  ),
  'article with svelte islands': page(
    module,
    `<main><h1>Cranes</h1>${prose(11)}<astro-island uid="a"></astro-island></main>`,
  ),
  'old page with frames of script': page(
    '<script language="JavaScript">function go(){}</script>',
    `<center><h1>Welcome</h1>${prose(6)}</center>`,
  ),
  'press release with a cookie banner': page(
    `<script>${big(60)}</script>`,
    `<div id="cookie">We use cookies.</div><h1>Cranes</h1>${prose(14)}`,
  ),
  'recipe with lazy pictures': page(
    deferred,
    `<h1>Fish soup</h1><ol>${'<li>Cut the fish, and put it into the pot with what the market had that morning.</li>'.repeat(9)}</ol>`,
  ),
  'short contact page in a theme': page(
    deferred,
    `${menu}<main><h1>Contact</h1><p>Quay 4, 1010 Harbour. Telephone 01 234 567. Write to office@harbour.example. We answer within two days, sooner when there is a storm.</p></main><footer>© 2026 Harbour. All rights reserved.</footer>`,
  ),
  'angular with server': page(
    '',
    `<app-root ng-version="20"><main><h1>Cranes</h1>${prose(12)}</main></app-root><script src="main.js" type="module"></script>`,
  ),
  'hidden empty mounts': page(
    deferred,
    `<h1>Cranes</h1>${prose(11)}<div id="root"></div><div id="modal"></div>`,
  ),
  'blog index': page(
    deferred,
    Array.from(
      { length: 9 },
      (_, n) => `<article><h2><a href="/p/${n}">Post ${n}</a></h2><p>${sentence}</p></article>`,
    ).join(''),
  ),
  'definition list': page(
    '',
    `<dl>${'<dt>Boom</dt><dd>The arm that carries the load over the water and back again.</dd>'.repeat(12)}</dl>`,
  ),
  'weather with a live widget': page(module, `<h1>Weather</h1>${prose(8)}<div id="widget"></div>`),
};

/** All pages. */
export const renderingPages: readonly RenderingPage[] = [
  ...Object.entries(shells).map(([name, html]) => ({ name, html, needsBrowser: true })),
  ...Object.entries(whole).map(([name, html]) => ({ name, html, needsBrowser: false })),
];
