import { moreLabel } from '../../domain/pages/control-labels.ts';
import type { PageView } from '../../extract/page-view/page-view.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { cursorName, getBaseName, offsetName, pageName } from '../paging/paging-parameters.ts';

const maxLabelLength = 40;

/** Returns what the addresses of all pages of a list share: the address without the place of a page, and that place. */
function splitAddress(address: string): { list: string; place: string } | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const places: string[] = [];
  const shared: string[] = [];
  for (const [name, value] of url.searchParams) {
    const base = getBaseName(name);
    const isPlace = pageName.test(base) || offsetName.test(base) || cursorName.test(base);
    (isPlace ? places : shared).push(`${name}=${value}`);
  }
  const path = url.pathname.replace(/\/(?:page|p)\/(\d{1,6})(?=\/?$)/i, (_match, number: string) => {
    places.push(number);
    return '';
  });
  const list = `${url.origin}${path.replace(/\/$/, '')}?${shared.toSorted().join('&')}`;
  return { list, place: places.join('&') };
}

/**
 * Returns the URL of a link that is labelled as one for more records ("Load more"), if it leads to another place of the
 * same list: to the address of the page with another number, offset or cursor. Null if there is none.
 */
export function findMoreLink(page: PageView): string | null {
  const { tree } = page;
  const current = splitAddress(page.url);
  if (current === null) return null;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.a) continue;
    const reference = page.attributeOf(node, 'href');
    if (reference === null) continue;
    const labels = [page.textOf(node), page.attributeOf(node, 'aria-label') ?? ''];
    if (!labels.some((label) => label.length <= maxLabelLength && moreLabel.test(label.trim()))) continue;
    const url = page.addresses.resolveWeb(reference);
    const other = url === null ? null : splitAddress(url);
    if (other?.list === current.list && other.place !== '' && other.place !== current.place) return url;
  }
  return null;
}
