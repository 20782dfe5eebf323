import type { ExampleServer } from './example-server.ts';
import { startHandbook } from './handbook.ts';
import { startInbox } from './inbox.ts';
import { startReports } from './reports.ts';
import { startShop } from './shop.ts';
import { startWiki } from './wiki.ts';

/** Example sites of the guides with the ports that the guides name. */
const sites = [
  { name: 'shop', port: 8801, start: startShop },
  { name: 'handbook', port: 8802, start: startHandbook },
  { name: 'reports', port: 8803, start: startReports },
  { name: 'inbox', port: 8804, start: startInbox },
  { name: 'wiki', port: 8805, start: startWiki },
] as const;

/** A running example site: its name, and the URL that the guides write for it. */
export interface ExampleSite extends ExampleServer {
  name: string;
  documentedOrigin: string;
}

/** Starts all example sites, on the ports of the guides or on free ones. */
export async function startExampleSites({ freePorts }: { freePorts: boolean }): Promise<ExampleSite[]> {
  const started: ExampleSite[] = [];
  for (const { name, port, start } of sites) {
    const server = await start(freePorts ? 0 : port);
    started.push({ ...server, name, documentedOrigin: `http://127.0.0.1:${port}` });
  }
  return started;
}

if (import.meta.main) {
  for (const { name, origin } of await startExampleSites({ freePorts: false }))
    process.stdout.write(`${name.padEnd(10)}${origin}/\n`);
}
