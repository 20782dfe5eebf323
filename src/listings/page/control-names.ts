import type { PageView } from '../../extract/page-view/page-view.ts';

/** Words for a page of a list. */
export const pageWord = /(?:^|[^\p{L}])(?:page|seite|página|pagina|strona|sida|side|страница)(?![\p{L}])/iu;
const maxNameLength = 400;

/** Returns the attributes that name an element, in one text of at most 400 characters. */
export function namesOf(page: PageView, node: number): string {
  return ['class', 'id', 'aria-label', 'aria-roledescription']
    .map((name) => page.attributeOf(node, name) ?? '')
    .join(' ')
    .slice(0, maxNameLength);
}
