import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { openHome } from '../../test/service-process.ts';
import { type DataPackage, installData, packageText } from './download-data.ts';
import type { CaseResult, Suite } from './suite.ts';

const run = promisify(execFile);
const source: DataPackage = { client: 'npm', name: '@modelcontextprotocol/conformance', version: '0.1.16' };

/** Scenarios of a server with tools of its own; the others call tools, resources and prompts that only a fixture has. */
const scenarios = [
  'server-initialize',
  'ping',
  'logging-set-level',
  'completion-complete',
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-polling',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

const checkPattern = /\[([\w-]+) *\] (SUCCESS|FAILURE|WARNING) +(.*)/g;

/** Returns the reason for which a check that did not pass stays. */
function reasonOf(scenario: string, status: string | undefined): string | undefined {
  if (status === 'WARNING') return 'a recommendation: answers are not resumable streams';
  const isOptional = scenario === 'logging-set-level' || scenario === 'completion-complete';
  return isOptional ? 'an optional capability, which the server does not declare' : undefined;
}

/** Starts a server that forwards requests to the service with its key, which the program of the suite cannot send. */
async function startForwarder(service: { url: string; key: string }): Promise<Server> {
  const target = new URL(service.url);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${service.key}` };
    const options = { host: target.hostname, port: target.port, path: incoming.url, headers };
    const forwarded = request({ ...options, method: incoming.method }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Runs one scenario and returns its checks from the output; a scenario that ends without any did not pass. */
async function runScenario(program: string, url: string, scenario: string): Promise<CaseResult[]> {
  const args = [program, 'server', '--url', url, '--scenario', scenario];
  // The exit code tells only that a check failed.
  const output = await run(process.execPath, args, { cwd: tmpdir(), timeout: 60_000 }).catch(
    (error: { stdout?: string; stderr?: string }) => error,
  );
  const text = stripVTControlCharacters(`${output.stdout ?? ''}${output.stderr ?? ''}`);
  const checks = [...text.matchAll(checkPattern)];
  const found = checks.length === 0 ? [['', 'no check', 'FAILURE', text.slice(-500)]] : checks;
  return found.map(([, id, status, difference = '']) => {
    const isPassed = status === 'SUCCESS';
    const reason = isPassed ? undefined : reasonOf(scenario, status);
    const result = { id: `${scenario}: ${id}`, isPassed, difference };
    return reason === undefined ? result : { ...result, reason };
  });
}

/** Conformance checks of the Model Context Protocol against the service's endpoint `/mcp`. */
export const mcp: Suite = {
  name: 'mcp',
  title: 'MCP conformance, server',
  source: packageText(source),
  async run() {
    const folder = await installData(source);
    const program = join(folder, 'node_modules', source.name, 'dist', 'index.js');
    const home = await openHome();
    try {
      const forwarder = await startForwarder(await home.start({}));
      const { port } = forwarder.address() as AddressInfo;
      const results: CaseResult[] = [];
      for (const scenario of scenarios)
        results.push(...(await runScenario(program, `http://127.0.0.1:${port}/mcp`, scenario)));
      forwarder.close();
      return results;
    } finally {
      await home.close();
    }
  },
};
