import { accountCapability } from '../capabilities/account/index.ts';
import { archiveCapability } from '../capabilities/archive/index.ts';
import { batchesCapability } from '../capabilities/batches/index.ts';
import { blobCapability } from '../capabilities/blob/index.ts';
import type { Capability } from '../capabilities/capability.ts';
import { catalogCapability } from '../capabilities/catalog/index.ts';
import { collectCapability } from '../capabilities/collect/index.ts';
import { compareCapability } from '../capabilities/compare/index.ts';
import { crawlCapability } from '../capabilities/crawl/index.ts';
import { datasetsCapability } from '../capabilities/datasets/index.ts';
import { extractCapability } from '../capabilities/extract/index.ts';
import { inspectCapability } from '../capabilities/inspect/index.ts';
import { ipCapability } from '../capabilities/ip/index.ts';
import { jobsCapability } from '../capabilities/jobs/index.ts';
import { mapCapability } from '../capabilities/map/index.ts';
import { monitorsCapability } from '../capabilities/monitors/index.ts';
import { parseCapability } from '../capabilities/parse/index.ts';
import { readCapability } from '../capabilities/read/index.ts';
import { receiptsCapability } from '../capabilities/receipts/index.ts';
import { scrapeCapability } from '../capabilities/scrape/index.ts';
import { searchCapability } from '../capabilities/search/index.ts';
import { sessionsCapability } from '../capabilities/sessions/index.ts';
import { webhooksCapability } from '../capabilities/webhooks/index.ts';
import { workflowsCapability } from '../capabilities/workflows/index.ts';

/** Everything that the service can do, in the order of the reference. */
export const capabilities: readonly Capability[] = [
  scrapeCapability,
  searchCapability,
  extractCapability,
  parseCapability,
  mapCapability,
  inspectCapability,
  collectCapability,
  compareCapability,
  archiveCapability,
  readCapability,
  blobCapability,
  datasetsCapability,
  monitorsCapability,
  sessionsCapability,
  workflowsCapability,
  crawlCapability,
  batchesCapability,
  jobsCapability,
  webhooksCapability,
  accountCapability,
  receiptsCapability,
  catalogCapability,
  ipCapability,
];
