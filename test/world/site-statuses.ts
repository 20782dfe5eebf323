import type { Answer, Route, Routes } from './loopback-server.ts';

/** Origins to which redirects of the site lead. */
export interface RedirectTargets {
  /** Origin of the site itself. */
  site: string;
  /** Origin of another site. */
  elsewhere: string;
  /** Origin of the private server. */
  secret: string;
}

/** Path at which redirects of the site end. */
export const redirectTarget = '/articles/notes-on-harbour-cranes';

/** Statuses with their own page: `/status/404`, `/status/503`, ... */
const statuses: Record<number, [title: string, headers?: Record<string, string>]> = {
  400: ['Bad request'],
  401: ['Unauthorized', { 'www-authenticate': 'Basic realm="quayside"' }],
  403: ['Forbidden'],
  404: ['This page drifted away'],
  410: ['Gone for good'],
  429: ['Too many requests', { 'retry-after': '1' }],
  451: ['Unavailable for legal reasons'],
  500: ['Something broke'],
  502: ['Bad gateway'],
  503: ['Closed for repairs', { 'retry-after': '1' }],
};

/** Returns redirects, pages with other statuses, blocks, and pages that are slow or fail at first. */
export function statusRoutes(targets: RedirectTargets): Routes {
  return new Map<string, Route>([...redirects(targets), ...statusPages(), ...walls(), ...moods()]);
}

function redirects(targets: RedirectTargets): [string, Route][] {
  const to = (location: string, status = 302): Answer => ({ status, headers: { location } });
  const plain = [301, 302, 303, 307, 308].map((status): [string, Route] => [
    `/redirect/${status}`,
    to(targets.site + redirectTarget, status),
  ]);
  const meta = `<!DOCTYPE html><html lang="en"><head><title>Moved</title><meta http-equiv="refresh" content="0; url=${redirectTarget}"></head><body></body></html>`;
  return [
    ...plain,
    ['/redirect/relative', to('../articles/./notes-on-harbour-cranes')],
    ['/redirect/fragment', to(`${redirectTarget}#what-was-found`)],
    ['/redirect/elsewhere', to(`${targets.elsewhere}/echo`)],
    ['/redirect/secret', to(`${targets.secret}/`)],
    ['/redirect/nowhere', { status: 302, body: '<h1>Moved, but nobody says where</h1>' }],
    ['/redirect/meta', { body: meta }],
    [
      // `/redirect/chain/3` leads to 2, 1, 0 and then to the target.
      '/redirect/chain/*',
      (_, url) => {
        const left = Number(url.pathname.split('/').at(-1));
        return to(left > 0 ? `/redirect/chain/${left - 1}` : redirectTarget);
      },
    ],
  ];
}

function statusPages(): [string, Route][] {
  const pages = Object.entries(statuses).map(([status, [title, headers]]): [string, Route] => [
    `/status/${status}`,
    {
      status: Number(status),
      headers,
      body: page(
        title,
        `<p>The harbour office answers with ${status} here, and this sentence is its own.</p>`,
      ),
    },
  ]);
  return [
    ...pages,
    ['/status/204', { status: 204 }],
    ['/status/empty', { headers: { 'content-type': 'text/html' } }],
    ['/status/soft-404', { body: page('Page not found', '<p>Try the <a href="/">front page</a>.</p>') }],
  ];
}

function walls(): [string, Route][] {
  const login =
    '<form method="post"><input name="user"><input type="password" name="pass"><button>Go</button></form>';
  const challenge =
    '<p>Checking that the connection is secure.</p><noscript>Enable JavaScript to go on.</noscript>';
  return [
    ['/wall/login', { body: page('Sign in', login) }],
    [
      '/wall/challenge',
      { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: page('Just a moment...', challenge) },
    ],
    ['/wall/challenge-by-title', { status: 503, body: page('Just a moment...', challenge) }],
    [
      '/wall/captcha',
      {
        body: page(
          'Quayside',
          '<p>Please confirm you are not a robot.</p><form><div class="h-captcha"></div><button>Go</button></form>',
        ),
      },
    ],
    [
      '/wall/country',
      { status: 403, body: page('Sorry', '<p>Quayside is not available in your country.</p>') },
    ],
  ];
}

function moods(): [string, Route][] {
  return [
    [
      // `/slow/1500` responds after 1,500 ms; the maximum is 10 s.
      '/slow/*',
      (_, url) => ({
        delayMs: Math.min(10_000, Number(url.pathname.split('/').at(-1)) || 0),
        body: page('Slow', '<p>Patience was rewarded on this page.</p>'),
      }),
    ],
    [
      // `/flaky/2` fails twice and then succeeds.
      '/flaky/*',
      (_, url, count) =>
        count <= Number(url.pathname.split('/').at(-1))
          ? { status: 503, body: page('Not yet', '<p>Come back later.</p>') }
          : { body: page('Well again', '<p>This page failed before, and is well now.</p>') },
    ],
    [
      // Returns the request as the server received it, for tests of headers.
      '/echo',
      (request) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ method: request.method, url: request.url, headers: request.headers }),
      }),
    ],
  ];
}

function page(title: string, content: string): string {
  return `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${content}</body></html>\n`;
}
