// Run it with Node 24 against a service of yours:
//   WEBDATA_URL=http://127.0.0.1:8787 WEBDATA_KEY=... node clients/typescript/example.ts https://example.com/
import process from 'node:process';
import { createClient, WebdataError } from './src/index.ts';

const { WEBDATA_URL: url = 'http://127.0.0.1:8787', WEBDATA_KEY: key = '' } = process.env;
const [address = 'https://example.com/'] = process.argv.slice(2);
const client = createClient({ url, key });

try {
  const page = await client.scrapePage(address, { formats: ['markdown', 'links'] });
  console.log(
    `${page.status}: ${page.title}, ${page.links?.length ?? 0} links, ${page.receipt.credits} credits`,
  );

  const { estimate } = await client.crawl({ url: address, limit: 5, dry_run: true });
  console.log(`a crawl of five pages costs ${estimate.max} credits at most`);

  const job = await client.crawlAndWait(
    { url: address, limit: 5 },
    { onEvent: ({ type, data }) => console.log(type, data.url ?? '') },
  );
  for await (const { status, url: found, title } of client.jobPages(job.jid)) {
    console.log(`${status}: ${found} ${title ?? ''}`);
  }
} catch (error) {
  if (!(error instanceof WebdataError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
