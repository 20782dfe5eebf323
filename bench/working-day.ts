// npm run bench -- working-day: fourteen tasks of a model that has only the tools of this service, done by a scripted agent
// that takes the documented next step; the tokens are those that a model reads and writes, counted with the tokenizer o200k.
import { openHome } from '../test/service-process.ts';
import { allListings, startListings } from '../test/world/listings/listing-world.ts';
import { startWebShop } from '../test/world/web-shop.ts';
import { startWorld } from '../test/world/world.ts';
import { connectService } from './agents/opponents.ts';
import { createPlayer, toolListTokens } from './agents/player.ts';
import { startDesk, workingDay } from './agents/working-day-tasks.ts';
import { report } from './report.ts';

/** Which of the generated listings has the forty products. */
const listing = allListings().find(({ records, isScripted }) => records.length >= 40 && !isScripted);
if (listing === undefined) throw new Error('no listing has forty records');

const world = await startWorld();
const listings = await startListings([listing], '127.0.0.21');
const shop = await startWebShop();
const desk = await startDesk('127.0.0.22');
const home = await openHome();
try {
  const service = await home.start({ WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8' });
  const client = await connectService(service);
  const tasks = workingDay({ world, shop, listing, listings, desk });
  let calls = 0;
  let tokens = 0;
  let solved = 0;
  for (const { name, run, isRight } of tasks) {
    const player = createPlayer(client);
    const answer = await run(player).catch((error: Error) => `failed: ${error.message}`);
    const usage = player.usage();
    const used = usage.read + usage.written;
    calls += usage.calls;
    tokens += used;
    if (isRight(answer)) solved += 1;
    process.stderr.write(
      `${name}: ${isRight(answer) ? 'solved' : `NOT SOLVED\n${answer}\n`} ${usage.calls} calls ${used} tokens\n`,
    );
  }
  await report('working-day', [
    { name: 'tool list', value: await toolListTokens(client), unit: 'tokens', wanted: { below: 4_001 } },
    { name: `tasks solved of ${tasks.length}`, value: solved, unit: '', wanted: { atLeast: tasks.length } },
    { name: 'calls', value: calls, unit: '', wanted: { below: 36 } },
    { name: 'tokens', value: tokens, unit: 'tokens', wanted: { below: 15_001 } },
  ]);
  await client.close();
} finally {
  await home.close();
  await Promise.all([world.close(), listings.close(), shop.close(), desk.close()]);
}
