import { randomBytes } from 'node:crypto';
import {
  type ExampleServer,
  htmlPage,
  notFound,
  type SiteRequest,
  type SiteResponse,
  startExampleServer,
} from './example-server.ts';

/** The customer who can log in. */
const customer = { email: 'ada@example.com', password: 'quay-42' };

const report = `day,ships,fees
2026-10-01,14,1209.60
2026-10-02,11,950.40
2026-10-03,17,1468.80
`;

function loginPage(message: string): SiteResponse {
  const form = `${message === '' ? '' : `<p role="alert">${message}</p>`}
<form method="post" action="/login">
<p><label>E-mail <input name="email" type="email"></label></p>
<p><label>Password <input name="password" type="password"></label></p>
<p><button>Log in</button></p>
</form>`;
  return { body: htmlPage('Log in', form) };
}

const accountPage = htmlPage(
  'Reports',
  '<p>Welcome, Ada. These are the reports of your harbour.</p><table><tr><th>Month</th><th>Report</th></tr><tr><td>October 2026</td><td><a href="/reports/2026-10.csv">Download October 2026</a></td></tr></table>',
);

/** Starts a site whose report can be downloaded only after a login with ada@example.com and the password quay-42. */
export function startReports(port: number): Promise<ExampleServer> {
  const sessions = new Set<string>();

  function logIn({ body }: SiteRequest): SiteResponse {
    const form = new URLSearchParams(body);
    if (form.get('email') !== customer.email || form.get('password') !== customer.password)
      return loginPage('Wrong e-mail or password.');
    const session = randomBytes(12).toString('hex');
    sessions.add(session);
    const headers = { location: '/', 'set-cookie': `session=${session}; Path=/; HttpOnly; Max-Age=86400` };
    return { status: 303, headers, body: '' };
  }

  return startExampleServer(port, (request) => {
    const { pathname } = request.url;
    const isCustomer = request.session !== null && sessions.has(request.session);
    if (pathname === '/login') return request.method === 'POST' ? logIn(request) : loginPage('');
    if (pathname !== '/' && pathname !== '/reports/2026-10.csv') return notFound;
    if (!isCustomer) return { status: 303, headers: { location: '/login' }, body: '' };
    if (pathname === '/') return { body: accountPage };
    const headers = {
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="report-2026-10.csv"',
    };
    return { headers, body: report };
  });
}
