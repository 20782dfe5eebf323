import type { Schema } from './api-operations.ts';
import { boundCosts } from './bound-costs.ts';
import { damageText, plainBody } from './damage-text.ts';
import { damageValue } from './damage-value.ts';
import type { Dice } from './dice.ts';
import { type FuzzAccount, type FuzzRequest, requestFor } from './fuzz-request.ts';
import { hostileText } from './hostile-text.ts';
import { rawJson, writeJson } from './json-text.ts';
import { createMakeValue } from './schema-values.ts';
import type { Surroundings } from './value-hints.ts';

/** Tool as listed by `tools/list`. */
export interface AgentTool {
  name: string;
  inputSchema: Schema;
}

/** Generates a request to the MCP interface (streamable HTTP). */
export type GenerateAgentRequest = (
  account: FuzzAccount,
  dice: Dice,
  surroundings: Surroundings,
) => FuzzRequest;

const protocolVersions = ['2025-06-18', '2025-03-26', '2026-07-28', '2024-11-05', '1999-01-01', 'x', ''];
/** Actions whose duration the caller determines: `follow` waits for a job, which may be paused. */
const endless = new Set(['follow']);

function strangeMessage(dice: Dice): unknown {
  return dice.pick<() => unknown>([
    () => ({ jsonrpc: '2.0', id: 1, method: hostileText(dice) }),
    () => ({ jsonrpc: '2.0', id: null, method: 'tools/list' }),
    () => ({ jsonrpc: '2.0', id: {}, method: 'tools/list' }),
    () => ({ jsonrpc: '2.0', id: 1.5, method: 'tools/list', params: [] }),
    () => ({ jsonrpc: '2.0', id: rawJson('1e400'), method: 'ping' }),
    () => ({ jsonrpc: '1.0', id: 1, method: 'tools/list' }),
    () => ({ id: 1, method: 'tools/list' }),
    () => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: null }),
    () => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: '__proto__', arguments: {} } }),
    () => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'scrape', arguments: 'x' } }),
    () => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'job', arguments: { action: hostileText(dice) } },
    }),
    () => ({ jsonrpc: '2.0', id: 1, result: {} }),
    () => ({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } }),
    () => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: hostileText(dice) } }),
    () => [],
    () => [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }, 1, null],
    () => Array.from({ length: 200 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })),
    () => null,
    () => rawJson(`${'['.repeat(5_000)}${']'.repeat(5_000)}`),
  ])();
}

/** Creates the generator from the list of tools that the service returned. */
export function createGenerateAgentRequest(
  tools: readonly AgentTool[],
  browser: boolean,
): GenerateAgentRequest {
  const makers = tools.map((tool) => ({ tool, make: createMakeValue({}) }));

  function call(dice: Dice, around: Surroundings): Record<string, unknown> {
    const { tool, make } = dice.pick(makers);
    const bounds = {
      browser,
      keepsSteps: tool.name === 'workflow',
      slow: new Set(around.targets.slow),
      insteadOfSlow: dice.pick(around.targets.good),
    };
    const made = make(tool.inputSchema, dice, around);
    const fields = boundCosts(made, bounds, null, dice) as Record<string, unknown>;
    if (endless.has(String(fields.action))) fields.action = 'status';
    if (tool.name === 'crawl') fields.limit = 3;
    const params = { name: tool.name, arguments: dice.chance(0.35) ? damageValue(fields, dice) : fields };
    return { jsonrpc: '2.0', id: dice.below(1_000), method: 'tools/call', params };
  }

  function readResource(dice: Dice, { ids, account }: Surroundings): Record<string, unknown> {
    const kind = dice.pick(['ref', 'blob']);
    const id = ids.own(account, kind, dice) ?? hostileText(dice);
    const uri = dice.pick([
      `webdata://${kind === 'ref' ? 'read' : 'blob'}/${id}`,
      `webdata://${id}`,
      hostileText(dice),
    ]);
    return { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } };
  }

  function message(dice: Dice, around: Surroundings): unknown {
    return dice.weigh<() => unknown>([
      [60, () => call(dice, around)],
      [8, () => readResource(dice, around)],
      [
        6,
        () => ({
          jsonrpc: '2.0',
          id: 1,
          method: dice.pick([
            'tools/list',
            'resources/list',
            'resources/templates/list',
            'ping',
            'prompts/list',
          ]),
        }),
      ],
      [
        6,
        () => ({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: {
            protocolVersion: dice.pick(protocolVersions),
            capabilities: {},
            clientInfo: { name: 'fuzz', version: '1' },
          },
        }),
      ],
      [3, () => ({ jsonrpc: '2.0', method: 'notifications/initialized' })],
      [17, () => strangeMessage(dice)],
    ])();
  }

  return (account, dice, around) => {
    const text = writeJson(message(dice, around));
    const body = dice.chance(0.06) ? damageText(text, dice) : plainBody(text);
    const headers: [string, string][] = [
      [
        'Accept',
        dice.chance(0.95) ? 'application/json, text/event-stream' : dice.pick(['*/*', 'text/html', '']),
      ],
    ];
    if (body.mediaType !== null) headers.push(['Content-Type', body.mediaType]);
    if (body.contentEncoding !== null) headers.push(['Content-Encoding', body.contentEncoding]);
    if (dice.chance(0.08)) headers.push(['MCP-Protocol-Version', dice.pick(protocolVersions)]);
    if (dice.chance(0.05))
      headers.push([
        'Mcp-Session-Id',
        hostileText(dice)
          .replaceAll(/[^\x20-\x7e]/g, '')
          .slice(0, 200),
      ]);
    if (dice.chance(0.03)) headers.push(['Origin', 'http://evil.invalid']);
    return requestFor(account, {
      group: 'POST /mcp',
      method: 'POST',
      target: '/mcp',
      headers,
      body: body.bytes,
      expectation: { kind: 'json_rpc' },
    });
  };
}
