// npm run bench -- agents: tasks that scripted agents do with this service, with the third party's MCP server on
// `/v2`, and with a browser's MCP server. A scripted agent takes only the documented next step; the figures are the
// tokens that a model reads and writes, counted with the tokenizer o200k.
import { encode } from 'gpt-tokenizer';
import { openHome } from '../test/service-process.ts';
import { allListings, startListings } from '../test/world/listings/listing-world.ts';
import { startWebShop } from '../test/world/web-shop.ts';
import { startWorld } from '../test/world/world.ts';
import { actingTasks } from './agents/acting-tasks.ts';
import { openServers } from './agents/opponents.ts';
import { createPlayer, toolListTokens, type Usage } from './agents/player.ts';
import { readingTasks } from './agents/reading-tasks.ts';
import { type ServerName, serverNames, type Task } from './agents/task.ts';
import { type Figure, quantile, report } from './report.ts';

interface Played extends Usage {
  isRight: boolean;
}

const world = await startWorld();
const listings = allListings().slice(0, 17);
const listingServer = await startListings(listings, '127.0.0.21');
const shop = await startWebShop();
const home = await openHome();

async function play(
  task: Task,
  server: ServerName,
  client: Parameters<typeof createPlayer>[0],
): Promise<Played | null> {
  const script = task.scripts[server];
  if (script === null) return null;
  const player = createPlayer(client);
  const answer = await script(player).catch((error: Error) => `failed: ${error.message}`);
  return { ...player.usage(), isRight: task.isRight(answer) };
}

const total = (played: readonly Played[]) =>
  played.reduce((sum, { read, written }) => sum + read + written, 0);

try {
  const service = await home.start({ WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8' });
  const servers = await openServers(service);
  const tasks = [...readingTasks(world), ...actingTasks(listings, listingServer, shop, world.site)];
  const results = new Map<Task, Record<ServerName, Played | null>>();
  for (const task of tasks) {
    const played = {} as Record<ServerName, Played | null>;
    for (const server of serverNames) played[server] = await play(task, server, servers[server]);
    results.set(task, played);
    const line = serverNames.map((server) => {
      const one = played[server];
      return one === null
        ? `${server} -`
        : `${server} ${one.isRight ? 'right' : 'WRONG'} ${one.calls} calls ${one.read + one.written} tokens`;
    });
    process.stderr.write(`${task.name}: ${line.join(', ')}\n`);
  }
  const figures: Figure[] = [];
  for (const server of serverNames) {
    const played = [...results.values()].flatMap((one) => one[server] ?? []);
    const list = await toolListTokens(servers[server]);
    const wanted = server === 'webdata';
    figures.push(
      {
        name: `${server}: tool list`,
        value: list,
        unit: 'tokens',
        ...(wanted && { wanted: { below: 4_001 } }),
      },
      {
        name: `${server}: tasks done of ${tasks.length}`,
        value: played.filter(({ isRight }) => isRight).length,
        unit: '',
        ...(wanted && { wanted: { atLeast: tasks.length } }),
      },
      { name: `${server}: calls`, value: played.reduce((sum, { calls }) => sum + calls, 0), unit: '' },
    );
  }
  const common = [...results.values()].filter((one) =>
    serverNames.every((server) => one[server]?.isRight === true),
  );
  const totals = serverNames.map((server) => total(common.flatMap((one) => one[server] ?? [])));
  const [own = 0, ...others] = totals;
  serverNames.forEach((server, at) => {
    figures.push({
      name: `${server}: tokens of the ${common.length} tasks that all did`,
      value: totals[at] ?? 0,
      unit: 'tokens',
    });
  });
  figures.push({
    name: 'share of the tokens of the better of the others',
    value: (own / Math.min(...others)) * 100,
    unit: '%',
    wanted: { below: 60.1 },
  });

  const shares = common.map(({ webdata, thirdParty, playwright }) => {
    const [first = 0, ...rest] = [webdata, thirdParty, playwright].map((one) =>
      total(one === null ? [] : [one]),
    );
    return (first / Math.min(...rest)) * 100;
  });
  figures.push({ name: 'the same for one task, median', value: quantile(shares, 0.5), unit: '%' });

  const surplus: number[] = [];
  for (const { path } of world.site.pages.slice(0, 60)) {
    const url = world.site.url(path);
    const player = createPlayer(servers.webdata);
    await player.call('scrape', { url });
    const response = await fetch(`${service.url}/v1/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    });
    const { markdown } = (await response.json()) as { markdown: string };
    surplus.push(player.usage().read - 1.03 * encode(markdown).length);
  }
  figures.push({
    name: 'tokens of an answer above 103 % of its Markdown, median',
    value: quantile(surplus, 0.5),
    unit: 'tokens',
    wanted: { below: 121 },
  });
  await report('agents', figures);
  for (const client of Object.values(servers)) await client.close();
} finally {
  await home.close();
  await Promise.all([world.close(), listingServer.close(), shop.close()]);
}
