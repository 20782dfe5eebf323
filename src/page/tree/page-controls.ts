import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { byteAt, integerAt } from '../../domain/values/elements.ts';
import { attribute } from '../parse/attributes.ts';
import { isHeading, tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { attributeOf, endOf, parentOf, subtreeText, type Tree, tagOf, textFlag } from './tree.ts';

/** Elements that generators of documentation use for controls. */
const canBeControl = tagSet('a span button summary sup div small');
/** Maximum numbers of nodes, and of UTF-16 code units of source text, of a control. */
const maxNodes = 12;
const maxTextLength = 60;

/** Texts of controls that are never content. */
const controlTexts = new Set([
  'copy item path',
  'expand description',
  '[−]',
  '[-]',
  '[+]',
  '[–]',
  '[\u2212]',
]);
/** Texts of links from a heading to itself. */
const permalinkTexts = new Set(['¶', '#', '§', '◆', '🔗', '⚓', '\u200b', '\uf0c1', '']);
const editText =
  /^\[?\s?(?:edit|edit source|edit section|bearbeiten|quelltext bearbeiten|modifier|modifier le code|editar|editar código|modifica|modifica wikitesto|править|править код|редактировать|редагувати|編集|编辑|編輯|bewerken|edytuj|redigera|rediger|upravit|muokkaa|düzenle|szerkesztés|modificare|편집|تعديل)(?: \| .{1,40})?\s?\]?$/i;
const editClass = /(?:^|\s)(?:mw-editsection|editsection|edit-section|secedit)(?:$|\s)/;
const permalinkClass =
  /(?:^|[\s_-])(?:headerlink|hash-link|permalink|anchor(?:js-link)?|heading-anchor|header-anchor|doc-anchor)(?:$|[\s_-])/i;

/** Returns the length of the text below a small node in the source; more than {@link maxTextLength} if it is long. */
function textLength(tree: Tree, node: number): number {
  const end = endOf(tree, node);
  if (end - node > maxNodes) return maxTextLength + 1;
  let length = 0;
  for (let child = node + 1; child < end; child++) {
    if (tree.tag[child] === tag.img) return maxTextLength + 1;
    if (tree.tag[child] === tag.text && (byteAt(tree.flags, child) & textFlag.blank) === 0)
      length += integerAt(tree.to, child) - integerAt(tree.from, child);
  }
  return length;
}

/** Maximum length of a sign such as `[−]` in the source, which may be a character reference. */
const maxSignLength = 8;

/** Returns true if an element may be a control with words: a button or summary, an edit link, or a part of a heading. */
function canHoldWords(tree: Tree, node: number): boolean {
  const tagId = tagOf(tree, node);
  if (tagId === tag.button || tagId === tag.summary || isInHeading(tree, node)) return true;
  return tagId === tag.span && editClass.test(attributeOf(tree, node, attribute.class) ?? '');
}

function isInHeading(tree: Tree, node: number): boolean {
  let ancestor = parentOf(tree, node);
  for (let level = 0; level < 4 && ancestor > 0; level++, ancestor = parentOf(tree, ancestor))
    if (isHeading[tagOf(tree, ancestor)] === 1) return true;
  return false;
}

/**
 * Returns true for the controls that wikis and generators of documentation put beside headings and items: links to edit a
 * section, links of a heading to itself, and buttons that copy a path or collapse a section.
 */
export function isPageControl(tree: Tree, node: number): boolean {
  if (canBeControl[tagOf(tree, node)] !== 1) return false;
  const length = textLength(tree, node);
  if (length === 0 || length > maxTextLength) return false;
  // Most elements have longer texts and are no part of a heading; their text is not read.
  if (length > maxSignLength && !canHoldWords(tree, node)) return false;
  const text = collapseSpace(subtreeText(tree, node, maxTextLength * 2)).toLowerCase();
  if (controlTexts.has(text)) return true;
  const className = attributeOf(tree, node, attribute.class) ?? '';
  if (editText.test(text)) return editClass.test(className) || isInHeading(tree, node);
  if (!permalinkTexts.has(text) || tree.tag[node] !== tag.a) return false;
  const isOwnLink = (attributeOf(tree, node, attribute.href) ?? '').startsWith('#');
  return (
    isOwnLink && (permalinkClass.test(className) || isInHeading(tree, node) || text === '¶' || text === '◆')
  );
}

/** Parts of a page of MediaWiki that its style sheets hide on a screen. */
const hiddenWikiPart = /(?:^|\s)(?:printfooter|mw-jump-link|mw-jump|siteSub|jump-to-nav)(?:$|\s)/i;

/** Returns true for a part of a MediaWiki page that only print or assistive technology shows, such as "Retrieved from". */
export function isHiddenWikiPart(tree: Tree, node: number): boolean {
  const tagId = tree.tag[node];
  if (tagId !== tag.div && tagId !== tag.a) return false;
  return (
    hiddenWikiPart.test(attributeOf(tree, node, attribute.id) ?? '') ||
    hiddenWikiPart.test(attributeOf(tree, node, attribute.class) ?? '')
  );
}
