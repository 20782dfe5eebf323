import { isMediaFrameUrl } from '../../../domain/pages/frames.ts';
import { groupOf } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeOf, findTag, parentOf, type Tree } from '../../tree/tree.ts';
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

/** Maximum number of levels between a figure and its image. */
const maxFigureLevels = 10;

function fileNameOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Returns the image in the `noscript` of the same figure if it has the same file name, or -1: the image before it then is a
 * small preview.
 */
export function findFinalImage(tree: Tree, urls: UrlResolver, image: number, shown: string): number {
  let figure = parentOf(tree, image);
  for (let level = 0; level < maxFigureLevels && tree.tag[figure] !== tag.figure; level++) {
    if (figure <= 0 || tree.tag[figure] === tag.noscript) return -1;
    figure = parentOf(tree, figure);
  }
  if (tree.tag[figure] !== tag.figure) return -1;
  const noscript = findTag(tree, figure, tag.noscript);
  const final = noscript === -1 ? -1 : findTag(tree, noscript, tag.img);
  const url = final === -1 ? null : imageUrl(tree, urls, final);
  return url !== null && fileNameOf(url) === fileNameOf(shown) ? final : -1;
}

const imageReference = /^(?:https?:)?\/\/[^\s?#]{1,2000}\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i;

/**
 * Returns the URL of the image that a figure without an element for it names as its global identifier (WHATWG HTML 5.2.2,
 * `itemid`), or null: scripts insert such images when they are scrolled into view.
 */
export function figureImageUrl(tree: Tree, urls: UrlResolver, figure: number): string | null {
  const reference = attributeOf(tree, figure, attribute.itemid)?.trim() ?? '';
  if (!imageReference.test(reference) || findTag(tree, figure, tag.img) !== -1) return null;
  return urls.resolveWeb(reference);
}

/** Maximum size in pixels of an image that is decoration if it has no alternative text. */
const maxDecorationSize = 32;
/** Minimum width and height of a picture, whose role may hide it from screen readers because it has no description. */
const minPictureSize = 200;
/** Returns true for an image in a figure, or one with the declared size of a picture. */
function isPicture(tree: Tree, image: number): boolean {
  const sizes = [attribute.width, attribute.height].map((name) =>
    Number.parseInt(attributeOf(tree, image, name) ?? '', 10),
  );
  if (sizes.every((size) => size >= minPictureSize)) return true;
  let ancestor = parentOf(tree, image);
  for (let level = 0; level < maxFigureLevels && ancestor > 0; level++, ancestor = parentOf(tree, ancestor))
    if (tree.tag[ancestor] === tag.figure) return true;
  return false;
}

/** Returns true for an image without alternative text that its role or size marks as decoration. */
export function isDecorative(tree: Tree, image: number): boolean {
  const role = attributeOf(tree, image, attribute.role);
  const isHidden =
    role === 'presentation' || role === 'none' || attributeOf(tree, image, attribute.ariaHidden) === 'true';
  if (isHidden) return !isPicture(tree, image);
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
