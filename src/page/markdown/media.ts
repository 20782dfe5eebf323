import type { Addresses } from '../addresses.ts';
import { attribute } from '../parse/attributes.ts';
import { attributeOf, type Tree } from '../tree.ts';

/** Attributes that scripts fill `src` from, in order of trust. */
const lazySources = [
  attribute.dataSrc,
  attribute.dataLazySrc,
  attribute.dataOriginal,
  attribute.dataOriginalSrc,
  attribute.dataActualsrc,
  attribute.dataLazy,
  attribute.dataUrl,
  attribute.dataHiResSrc,
  attribute.dataFullSrc,
  attribute.dataImage,
];
const lazySets = [attribute.dataSrcset, attribute.dataLazySrcset];

const placeholder =
  /^data:|^about:|^blob:|(?:^|[/_-])(?:blank|spacer|placeholder|transparent|pixel|lazy|loading|1x1|grey|gray)[\w-]*\.(?:gif|png|svg|jpe?g|webp)/i;
const oneAddress = /^\s*(\S*[^\s,])(?:\s+(\d+(?:\.\d+)?)([wx]))?\s*(?:,|$)/;

/** The largest candidate of a `srcset` (WHATWG HTML 4.8.4), or null. */
export function largestOf(srcset: string | null): string | null {
  if (srcset === null) return null;
  let rest = srcset.slice(0, 20_000);
  let best: string | null = null;
  let bestSize = -1;
  for (let i = 0; i < 50; i++) {
    const found = oneAddress.exec(rest);
    if (found === null) return best;
    const size = found[2] === undefined ? 1 : Number(found[2]);
    if (size > bestSize) {
      bestSize = size;
      best = found[1] as string;
    }
    rest = rest.slice(found[0].length);
  }
  return best;
}

/** The absolute address of the picture that an `img` shows once its page has loaded, or null. */
export function imageAddress(tree: Tree, addresses: Addresses, image: number): string | null {
  const source = attributeOf(tree, image, attribute.src)?.trim() ?? '';
  const isPlaceholder = source === '' || placeholder.test(source.slice(0, 300));
  for (const name of lazySources) {
    const value = attributeOf(tree, image, name)?.trim();
    if (!value || value.startsWith('data:') || value.startsWith('{')) continue;
    if (!isPlaceholder && !/\.(?:jpe?g|png|gif|webp|avif|svg)\b|^https?:|^\//i.test(value)) continue;
    const address = addresses.resolveWeb(value);
    if (address !== null) return address;
  }
  if (!isPlaceholder) return addresses.resolveWeb(source);
  for (const name of [...lazySets, attribute.srcset]) {
    const candidate = largestOf(attributeOf(tree, image, name));
    if (candidate !== null && !candidate.startsWith('data:')) return addresses.resolveWeb(candidate);
  }
  return source.startsWith('data:') || source === '' ? null : addresses.resolveWeb(source);
}

const videoHosts =
  /^https?:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed\/|player\.vimeo\.com\/video\/|(?:www\.)?dailymotion\.com\/embed\/|players\.brightcove\.net\/|fast\.wistia\.(?:net|com)\/embed\/|embed\.ted\.com\/|player\.bilibili\.com\/|open\.spotify\.com\/embed\/|w\.soundcloud\.com\/player|platform\.twitter\.com\/embed)/i;

/** The address of the recording that a frame plays, as a person would open it, or null when it plays none. */
export function recordingAddress(tree: Tree, addresses: Addresses, frame: number): string | null {
  const reference = attributeOf(tree, frame, attribute.src) || attributeOf(tree, frame, attribute.dataSrc);
  if (!reference) return null;
  const address = addresses.resolveWeb(reference);
  if (address === null || !videoHosts.test(address)) return null;
  const film = /youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/i.exec(address)?.[1];
  if (film !== undefined && film !== 'videoseries') return `https://www.youtube.com/watch?v=${film}`;
  const vimeo = /player\.vimeo\.com\/video\/(\d+)/i.exec(address)?.[1];
  return vimeo === undefined ? address : `https://vimeo.com/${vimeo}`;
}
