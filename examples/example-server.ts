import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** Request that an example site receives. */
export interface SiteRequest {
  method: string;
  url: URL;
  /** Value of the cookie `session`; null without one. */
  session: string | null;
  /** Body as text; empty for GET. */
  body: string;
}

/** Response of an example site. Default: status 200 and HTML. */
export interface SiteResponse {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

/** A running example site. */
export interface ExampleServer {
  /** `http://127.0.0.1:PORT`. */
  origin: string;
  close(): Promise<void>;
}

/** Returns a complete HTML page. `navigation` maps paths to titles. */
export function htmlPage(
  title: string,
  content: string,
  navigation: ReadonlyArray<readonly [string, string]> = [],
): string {
  const links = navigation.map(([path, name]) => `<li><a href="${path}">${name}</a></li>`).join('');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>
${links === '' ? '' : `<header><nav><ul>${links}</ul></nav></header>`}
<main>
<h1>${title}</h1>
${content}
</main>
<footer><p>An example site of webdata.</p></footer>
</body>
</html>
`;
}

/** Response for a path without a page. */
export const notFound: SiteResponse = {
  status: 404,
  body: htmlPage('Not found', '<p>There is no such page.</p>'),
};

async function readRequest(request: IncomingMessage): Promise<SiteRequest> {
  const [, session = null] = /(?:^|;\s*)session=(\w+)/.exec(request.headers.cookie ?? '') ?? [];
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://example.invalid'),
    session,
    body: request.method === 'POST' ? await readText(request) : '',
  };
}

/** Starts a site on 127.0.0.1; port 0 selects a free one. */
export async function startExampleServer(
  port: number,
  answer: (request: SiteRequest, origin: string) => SiteResponse,
): Promise<ExampleServer> {
  const server = createServer(async (request, response) => {
    try {
      const { status = 200, headers = {}, body } = answer(await readRequest(request), origin);
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
      response.end(body);
    } catch {
      // An aborted request, or one that cannot be parsed.
      response.destroy();
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
