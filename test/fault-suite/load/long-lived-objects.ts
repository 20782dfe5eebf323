import type { Acknowledged } from '../acknowledged.ts';
import type { LoadWorld } from '../load-world.ts';
import type { Json, ServiceClient } from '../service-client.ts';
import type { LongLivedObjects } from './load-context.ts';

async function create(client: ServiceClient, path: string, body: object): Promise<Json> {
  const created = await client.ask('POST', path, { body });
  if (created === null) throw new Error(`POST ${path} failed before any fault was injected`);
  return created;
}

const articleSchema = {
  type: 'object',
  properties: { sku: { type: 'string' }, price: { type: 'number' } },
};

async function createDataset(client: ServiceClient, world: LoadWorld): Promise<string> {
  const urls = [...world.articles.articles.keys()].map((sku) => world.articles.url(sku));
  const { did } = await create(client, '/v1/datasets', {
    name: 'Lamps',
    source: { kind: 'extract', urls, schema: articleSchema },
    key: ['sku'],
    webhook: world.receiver.url('/datasets'),
  });
  return did;
}

async function createMonitor(client: ServiceClient, world: LoadWorld, path: string): Promise<string> {
  const { mid } = await create(client, '/v1/monitors', {
    url: world.watched.url(path),
    schedule: { every: '3s' },
    confirm: 1,
    notify: { webhook: world.receiver.url('/monitors') },
  });
  return mid;
}

async function createWorkflow(client: ServiceClient, shop: NonNullable<LoadWorld['shop']>, world: LoadWorld) {
  const { id } = await create(client, '/v1/workflows', {
    name: 'Look around',
    webhook: world.receiver.url('/workflows'),
    steps: [
      { type: 'goto', url: shop.url('/') },
      { type: 'goto', url: shop.url('/product/2') },
      { type: 'wait', ms: 200 },
      {
        type: 'extract',
        schema: { type: 'object', properties: { heading: { type: 'string' } } },
      },
      { type: 'screenshot' },
    ],
  });
  return id as string;
}

/** Creates the objects that the load uses in every round, before any fault: datasets, monitors and a workflow. */
export async function createLongLivedObjects(
  world: LoadWorld,
  clients: readonly [ServiceClient, ServiceClient],
  acknowledged: Acknowledged,
): Promise<LongLivedObjects> {
  const objects: LongLivedObjects = { datasets: [], workflows: [] };
  const remember = (kind: 'dataset' | 'monitor' | 'workflow', id: string, { key }: ServiceClient) =>
    acknowledged.objects.push({ kind, id, key, round: 0 });
  const paths = ['/one', '/two'];
  for (const [index, client] of clients.entries()) {
    const dataset = await createDataset(client, world);
    remember('dataset', dataset, client);
    objects.datasets.push({ id: dataset, client });
    remember('monitor', await createMonitor(client, world, paths[index] as string), client);
    if (world.shop === null) continue;
    const workflow = await createWorkflow(client, world.shop, world);
    remember('workflow', workflow, client);
    objects.workflows.push({ id: workflow, client });
  }
  return objects;
}
