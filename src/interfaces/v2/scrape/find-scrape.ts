import type { PageResult } from '../../../domain/pages/page.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { identifierOfUuid } from '../../../domain/values/identifier.ts';
import type { Operation } from '../../../operations/declaration/operation.ts';
import { defineCall, idPath } from '../define-call.ts';
import { createFreeReply, createSuccess } from '../reply.ts';
import { toStoredDocument } from './document.ts';

/** Returns an earlier page by the id of its receipt; null if it has expired or was not stored. */
export type FindPage = (accountId: string, receiptId: string) => Promise<PageResult | null>;

/** Returns an earlier scrape. */
export function findScrapeCall(findPage: FindPage): Operation {
  return defineCall({
    tool: 'scrape',
    title: 'Get a scrape',
    description:
      'Returns the page of a scrape of the last two days by its `scrapeId`. Pages read with custom headers or actions are not stored.',
    method: 'GET',
    path: '/v2/scrape/{id}',
    scope: 'read',
    pathParameters: idPath,
    toCommand: ({ path }) => identifierOfUuid('rct', path.id ?? ''),
    run: async (receiptId, { principal, baseUrl }) => {
      const page = receiptId === null ? null : await findPage(principal.accountId, receiptId);
      if (page === null)
        throw new Failure('not_found', 'There is no scrape with this id, or it has expired.');
      return createFreeReply(createSuccess({ data: toStoredDocument(page, baseUrl) }));
    },
  });
}
