import type { TestContext } from 'node:test';
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';

/** Connects the official client to the endpoint of a service; it hangs up after the test. */
export async function connectAgent(
  t: TestContext,
  service: { url: string; key: string },
  mode: VersionNegotiationMode = 'auto',
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', service.url), {
    requestInit: { headers: { authorization: `Bearer ${service.key}` } },
  });
  await client.connect(transport);
  t.after(() => client.close());
  return client;
}
