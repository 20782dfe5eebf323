import type { WireAnswer } from './answer-reader.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { ResourceIds } from './resource-ids.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const jobId = /^job_[0-9a-z]{26}$/;
/** Job kinds that these calls start. */
const startedKinds: Readonly<Record<string, string>> = {
  'POST /v1/crawl': 'v1 crawl',
  'POST /v2/crawl': 'v2 crawl',
  'POST /v2/batch/scrape': 'v2 batch',
  'POST /v2/extract': 'v2 extract',
};
/**
 * Responses that contain ids of other accounts: those for operators, and the history, which contains request input.
 */
const unowned = /^\/(v1\/(admin|requests|audit)|metrics)/;

function scrapedId(text: string): string | undefined {
  return /"scrapeId":"([0-9a-f-]{36})"/.exec(text.slice(-20_000))?.[1];
}

/** Collects the ids of a successful response, and records deleted resources. */
export function harvestAnswer(request: FuzzRequest, answer: WireAnswer, ids: ResourceIds): void {
  const { account, operation, method, target } = request;
  if (answer.status !== 200 || account.key === null || operation === null) return;
  const text = answer.body.toString('latin1');
  if (unowned.test(target)) {
    const id = /"rid":"(req_\w{26})"/.exec(text)?.[1];
    if (target.startsWith('/v1/requests') && id !== undefined) ids.add(account.owner, 'req', id);
    return;
  }
  if (method === 'DELETE') {
    const id = decodeURIComponent(target.split('?')[0]?.split('/').at(-1) ?? '');
    ids.remove(id);
    return;
  }
  const kind = startedKinds[operation.name];
  if (kind !== undefined) {
    const id = /"(?:id|jid)":"([^"]{30,36})"/.exec(text)?.[1];
    if (id !== undefined && (uuid.test(id) || jobId.test(id))) ids.add(account.owner, kind, id);
  }
  const page = operation.surface === 'v2' ? scrapedId(text) : undefined;
  if (page !== undefined) ids.add(account.owner, 'v2 scrape', page);
  ids.harvest(account.owner, text);
}
