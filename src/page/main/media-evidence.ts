import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { attributeOf, parentOf, type Tree, tagOf } from '../tree/tree.ts';

/** Width and height in pixels up to which a medium is an icon, an avatar or a logo. */
const maxIconSize = 120;

/** Returns true for an icon by its declared size; 0 declares that the size is unknown. */
export function isSmall(tree: Tree, node: number): boolean {
  return [attribute.width, attribute.height].some((name) => {
    const size = Number.parseInt(attributeOf(tree, node, name) ?? '', 10);
    return size > 0 && size <= maxIconSize;
  });
}

const pictureName =
  /(?:^|[\s_-])(?:figure|photo|photograph|image|img|picture|illustration|caption|media)s?(?:$|[\s_-])/i;
const maxNameLength = 300;

/** Returns true for a figure, or an element whose class says that it is one. */
export function isFigureElement(tree: Tree, node: number): boolean {
  const tagId = tagOf(tree, node);
  if (tagId === tag.figure) return true;
  if (tagId !== tag.div && tagId !== tag.span && tagId !== tag.p) return false;
  return pictureName.test((attributeOf(tree, node, attribute.class) ?? '').slice(0, maxNameLength));
}

/** Returns the link around a medium, or -1. */
export function findLink(tree: Tree, node: number): number {
  let ancestor = parentOf(tree, node);
  for (let level = 0; level < 4 && ancestor > 0; level++, ancestor = parentOf(tree, ancestor))
    if (tree.tag[ancestor] === tag.a) return ancestor;
  return -1;
}

const homePath = /^\/(?:index\.\w{3,5})?$/i;
const logoName = /(?:^|[\s_/-])logo(?:$|[\s_.\d-])/i;
const imageFile = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/** Returns true for a medium whose text, class or file name says that it is a logo. */
function isNamedLogo(tree: Tree, node: number): boolean {
  return [attribute.alt, attribute.class, attribute.src].some((name) =>
    logoName.test((attributeOf(tree, node, name) ?? '').slice(-maxNameLength)),
  );
}

/**
 * Returns true for a medium that links to the home page of its site, or for a logo that links to another page of it: the logo
 * of the site, or of a part such as its manual.
 */
export function isLogo(tree: Tree, node: number, pageUrl: string): boolean {
  const link = findLink(tree, node);
  const reference = link === -1 ? null : attributeOf(tree, link, attribute.href);
  if (!reference || !URL.canParse(reference, pageUrl)) return false;
  const target = new URL(reference, pageUrl);
  if (target.host !== new URL(pageUrl).host) return false;
  if (homePath.test(target.pathname) && target.search === '') return true;
  return isNamedLogo(tree, node) && !imageFile.test(target.pathname);
}

/** Returns true for an SVG file; beside dropped text, it is the icon of a button rather than a picture. */
export function isDrawing(tree: Tree, node: number): boolean {
  return /\.svg(?:[?#]|$)/i.test((attributeOf(tree, node, attribute.src) ?? '').slice(0, 2000));
}
