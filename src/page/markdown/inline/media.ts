import { isMediaFrameUrl } from '../../../domain/pages/frames.ts';
import { groupOf } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { attributeOf, type Tree } from '../../tree/tree.ts';
import type { UrlResolver } from '../../tree/url-resolver.ts';

/** Attributes with the source of lazy images, in order of reliability. */
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
const lazySrcsets = [attribute.dataSrcset, attribute.dataLazySrcset];

// regex: at most 300 characters, the start of a URL
const placeholder =
  /^data:|^about:|^blob:|(?:^|[/_-])(?:blank|spacer|placeholder|transparent|pixel|lazy|loading|1x1|grey|gray)[\w-]*\.(?:gif|png|svg|jpe?g|webp)/i;
const srcsetCandidate = /^\s*(\S*[^\s,])(?:\s+(\d+(?:\.\d+)?)([wx]))?\s*(?:,|$)/;

/** Returns the URL of the largest candidate of a `srcset` (WHATWG HTML 4.8.4), or null. */
export function largestSrcsetUrl(srcset: string | null): string | null {
  if (srcset === null) return null;
  let remaining = srcset.slice(0, 20_000);
  let largest: string | null = null;
  let largestSize = -1;
  for (let i = 0; i < 50; i++) {
    const match = srcsetCandidate.exec(remaining);
    if (match === null) return largest;
    const size = match[2] === undefined ? 1 : Number(match[2]);
    if (size > largestSize) {
      largestSize = size;
      largest = groupOf(match, 1);
    }
    remaining = remaining.slice(match[0].length);
  }
  return largest;
}

/** Returns the absolute URL of the image that an `img` shows after loading, or null. */
export function imageUrl(tree: Tree, urls: UrlResolver, image: number): string | null {
  const source = attributeOf(tree, image, attribute.src)?.trim() ?? '';
  const isPlaceholder = source === '' || placeholder.test(source.slice(0, 300));
  for (const name of lazySources) {
    const value = attributeOf(tree, image, name)?.trim();
    if (!value || value.startsWith('data:') || value.startsWith('{')) continue;
    if (!isPlaceholder && !/\.(?:jpe?g|png|gif|webp|avif|svg)\b|^https?:|^\//i.test(value)) continue;
    const url = urls.resolveWeb(value);
    if (url !== null) return url;
  }
  if (!isPlaceholder) return urls.resolveWeb(source);
  for (const name of [...lazySrcsets, attribute.srcset]) {
    const candidate = largestSrcsetUrl(attributeOf(tree, image, name));
    if (candidate !== null && !candidate.startsWith('data:')) return urls.resolveWeb(candidate);
  }
  return source.startsWith('data:') || source === '' ? null : urls.resolveWeb(source);
}

/** Returns the public URL of the video or audio that a frame plays, or null. */
export function mediaUrl(tree: Tree, urls: UrlResolver, frame: number): string | null {
  const reference = attributeOf(tree, frame, attribute.src) || attributeOf(tree, frame, attribute.dataSrc);
  if (!reference) return null;
  const url = urls.resolveWeb(reference);
  if (url === null || !isMediaFrameUrl(url)) return null;
  const youtubeId = /youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/i.exec(url)?.[1];
  if (youtubeId !== undefined && youtubeId !== 'videoseries')
    return `https://www.youtube.com/watch?v=${youtubeId}`;
  const vimeoId = /player\.vimeo\.com\/video\/(\d+)/i.exec(url)?.[1];
  return vimeoId === undefined ? url : `https://vimeo.com/${vimeoId}`;
}

/** Maximum size in pixels of an image that is decoration if it has no alternative text. */
const maxDecorationSize = 32;

/** Returns true for an image without alternative text that its role or size marks as decoration. */
export function isDecorative(tree: Tree, image: number): boolean {
  const role = attributeOf(tree, image, attribute.role);
  if (role === 'presentation' || role === 'none') return true;
  if (attributeOf(tree, image, attribute.ariaHidden) === 'true') return true;
  const isSmall = (name: number): boolean => {
    const size = attributeOf(tree, image, name)?.trim() ?? '';
    return /^\d{1,2}(?:px)?$/.test(size) && Number.parseInt(size, 10) <= maxDecorationSize;
  };
  return isSmall(attribute.width) && isSmall(attribute.height);
}

/** Returns the words of the file name of an image, or '' if the name is a number or a hash. */
export function fileNameWords(url: string): string {
  const name = /\/([^/?#]{1,120})\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i.exec(url.slice(0, 2000))?.[1];
  if (name === undefined || name.includes('%')) return '';
  const words = name.split(/[-_+.\s]+/).filter((word) => /^[a-z]{2,20}$/i.test(word));
  const isNamed = words.length >= 2 && words.join('').length * 2 >= name.length;
  return isNamed ? words.join(' ') : '';
}
