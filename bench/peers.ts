// npm run bench -- peers: compares the service with other software on the same input in the same run, and writes
// docs/comparisons.md with its charts. Peers are installed into a cache folder, outside of the repository.
//   --only content,crawls   measures these sections only
//   --peer scrapy,webdata   measures these systems only
//   --small                 small inputs, to try the bench
//   --resume                keeps the rows that the run already has
//   --run NAME              name of the run, default `latest`; its logs are in bench/results/peers/NAME
//   --data FOLDER           folder with the collections of pages, default ../shared/data
//   --write                 measures nothing; writes the report from the run, or from the committed figures
//   --no-report             does not write the report
//   --clean                 removes every installed peer
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installServers } from './agents/opponents.ts';
import { buildApplications } from './needs-browser/build-applications.ts';
import { requireIdleMachine } from './peers/idle-machine.ts';
import { cacheFolder, installPeer, removePeers } from './peers/install-peer.ts';
import { type PeerName, peerPackages } from './peers/peer-list.ts';
import { openRun, type SectionName, sectionNames } from './peers/run-record.ts';
import type { Section, SectionContext } from './peers/section.ts';
import { readCommittedRun, writeComparisons } from './peers/write-comparisons.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    only: { type: 'string' },
    peer: { type: 'string' },
    small: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
    run: { type: 'string', default: 'latest' },
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/data/', import.meta.url)) },
    write: { type: 'boolean', default: false },
    'no-report': { type: 'boolean', default: false },
    clean: { type: 'boolean', default: false },
  },
});

/** Loads a section when it is measured: each of them loads much of the product. */
const sections: Readonly<Record<SectionName, () => Promise<Section>>> = {
  content: async () => (await import('./peers/content-section.ts')).measureContent,
  crawls: async () => (await import('./peers/crawls-section.ts')).measureCrawls,
  rendered: async () => (await import('./peers/rendered-section.ts')).measureRendered,
  files: async () => (await import('./peers/files-section.ts')).measureFiles,
  metadata: async () => (await import('./peers/metadata-section.ts')).measureMetadata,
  records: async () => (await import('./peers/records-section.ts')).measureRecords,
  'site-files': async () => (await import('./peers/site-files-section.ts')).measureSiteFiles,
  values: async () => (await import('./peers/values-section.ts')).measureValues,
  monitors: async () => (await import('./peers/monitors-section.ts')).measureMonitors,
  agents: async () => (await import('./peers/agents-section.ts')).measureAgents,
  compatibility: async () => (await import('./peers/compatibility-section.ts')).measureCompatibility,
};

function listOf(text: string | undefined): string[] | null {
  return text === undefined ? null : text.split(',').filter(Boolean);
}

/** Installs and builds what the sections use: beside a measurement it would change it. */
async function installEverything(): Promise<void> {
  for (const name of Object.keys(peerPackages) as PeerName[]) await installPeer(name);
  await buildApplications(join(cacheFolder(), 'applications'));
  installServers();
}

async function measure(): Promise<void> {
  const run = openRun(values.run);
  const only = listOf(values.only);
  const peers = listOf(values.peer);
  const isWanted = (system: string) =>
    peers === null || peers.some((peer) => system === peer || system.startsWith(`${peer}-`));
  if (!values.small) {
    await installEverything();
    await requireIdleMachine();
  }
  const context: SectionContext = { run, size: values.small ? 'small' : 'full', data: values.data, isWanted };
  if (only === null && peers === null && !values.resume) run.restart();
  for (const name of sectionNames) {
    if (only !== null && !only.includes(name)) continue;
    if (!values.resume) run.clear(name, isWanted);
    const section = await sections[name]();
    const since = performance.now();
    await section(context);
    process.stderr.write(`${name}: ${Math.round((performance.now() - since) / 1_000)} s\n`);
  }
  run.end();
}

if (values.clean) {
  await removePeers();
} else {
  if (!values.write) await measure();
  const run = openRun(values.run).read();
  // On a machine without runs, the report is written from the committed figures.
  if (!values['no-report'])
    writeComparisons(values.write && run.rows.length === 0 ? readCommittedRun() : run);
}
