import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf, type Tree } from '../tree.ts';
import { column, columns, type Leaves } from './leaves.ts';
import type { Surroundings } from './surroundings.ts';
import { tokenBits } from './tokens.ts';
import { finish, mix, mixStart } from './word-scan.ts';

/** Most tokens that tell the kind of one page. */
const maxPageTokens = 400;

function tokenOf(text: string): number {
  let hash = mixStart;
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i));
  return finish(hash) & ((1 << tokenBits) - 1);
}

/** What tells the kind of a page, as tokens: its address, what its head declares, what it holds how many of. */
export function pageTokens(tree: Tree, leaves: Leaves, around: Surroundings, url: string): Int32Array {
  const found = new Set<number>();
  const add = (text: string): void => {
    if (found.size < maxPageTokens) found.add(tokenOf(text));
  };
  addressTokens(url, add);
  const counts = new Map<number, number>();
  for (let node = 1; node < tree.count; node++) {
    const tagId = tree.tag[node] as number;
    if (tagId > tag.foreignBoundary) counts.set(tagId, (counts.get(tagId) ?? 0) + 1);
    if (tagId === tag.meta) metaTokens(tree, node, add);
    else if (tagId === tag.script) typeTokens(tree, node, add);
    else if (tagId === tag.body || tagId === tag.html) nameTokens(tree, node, add);
    else if (tree.to[node] !== tree.from[node] && tagId !== tag.text) {
      const type = attributeOf(tree, node, attribute.itemtype);
      if (type !== null) add(`item ${type.slice(type.lastIndexOf('/') + 1, 100).toLowerCase()}`);
    }
  }
  for (const tagId of countedTags) add(`count ${tagId} ${bin(counts.get(tagId) ?? 0)}`);
  shapeTokens(leaves, around, add);
  return Int32Array.from(found);
}

const countedTags = [
  tag.article,
  tag.main,
  tag.p,
  tag.pre,
  tag.code,
  tag.table,
  tag.form,
  tag.input,
  tag.time,
  tag.h1,
  tag.h2,
  tag.h3,
  tag.li,
  tag.img,
  tag.button,
  tag.figure,
  tag.blockquote,
  tag.select,
  tag.section,
  tag.dl,
  tag.iframe,
  tag.a,
];

function bin(count: number): number {
  return count < 3 ? count : Math.round(Math.log2(count) * 1.5) + 1;
}

function addressTokens(url: string, add: (text: string) => void): void {
  if (!URL.canParse(url)) return;
  const { pathname, searchParams, hostname } = new URL(url);
  const segments = pathname
    .toLowerCase()
    .split('/')
    .filter((one) => one !== '')
    .slice(0, 12);
  add(`depth ${segments.length}`);
  segments.forEach((segment, index) => {
    const words = segment
      .split(/[^\p{L}]+/u)
      .filter((word) => word !== '')
      .slice(0, 24);
    add(`segment words ${index === segments.length - 1} ${Math.min(words.length, 10)}`);
    if (words.length < 4) for (const word of words) add(`path ${word}`);
    if (/\d{4,}/.test(segment)) add(`number ${index === segments.length - 1}`);
  });
  if (/\/(?:19|20)\d\d\/\d\d?\//.test(pathname)) add('dated path');
  for (const name of [...searchParams.keys()].slice(0, 8)) add(`query ${name.toLowerCase().slice(0, 30)}`);
  for (const part of hostname.split('.').slice(0, -1)) {
    if (part !== 'www') for (const word of hostWords) if (part.includes(word)) add(`host ${word}`);
  }
}

const hostWords = [
  'doc',
  'forum',
  'shop',
  'store',
  'blog',
  'news',
  'communit',
  'help',
  'support',
  'wiki',
  'discuss',
  'learn',
  'dev',
];
const telling = new Set([
  'og:type',
  'generator',
  'twitter:card',
  'article:published_time',
  'product:price:amount',
  'og:price:amount',
  'twitter:label1',
]);

function metaTokens(tree: Tree, node: number, add: (text: string) => void): void {
  const name = attributeOf(tree, node, attribute.property) ?? attributeOf(tree, node, attribute.name);
  if (name === null || name.length > 100) return;
  const key = name.toLowerCase();
  if (!telling.has(key)) return;
  const value = (attributeOf(tree, node, attribute.content) ?? '').toLowerCase();
  add(/price|time/.test(key) ? key : `${key} ${value.split(/[\s\d]/, 1)[0]?.slice(0, 40)}`);
}

const maxScript = 20_000;

function typeTokens(tree: Tree, node: number, add: (text: string) => void): void {
  if (attributeOf(tree, node, attribute.type) !== 'application/ld+json') return;
  const child = node + 1;
  if (child >= (tree.end[node] as number)) return;
  const from = tree.from[child] as number;
  const text = tree.source.slice(from, Math.min(tree.to[child] as number, from + maxScript));
  for (const match of text.matchAll(/"@type"\s*:\s*\[?\s*"([A-Za-z]{1,40})"/g)) add(`type ${match[1]}`);
}

function nameTokens(tree: Tree, node: number, add: (text: string) => void): void {
  for (const id of [attribute.class, attribute.id]) {
    const value = attributeOf(tree, node, id);
    if (value === null) continue;
    const names = value.slice(0, 1000).toLowerCase().split(/\s+/, 40);
    for (const name of names)
      for (const part of name.split(/[-_\d]+/, 6)) if (part.length > 1) add(`name ${part}`);
  }
}

function shapeTokens(leaves: Leaves, around: Surroundings, add: (text: string) => void): void {
  const { sums } = around;
  const { count, counts } = leaves;
  const words = sums.words[count] as number;
  const share = (part: number): number => Math.round((words === 0 ? 0 : part / words) * 12);
  add(`words ${bin(words)}`);
  add(`leaves ${bin(count)}`);
  add(`linked ${share(sums.linked[count] as number)}`);
  add(`good ${share(sums.good[count] as number)}`);
  add(`stops ${share(sums.stops[count] as number)}`);
  let prices = 0;
  let years = 0;
  let longest = 0;
  for (let leaf = 0; leaf < count; leaf++) {
    const row = leaf * columns;
    if ((counts[row + column.currency] as number) > 0) prices++;
    if ((counts[row + column.years] as number) > 0) years++;
    longest = Math.max(longest, counts[row + column.good] as number);
  }
  add(`prices ${bin(prices)}`);
  add(`years ${bin(years)}`);
  add(`longest ${bin(longest)}`);
}
