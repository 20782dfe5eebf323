import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageErrorCode } from '../../domain/pages/outcome.ts';
import { detectOutcome, type OutcomeFacts } from './outcome.ts';

interface SampleResponse extends Partial<OutcomeFacts> {
  about: string;
}

/** Evaluates facts like the page pipeline; missing ones are derived from the source. */
function outcomeCode({ about: _, ...overrides }: SampleResponse): PageErrorCode | null {
  const html = overrides.html ?? '';
  const text = html
    .replace(/<(script|style|title)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/\s+/g, ' ')
    .trim();
  const facts: OutcomeFacts = {
    statusCode: 200,
    headers: {},
    url: 'https://site.test/page',
    title: /<title>(.*?)<\/title>/.exec(html)?.[1] ?? null,
    visibleText: text,
    wordCount: text === '' ? 0 : text.split(' ').length,
    html,
    hasPasswordForm: html.includes('type="password"'),
    ...overrides,
  };
  return detectOutcome(facts)?.code ?? null;
}

const prose = (words: number) =>
  Array.from(
    { length: words },
    (_, at) => ['wool', 'river', 'bread', 'window', 'quiet', 'morning'][at % 6],
  ).join(' ');

const blocks: (SampleResponse & { code: PageErrorCode })[] = [
  {
    about: 'a managed challenge, by its header',
    code: 'challenge',
    statusCode: 403,
    headers: { 'cf-mitigated': 'challenge' },
  },
  {
    about: 'a Cloudflare interstitial',
    code: 'challenge',
    statusCode: 503,
    html: '<title>Just a moment...</title><p>Enable JavaScript and cookies to continue</p><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=8"></script>',
  },
  {
    about: 'a Cloudflare interstitial in German, by its title',
    code: 'challenge',
    statusCode: 403,
    html: '<title>Einen Moment…</title><p>Website wird geprüft</p>',
  },
  {
    about: 'a Cloudflare interstitial served with 200',
    code: 'challenge',
    html: '<title>Just a moment...</title><script>window._cf_chl_opt={cvId:"3"}</script>',
  },
  {
    about: 'Cloudflare error 1020',
    code: 'refused',
    statusCode: 403,
    html: '<title>Access denied | site.test used Cloudflare to restrict access</title><h1>Error <span class="cf-error-code">1020</span></h1>',
  },
  {
    about: 'Cloudflare error 1009',
    code: 'geo',
    statusCode: 403,
    html: '<p>Error <span class="cf-error-code">1009</span></p>',
  },
  { about: 'Cloudflare error 1015, plain', code: 'rate_limited', statusCode: 403, html: 'error code: 1015' },
  {
    about: 'Cloudflare attention page',
    code: 'refused',
    statusCode: 403,
    html: '<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1>',
  },
  {
    about: 'Akamai reference',
    code: 'refused',
    html: '<title>Access Denied</title><h1>Access Denied</h1> You have no permission to access this server. <p>Reference #18.6d351ab8.1700000000.a4e16ab0',
  },
  {
    about: 'Akamai interruption',
    code: 'challenge',
    html: `<title>Pardon Our Interruption</title><p>As you were browsing something made us think you were a bot. ${prose(60)}</p>`,
  },
  {
    about: 'DataDome',
    code: 'captcha',
    statusCode: 403,
    html: '<title>site.test</title><script>var dd={"host":"geo.captcha-delivery.com"}</script>',
  },
  { about: 'DataDome, header', code: 'captcha', statusCode: 403, headers: { 'x-datadome': 'protected' } },
  {
    about: 'HUMAN',
    code: 'captcha',
    statusCode: 403,
    html: '<title>Access to this page has been denied</title><div id="px-captcha"></div>',
  },
  {
    about: 'HUMAN with 200',
    code: 'captcha',
    html: '<title>site</title><script src="https://captcha.px-cdn.net/PX1/captcha.js"></script><p>Press &amp; Hold</p>',
  },
  {
    about: 'Imperva',
    code: 'challenge',
    html: '<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9">Request unsuccessful. Incapsula incident ID: 123-456</iframe>',
  },
  {
    about: 'Kasada',
    code: 'challenge',
    statusCode: 429,
    headers: { 'x-kpsdk-ct': 'abc' },
    html: '<script>window.KPSDK={};KPSDK.now=Date.now;KPSDK.start=KPSDK.now();</script><script src="/x/ips.js"></script>',
  },
  {
    about: 'Sucuri',
    code: 'refused',
    statusCode: 403,
    html: '<title>Sucuri WebSite Firewall - Access Denied</title><p>Access Denied - Sucuri Website Firewall. Block ID: GEO</p>',
  },
  { about: 'AWS captcha', code: 'captcha', statusCode: 405, headers: { 'x-amzn-waf-action': 'captcha' } },
  {
    about: 'AWS challenge',
    code: 'challenge',
    statusCode: 202,
    headers: { 'x-amzn-waf-action': 'challenge' },
  },
  {
    about: 'Vercel',
    code: 'challenge',
    statusCode: 429,
    headers: { 'x-vercel-mitigated': 'challenge' },
    html: '<title>Vercel Security Checkpoint</title>',
  },
  {
    about: 'Anubis',
    code: 'challenge',
    html: `<title>Making sure you're not a bot!</title><script id="anubis_challenge" type="application/json">{}</script><p>${prose(90)}</p>`,
  },
  {
    about: 'Google',
    code: 'captcha',
    statusCode: 429,
    url: 'https://www.google.test/sorry/index',
    html: '<p>Our systems have detected unusual traffic from your computer network.</p>',
  },
  {
    about: 'a redirect to a captcha',
    code: 'captcha',
    url: 'https://site.test/captcha?back=/page',
    html: '<p>Continue</p>',
  },
  {
    about: 'a captcha widget and nothing else',
    code: 'captcha',
    html: '<title>site.test</title><p>Please continue</p><form><div class="h-captcha"></div><button>Go</button></form>',
  },
  {
    about: 'a question in Spanish',
    code: 'captcha',
    html: '<p>Marca la casilla: confirma que no eres un robot</p>',
  },
  {
    about: 'a plain 403',
    code: 'refused',
    statusCode: 403,
    html: '<title>403 Forbidden</title><h1>Forbidden</h1>',
  },
  { about: 'a 402', code: 'refused', statusCode: 402 },
  { about: 'a 400', code: 'refused', statusCode: 400 },
  { about: 'a 418', code: 'refused', statusCode: 418 },
  { about: 'a non-standard status', code: 'refused', statusCode: 999 },
  { about: 'a 429', code: 'rate_limited', statusCode: 429 },
  { about: 'a 451', code: 'geo', statusCode: 451 },
  {
    about: 'a refusal by country',
    code: 'geo',
    statusCode: 403,
    html: '<p>This service is not available in your country.</p>',
  },
  { about: 'a 401', code: 'login_required', statusCode: 401 },
  {
    about: 'a page with only a login form',
    code: 'login_required',
    url: 'https://site.test/login?next=/page',
    html: `<title>Sign in - Site</title><form><input name="u"><input type="password"></form><p>${prose(60)}</p>`,
  },
  {
    about: 'a bare form without a name',
    code: 'login_required',
    html: '<title>Intranet</title><form><input name="u"><input type="password"><button>OK</button></form>',
  },
  {
    about: 'a 403 with a form',
    code: 'login_required',
    statusCode: 403,
    html: '<form>User <input type="password"></form>',
  },
];

for (const { code, ...answer } of blocks) {
  test(`a block: ${answer.about}`, () => assert.equal(outcomeCode({ ...answer }), code));
}

const missingPages: (SampleResponse & { code: PageErrorCode })[] = [
  {
    about: 'a soft 404 of a framework',
    code: 'soft_404',
    html: '<title>404: This page could not be found.</title><h1>404</h1>',
  },
  { about: 'a 404', code: 'http_404', statusCode: 404, html: `<title>Not found</title>${prose(500)}` },
  { about: 'a 410', code: 'http_410', statusCode: 410 },
  { about: 'a 404 with a login form', code: 'http_404', statusCode: 404, html: '<input type="password">' },
  {
    about: 'a soft 404',
    code: 'soft_404',
    html: '<title>Page not found - Shop</title><h1>Oops</h1><p>Go home</p>',
  },
  {
    about: 'a soft 404 in German',
    code: 'soft_404',
    html: '<title>Laden | Seite nicht gefunden</title>Zur Startseite',
  },
  {
    about: 'a soft 404 in Japanese',
    code: 'soft_404',
    html: '<title>ページが見つかりません</title>トップへ戻る',
  },
  {
    about: 'a soft 404 by its first words',
    code: 'soft_404',
    html: '<title>Shop</title><h1>Page not found</h1>Home',
  },
  {
    about: 'a 500',
    code: 'http_5xx',
    statusCode: 500,
    html: '<title>Error</title>Access denied for user db@localhost',
  },
  {
    about: 'a 500 titled as a refusal',
    code: 'http_5xx',
    statusCode: 500,
    html: '<title>Access Denied</title>',
  },
  { about: 'a 503', code: 'http_5xx', statusCode: 503, html: '<title>Service Unavailable</title>Try later' },
  {
    about: 'a Cloudflare 522',
    code: 'http_5xx',
    statusCode: 522,
    html: '<span class="cf-error-code">522</span>',
  },
  { about: 'a 408', code: 'timeout', statusCode: 408 },
  { about: 'a redirect to nowhere', code: 'redirects', statusCode: 302, html: '<h1>Found</h1>' },
  { about: 'an empty redirect to nowhere', code: 'redirects', statusCode: 308 },
];

for (const { code, ...answer } of missingPages) {
  test(`no page: ${answer.about}`, () => assert.equal(outcomeCode({ ...answer }), code));
}

const goodPages: SampleResponse[] = [
  {
    about: 'a small shell with a hidden form',
    html: '<title>A question - Forum</title><form id="f" method="post" style="display: none;"><input type="password"></form>',
  },
  {
    about: 'a scripted forum with a hidden form and its text for readers without scripts',
    visibleText: 'Loading',
    wordCount: 1,
    html: `<title>A question - Forum</title><form class="later"><input type="password"></form><noscript><div>${prose(200)}</div></noscript>`,
  },
  {
    about: 'the shell of a scripted site with a hidden form',
    html: `<title>A question - Forum</title><form class="later"><input type="password"></form><script>${'var a = 1;'.repeat(3000)}</script>`,
  },
  {
    about: 'an article that quotes a challenge page',
    html: `<title>How Cloudflare challenges work</title><p>${prose(400)}</p><pre>&lt;script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1">&lt;/script> window._cf_chl_opt</pre>`,
  },
  {
    about: 'a page with bot-management cookies and scripts',
    headers: {
      'set-cookie': 'datadome=abc; __cf_bm=1; _px3=2',
      server: 'cloudflare',
      'x-datadome': 'protected',
    },
    html: `<title>Shop</title><script src="https://js.datadome.co/tags.js"></script><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><p>${prose(90)}</p>`,
  },
  {
    about: 'a protected page with an injected Imperva script',
    html: `<title>Bank</title><script src="/_Incapsula_Resource?SWJIYLWA=71"></script><p>${prose(40)}</p>`,
  },
  {
    about: 'a protected page with an AWS token script',
    html: `<title>Film</title><script src="https://token.awswaf.com/challenge.js"></script><p>${prose(120)}</p>`,
  },
  {
    about: 'a contact form with a captcha widget',
    html: '<title>Contact</title><form>Name <input> Mail <input type="email"> <textarea></textarea><div class="g-recaptcha"></div></form>',
  },
  {
    about: 'a long page with a captcha script',
    html: `<title>Forum</title><script src="https://www.google.com/recaptcha/api.js"></script><div class="g-recaptcha"></div>${prose(300)}`,
  },
  { about: 'a page with a login link', html: `<title>Blog</title><a href="/login">Log in</a> ${prose(30)}` },
  {
    about: 'an article next to a login form',
    html: `<title>Recipe for bread</title><form><input type="password"></form>${prose(150)}`,
  },
  {
    about: 'documentation of a login API',
    url: 'https://docs.test/auth/login',
    html: `<title>Login API</title>${prose(80)}`,
  },
  { about: 'a very short page', html: '<title>Status</title><p>All systems operational.</p>' },
  { about: 'an empty page', html: '' },
  {
    about: 'an article about 404 pages',
    html: `<title>404 Not Found explained</title><h1>404 Not Found explained</h1>${prose(60)}`,
  },
  { about: 'a long page with a failed title', html: `<title>Page not found</title>${prose(400)}` },
  {
    about: 'a short page that mentions a missing thing',
    html: '<title>Lost pets</title><p>Rex was not found yet.</p>',
  },
  {
    about: 'an article about captchas',
    html: `<title>Captcha history</title><p>Prove you are human, they said. ${prose(200)}</p>`,
  },
  {
    about: 'a thirty-day challenge',
    url: 'https://fit.test/challenge/30-days',
    html: `<title>30 days</title>${prose(150)}`,
  },
  {
    about: 'an article about a video that is not available',
    html: `<title>Film</title>This video is not available in your country. ${prose(120)}`,
  },
  {
    about: 'a Chinese article with a low word count',
    html: `<title>新闻</title><script src="https://geo.captcha-delivery.com/x.js"></script><p>${'今天天气很好'.repeat(120)}</p>`,
  },
  {
    about: 'a help page on access',
    html: `<title>Access denied: what to do</title><h1>Access denied</h1>${prose(50)}`,
  },
  { about: 'a song', html: `<title>Just a moment: lyrics</title>${prose(150)}` },
  {
    about: 'an Akamai reference in an article',
    html: `<title>Errors</title>${prose(300)} Reference #18.6d351ab8.1700000000.a4e16ab0`,
  },
  { about: 'a response without content', statusCode: 204, html: '' },
];

for (const answer of goodPages) {
  test(`a good page: ${answer.about}`, () => assert.equal(outcomeCode({ ...answer }), null));
}

test('an error has a message, and large sources are examined in part', () => {
  const html = `<title>x</title>${'<div '.repeat(1_000_000)}`;
  const facts = {
    headers: {},
    url: 'not an address',
    title: ' - '.repeat(1000),
    visibleText: 'a '.repeat(1e6),
    wordCount: 1e6,
    html,
    hasPasswordForm: false,
  };
  assert.equal(detectOutcome({ statusCode: 200, ...facts }), null);
  const error = detectOutcome({ statusCode: 503, ...facts });
  assert.equal(error?.code, 'http_5xx');
  assert.match(error?.message ?? '', /503/);
});
