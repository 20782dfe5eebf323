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
  /** HTML, or escaped text. */
  summary: string;
}

/** Converts an RSS, RDF, Atom or JSON feed to HTML: its title, then a heading, date and summary per entry. */
export function feedToHtml(text: string, url: string): HtmlDocument {
  const { feed } = parseFeed(text);
  const entries = arrayOf(firstProperty(feed, 'items', 'entries'));
  const title = textOf(firstProperty(feed, 'title'));
  const description = textOf(firstProperty(feed, 'description', 'subtitle'));
  const parts = [`<h1>${escapeHtml(title === '' ? url : title)}</h1>`];
  if (description !== '') parts.push(`<p>${escapeHtml(description)}</p>`);
  for (const entry of entries.slice(0, maxEntries)) parts.push(entryHtml(parseEntry(entry), url));
  const language = textOf(firstProperty(feed, 'language'));
  return {
    html: parts.join('\n'),
    metadata: {
      ...(title === '' ? {} : { title }),
      ...(description === '' ? {} : { description }),
      ...(language === '' ? {} : { language }),
      feed_entries: entries.length,
    },
    warnings:
      entries.length > maxEntries
        ? [
            {
              code: 'entries_left_out',
              message: `Only the first ${maxEntries} of ${entries.length} entries are returned.`,
            },
          ]
        : [],
  };
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

function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the text, without markup, of a property that is a string or an object with a value. */
function textOf(value: unknown): string {
  const text = htmlOf(value);
  const withoutTags = text.slice(0, maxEntryHtmlLength).replace(/<[^<>]*>/g, ' ');
  return collapseSpace(decodeHTML(withoutTags)).slice(0, 2000);
}

function htmlOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const content = firstProperty(value, 'value');
  if (typeof content !== 'string') return '';
  return firstProperty(value, 'type') === 'text' ? escapeHtml(content) : content;
}

function parseEntry(entry: unknown): Entry {
  const authors = arrayOf(firstProperty(entry, 'authors')).map((author) => authorName(author));
  const creators = arrayOf(firstProperty(firstProperty(entry, 'dc'), 'creators')).map((creator) =>
    textOf(creator),
  );
  const names = [...authors, ...creators].filter((name) => name !== '');
  return {
    title: textOf(firstProperty(entry, 'title')),
    url: entryUrl(entry),
    date: entryDate(entry),
    author: [...new Set(names)].join(', '),
    summary: entrySummary(entry),
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

/** Returns the summary or, without one, the content as HTML; plain text keeps its line breaks. */
function entrySummary(entry: unknown): string {
  const text = firstProperty(entry, 'content_text');
  const html =
    htmlOf(firstProperty(entry, 'description', 'summary')) ||
    htmlOf(firstProperty(firstProperty(entry, 'content'), 'encoded')) ||
    htmlOf(firstProperty(entry, 'content', 'content_html'));
  if (html !== '') return html.slice(0, maxEntryHtmlLength);
  return typeof text === 'string'
    ? escapeHtml(text.slice(0, maxEntryHtmlLength)).replaceAll('\n', '<br>')
    : '';
}

function entryHtml({ title, url, date, author, summary }: Entry, feedUrl: string): string {
  const name = escapeHtml(title === '' ? url : title);
  const heading = url === '' ? name : `<a href="${escapeHtml(url)}">${name}</a>`;
  const details = [date, author].filter((fact) => fact !== '').map(escapeHtml);
  const detailsHtml = details.length === 0 ? '' : `<p>${details.join(' · ')}</p>`;
  return `<section><h2>${heading}</h2>${detailsHtml}<div>${balancedHtml(summary, feedUrl)}</div></section>`;
}
