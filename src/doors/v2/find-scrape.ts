import { Failure } from '../../domain/failure.ts';
import { identifierOfUuid } from '../../domain/identifier.ts';
import type { PageResult } from '../../domain/page.ts';
import type { Operation } from '../../operations/operation.ts';
import { defineCall, idPath } from './define-call.ts';
import { storedDocument } from './document.ts';
import { freeReply, succeeded } from './reply.ts';

/** A page that was scraped before, by the id of its receipt; null when it is not kept. */
export type FindPage = (accountId: string, receiptId: string) => Promise<PageResult | null>;

/** Looking at a scrape again. */
export function findScrapeCall(findPage: FindPage): Operation {
  return defineCall({
    tool: 'scrape',
    title: 'One scrape',
    description:
      'The page of a scrape of the last two days, by its `scrapeId`; pages read with headers or actions of the caller are not kept.',
    method: 'GET',
    path: '/v2/scrape/{id}',
    scope: 'read',
    pathParameters: idPath,
    toCommand: ({ path }) => identifierOfUuid('rct', path.id ?? ''),
    run: async (receiptId, { principal, baseUrl }) => {
      const page = receiptId === null ? null : await findPage(principal.accountId, receiptId);
      if (page === null) throw new Failure('not_found', 'there is no such scrape, or it is no longer kept');
      return freeReply(succeeded({ data: storedDocument(page, baseUrl) }));
    },
  });
}
