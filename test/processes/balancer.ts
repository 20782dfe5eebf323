import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** HTTP balancer on loopback. Like a common one, it keeps connections open, checks readiness, and repeats no request. */
export interface Balancer {
  url: string;
  /** Sends requests to this server while its `/readyz` responds with 200. */
  add(serverUrl: string): void;
  remove(serverUrl: string): void;
  /** Servers that receive requests now. */
  ready(): string[];
  /** Requests that failed between the balancer and a server. */
  errors: string[];
  close(): Promise<void>;
}

const checkIntervalMs = 100;
/** Time for which a connection of a client stays open without a request; longer than a busy machine stands still. */
const keepAliveMs = 120_000;

/** Removes what a server says of its own connection (RFC 9110, section 7.6.1): it does not hold for that of the client. */
function withoutHopHeaders({
  connection: _connection,
  'keep-alive': _keepAlive,
  ...headers
}: IncomingHttpHeaders) {
  return headers;
}

/** Starts a balancer without servers. */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const known = new Set<string>();
  const ready = new Set<string>();
  const errors: string[] = [];
  let turn = 0;

  async function check(serverUrl: string): Promise<void> {
    const answer = await fetch(`${serverUrl}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => null,
    );
    await answer?.body?.cancel();
    if (answer?.ok === true && known.has(serverUrl)) ready.add(serverUrl);
    else ready.delete(serverUrl);
  }

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const servers = [...ready];
    turn += 1;
    const server = servers[turn % servers.length];
    if (server === undefined) {
      errors.push(`${incoming.url}: no server is ready`);
      response.writeHead(502).end();
      return;
    }
    const outgoing = request(new URL(incoming.url ?? '/', server), {
      method: incoming.method,
      headers: incoming.headers,
      agent,
    });
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHopHeaders(answer.headers));
      answer.pipe(response);
      answer.on('error', (error) => {
        errors.push(`${incoming.url} at ${server}: cut off: ${error.message}`);
        response.destroy();
      });
    });
    outgoing.on('error', (error) => {
      errors.push(`${incoming.url} at ${server}: ${error.message}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    incoming.pipe(outgoing);
  }

  const balancer = createServer({ keepAliveTimeout: keepAliveMs }, forward);
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  const timer = setInterval(() => [...known].map(check), checkIntervalMs);
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    add: (serverUrl) => void known.add(serverUrl),
    remove(serverUrl) {
      known.delete(serverUrl);
      ready.delete(serverUrl);
    },
    ready: () => [...ready],
    errors,
    async close() {
      clearInterval(timer);
      balancer.closeAllConnections();
      balancer.close();
      agent.destroy();
    },
  };
}
