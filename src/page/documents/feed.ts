import { decodeHTML } from 'entities';
import { parseFeed } from 'feedsmith';
import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { escapeHtml } from '../../domain/values/escape-html.ts';
import { parseIsoDate } from '../text/iso-date.ts';
import { balancedHtml } from './balanced-html.ts';
import type { HtmlDocument } from './html-document.ts';

/** Maximum number of entries, and of UTF-16 code units of HTML per entry. */
const maxEntries = 2000;
const maxEntryHtmlLength = 50_000;

interface Entry {
  title: string;
  url: string;
  date: string;
  author: string;
  /** HTML with all elements closed. */
  html: string;
}

/** Converts an RSS, RDF, Atom or JSON feed to HTML: its title, then a heading, date and summary per entry. */
export function feedToHtml(text: string, url: string): HtmlDocument {
  const { feed, isCut } = parseWithoutEnd(text);
  const entries = arrayOf(firstProperty(feed, 'items', 'entries'));
  const title = textOf(firstProperty(feed, 'title') ?? extensionValue(feed, 'title'));
  const description = textOf(
    firstProperty(feed, 'description', 'subtitle') ?? extensionValue(feed, 'description'),
  );
  const parts = [`<h1>${escapeHtml(title === '' ? url : title)}</h1>`];
  if (description !== '') parts.push(`<p>${escapeHtml(description)}</p>`);
  const base = baseOf(feed, url);
  for (const entry of entries.slice(0, maxEntries)) parts.push(entryHtml(parseEntry(entry, base)));
  const language = textOf(firstProperty(feed, 'language'));
  return {
    html: parts.join('\n'),
    metadata: {
      ...(title === '' ? {} : { title }),
      ...(description === '' ? {} : { description }),
      ...(language === '' ? {} : { language }),
      feed_entries: entries.length,
    },
    warnings: warningsFor(entries.length, isCut),
  };
}

function warningsFor(entryCount: number, isCut: boolean): HtmlDocument['warnings'] {
  const warnings: HtmlDocument['warnings'] = [];
  if (entryCount > maxEntries) {
    const message = `Only the first ${maxEntries} of ${entryCount} entries are returned.`;
    warnings.push({ code: 'entries_left_out', message });
  }
  if (isCut) {
    const message = 'The end of the feed is damaged. Only the complete entries before it are returned.';
    warnings.push({ code: 'entries_left_out', message });
  }
  return warnings;
}

/** Parses a feed. Of one whose end is missing or damaged, the complete entries are read. */
function parseWithoutEnd(text: string): { feed: unknown; isCut: boolean } {
  try {
    return { feed: parseFeed(text).feed, isCut: false };
  } catch (error) {
    const ends = ['</item>', '</entry>'].map((tag) => {
      const at = text.lastIndexOf(tag);
      return at === -1 ? -1 : at + tag.length;
    });
    const end = Math.max(...ends);
    if (end === -1 || end === text.trimEnd().length) throw error;
    return { feed: parseFeed(text.slice(0, end)).feed, isCut: true };
  }
}

/** Returns the first of the named properties that has a value. */
function firstProperty(object: unknown, ...names: string[]): unknown {
  if (typeof object !== 'object' || object === null) return undefined;
  for (const name of names) {
    const value: unknown = Reflect.get(object, name);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** Returns the value that an extension of the format has: Dublin Core, those of podcasts, and Media RSS, in this order. */
function extensionValue(element: unknown, name: 'title' | 'description'): unknown {
  const dublinCore = arrayOf(firstProperty(firstProperty(element, 'dc'), `${name}s`))[0];
  const podcastNames = name === 'title' ? ['title'] : ['summary', 'subtitle'];
  const podcast = firstProperty(firstProperty(element, 'itunes'), ...podcastNames);
  return dublinCore ?? podcast ?? mediaValue(firstProperty(element, 'media'), name);
}

/** Returns a value of Media RSS, which stands in an entry, in a group or in one content; plain text becomes HTML. */
function mediaValue(media: unknown, name: string): unknown {
  const group = arrayOf(firstProperty(media, 'groups'))[0];
  const content = arrayOf(firstProperty(media, 'contents'))[0];
  const found = [media, group, content].map((place) => firstProperty(place, name)).find(Boolean);
  const value = firstProperty(found, 'value');
  if (typeof value !== 'string' || firstProperty(found, 'type') === 'html') return found;
  return escapeHtml(value).replaceAll('\n', '<br>');
}

function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the text, without markup, of a property that is a string or an object with a value. */
function textOf(value: unknown): string {
  const text = htmlOf(value);
  // Every second part is the content of a script or style.
  const parts = text.slice(0, maxEntryHtmlLength).split(/<\/?(?:script|style)\b[^<>]*>/i);
  const shown = parts.filter((_, index) => index % 2 === 0).join(' ');
  const withoutTags = shown.replace(/<[^<>]*>/g, ' ');
  return collapseSpace(decodeHTML(withoutTags)).slice(0, 2000);
}

function htmlOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const content = firstProperty(value, 'value');
  if (typeof content !== 'string') return '';
  return firstProperty(value, 'type') === 'text' ? escapeHtml(content) : content;
}

/** Returns the address against which the references in an element are resolved (`xml:base`, XML Base). */
function baseOf(element: unknown, outer: string): string {
  const base = firstProperty(firstProperty(element, 'xml'), 'base');
  return typeof base === 'string' ? absoluteUrl(base, outer) : outer;
}

function absoluteUrl(reference: string, base: string): string {
  return reference === '' ? '' : (URL.parse(reference, base)?.href ?? reference);
}

function parseEntry(entry: unknown, feedBase: string): Entry {
  const base = baseOf(entry, feedBase);
  const authors = arrayOf(firstProperty(entry, 'authors')).map((author) => authorName(author));
  const creators = arrayOf(firstProperty(firstProperty(entry, 'dc'), 'creators')).map((creator) =>
    textOf(creator),
  );
  const named = [...authors, ...creators].filter((name) => name !== '');
  const host = textOf(firstProperty(firstProperty(entry, 'itunes'), 'author'));
  const names = named.length === 0 && host !== '' ? [host] : named;
  return {
    title: textOf(firstProperty(entry, 'title') ?? extensionValue(entry, 'title')),
    url: absoluteUrl(entryUrl(entry), base),
    date: entryDate(entry),
    author: [...new Set(names)].join(', '),
    html: contentHtml(entry, base),
  };
}

function authorName(author: unknown): string {
  return typeof author === 'string' ? author : textOf(firstProperty(author, 'name', 'email'));
}

function entryUrl(entry: unknown): string {
  const link = firstProperty(entry, 'link', 'url', 'external_url');
  if (typeof link === 'string') return link;
  const links = arrayOf(firstProperty(entry, 'links'));
  const alternate = links.find((link) => (firstProperty(link, 'rel') ?? 'alternate') === 'alternate');
  const href = firstProperty(alternate ?? links[0], 'href');
  if (typeof href === 'string') return href;
  const id = firstProperty(firstProperty(entry, 'guid'), 'value') ?? firstProperty(entry, 'id');
  return typeof id === 'string' && /^https?:/.test(id) ? id : '';
}

function entryDate(entry: unknown): string {
  const dublinCore = arrayOf(firstProperty(firstProperty(entry, 'dc'), 'dates'))[0];
  const value =
    firstProperty(entry, 'pubDate', 'published', 'date_published', 'updated', 'date_modified') ?? dublinCore;
  return typeof value === 'string' ? (parseIsoDate(value) ?? value.slice(0, 50)) : '';
}

/** Returns the summary and the content of an entry; a summary that is the start of the content is left out. */
function contentHtml(entry: unknown, base: string): string {
  const content = firstProperty(entry, 'content');
  const summaryValue = firstProperty(entry, 'description', 'summary') ?? extensionValue(entry, 'description');
  const full =
    htmlOf(firstProperty(content, 'encoded')) || htmlOf(content ?? firstProperty(entry, 'content_html'));
  const plain = firstProperty(entry, 'content_text');
  const text = full === '' && typeof plain === 'string' ? escapeHtml(plain).replaceAll('\n', '<br>') : full;
  const summary = isStartOf(textOf(summaryValue), textOf(text)) ? '' : htmlOf(summaryValue);
  const toHtml = (html: string, from: string) => balancedHtml(html.slice(0, maxEntryHtmlLength), from);
  const parts = [toHtml(summary, baseOf(summaryValue, base)), toHtml(text, baseOf(content, base))];
  return parts.map((html) => (html === '' ? '' : `<div>${html}</div>`)).join('');
}

/** Returns true if a summary, also one that ends with an ellipsis, is the start of a text. */
function isStartOf(summary: string, text: string): boolean {
  const start = summary
    .replace(/(?:\[(?:\u2026|\.{3})\]|\u2026|\.{3})$/, '')
    .trimEnd()
    .slice(0, 1_000);
  return text !== '' && text.startsWith(start);
}

function entryHtml({ title, url, date, author, html }: Entry): string {
  const name = escapeHtml(title === '' ? url : title);
  const heading = url === '' ? name : `<a href="${escapeHtml(url)}">${name}</a>`;
  const details = [date, author].filter((fact) => fact !== '').map(escapeHtml);
  const detailsHtml = details.length === 0 ? '' : `<p>${details.join(' · ')}</p>`;
  return `<section><h2>${heading}</h2>${detailsHtml}${html}</section>`;
}
