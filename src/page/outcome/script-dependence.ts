import { isPlaceholderText } from '../../domain/pages/placeholder-text.ts';
import { attribute } from '../parse/attributes.ts';
import { isHeading, tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { type Flow, flowKind } from '../tree/flow.ts';
import { frameAnd } from '../tree/page-frame.ts';
import { attributeOf, attributeValue, endOf, isElement, type Tree, tagOf, textOf } from '../tree/tree.ts';
import { isScriptType } from './page-scripts.ts';

/** How far the main content of a page depends on its scripts. */
export type ScriptDependence = 'none' | 'doubtful' | 'certain';

/** Words of content, without headings, below which a placeholder stands for the content, and below which it may. */
const certainWords = 25;
const doubtfulWords = 80;
const maxPlaceholderWords = 8;
const maxScriptLength = 200_000;

const isChrome = frameAnd('header dialog menu script style template noscript');
const isField = tagSet('input textarea select');
/** Elements that are content although they contain no text. */
const isMedia = tagSet(
  'img picture video audio canvas iframe object embed svg math input textarea select button a',
);
const isContainer = tagSet('div section article main ul ol dl table tbody p span output');
const chromeRole = /^(?:banner|navigation|contentinfo|complementary|search|dialog|alert|menu|menubar)$/;
const mountName =
  /^(?:root|app|main-app|__next|__nuxt|___gatsby|svelte|react-root|q-app|ember-application)$/i;
/** Attributes with which libraries declare that a script fills the element. */
const fillingAttribute =
  /^(?:hx-get|data-hx-get|x-html|x-text|x-data|x-init|v-html|v-text|v-cloak|ng-bind|ng-repeat|ng-include|ng-view|ui-view|data-bind|wire:init|up-defer|data-reactroot|data-turbo-frame-src)$/;
/** Attributes with which libraries repeat a template or insert it on a condition. */
const templateAttribute = /^(?:x-for|x-if|v-for|v-if|ng-repeat)$/;
const template = /\{\{[^{}]{1,200}\}\}/;

/** Scripts of a page that may fill its elements. */
interface Scripts {
  /** Inline scripts. */
  text: string;
  hasExternal: boolean;
}

/** What the main part of a page contains before scripts run. */
interface Region {
  words: number;
  hasFields: boolean;
  /** Elements that scripts fill: they say that they load, or scripts or attributes address them. */
  loading: number;
  addressed: number;
  /** Empty elements with a name, for which nothing shows that a script fills them. */
  empty: number;
  templates: number;
}

function collectScripts(tree: Tree): Scripts {
  const scripts: Scripts = { text: '', hasExternal: false };
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.script) continue;
    if (!isScriptType(attributeOf(tree, node, attribute.type))) continue;
    if (attributeOf(tree, node, attribute.src) !== null) scripts.hasExternal = true;
    else if (scripts.text.length < maxScriptLength && endOf(tree, node) > node + 1)
      scripts.text += `${textOf(tree, node + 1).slice(0, maxScriptLength)}\n`;
  }
  return scripts;
}

function isChromeElement(tree: Tree, node: number): boolean {
  if (isChrome[tagOf(tree, node)] === 1) return true;
  return chromeRole.test(attributeOf(tree, node, attribute.role) ?? '');
}

/** Returns the `main` element of a page, or the body. */
function findRegion(tree: Tree, body: number): number {
  const end = endOf(tree, body);
  for (let node = body; node < end; node++) {
    if (tree.tag[node] === tag.main) return node;
    if (!isElement(tree, node) || tree.from[node] === tree.to[node]) continue;
    if (attributeOf(tree, node, attribute.role) === 'main') return node;
  }
  return body;
}

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** Returns the text of an element with at most a few words and without media; null for other elements. */
function shortText(tree: Tree, flow: Flow, node: number): string | null {
  const end = endOf(tree, node);
  let text = '';
  for (let inner = node + 1; inner < end; inner++) {
    if (flow.kind[inner] === flowKind.skipped) continue;
    if (isMedia[tagOf(tree, inner)] === 1) return null;
    if (tree.tag[inner] === tag.text) text += `${textOf(tree, inner)} `;
    if (text.length > 200) return null;
  }
  return countWords(text) <= maxPlaceholderWords ? text.trim() : null;
}

const quotes = ["'", '"', '`'];

/** Returns true if a script contains a string that is, or begins with, one of the texts. */
function hasString(script: string, text: string): boolean {
  // Most texts are not in the script at all, so that one search is enough.
  return script.includes(text) && quotes.some((quote) => script.includes(quote + text));
}

function isCustomElement(tree: Tree, node: number): boolean {
  return tagOf(tree, node) === tag.unknown && (tree.names[tree.name[node] ?? -1] ?? '').includes('-');
}

/** Returns true if an attribute declares that scripts fill its element, or if a script selects by it. */
function isAddressedBy(name: string, value: string, { text, hasExternal }: Scripts): boolean {
  if (fillingAttribute.test(name)) return true;
  if (name === 'id') {
    if (mountName.test(value) && (hasExternal || text !== '')) return true;
    if (value === '' || !text.includes(value)) return false;
    return quotes.some((quote) => text.includes(quote + value + quote)) || hasString(text, `#${value}`);
  }
  if (name === 'class') return value.split(/\s+/).some((one) => one.length > 2 && hasString(text, `.${one}`));
  return name.startsWith('data-') && text.includes(`[${name}`);
}

/** Returns true for a template of which a library inserts copies. */
function isLibraryTemplate(tree: Tree, node: number): boolean {
  if (tree.tag[node] !== tag.template) return false;
  for (let row = tree.from[node] ?? 0; row < (tree.to[node] ?? 0); row++) {
    if (templateAttribute.test(tree.attributeNames[tree.attributeName[row] ?? -1] ?? '')) return true;
  }
  return false;
}

/** Returns true if a script names the element: by its id, one of its classes, or a data attribute. */
function isAddressed(tree: Tree, node: number, scripts: Scripts): boolean {
  const { text, hasExternal } = scripts;
  if (isCustomElement(tree, node) && (hasExternal || text.includes('customElements'))) return true;
  for (let row = tree.from[node] ?? 0; row < (tree.to[node] ?? 0); row++) {
    const name = tree.attributeNames[tree.attributeName[row] ?? -1] ?? '';
    if (isAddressedBy(name, attributeValue(tree, row), scripts)) return true;
  }
  return false;
}

function hasName(tree: Tree, node: number): boolean {
  return attributeOf(tree, node, attribute.id) !== null || attributeOf(tree, node, attribute.class) !== null;
}

/** Adds an element that may be a placeholder to the counts, or to the empty elements; returns true if its content is none. */
function countPlaceholder(tree: Tree, flow: Flow, node: number, region: Region, empty: number[]): boolean {
  const tagId = tagOf(tree, node);
  if (isContainer[tagId] !== 1 && tagId !== tag.unknown) return false;
  const text = shortText(tree, flow, node);
  if (text === null) return false;
  if (text !== '' && !isPlaceholderText(text)) return false;
  if (text === '') empty.push(node);
  else region.loading += 1;
  return true;
}

function readRegion(tree: Tree, flow: Flow, root: number, scripts: Scripts): Region {
  const region: Region = { words: 0, hasFields: false, loading: 0, addressed: 0, empty: 0, templates: 0 };
  const empty: number[] = [];
  const end = endOf(tree, root);
  for (let node = root + 1; node < end; node++) {
    if (tree.tag[node] === tag.text) {
      if (flow.kind[node] === flowKind.skipped) continue;
      const text = textOf(tree, node);
      if (template.test(text)) region.templates += 1;
      else region.words += countWords(text);
      // The rest of the page cannot change the answer.
      if (region.words >= doubtfulWords) return region;
      continue;
    }
    if (isLibraryTemplate(tree, node)) region.addressed += 1;
    if (flow.kind[node] === flowKind.skipped || isChromeElement(tree, node)) {
      node = endOf(tree, node) - 1;
      continue;
    }
    if (isField[tagOf(tree, node)] === 1) region.hasFields = true;
    const isDone = isHeading[tagOf(tree, node)] === 1 || countPlaceholder(tree, flow, node, region, empty);
    if (isDone) node = endOf(tree, node) - 1;
  }
  // Searched in the scripts last, because most pages have enough words.
  for (const node of empty) {
    if (isAddressed(tree, node, scripts)) region.addressed += 1;
    else if (hasName(tree, node)) region.empty += 1;
  }
  return region;
}

/**
 * Returns whether scripts fill the main content of a page: its part outside of header, navigation and footer has hardly
 * any text, and elements that say that they load, that scripts address, or that contain unrendered templates. A form
 * is content: what a script shows after its submission does not count.
 */
export function findScriptDependence(tree: Tree, flow: Flow, body: number): ScriptDependence {
  const scripts = collectScripts(tree);
  if (scripts.text === '' && !scripts.hasExternal) return 'none';
  const region = readRegion(tree, flow, findRegion(tree, body), scripts);
  const isFilled = region.addressed > 0 && !region.hasFields;
  const isLoading = region.loading > 0 || region.templates > 0;
  if (region.words < certainWords && (isLoading || isFilled)) return 'certain';
  if (region.words < doubtfulWords && (isLoading || isFilled)) return 'doubtful';
  const isBlank = region.words === 0 && region.empty > 0 && !region.hasFields && scripts.hasExternal;
  return isBlank ? 'doubtful' : 'none';
}
