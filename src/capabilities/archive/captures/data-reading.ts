import type { ExtractJob, Json } from '../../../domain/pages/extraction.ts';
import { defaultPageCommand } from '../../../domain/pages/page-command.ts';
import { itemPrices } from '../../../domain/resources/rate-card.ts';
import { assembleWork } from '../../../extract/thread-work.ts';
import { listUnverified } from '../../../extract/unverified.ts';
import type { FetchedPage } from '../../../fetching/fetched-page.ts';
import { noLayoutMemory } from '../../extract/extract-ports.ts';
import type { ExtractCommand } from '../../extract/extract-request.ts';
import { createSearchedBy } from '../../extract/searched-by.ts';
import { createValueFinder, type FinderResult, withModelCharge } from '../../extract/value-finder.ts';
import type { ExtractedData } from '../archive-response.ts';
import { type ArchiveSession, addWarning } from '../archive-session.ts';

/** A version with the values of the requested fields. */
export interface DataOfVersion {
  /** The version, with the charge of a model. */
  fetched: FetchedPage;
  data: ExtractedData | null;
}

/** Reading of the requested fields of one version. */
export interface DataReading {
  /** Returns the extraction job for the content thread. */
  createJob(url: string): Promise<ExtractJob>;
  findData(fetched: FetchedPage): Promise<DataOfVersion>;
  /** Returns reserved credits if the version is not usable. */
  cancel(): void;
}

const modelPrice = itemPrices.ai_extraction;

type FoundData = Pick<FinderResult, 'assembled' | 'unverified' | 'searchedBy'>;

function toExtractedData({ assembled, unverified, searchedBy }: FoundData): ExtractedData {
  const { data, missing, values } = assembled;
  return {
    data: data as Json,
    unverified,
    missing,
    searched_by: searchedBy,
    evidence: Object.fromEntries(values.map(({ pointer, evidence }) => [pointer, evidence])),
  };
}

/** Assembles the values of an error page, such as an archived 404, which no model reads. */
async function assembleErrorPage(
  { command, ports, context }: ArchiveSession,
  { extraction }: FetchedPage,
): Promise<FoundData> {
  const schema = command.schema ?? extraction?.schema ?? { type: 'object' };
  const found = { schema, found: extraction?.values ?? [], byModel: [] };
  const assembled = await ports.threads.run(assembleWork, found, context.signal);
  const searchedBy = createSearchedBy(assembled.missing, []);
  return { assembled, unverified: listUnverified(assembled.values), searchedBy };
}

/**
 * Prepares reading the requested fields of a version; null if no fields are requested. A model completes them, like
 * those of an extraction, if the credits of the request suffice. Nothing is learned from archived pages.
 */
export async function startReading(session: ArchiveSession): Promise<DataReading | null> {
  const { command, ports, context } = session;
  const { schema, prompt } = command;
  if (schema === null && prompt === null) return null;
  const { accountId } = context.principal;
  const finder = createValueFinder({
    layouts: noLayoutMemory,
    threads: ports.threads,
    findModel: ports.findModel,
  });
  const mayUseModel = ports.findModel() !== null && (await session.budget.take(modelPrice));
  const page = defaultPageCommand(command.url, { formats: ['metadata'] });
  const extractCommand: ExtractCommand = { page, schema, prompt, canLearn: false };
  const cancel = () => {
    if (mayUseModel) session.budget.giveBack(modelPrice);
  };
  return {
    createJob: finder.createJobFactory(extractCommand, accountId, mayUseModel),
    cancel,
    async findData(fetched) {
      const { signal } = context;
      const found = await finder.find(extractCommand, fetched, mayUseModel, { accountId, signal });
      const observation = withModelCharge(fetched.observation, found);
      if (observation.credits === fetched.observation.credits) cancel();
      for (const { code, message } of found?.warnings ?? []) addWarning(session, code, message);
      const data = toExtractedData(found ?? (await assembleErrorPage(session, fetched)));
      return { fetched: { ...fetched, observation }, data };
    },
  };
}
