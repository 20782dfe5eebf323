import { isMediaFrameUrl } from '../../domain/pages/frames.ts';
import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { type Flow, flowKind } from '../tree/flow.ts';
import { attributeOf, type Tree } from '../tree/tree.ts';
import type { UrlResolver } from '../tree/url-resolver.ts';

/** Maximum width or height in pixels of a frame that shows nothing to read. */
const maxTinySize = 50;
/** Minimum size of a large frame: in pixels, and in percent of its container or the window. */
const largeSize = { width: 640, height: 400, percent: 50 };
/** Number of words below which a frame of unknown size may be the content of the page. */
const minPageWords = 80;

const styleSizes = {
  width: /(?:^|[;\s])width\s*:\s*(\d{1,5}(?:\.\d{1,4})?)\s*(px|%|vw|vh)?/i,
  height: /(?:^|[;\s])height\s*:\s*(\d{1,5}(?:\.\d{1,4})?)\s*(px|%|vw|vh)?/i,
};
const attributeSize = /^\s*(\d{1,5}(?:\.\d{1,4})?)\s*(px|%)?/;

/** Declared length of a frame. */
interface Size {
  value: number;
  isRelative: boolean;
}

function sizeOf(tree: Tree, frame: number, side: 'width' | 'height'): Size | null {
  const style = attributeOf(tree, frame, attribute.style)?.slice(0, 1000) ?? '';
  const match =
    styleSizes[side].exec(style) ?? attributeSize.exec(attributeOf(tree, frame, attribute[side]) ?? '');
  if (match === null) return null;
  const unit = match[2] ?? 'px';
  return { value: Number(match[1]), isRelative: unit.toLowerCase() !== 'px' };
}

function isTiny(size: Size | null): boolean {
  return size !== null && (size.isRelative ? size.value === 0 : size.value <= maxTinySize);
}

function isLarge(size: Size | null, minPixels: number): boolean {
  return size !== null && size.value >= (size.isRelative ? largeSize.percent : minPixels);
}

/** Returns true if the frame of another site is large, or may be because the page has hardly any other text. */
function isLargeFrame(width: Size | null, height: Size | null, pageWords: number): boolean {
  if (isLarge(width, largeSize.width) && isLarge(height, largeSize.height)) return true;
  return pageWords < minPageWords && (width === null || height === null);
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

/**
 * Returns the URLs of frames whose text belongs to the page but is not in its source: visible frames of the same origin,
 * and large ones of other origins. Players of media are left out, because they are returned as links.
 */
export function findUnreadFrames(tree: Tree, visible: Flow, urls: UrlResolver, pageWords: number): string[] {
  const found: string[] = [];
  const pageOrigin = originOf(urls.pageUrl);
  for (let node = 1; node < tree.count; node++) {
    const tagId = tree.tag[node];
    if ((tagId !== tag.iframe && tagId !== tag.frame) || visible.kind[node] === flowKind.skipped) continue;
    const width = sizeOf(tree, node, 'width');
    const height = sizeOf(tree, node, 'height');
    if (isTiny(width) || isTiny(height)) continue;
    const url = frameUrl(tree, urls, node);
    if (url === null || isMediaFrameUrl(url) || found.includes(url)) continue;
    const isOwn = tagId === tag.frame || url === inlineDocument || originOf(url) === pageOrigin;
    if (isOwn || isLargeFrame(width, height, pageWords)) found.push(url);
  }
  return found;
}

const inlineDocument = 'about:srcdoc';

function frameUrl(tree: Tree, urls: UrlResolver, frame: number): string | null {
  if ((attributeOf(tree, frame, attribute.srcdoc) ?? '').trim() !== '') return inlineDocument;
  const reference =
    attributeOf(tree, frame, attribute.src)?.trim() || attributeOf(tree, frame, attribute.dataSrc)?.trim();
  if (!reference) return null;
  const url = urls.resolveWeb(reference);
  // A frame with the page itself would show it once more.
  return url === null || url.replace(/#.*$/s, '') === urls.pageUrl ? null : url;
}
