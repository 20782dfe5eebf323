import type { ScrapeCommand } from '../capabilities/scrape/scrape-request.ts';
import type { PageResult } from '../domain/page.ts';
import type { Receipt } from '../domain/receipt.ts';
import type { Dialect } from '../doors/http/http-door.ts';
import { createV2Dialect } from '../doors/v2/dialect.ts';
import { scrapeCall } from '../doors/v2/scrape.ts';
import type { Work } from '../operations/operation.ts';
import type { Registry } from '../operations/registry.ts';

/** The work of one of our operations, for commands that another door made. */
function workOf<Command, Value>(registry: Registry, name: string): Work<Command, Value> {
  const operation = registry.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation is called ${name}`);
  // The registry has forgotten the types; whoever names the operation here knows them.
  return operation.obey as Work<Command, Value>;
}

/** The third party's API over our operations. */
export function composeV2(registry: Registry): Dialect {
  return createV2Dialect([
    scrapeCall(
      workOf<ScrapeCommand, PageResult | { results: PageResult[]; receipt: Receipt }>(registry, 'scrape'),
    ),
  ]);
}
