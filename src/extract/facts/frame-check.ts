import { once } from '../../domain/values/once.ts';
import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { byClass } from '../../page/tree/by-class.ts';
import { attributeOf, endOf, parentOf, tagOf } from '../../page/tree/tree.ts';
import type { PageView } from '../page-view/page-view.ts';
import { nameWords } from '../words/name-words.ts';

const frameTags: ReadonlySet<number> = new Set([tag.nav, tag.dialog, tag.select, tag.button]);
/** Words in the classes and ids of parts that surround the content of every page of a site. */
const frameWords: ReadonlySet<string> = new Set(
  'nav navbar navigation subnav topnav menu menubar submenu megamenu dropdown breadcrumb breadcrumbs cookie cookies gdpr consent login signin cart minicart toolbar topbar popup modal dialog'.split(
    ' ',
  ),
);
/** Words in the classes and ids of footers. */
const footerWords: ReadonlySet<string> = new Set(['footer', 'copyright', 'colophon']);
/** Words that make a footer a part of the content: `entry-footer`. */
const contentWords: ReadonlySet<string> = new Set(
  'article post entry card content item story author recipe meta metadata section block box'.split(' '),
);
const frameRoles: ReadonlySet<string> = new Set([
  'navigation',
  'contentinfo',
  'dialog',
  'alertdialog',
  'menu',
  'menubar',
  'search',
]);
const maxNamesLength = 300;
/** Maximum share of the page's nodes in a part whose names alone say that it is no content. */
const maxFrameShare = 0.5;

/** Kinds of parts around the content. */
type FrameKind = 'none' | 'footer' | 'frame';

/** Returns the kind that the names in a class attribute or an id give an element. */
function kindOfNames(names: string): FrameKind {
  let kind: FrameKind = 'none';
  if (names.length > maxNamesLength) return kind;
  for (const words of names.split(/\s+/).map(nameWords)) {
    if (words.some((word) => frameWords.has(word))) return 'frame';
    const isOfContent = words.some((word) => contentWords.has(word));
    if (!isOfContent && words.some((word) => footerWords.has(word))) kind = 'footer';
  }
  return kind;
}

/** Returns the kind of an element alone, by its tag, role or names. */
function kindOfElement(
  page: PageView,
  element: number,
  kindOfClass: (element: number) => FrameKind,
): FrameKind {
  const { tree } = page;
  const kind = tagOf(tree, element);
  if (kind <= tag.document) return 'none';
  if (frameTags.has(kind)) return 'frame';
  if (kind === tag.footer) return 'footer';
  if (kind === tag.html || kind === tag.body || kind === tag.main || kind === tag.article) return 'none';
  if (frameRoles.has(page.attributeOf(element, 'role') ?? '')) return 'frame';
  const size = endOf(tree, element) - element;
  if (size >= tree.count * maxFrameShare) return 'none';
  const id = attributeOf(tree, element, attribute.id);
  const kinds = [kindOfClass(element), id === null ? 'none' : kindOfNames(id)];
  return kinds.includes('frame') ? 'frame' : kinds.includes('footer') ? 'footer' : 'none';
}

/**
 * Creates the check whether a node is in a part around the content: navigation, a menu, a dialog, or a footer that is not
 * the footer of an article.
 */
export function createFrameCheck(page: PageView): (node: number) => boolean {
  const { tree } = page;
  const frames = new Map<number, FrameKind>();
  const kindOfClass = once(() => byClass(tree, kindOfNames));
  return (node) => {
    let isFooter = false;
    for (let at = node; at > 0; at = parentOf(tree, at)) {
      let kind = frames.get(at);
      if (kind === undefined) {
        kind = kindOfElement(page, at, kindOfClass());
        frames.set(at, kind);
      }
      if (kind === 'frame') return true;
      if (kind === 'footer') isFooter = true;
      else if (tag.article === tagOf(tree, at)) isFooter = false;
    }
    return isFooter;
  };
}
