import { decodeHTML } from 'entities';
import { parseFeed } from 'feedsmith';

import { baseOf, createAddresses } from '../addresses.ts';
import { cleanHtml } from '../clean-html.ts';
import { isoDate } from '../iso-date.ts';
import { parseHtml } from '../parse/scan.ts';
import { tag } from '../parse/tags.ts';
import { flowOf } from '../visible.ts';
import type { ReadDocument } from './html-document.ts';
import { escapedHtml } from './html-text.ts';

/** Most entries that are given, and UTF-16 units of HTML of one. */
const maxEntries = 2000;
const maxHtml = 50_000;

interface Entry {
  title: string;
  url: string;
  date: string;
  author: string;
  /** HTML, or text that is escaped. */
  summary: string;
}

/** A feed in RSS, RDF, Atom or JSON as a page: its title, then a heading, date and summary for each entry. */
export function readFeed(text: string, url: string): ReadDocument {
  const { feed } = parseFeed(text);
  const entries = listOf(firstValue(feed, 'items', 'entries'));
  const title = textOf(firstValue(feed, 'title'));
  const description = textOf(firstValue(feed, 'description', 'subtitle'));
  const parts = [`<h1>${escapedHtml(title === '' ? url : title)}</h1>`];
  if (description !== '') parts.push(`<p>${escapedHtml(description)}</p>`);
  for (const entry of entries.slice(0, maxEntries)) parts.push(entryHtml(entryOf(entry), url));
  const language = textOf(firstValue(feed, 'language'));
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
              message: `Only the first ${maxEntries} of ${entries.length} entries are given.`,
            },
          ]
        : [],
  };
}

/** The first of these properties that is there. */
function firstValue(object: unknown, ...names: string[]): unknown {
  if (typeof object !== 'object' || object === null) return undefined;
  for (const name of names) {
    const value: unknown = Reflect.get(object, name);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text of a property that may be a string or an object with a value, its markup taken off. */
function textOf(value: unknown): string {
  const text = htmlOf(value);
  const bare = text.slice(0, maxHtml).replace(/<[^<>]*>/g, ' ');
  return decodeHTML(bare).replace(/\s+/g, ' ').trim().slice(0, 2000);
}

function htmlOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const inner = firstValue(value, 'value');
  if (typeof inner !== 'string') return '';
  return firstValue(value, 'type') === 'text' ? escapedHtml(inner) : inner;
}

function entryOf(entry: unknown): Entry {
  const authors = listOf(firstValue(entry, 'authors')).map((author) => nameOf(author));
  const creators = listOf(firstValue(firstValue(entry, 'dc'), 'creators')).map((creator) => textOf(creator));
  const named = [...authors, ...creators].filter((name) => name !== '');
  return {
    title: textOf(firstValue(entry, 'title')),
    url: addressOf(entry),
    date: dateOf(entry),
    author: [...new Set(named)].join(', '),
    summary: summaryOf(entry),
  };
}

function nameOf(author: unknown): string {
  return typeof author === 'string' ? author : textOf(firstValue(author, 'name', 'email'));
}

function addressOf(entry: unknown): string {
  const direct = firstValue(entry, 'link', 'url', 'external_url');
  if (typeof direct === 'string') return direct;
  const links = listOf(firstValue(entry, 'links'));
  const alternate = links.find((link) => (firstValue(link, 'rel') ?? 'alternate') === 'alternate');
  const href = firstValue(alternate ?? links[0], 'href');
  if (typeof href === 'string') return href;
  const id = firstValue(firstValue(entry, 'guid'), 'value') ?? firstValue(entry, 'id');
  return typeof id === 'string' && /^https?:/.test(id) ? id : '';
}

function dateOf(entry: unknown): string {
  const dublinCore = listOf(firstValue(firstValue(entry, 'dc'), 'dates'))[0];
  const value =
    firstValue(entry, 'pubDate', 'published', 'date_published', 'updated', 'date_modified') ?? dublinCore;
  return typeof value === 'string' ? (isoDate(value) ?? value.slice(0, 50)) : '';
}

/** The summary if there is one, else the content; text that is no HTML keeps its lines. */
function summaryOf(entry: unknown): string {
  const text = firstValue(entry, 'content_text');
  const html =
    htmlOf(firstValue(entry, 'description', 'summary')) ||
    htmlOf(firstValue(firstValue(entry, 'content'), 'encoded')) ||
    htmlOf(firstValue(entry, 'content', 'content_html'));
  if (html !== '') return html.slice(0, maxHtml);
  return typeof text === 'string' ? escapedHtml(text.slice(0, maxHtml)).replaceAll('\n', '<br>') : '';
}

function entryHtml({ title, url, date, author, summary }: Entry, feedUrl: string): string {
  const name = escapedHtml(title === '' ? url : title);
  const heading = url === '' ? name : `<a href="${escapedHtml(url)}">${name}</a>`;
  const facts = [date, author].filter((fact) => fact !== '').map(escapedHtml);
  const line = facts.length === 0 ? '' : `<p>${facts.join(' · ')}</p>`;
  return `<section><h2>${heading}</h2>${line}<div>${closedHtml(summary, feedUrl)}</div></section>`;
}

/** HTML in which everything is closed, so that an entry cannot swallow the next one. */
function closedHtml(html: string, url: string): string {
  if (!html.includes('<')) return html;
  const tree = parseHtml(html);
  const flow = flowOf(tree, { readsNoscript: false, skipsHidden: true });
  return cleanHtml(tree, flow, createAddresses(baseOf(tree, url), url), [
    Math.max(0, tree.tag.indexOf(tag.body)),
  ]);
}
