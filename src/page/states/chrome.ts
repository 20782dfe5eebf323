import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { hidingMode, hidingModes } from '../tree/hidden-elements.ts';
import { frameAnd } from '../tree/page-frame.ts';
import { attributeOf, endOf, findTag, type Tree, tagOf } from '../tree/tree.ts';

/** Elements around the content of a page, not in it. */
const isAround = frameAnd('head dialog menu search template noscript');
/** Roles of such elements, and of groups of controls that do not act on the subject of a page (WAI-ARIA 1.2). */
const roleAround =
  /^(?:navigation|banner|contentinfo|complementary|search|dialog|alertdialog|menu|menubar|toolbar|listbox|radiogroup|status|alert|log)$/;
/** Fields that a person fills with words about themselves, as in the forms of newsletters, comments and logins. */
const personalField = /^(?:email|password|search|tel)$/;

/** Returns 1 for each node outside of the content: navigation, dialogs, hidden dialogs, toolbars, and forms for personal data. */
export function chromeOf(tree: Tree): Uint8Array {
  const chrome = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] === tag.text || !isChrome(tree, node)) continue;
    const end = endOf(tree, node);
    chrome.fill(1, node, end);
    node = end - 1;
  }
  return chrome;
}

function isChrome(tree: Tree, node: number): boolean {
  const tagId = tagOf(tree, node);
  if (isAround[tagId] === 1) return true;
  if (tagId === tag.header) return findTag(tree, node, tag.h1) === -1;
  if (tagId === tag.form) return isPersonalForm(tree, node);
  return roleAround.test(attributeOf(tree, node, attribute.role) ?? '');
}

/** Returns true for a form with fields for personal data; one around most of a page is the page itself, as ASP.NET writes it. */
function isPersonalForm(tree: Tree, form: number): boolean {
  if (findTag(tree, form, tag.h1) !== -1 || (endOf(tree, form) - form) * 2 > tree.count) return false;
  const end = endOf(tree, form);
  for (let node = form + 1; node < end; node++) {
    if (tree.tag[node] === tag.textarea) return true;
    if (tree.tag[node] !== tag.input) continue;
    if (personalField.test((attributeOf(tree, node, attribute.type) ?? '').toLowerCase())) return true;
  }
  return false;
}

/** Returns true if the attributes of an element hide it. */
export function isHiddenElement(tree: Tree, node: number): boolean {
  return hidingMode(tree, node, () => false) !== hidingModes.none;
}

/** Returns the value of an attribute that has no id of its own, or null. */
export function namedAttribute(tree: Tree, node: number, name: string): string | null {
  const id = tree.attributeNames.indexOf(name);
  return id === -1 ? null : attributeOf(tree, node, id);
}
