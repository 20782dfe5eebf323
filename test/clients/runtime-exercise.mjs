// Runs in Node, Deno, Bun and browsers. The test compares the result.

async function collect(rows) {
  const found = [];
  for await (const row of rows) found.push(row);
  return found;
}

async function messageOf(promise) {
  return promise.then(
    () => 'no error',
    (error) => `${error.name}: ${error.code ?? error.message}`,
  );
}

/** Uses every part of a client that depends on the runtime: requests, streams, timers, and signatures. */
export async function exercise(library, { url, key, site, webhook }) {
  const { createClient, fetchReceiptKeys, verifyReceipt, verifyWebhook } = library;
  const client = createClient({ url, key });
  const page = await client.scrapePage(`${site}/docs/`);
  const events = [];
  const job = await client.crawlAndWait(
    { url: `${site}/`, limit: 3 },
    { onEvent: ({ type }) => events.push(type) },
  );
  const pages = await collect(client.jobPages(job.jid));
  const jobs = await collect(client.iterate('listJobs', { type: 'crawl', limit: 1 }));
  const parts = await collect(client.parts('map', { url: `${site}/`, limit: 10 }));
  const file = await client.exportJob({ jid: job.jid, format: 'ndjson' });
  const lines = (await file.text()).trim().split('\n');
  const keys = await fetchReceiptKeys(url);
  const long = await client.crawl({ url: `${site}/`, limit: 300 });
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('stopped')), 100);
  const stopped = await messageOf(client.waitForJob(long.jid, { signal: stop.signal, cancelOnAbort: true }));
  const late = await messageOf(client.scrapePage(`${site}/docs/`, {}, { timeoutMs: 1 }));
  return {
    status: page.status,
    title: page.title,
    receipt: (await verifyReceipt(page.receipt, keys)).valid,
    changed: (await verifyReceipt({ ...page.receipt, ms: -1 }, keys)).valid,
    events: [events[0], events.at(-1)],
    pages: pages.map(({ status }) => status),
    hasJob: jobs.some(({ jid }) => jid === job.jid),
    parts: parts.every(({ links }) => links.length > 0),
    lines: lines.length,
    webhook: (await verifyWebhook(webhook.secret, webhook.headers, webhook.body)).type,
    forged: await messageOf(verifyWebhook(webhook.secret, webhook.headers, `${webhook.body} `)),
    invalid: await messageOf(client.crawl({ url: 'nothing' })),
    stopped,
    cancelled: (await client.waitForJob(long.jid)).status,
    late,
  };
}
