import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { chromium } from 'playwright-core';

/** MCP servers that the agents use. */
export interface Servers {
  webdata: Client;
  /** The third party's MCP server, configured for `/v2` of the same service. */
  thirdParty: Client;
  playwright: Client;
}

const peers = new URL('../peers/', import.meta.url);
const packages = new URL('../../node_modules/', import.meta.url);

/** Installs the MCP servers to compare with into `bench/peers`, once. */
export function installServers(): void {
  const wanted = ['@playwright/mcp', 'swagger-ui-dist'];
  if (wanted.every((name) => existsSync(new URL(`node_modules/${name}/`, peers)))) return;
  process.stderr.write('installing the servers to compare with into bench/peers\n');
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--ignore-scripts',
    '--loglevel=error',
  ];
  execFileSync('npm', args, { cwd: fileURLToPath(peers), stdio: ['ignore', 2, 2] });
}

/** Returns the program of a browser of this machine. */
export function findBrowser(): string {
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell', '/usr/bin/google-chrome'];
  return places.find((path) => existsSync(path)) ?? chromium.executablePath();
}

async function connect(client: Client, transport: Parameters<Client['connect']>[0]): Promise<Client> {
  await client.connect(transport);
  return client;
}

function newClient(): Client {
  return new Client({ name: 'bench', version: '1' });
}

/** Connects to the MCP endpoint of a service. */
export function connectService({ url, key }: { url: string; key: string }): Promise<Client> {
  return connect(
    newClient(),
    new StreamableHTTPClientTransport(new URL('/mcp', url), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );
}

/** Connects to all servers. */
export async function openServers(service: { url: string; key: string }): Promise<Servers> {
  installServers();
  const webdata = connectService(service);
  const thirdParty = connect(
    newClient(),
    new StdioClientTransport({
      command: fileURLToPath(new URL('.bin/firecrawl-mcp', packages)),
      env: {
        PATH: process.env.PATH ?? '',
        FIRECRAWL_API_KEY: service.key,
        FIRECRAWL_API_URL: service.url,
      },
      stderr: 'ignore',
    }),
  );
  const playwright = connect(
    newClient(),
    new StdioClientTransport({
      command: process.execPath,
      args: [
        fileURLToPath(new URL('node_modules/@playwright/mcp/cli.js', peers)),
        '--headless',
        '--no-sandbox',
        '--isolated',
        // It saves the pages it reads; they must not be written to the checkout.
        '--output-dir',
        mkdtempSync(join(tmpdir(), 'webdata-agents-')),
        '--executable-path',
        findBrowser(),
      ],
      stderr: 'ignore',
    }),
  );
  return { webdata: await webdata, thirdParty: await thirdParty, playwright: await playwright };
}
