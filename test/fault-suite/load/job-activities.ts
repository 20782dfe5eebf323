import { identifierOfUuid } from '../../../src/domain/values/identifier.ts';
import { type Activity, acknowledge, createOnce } from './load-context.ts';

/** Crawls a site with slow pages and a webhook. */
export const crawlActivity: Activity = async (context) => {
  const { choices, world, acknowledged, isExact } = context;
  const client = choices.pick(context.clients);
  const limit = choices.whole(8, 25);
  const webhook = world.receiver.url('/jobs');
  const body = { url: world.crawled.url('/'), limit, max_depth: 9, webhook };
  const job = await createOnce(context, client, '/v1/crawl', { body });
  if (job === null) return;
  acknowledge(context, client, 'job', job.jid);
  acknowledged.jobs.push({ id: job.jid, urls: null, ok: limit, isExact });
};

const hostilePaths = ['/resets', '/gzip-cut', '/garbage-status', '/loop'];

/** Runs a batch over a list of URLs, some of which end with an error. */
export const batchActivity: Activity = async (context) => {
  const { choices, world, acknowledged, round, isExact } = context;
  const client = choices.pick(context.clients);
  const good = Array.from({ length: choices.whole(4, 9) }, (_, index) =>
    world.pages.url(`/small/batch-${round}-${index}`),
  );
  const hostile = choices
    .pick([hostilePaths, hostilePaths.slice(0, 2), []])
    .map((path) => world.hostile.url(path));
  const body = { urls: [...good, ...hostile], timeout: 20_000, webhook: world.receiver.url('/batches') };
  const begun = await createOnce(context, client, '/v2/batch/scrape', { body });
  if (begun === null) return;
  const id = identifierOfUuid('job', begun.id) as string;
  acknowledge(context, client, 'job', id);
  acknowledged.jobs.push({ id, urls: [...good, ...hostile], ok: good.length, isExact });
};

/** Refreshes a dataset whose pages have changed, and sometimes exports it. */
export const datasetActivity: Activity = async (context) => {
  const { choices, world, objects, acknowledged } = context;
  if (objects.datasets.length === 0) return;
  const { id, client } = choices.pick(objects.datasets);
  for (const article of world.articles.articles.values()) {
    if (choices.chance(0.5)) article.price = choices.between(5, 50).toFixed(2);
  }
  const refresh = await createOnce(context, client, `/v1/datasets/${id}/refresh`, { body: {} });
  if (refresh?.jid !== undefined) acknowledge(context, client, 'job', refresh.jid);
  if (!choices.chance(0.4)) return;
  const format = choices.pick(['csv', 'json', 'xlsx']);
  const exported = await createOnce(context, client, `/v1/datasets/${id}/export`, { body: { format } });
  if (exported === null) return;
  const { pathname } = new URL(exported.url, 'http://service');
  acknowledged.files.push({ path: pathname, sha256: exported.sha256, key: client.key });
};

/** Changes the monitored pages. Their checks run by schedule. */
export const watchedPageActivity: Activity = async ({ choices, world }) => {
  const page = world.watched.page(choices.pick(['/one', '/two']));
  page.price = `€ ${choices.whole(10, 99)}.00`;
};
