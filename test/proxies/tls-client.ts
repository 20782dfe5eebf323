import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { WebSocket } from 'ws';

/** Client of a TLS proxy on loopback, which trusts only the certificate authority of the proxy and offers HTTP/2. */
export interface TlsClient {
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /** Requests `url` with another Host header; returns the response body, empty if the proxy closes the connection. */
  fetchAs(host: string, url: string): Promise<string>;
  /** Opens a WebSocket. */
  connect(url: string, options?: { origin?: string }): WebSocket;
  close(): Promise<void>;
}

/** Address from which the client connects: not that of the proxy, so that the two can be told apart. */
export const clientAddress = '127.0.0.9';

/** Resolves every name to loopback, so that the proxy keeps the host name of its configuration. */
const lookup: LookupFunction = (_name, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

/** Creates a client that trusts `authority`, a certificate in PEM. */
export function createTlsClient(authority: string): TlsClient {
  const connect = { ca: authority, lookup };
  const agent = new Agent({ connect, localAddress: clientAddress, allowH2: true });
  return {
    fetch: (url, init = {}) => fetch(url, { redirect: 'manual', ...init, dispatcher: agent }),
    fetchAs: (host, url) =>
      new Promise((resolve) => {
        const sent = request(url, { ...connect, agent: false, headers: { host } }, (response) => {
          text(response).then(resolve, () => resolve(''));
        });
        sent.once('error', () => resolve(''));
        sent.end();
      }),
    connect: (url, options = {}) =>
      new WebSocket(url, { ...connect, localAddress: clientAddress, ...options }),
    close: () => agent.destroy(),
  };
}
