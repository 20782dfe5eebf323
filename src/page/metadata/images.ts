import type { PageImage } from '../../domain/pages/page.ts';
import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { figureImageUrl, imageUrl, largestSrcsetUrl } from '../markdown/inline/media.ts';
import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { removeInvisibleCharacters } from '../safety/invisible-characters.ts';
import { attributeOf, endOf, parentOf, type Tree } from '../tree/tree.ts';
import type { UrlResolver } from '../tree/url-resolver.ts';

/** Maximum number of images in a result. */
export const maxImages = 20_000;

/**
 * Lists the images of a page in page order, each absolute URL once; lazy images with their final URL. One more than
 * {@link maxImages} at most.
 */
export function listImages(tree: Tree, urls: UrlResolver): PageImage[] {
  const byUrl = new Map<string, PageImage>();
  for (let node = 1; node < tree.count && byUrl.size <= maxImages; node++) {
    const tagId = tree.tag[node];
    if (tagId === tag.template) {
      node = endOf(tree, node) - 1;
      continue;
    }
    const url = tagId === tag.img ? imageUrl(tree, urls, node) : nonImgImageUrl(tree, urls, node);
    if (url === null) continue;
    const alt = tagId === tag.img ? alternativeText(tree, node) : '';
    const existing = byUrl.get(url);
    if (existing === undefined) byUrl.set(url, { url, alt });
    else if (existing.alt === '') existing.alt = alt;
  }
  return [...byUrl.values()];
}

function alternativeText(tree: Tree, image: number): string {
  const text = removeInvisibleCharacters(attributeOf(tree, image, attribute.alt) ?? '');
  return collapseSpace(text);
}

/** Returns the URL of an image other than `img`: a source without one, a poster or an image button. */
function nonImgImageUrl(tree: Tree, urls: UrlResolver, node: number): string | null {
  const tagId = tree.tag[node];
  if (tagId === tag.video) return urls.resolveWeb(attributeOf(tree, node, attribute.poster) ?? '');
  if (tagId === tag.figure) return figureImageUrl(tree, urls, node);
  if (tagId === tag.input && attributeOf(tree, node, attribute.type)?.toLowerCase() === 'image') {
    return urls.resolveWeb(attributeOf(tree, node, attribute.src) ?? '');
  }
  if (tagId !== tag.source || tree.tag[parentOf(tree, node)] !== tag.picture) return null;
  if (containsImage(tree, parentOf(tree, node))) return null;
  const candidate = largestSrcsetUrl(attributeOf(tree, node, attribute.srcset));
  return candidate === null ? null : urls.resolveWeb(candidate);
}

function containsImage(tree: Tree, picture: number): boolean {
  const end = endOf(tree, picture);
  for (let node = picture + 1; node < end; node++) if (tree.tag[node] === tag.img) return true;
  return false;
}
