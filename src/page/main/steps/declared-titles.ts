import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import { splitHeadTitle } from '../../text/split-head-title.ts';
import { attributeOf, endOf, findTag, subtreeText, type Tree } from '../../tree/tree.ts';

/** Titles that a page declares in its head, folded for comparison. */
export interface DeclaredTitles {
  /** Complete titles: `title` and `og:title`. */
  complete: ReadonlySet<string>;
  /** First part of the title, before a separator; '' if there is only one. */
  first: string;
  /** Other parts, which often are the name of the site or of a section. */
  others: ReadonlySet<string>;
}

const maxTitleLength = 400;
/** Returns a text in lower case with single spaces, without white space at its ends. */
export function foldTitle(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();
}

function metaContents(tree: Tree): Map<string, string> {
  const contents = new Map<string, string>();
  const head = findTag(tree, 0, tag.head);
  const end = head === -1 ? 0 : endOf(tree, head);
  for (let node = Math.max(head, 0); node < end; node++) {
    if (tree.tag[node] !== tag.meta) continue;
    const name = attributeOf(tree, node, attribute.property) ?? attributeOf(tree, node, attribute.name);
    const content = attributeOf(tree, node, attribute.content);
    if (name !== null && content !== null && name.length < 40)
      contents.set(name.toLowerCase(), foldTitle(content.slice(0, maxTitleLength)));
  }
  return contents;
}

/** Returns the titles that the head of a page declares. A part that equals the declared name of the site is no title. */
export function readDeclaredTitles(tree: Tree): DeclaredTitles {
  const title = findTag(tree, 0, tag.title);
  const whole =
    title === -1 ? '' : foldTitle(subtreeText(tree, title, maxTitleLength).slice(0, maxTitleLength));
  const contents = metaContents(tree);
  const site = contents.get('og:site_name') ?? contents.get('application-name') ?? '';
  const parts = splitHeadTitle(whole).filter((part) => part !== '');
  const isTitle = (text: string): boolean => text !== '' && text !== site;
  const [first = '', ...others] = parts;
  return {
    complete: new Set([whole, contents.get('og:title') ?? ''].filter(isTitle)),
    first: parts.length > 1 && isTitle(first) ? first : '',
    others: new Set(
      parts.length > 1 ? [...others, site].filter((part) => part !== '' && part !== first) : [],
    ),
  };
}
