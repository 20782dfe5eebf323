import type { PageView } from '../../../extract/page-view/page-view.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { endOf, isElement, parentOf } from '../../../page/tree/tree.ts';

/** Attributes with the address of an image that a script loads later; `src` is then a placeholder. */
const lazyAttributes = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-lazy',
  'data-img-url',
  'data-image',
];
const lazySets = ['data-srcset', 'data-lazy-srcset'];
const maxSources = 12;

/** Names of files that stand for an image until it is loaded. */
const placeholderFile =
  /(?:^|[/_-])(?:placeholder[a-z\d-]{0,60}|(?:blank|spacer|loading|loader|transparent|pixel|empty|1x1)(?:[-_]?\d{1,4})?)\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])/i;

/** Returns an address that can be requested and is the image: no data, script, template or placeholder. */
function usableAddress(value: string | null): string | null {
  const address = value?.trim() ?? '';
  const isOther = address === '' || /^(?:data|blob|javascript|about):|[\s{}]/i.test(address);
  return isOther || placeholderFile.test(address.slice(-200)) ? null : address;
}

/** Returns the first address of a `srcset`; commas can also be part of an address. */
function firstOfSet(value: string | null): string | null {
  return usableAddress(/^\s*(\S+)/.exec(value ?? '')?.[1]?.replace(/,$/, '') ?? null);
}

/** Returns the first address of the sources of the picture that contains an image. */
function addressOfPicture(page: PageView, image: number): string | null {
  const { tree } = page;
  const picture = parentOf(tree, image);
  if (tree.tag[picture] !== tag.picture) return null;
  let tried = 0;
  for (let node = picture + 1; node < endOf(tree, picture) && tried < maxSources; node++) {
    if (tree.tag[node] !== tag.source) continue;
    tried++;
    const address =
      firstOfSet(page.attributeOf(node, 'srcset')) ?? firstOfSet(page.attributeOf(node, 'data-srcset'));
    if (address !== null) return address;
  }
  return null;
}

/**
 * Returns the address of the image in the `noscript` directly behind an image, or behind the picture that contains it.
 * Pages write it there for readers without scripts; the image before it is then a placeholder.
 */
function addressBesideScript(page: PageView, image: number): string | null {
  const { tree } = page;
  const picture = parentOf(tree, image);
  const shown = tree.tag[picture] === tag.picture ? picture : image;
  const last = endOf(tree, parentOf(tree, shown));
  let next = endOf(tree, shown);
  while (next < last && !isElement(tree, next) && page.textOf(next) === '') next++;
  if (next >= last || tree.tag[next] !== tag.noscript) return null;
  const end = Math.min(endOf(tree, next), next + maxSources);
  for (let node = next + 1; node < end; node++) {
    if (tree.tag[node] !== tag.img) continue;
    return usableAddress(page.attributeOf(node, 'src')) ?? firstOfSet(page.attributeOf(node, 'srcset'));
  }
  return null;
}

/** Returns the address of the picture that an `img` shows in the end, and not that of its placeholder; null if none. */
export function imageAddressOf(page: PageView, image: number): string | null {
  const attribute = (name: string) => page.attributeOf(image, name);
  const lazy = lazyAttributes.map((name) => usableAddress(attribute(name))).find((value) => value !== null);
  const ofLazySet = lazySets.map((name) => firstOfSet(attribute(name))).find((value) => value !== null);
  return (
    lazy ??
    ofLazySet ??
    addressBesideScript(page, image) ??
    usableAddress(attribute('src')) ??
    firstOfSet(attribute('srcset')) ??
    addressOfPicture(page, image)
  );
}
