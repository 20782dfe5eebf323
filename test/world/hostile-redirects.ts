import type { IncomingMessage, ServerResponse } from 'node:http';

function redirect(response: ServerResponse, location: string, statusCode = 302): void {
  // A header holds bytes: other characters are sent as their UTF-8 bytes, and line ends are removed.
  const bytes = Buffer.from(location.replaceAll(/[\0\r\n]/g, ''), 'utf8').toString('latin1');
  response.writeHead(statusCode, { location: bytes });
  response.end(`go to ${location}`);
}

function answerJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function floodOfCookies(response: ServerResponse): void {
  const cookies = Array.from({ length: 500 }, (_, index) => `flood${index}=${'c'.repeat(60)}; Path=/`);
  response.writeHead(302, { location: '/echo', 'set-cookie': cookies });
  response.end();
}

/** Routes that redirect, or that return the request they received. */
export const redirectRoutes: Record<
  string,
  (response: ServerResponse, request: IncomingMessage, query: URLSearchParams) => void
> = {
  '/echo': (response, request) =>
    answerJson(response, { method: request.method, url: request.url, headers: request.headers }),
  '/to': (response, _request, query) =>
    redirect(response, query.get('url') ?? '/echo', Number(query.get('status') ?? 302)),
  '/hops': (response, _request, query) => {
    const left = Number(query.get('left'));
    redirect(response, left > 1 ? `/hops?left=${left - 1}` : '/echo');
  },
  '/loop': (response) => redirect(response, '/loop-back'),
  '/loop-back': (response) => redirect(response, '/loop'),
  '/itself': (response) => redirect(response, '/itself'),
  '/growing-loop': (response, _request, query) =>
    redirect(response, `/growing-loop?n=${Number(query.get('n')) + 1}`),
  '/cookie-gate': (response, request) => {
    if (request.headers.cookie?.includes('passed=yes')) answerJson(response, { headers: request.headers });
    else {
      response.writeHead(302, { location: '/cookie-gate', 'set-cookie': 'passed=yes; Path=/; HttpOnly' });
      response.end();
    }
  },
  '/set': (response, _request, query) => {
    response.writeHead(302, { location: query.get('url') ?? '/echo', 'set-cookie': query.getAll('cookie') });
    response.end();
  },
  '/cookie-flood': (response) => floodOfCookies(response),
  '/no-location': (response) => {
    response.writeHead(302, { 'content-type': 'text/html' });
    response.end('moved, but nobody says where');
  },
  '/bad-location': (response) => redirect(response, 'http://[not an address'),
  '/utf8-location': (response) => {
    response.socket?.end(
      Buffer.from(
        'HTTP/1.1 302 Found\r\nLocation: /echo?q=grün\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      ),
    );
  },
  '/endless-redirect': (response) => {
    response.writeHead(302, { location: '/echo' });
    const timer = setInterval(() => response.write(Buffer.alloc(32 * 1024)), 5);
    response.once('close', () => clearInterval(timer));
  },
  '/not-modified': (response) => {
    response.writeHead(304, { etag: '"x"' });
    response.end();
  },
};
