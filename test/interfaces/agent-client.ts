import type { TestContext } from 'node:test';
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';

/** Both eras of the protocol, with the negotiation that selects them. */
export const eras = [
  ['the 2025 era', 'legacy'],
  ['the revision of 2026-07-28', { pin: '2026-07-28' }],
] as const;

/** Connects a client to the MCP endpoint of a service; it disconnects after the test. */
export async function openAgent(
  t: TestContext,
  service: { url: string; key: string },
  client: Client,
  query = '',
): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(`/mcp${query}`, service.url), {
    requestInit: { headers: { authorization: `Bearer ${service.key}` } },
  });
  await client.connect(transport);
  t.after(() => client.close());
  return client;
}

/** Connects the official client to the MCP endpoint of a service; it disconnects after the test. */
export async function connectAgent(
  t: TestContext,
  service: { url: string; key: string },
  mode: VersionNegotiationMode = 'auto',
  query = '',
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  return openAgent(t, service, client, query);
}

export interface TextBlock {
  type: string;
  text: string;
  uri?: string;
  _meta?: Record<string, unknown>;
}

/** Returns the text blocks of a tool result. */
export function blocksOf(result: { content?: unknown }): TextBlock[] {
  return result.content as TextBlock[];
}

/** Returns the complete text of a tool result, as a model reads it. */
export function textOf(result: { content?: unknown }): string {
  return blocksOf(result)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('\n');
}

/** Returns the call at the end of a result, as tool and arguments. */
export function nextCallOf(result: {
  content?: unknown;
}): { name: string; arguments: Record<string, unknown> } | null {
  const found = /Next: (\w+) (\{.*\})$/m.exec(textOf(result));
  return found === null ? null : { name: found[1] as string, arguments: JSON.parse(found[2] as string) };
}
