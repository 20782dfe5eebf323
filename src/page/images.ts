import type { PageImage } from '../domain/page.ts';
import type { Addresses } from './addresses.ts';
import { imageAddress, largestOf } from './markdown/media.ts';
import { attribute } from './parse/attributes.ts';
import { tag } from './parse/tags.ts';
import { attributeOf, type Tree } from './tree.ts';

/** Most images that are listed. */
const maxImages = 20_000;

/** Every picture of a page, absolute, in page order, one per address; lazy ones by the address they will have. */
export function imagesOf(tree: Tree, addresses: Addresses): PageImage[] {
  const byAddress = new Map<string, PageImage>();
  for (let node = 1; node < tree.count && byAddress.size < maxImages; node++) {
    const tagId = tree.tag[node];
    if (tagId === tag.template) {
      node = (tree.end[node] as number) - 1;
      continue;
    }
    const url =
      tagId === tag.img ? imageAddress(tree, addresses, node) : pictureAddress(tree, addresses, node);
    if (url === null) continue;
    const alt =
      tagId === tag.img ? (attributeOf(tree, node, attribute.alt) ?? '').replace(/\s+/g, ' ').trim() : '';
    const known = byAddress.get(url);
    if (known === undefined) byAddress.set(url, { url, alt });
    else if (known.alt === '') known.alt = alt;
  }
  return [...byAddress.values()];
}

/** The address of a picture that is not an `img`: a source without one, a poster, an image button. */
function pictureAddress(tree: Tree, addresses: Addresses, node: number): string | null {
  const tagId = tree.tag[node];
  if (tagId === tag.video) return addresses.resolveWeb(attributeOf(tree, node, attribute.poster) ?? '');
  if (tagId === tag.input && attributeOf(tree, node, attribute.type)?.toLowerCase() === 'image') {
    return addresses.resolveWeb(attributeOf(tree, node, attribute.src) ?? '');
  }
  if (tagId !== tag.source || tree.tag[tree.parent[node] as number] !== tag.picture) return null;
  if (holdsImage(tree, tree.parent[node] as number)) return null;
  const candidate = largestOf(attributeOf(tree, node, attribute.srcset));
  return candidate === null ? null : addresses.resolveWeb(candidate);
}

function holdsImage(tree: Tree, picture: number): boolean {
  const end = tree.end[picture] as number;
  for (let node = picture + 1; node < end; node++) if (tree.tag[node] === tag.img) return true;
  return false;
}
