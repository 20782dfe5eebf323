import { integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeOf, endOf, type Tree, tagOf } from '../../tree/tree.ts';
import type { LeafContext } from './leaf-context.ts';
import { column, columns, type Leaves } from './leaves.ts';
import { tokenBits } from './tokens.ts';
import { finishHash, hashStart, updateHash } from './word-counter.ts';

/** Maximum number of tokens for the classification of a page. */
const maxPageTokens = 400;

function hashToken(text: string): number {
  let hash = hashStart;
  for (let i = 0; i < text.length; i++) hash = updateHash(hash, text.charCodeAt(i));
  return finishHash(hash) & ((1 << tokenBits) - 1);
}

/** Computes the tokens by which the kind of a page is classified: from its URL, its head and its element counts. */
export function computePageTokens(tree: Tree, leaves: Leaves, around: LeafContext, url: string): Int32Array {
  const tokens = new Set<number>();
  const add = (text: string): void => {
    if (tokens.size < maxPageTokens) tokens.add(hashToken(text));
  };
  addUrlTokens(url, add);
  const counts = new Map<number, number>();
  for (let node = 1; node < tree.count; node++) {
    const tagId = tagOf(tree, node);
    if (tagId > tag.foreignBoundary) counts.set(tagId, (counts.get(tagId) ?? 0) + 1);
    if (tagId === tag.meta) addMetaTokens(tree, node, add);
    else if (tagId === tag.script) addTypeTokens(tree, node, add);
    else if (tagId === tag.body || tagId === tag.html) addNameTokens(tree, node, add);
    else if (tree.to[node] !== tree.from[node] && tagId !== tag.text) {
      const type = attributeOf(tree, node, attribute.itemtype);
      if (type !== null) add(`item ${type.slice(type.lastIndexOf('/') + 1, 100).toLowerCase()}`);
    }
  }
  for (const tagId of countedTags) add(`count ${tagId} ${logBin(counts.get(tagId) ?? 0)}`);
  addShapeTokens(leaves, around, add);
  return Int32Array.from(tokens);
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

function logBin(count: number): number {
  return count < 3 ? count : Math.round(Math.log2(count) * 1.5) + 1;
}

function addUrlTokens(url: string, add: (text: string) => void): void {
  if (!URL.canParse(url)) return;
  const { pathname, searchParams, hostname } = new URL(url);
  const segments = pathname
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '')
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
const classifyingMetaNames = new Set([
  'og:type',
  'generator',
  'twitter:card',
  'article:published_time',
  'product:price:amount',
  'og:price:amount',
  'twitter:label1',
]);

function addMetaTokens(tree: Tree, node: number, add: (text: string) => void): void {
  const name = attributeOf(tree, node, attribute.property) ?? attributeOf(tree, node, attribute.name);
  if (name === null || name.length > 100) return;
  const key = name.toLowerCase();
  if (!classifyingMetaNames.has(key)) return;
  const value = (attributeOf(tree, node, attribute.content) ?? '').toLowerCase();
  add(/price|time/.test(key) ? key : `${key} ${value.split(/[\s\d]/, 1)[0]?.slice(0, 40)}`);
}

const maxScriptLength = 20_000;

function addTypeTokens(tree: Tree, node: number, add: (text: string) => void): void {
  if (attributeOf(tree, node, attribute.type) !== 'application/ld+json') return;
  const child = node + 1;
  if (child >= endOf(tree, node)) return;
  const from = integerAt(tree.from, child);
  const text = tree.source.slice(from, Math.min(integerAt(tree.to, child), from + maxScriptLength));
  for (const match of text.matchAll(/"@type"\s*:\s*(?:\[\s*)?"([A-Za-z]{1,40})"/g)) add(`type ${match[1]}`);
}

function addNameTokens(tree: Tree, node: number, add: (text: string) => void): void {
  for (const id of [attribute.class, attribute.id]) {
    const value = attributeOf(tree, node, id);
    if (value === null) continue;
    const names = value.slice(0, 1000).toLowerCase().split(/\s+/, 40);
    for (const name of names)
      for (const part of name.split(/[-_\d]+/, 6)) if (part.length > 1) add(`name ${part}`);
  }
}

function addShapeTokens(leaves: Leaves, around: LeafContext, add: (text: string) => void): void {
  const { sums } = around;
  const { count, counts } = leaves;
  const words = integerAt(sums.words, count);
  const share = (part: number): number => Math.round((words === 0 ? 0 : part / words) * 12);
  add(`words ${logBin(words)}`);
  add(`leaves ${logBin(count)}`);
  add(`linked ${share(integerAt(sums.linked, count))}`);
  add(`good ${share(integerAt(sums.proseWords, count))}`);
  add(`stops ${share(integerAt(sums.stopWords, count))}`);
  let prices = 0;
  let years = 0;
  let longest = 0;
  for (let leaf = 0; leaf < count; leaf++) {
    const row = leaf * columns;
    if (integerAt(counts, row + column.currency) > 0) prices++;
    if (integerAt(counts, row + column.years) > 0) years++;
    longest = Math.max(longest, integerAt(counts, row + column.proseWords));
  }
  add(`prices ${logBin(prices)}`);
  add(`years ${logBin(years)}`);
  add(`longest ${logBin(longest)}`);
}
