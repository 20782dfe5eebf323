import assert from 'node:assert/strict';
import type { PageErrorCode } from '../../src/domain/pages/outcome.ts';
import { createSsrfGuard } from '../../src/web/guard/ssrf-guard.ts';
import {
  createHttpClient,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  type HttpResult,
} from '../../src/web/http/http-client.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';

/** Address of the hostile server. Only this address may be contacted; all others of the machine are private. */
export const siteAddress = '127.0.0.2';

/** Hostile server, and a guarded client that may contact only this server. */
export interface HostileWorld {
  hostile: HostileServer;
  client: HttpClient;
  /** Returns the result of a request within `ms`. Default: 5 s. */
  get(address: string, request?: Partial<HttpRequest>, ms?: number): Promise<HttpResult>;
  /** Returns the response; anything else fails the test. */
  response(address: string, request?: Partial<HttpRequest>): Promise<HttpResponse>;
  /** Returns the error code, or `response`. */
  code(address: string, request?: Partial<HttpRequest>, ms?: number): Promise<PageErrorCode | 'response'>;
  close(): Promise<void>;
}

/** Starts both; `resolve` is the only DNS. */
export async function startHostileWorld(
  resolve: (name: string) => readonly string[] = () => [],
): Promise<HostileWorld> {
  const hostile = await startHostileServer(siteAddress);
  const client = createHttpClient({
    guard: createSsrfGuard({
      allowNetworks: [`${siteAddress}/32`],
      ownAddresses: () => [],
      resolve: async (name) => resolve(name),
    }),
    userAgent: 'webdata-test/1',
    connections: 4,
    connectTimeoutMs: 1000,
  });
  const get: HostileWorld['get'] = (address, request = {}, ms = 5000) =>
    client.get({ url: new URL(address), headers: {}, ...request }, AbortSignal.timeout(ms));

  return {
    hostile,
    client,
    get,
    async response(address, request) {
      const answer = await get(address, request);
      assert.equal(answer.kind, 'response', JSON.stringify(answer));
      return answer as HttpResponse;
    },
    async code(address, request, ms) {
      const answer = await get(address, request, ms);
      return answer.kind === 'fault' ? answer.code : 'response';
    },
    async close() {
      await client.close();
      await hostile.close();
    },
  };
}

/** Returns the body as text. */
export function textOf({ body }: HttpResponse): string {
  return Buffer.from(body).toString();
}
