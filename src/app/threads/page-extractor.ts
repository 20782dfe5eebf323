import { readOffer } from '../../capabilities/compare/offer/read-offer.ts';
import { createPageExtractor } from '../../extract/extract-page.ts';
import { findRepeatedRecords } from '../../listings/page/repeated-records.ts';

/** The extractor of content threads. */
export const extractPage = createPageExtractor({ findRecords: findRepeatedRecords, readOffer });
