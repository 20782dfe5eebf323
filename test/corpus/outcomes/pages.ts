import type { PageErrorCode } from '../../../src/domain/pages/outcome.ts';
import { document, inSite, prose, type SampleAnswer } from './answer.ts';

type Part = Partial<SampleAnswer> & { about: string };

function answered(expected: PageErrorCode | null, part: Part): SampleAnswer {
  return {
    statusCode: 200,
    headers: {},
    url: 'https://ferry.example/timetable',
    html: '',
    ...part,
    expected: expected === null ? null : [expected],
  };
}

const good = (part: Part) => answered(null, part);

/** Scripts of bot protection vendors in ordinary pages of their customers. */
const guards: [string, string][] = [
  [
    'DataDome',
    '<script>window.ddjskey="A";window.ddoptions={}</script><script src="https://js.datadome.co/tags.js"></script>',
  ],
  [
    'Cloudflare',
    '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><script>(function(){window.__CF$cv$params={r:"8f",t:"MTc="}})()</script>',
  ],
  ['Turnstile', '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer></script>'],
  [
    'HUMAN',
    '<script>window._pxAppId="PXabcd"</script><script src="https://client.px-cloud.net/PXabcd/main.min.js"></script>',
  ],
  ['Imperva', '<script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3&ns=1"></script>'],
  ['Kasada', '<script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39/p.js"></script>'],
  ['AWS WAF', '<script src="https://abc.token.awswaf.com/abc/challenge.js" defer></script>'],
  [
    'Akamai',
    '<script src="/akam/13/1a2b3c" defer></script><noscript><img src="/akam/13/pixel_1a2b?a=b" alt=""></noscript>',
  ],
  ['reCAPTCHA', '<script src="https://www.google.com/recaptcha/enterprise.js?render=6Lx"></script>'],
  ['hCaptcha', '<script src="https://js.hcaptcha.com/1/api.js" async></script>'],
];

const guarded = guards.flatMap(([name, script]) =>
  [25, 120, 600].map((words) =>
    good({
      about: `a page of ${words} words with the script of ${name}`,
      headers: {
        'set-cookie': 'datadome=a; _abck=b; bm_sz=c; __cf_bm=d; incap_ses_1=e; _px3=f; aws-waf-token=g',
        'x-datadome': 'protected',
        'x-kpsdk-ct': 'a',
        server: 'cloudflare',
      },
      html: inSite('Rubber boots, green', `<h1>Rubber boots</h1><p>${prose(words)}</p>`, script),
    }),
  ),
);

const articles: [string, string][] = [
  [
    'How captchas came to be',
    'Please verify you are human, the page said. Prove you are human. I am not a robot.',
  ],
  [
    'Just a moment: how Cloudflare checks browsers',
    'The title reads Just a moment, the source holds _cf_chl_opt and cf-mitigated.',
  ],
  [
    'Access denied: reading the errors of Akamai',
    'It prints Reference #18.6d351ab8.1700000000.a4e16ab0 below the words Access Denied.',
  ],
  ['429 Too Many Requests explained', 'The server answers Too Many Requests and a Retry-After header.'],
  ['404 Not Found, a history', 'Page not found: the most famous error of the web.'],
  ['Why films are not available in your country', 'This video is not available in your country, it says.'],
  ['Login pages that people like', 'A page with a password field and the words Sign in.'],
  ['403 Forbidden', 'The word forbidden has a history of its own.'],
  [
    'Service Unavailable: how to plan maintenance',
    'We are down for maintenance, the page said. Be right back.',
  ],
  ['DDoS protection by example', 'Checking your browser before accessing is what visitors see.'],
];

const writing = articles.map(([title, words]) =>
  good({
    about: `an article: ${title}`,
    html: inSite(
      `${title} | Ferry Line`,
      `<article><h1>${title}</h1><p>${words}</p><p>${prose(180)}</p></article>`,
    ),
  }),
);

const password =
  '<form action="/session" method="post"><input name="user"><input type="password" name="secret"><button>Log in</button></form>';
const widget = '<div class="g-recaptcha" data-sitekey="6Lx"></div>';

const ordinary: SampleAnswer[] = [
  good({
    about: 'a login box in a sidebar',
    html: inSite('Timetable', `<h1>Timetable</h1><p>${prose(90)}</p><aside>${password}</aside>`),
  }),
  good({
    about: 'a login box in the header of a forum',
    html: inSite('Knots - Forum', `${password}<h1>Knots</h1><p>${prose(150)}</p>`),
  }),
  good({
    about: 'a hidden login dialog',
    html: inSite(
      'Harbour',
      `<p>${prose(25)}</p><div style="display:none">${password.replace('<form', '<form hidden')}</div>`,
    ),
  }),
  good({
    about: 'a contact form behind a widget',
    html: inSite('Contact', `<form><input type="email"><textarea></textarea>${widget}</form>`),
  }),
  good({
    about: 'a newsletter form behind a widget',
    html: inSite('Newsletter', `<p>${prose(20)}</p><form><input type="email">${widget}</form>`),
  }),
  good({
    about: 'a comment form behind a widget',
    html: inSite(
      'Knots',
      `<article><p>${prose(130)}</p></article><form><textarea></textarea>${widget}</form>`,
    ),
  }),
  good({
    about: 'a consent dialog above the page',
    html: inSite(
      'Timetable',
      `<div class="cookie-banner"><p>We and our 800 partners value your privacy.</p><button>Accept all</button><button>Reject</button></div><p>${prose(120)}</p>`,
    ),
  }),
  good({
    about: 'a consent wall',
    html: document(
      'Before you continue',
      '<h1>Before you continue</h1><p>We use cookies to deliver our services.</p><button>Accept all</button><button>Reject all</button>',
    ),
  }),
  good({
    about: 'an age gate',
    html: document(
      'Rum of the islands',
      '<h1>Are you of legal drinking age?</h1><button>Yes, I am over 18</button><button>No</button>',
    ),
  }),
  good({
    about: 'a choice of country',
    html: document(
      'Choose your region',
      '<h1>Choose your country or region</h1><a href="/de">Deutschland</a><a href="/fr">France</a>',
    ),
  }),
  good({
    about: 'a parked domain',
    html: document(
      'ferry-tickets.example is for sale',
      '<h1>ferry-tickets.example</h1><p>This domain is for sale. Buy it now.</p><ul><li>Ferries</li><li>Tickets</li></ul>',
    ),
  }),
  good({
    about: 'a server’s first page',
    html: document(
      'Welcome to nginx!',
      '<h1>Welcome to nginx!</h1><p>If you see this page, the web server is successfully installed.</p>',
    ),
  }),
  good({
    about: 'a page soon to come',
    html: document('Coming soon', '<h1>Coming soon</h1><p>We are working on it.</p>'),
  }),
  good({ about: 'an empty page', html: '' }),
  good({
    about: 'an empty shell',
    html: document(
      'App',
      '<div id="root"></div><script src="/app.js"></script><noscript>You need to enable JavaScript to run this app.</noscript>',
    ),
  }),
  good({ about: 'a status page', html: document('Status', '<p>All systems operational.</p>') }),
  good({
    about: 'a paywall',
    html: inSite(
      'The last ferry',
      `<h1>The last ferry</h1><p>${prose(60)}</p><p>Subscribe to read on. Already a subscriber? <a href="/login">Sign in</a></p>`,
    ),
  }),
  good({
    about: 'an empty search',
    html: inSite('Search results', '<h1>No results found</h1><p>Nothing was found for "krill".</p>'),
  }),
  good({ about: 'an empty basket', html: inSite('Basket', '<h1>Your basket is empty</h1>') }),
  good({
    about: 'a sold-out thing',
    html: inSite('Boots', '<h1>Boots</h1><p>This product is currently unavailable.</p>'),
  }),
  good({
    about: 'a shop’s note on delivery',
    html: inSite(
      'Boots',
      `<h1>Boots</h1><p>Delivery is not available in your region.</p><p>${prose(80)}</p>`,
    ),
  }),
  good({
    about: 'documentation of a login API',
    url: 'https://docs.example/auth/login',
    html: inSite('Login', `<h1>Login</h1><pre>POST /login</pre><p>${prose(120)}</p>`),
  }),
  good({
    about: 'a challenge of thirty days',
    url: 'https://fit.example/challenge/30',
    html: inSite('30 days', `<h1>The challenge</h1><p>${prose(110)}</p>`),
  }),
  good({
    about: 'a song',
    html: inSite('Just a moment - lyrics', `<h1>Just a moment</h1><p>${prose(140)}</p>`),
  }),
  good({
    about: 'a company called Forbidden',
    html: inSite('Forbidden Planet', `<h1>Forbidden Planet</h1><p>${prose(70)}</p>`),
  }),
  good({
    about: 'a help page on robots',
    html: inSite('Are you a robot? Common questions', `<h1>Robots</h1><p>${prose(160)}</p>`),
  }),
  good({
    about: 'a Chinese article',
    html: inSite(
      '新闻',
      `<script src="https://js.datadome.co/tags.js"></script><p>${'今天天气很好，渡轮准时出发。'.repeat(30)}</p>`,
    ),
  }),
  good({
    about: 'a short Japanese page',
    html: inSite('お知らせ', '<h1>お知らせ</h1><p>本日は通常どおり運航しております。</p>'),
  }),
  good({
    about: 'an error list in a forum',
    html: inSite(
      'Incapsula incident ID: what is it?',
      `<h1>What is it?</h1><p>${prose(170)} Request unsuccessful. Incapsula incident ID: 123-456.</p>`,
    ),
  }),
  good({
    about: 'a gallery with hardly a word',
    html: inSite('Pictures', '<img src="/1.jpg" alt=""><img src="/2.jpg" alt="">'),
  }),
  good({ about: 'an answer without content', statusCode: 204 }),
  good({ about: 'a made thing', statusCode: 201, html: inSite('Made', `<p>${prose(30)}</p>`) }),
];

const titles404: [string, string][] = [
  ['en', 'Page not found'],
  ['en', '404'],
  ['en', '404 - File or directory not found.'],
  ['de', 'Seite nicht gefunden'],
  ['fr', 'Page introuvable'],
  ['es', 'Página no encontrada'],
  ['it', 'Pagina non trovata'],
  ['pt', 'Página não encontrada'],
  ['nl', 'Pagina niet gevonden'],
  ['pl', 'Nie znaleziono strony'],
  ['sv', 'Sidan hittades inte'],
  ['ru', 'Страница не найдена'],
  ['ja', 'ページが見つかりません'],
  ['zh', '页面不存在'],
];

const absent: SampleAnswer[] = [
  ...titles404.map(([language, title]) =>
    answered('soft_404', {
      about: `"${title}" with 200 in ${language}`,
      html: inSite(`${title} | Ferry Line`, `<h1>${title}</h1><p>${prose(20)}</p>`),
    }),
  ),
  answered('http_404', {
    about: 'a 404 with much to read',
    statusCode: 404,
    html: inSite('Not found', prose(300)),
  }),
  answered('http_404', {
    about: 'a 404 with a login form',
    statusCode: 404,
    html: inSite('Not found', password),
  }),
  answered('http_410', { about: 'a 410', statusCode: 410, html: document('Gone', 'Gone') }),
];

const broken: SampleAnswer[] = [
  answered('http_5xx', {
    about: 'maintenance with 503',
    statusCode: 503,
    headers: { 'retry-after': '3600' },
    html: document('Maintenance', '<h1>We will be back soon</h1>'),
  }),
  answered('http_5xx', {
    about: 'a 502',
    statusCode: 502,
    html: document('502 Bad Gateway', '<center><h1>502 Bad Gateway</h1></center><hr>cloudflare'),
  }),
  answered('http_5xx', {
    about: 'Cloudflare 522',
    statusCode: 522,
    html: document('ferry.example | 522: Connection timed out', '<span class="cf-error-code">522</span>'),
  }),
  answered('http_5xx', {
    about: 'a 500 that speaks of access',
    statusCode: 500,
    html: document('Error', 'Access denied for user root@localhost (using password: YES)'),
  }),
  answered('redirects', {
    about: 'a redirect to nowhere',
    statusCode: 302,
    html: document('Found', '<h1>Found</h1>'),
  }),
];

/** Requested pages, even if they look like a block. */
export const goodAnswers: readonly SampleAnswer[] = [...guarded, ...writing, ...ordinary];

/** Missing pages and server errors, which are no blocks. */
export const otherAnswers: readonly SampleAnswer[] = [...absent, ...broken];
