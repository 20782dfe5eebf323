import type { NextRequest, PageLinks, ShownEnd } from '../../domain/pages/records.ts';
import type { PageView } from '../../extract/page-view/page-view.ts';
import { parseNextLink, setParameter } from '../paging/pagination.ts';
import {
  getBaseName,
  getParameters,
  offsetName,
  type PageRequest,
  pageName,
  parsePageNumber,
} from '../paging/paging-parameters.ts';
import { findMoreLink } from './more-link.ts';
import { findNextForm } from './next-form.ts';

/**
 * Returns the address of the page behind a range: the only parameter of this page's address that states where the range
 * begins, as a page or as an offset, is increased. Null if the range ends the list, or no parameter states its begin.
 */
function continueRange(url: string, { total, range }: Pick<ShownEnd, 'total' | 'range'>): string | null {
  if (total === null || range === null || range.to >= total) return null;
  const before = range.from - 1;
  const size = range.to - before;
  const request: PageRequest = { url, method: 'GET', body: null };
  const following = getParameters(request).flatMap(({ place, name, value }) => {
    const number = parsePageNumber(value);
    if (number === null) return [];
    const base = getBaseName(name);
    const isOffset = offsetName.test(base) && (number === before || number === range.from);
    if (isOffset) return [{ place, next: number + size }];
    const isPage = pageName.test(base) && (number * size === before || (number - 1) * size === before);
    return isPage ? [{ place, next: number + 1 }] : [];
  });
  const [only] = following;
  return only === undefined || following.length > 1 ? null : setParameter(request, only.place, only.next).url;
}

/** Returns the request for the next page of the list on a page; null if the page shows no way to one without scripts. */
export function findNextRequest(
  page: PageView,
  found: { links: PageLinks; headers: Record<string, string>; shownEnd: ShownEnd },
): NextRequest | null {
  const link = found.links.next ?? parseNextLink(found.headers) ?? findMoreLink(page);
  const url = link === null ? null : URL.parse(link, page.url);
  if (url !== null && url.href !== URL.parse(page.url)?.href) return { url: url.href, form: null };
  const form = findNextForm(page);
  if (form !== null) return form;
  const continued = continueRange(page.url, found.shownEnd);
  return continued === null ? null : { url: continued, form: null };
}
