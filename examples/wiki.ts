import { randomBytes } from 'node:crypto';
import {
  type ExampleServer,
  htmlPage,
  notFound,
  type SiteRequest,
  type SiteResponse,
  startExampleServer,
} from './example-server.ts';

/** The member who can log in. */
const member = { name: 'ada', password: 'quay-42' };

/** Pages of the wiki: title and text by name. */
const pages: Readonly<Record<string, readonly [title: string, text: string]>> = {
  start: ['Harbour wiki', 'What the crew of the harbour knows, for the crew.'],
  cranes: ['Cranes', 'Crane 2 is greased every Monday. Its spare key hangs in the office.'],
  berths: ['Berths', 'Berth 4 is kept free for the pilot boat from six to eight.'],
  radio: ['Radio', 'The crew talks on channel 9, and calls the pilots on channel 12.'],
};

const navigation: ReadonlyArray<readonly [string, string]> = [
  ...Object.entries(pages).map(([name, [title]]) => [`/wiki/${name}`, title] as const),
  ['/logout', 'Log out'],
];

const toLogin: SiteResponse = { status: 303, headers: { location: '/login' }, body: '' };

const loginPage: SiteResponse = {
  body: htmlPage(
    'Log in',
    `<form method="post" action="/login">
<p><label>Name <input name="name"></label></p>
<p><label>Password <input name="password" type="password"></label></p>
<p><button>Log in</button></p>
</form>`,
  ),
};

/** Starts a wiki that only its member ada can read, with the password quay-42. */
export function startWiki(port: number): Promise<ExampleServer> {
  const sessions = new Set<string>();

  function logIn({ body }: SiteRequest): SiteResponse {
    const form = new URLSearchParams(body);
    if (form.get('name') !== member.name || form.get('password') !== member.password) return loginPage;
    const session = randomBytes(12).toString('hex');
    sessions.add(session);
    const headers = { location: '/wiki/start', 'set-cookie': `session=${session}; Path=/; HttpOnly` };
    return { status: 303, headers, body: '' };
  }

  return startExampleServer(port, (request) => {
    const { pathname } = request.url;
    if (pathname === '/login') return request.method === 'POST' ? logIn(request) : loginPage;
    if (request.session === null || !sessions.has(request.session)) return toLogin;
    if (pathname === '/logout') {
      sessions.delete(request.session);
      return toLogin;
    }
    const page = pages[pathname.replace('/wiki/', '')];
    if (page === undefined) return notFound;
    const [title, text] = page;
    return { body: htmlPage(title, `<p>${text}</p>`, navigation) };
  });
}
