import type { PageLink } from '../../domain/pages/page.ts';
import { collapseSpace } from '../../domain/values/collapse-space.ts';
import type { MediaKind } from '../metadata/media-kind.ts';
import { parseJson } from '../text/json.ts';
import { createUrlResolver } from '../tree/url-resolver.ts';

/** Maximum number of links, of characters that are searched, and of characters of a link's text. */
const maxLinks = 5_000;
const maxTextLength = 5_000_000;
const maxLabelLength = 200;
/** Maximum depth of JSON that is searched. */
const maxDepth = 40;

/** Maximum number of marks behind an address. */
const maxPunctuation = 8;

/** A link of a text before it is resolved. */
interface Reference {
  address: string;
  text: string;
}

/** `[text](address "title")`; images start with an exclamation mark. */
const inlineLink =
  /(?<!!)\[([^\][\n]{0,500})\]\(\s{0,8}<?([^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200})?)>?(?:\s[^()\n]{0,300})?\)/g;
/** `[name]: address` at the start of a line. */
const definition = /^ {0,3}\[([^\][\n]{1,200})\]:[ \t]{1,8}<?([^\s<>]{1,2000})/gm;
/** An address in running text, without the punctuation behind it. */
const bareAddress = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"'`|\\^{}[\]]{1,2000}/giu;
const trailing = /[.,;:!?'"*_~)]$/;
/** Elements of XML that hold addresses: those of sitemaps, and links. */
const xmlElement =
  /<(?:[\w-]{1,20}:)?(?:loc|link|url)(?:\s[^<>]{0,500})?>\s{0,200}([^\s<>]{1,2000})\s{0,200}</gi;
const xmlAttribute = /\s(?:[\w-]{1,20}:)?href\s?=\s?["']([^"'<>]{1,2000})["']/gi;
/** Names of JSON values that are addresses although they state no scheme. */
const addressKey = /(?:^|[_-])(?:url|uri|href|link|permalink|loc)$|(?:Url|Uri|Href|Link)$/;

/** Removes punctuation at the end of an address that belongs to the sentence around it. */
function withoutPunctuation(address: string): string {
  let rest = address;
  const count = (mark: string) => rest.split(mark).length;
  for (let removed = 0; removed < maxPunctuation && trailing.test(rest); removed += 1) {
    if (rest.endsWith(')') && count(')') <= count('(')) break;
    rest = rest.slice(0, -1);
  }
  return rest;
}

function referencesOfText(text: string): Reference[] {
  const found = [
    ...text
      .matchAll(inlineLink)
      .map(({ index, 1: label = '', 2: address = '' }) => ({ index, address, text: label })),
    ...text
      .matchAll(definition)
      .map(({ index, 1: label = '', 2: address = '' }) => ({ index, address, text: label })),
    ...text
      .matchAll(bareAddress)
      .map(({ index, 0: address }) => ({ index, address: withoutPunctuation(address), text: '' })),
  ];
  return found.sort((one, other) => one.index - other.index);
}

function referencesOfXml(text: string): Reference[] {
  return [xmlElement, xmlAttribute].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, address = '']) => ({
      address: address.replaceAll('&amp;', '&'),
      text: '',
    })),
  );
}

/** Collects the addresses of JSON in its order, each with the title of its object. */
function collectJson(value: unknown, key: string, title: string, depth: number, found: Reference[]): void {
  if (found.length >= maxLinks || depth > maxDepth) return;
  if (typeof value === 'string') {
    const isAddress =
      /^https?:\/\/\S+$/i.test(value) || (addressKey.test(key) && /^[/.?][^\s]*$/.test(value));
    if (isAddress) found.push({ address: value, text: title });
  } else if (Array.isArray(value)) {
    for (const item of value) collectJson(item, key, title, depth + 1, found);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const own = entries.find(
      ([name, one]) => /^(?:title|name|label|text)$/i.test(name) && typeof one === 'string',
    );
    for (const [name, one] of entries)
      collectJson(one, name, (own?.[1] as string | undefined) ?? '', depth + 1, found);
  }
}

function referencesOf(text: string, kind: MediaKind): Reference[] {
  if (kind === 'xml') return referencesOfXml(text);
  if (kind !== 'json') return referencesOfText(text);
  const found: Reference[] = [];
  collectJson(parseJson(text), '', '', 0, found);
  return found;
}

/**
 * Returns the links of a text that is no HTML, in its order, at most 5,000: those of Markdown and addresses in plain text, the
 * addresses of a sitemap or other XML, and those that JSON has as values. `url` is the address of the text.
 */
export function linksOfText(source: string, kind: MediaKind, url: string): PageLink[] {
  const urls = createUrlResolver(url, url);
  const links = new Map<string, PageLink>();
  for (const { address, text } of referencesOf(source.slice(0, maxTextLength), kind)) {
    const resolved = address.startsWith('#') ? null : urls.resolveWeb(address);
    if (resolved === null || resolved.replace(/#.*$/s, '') === urls.pageUrl) continue;
    const known = links.get(resolved);
    const label = collapseSpace(text).slice(0, maxLabelLength);
    if (known === undefined) links.set(resolved, { url: resolved, text: label });
    else if (known.text === '') known.text = label;
    if (links.size >= maxLinks) break;
  }
  return [...links.values()];
}
