import { createPageExtractor } from '../../extract/extract-page.ts';
import { readOffer } from '../../extract/offer/read-offer.ts';
import { createSelectors } from '../../extract/selectors/selectors.ts';
import { findRepeatedRecords } from '../../listings/page/repeated-records.ts';

/** The extractor of content threads. */
export const extractPage = createPageExtractor({
  createSelectors,
  findRecords: findRepeatedRecords,
  readOffer,
});
