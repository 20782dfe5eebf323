import type { PageView } from '../../extract/page-view/page-view.ts';
import { isScriptType } from '../../page/outcome/page-scripts.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { attributeValue, isElement, subtreeText } from '../../page/tree/tree.ts';

/** Calls that add to a page, draw in it or fetch data; also those of jQuery and code that is made from text. */
const changingCall =
  /\b(?:append(?:Child|To)?|prepend(?:To)?|after|before|replaceWith|replaceChild(?:ren)?|moveBefore|setHTML(?:Unsafe)?|submit|requestSubmit|insert(?:Before|After|Row|Cell|Node|AdjacentHTML|AdjacentElement|AdjacentText)|cloneNode|importNode|createElement|createTextNode|createContextualFragment|attachShadow|write(?:ln)?|html|text|load|ajax|get|getJSON|getScript|post|fetch|import|importScripts|eval|Function|atob)\s*\(/;
/** Names of properties and interfaces with which code writes to a page or fetches data. */
const changingName =
  /\b(?:innerHTML|outerHTML|innerText|outerText|textContent|nodeValue|srcdoc|location|XMLHttpRequest|EventSource|WebSocket|Worker|DOMParser|customElements)\b/;
/** Content that a browser reads from another document. */
const frames: ReadonlySet<number> = new Set([tag.iframe, tag.frame, tag.object, tag.embed]);
/** Maximum number of characters of the code of a page that are searched; longer code counts as changing. */
const maxCodeLength = 2_000_000;

/** A call of a function by a computed name, which may be any of them. */
const computedCall = /\]\s{0,20}\(/;

function changes(code: string): boolean {
  return changingCall.test(code) || changingName.test(code) || computedCall.test(code);
}

/** Returns true if an attribute of an element contains code that changes the page, or reacts to scrolling. */
function hasChangingAttribute({ tree }: PageView, node: number): boolean {
  for (let row = tree.from[node] ?? 0; row < (tree.to[node] ?? 0); row++) {
    const name = tree.attributeNames[tree.attributeName[row] ?? -1] ?? '';
    if (name === 'onscroll' || (name.startsWith('on') && changes(attributeValue(tree, row)))) return true;
  }
  return false;
}

/**
 * Returns true if a browser could show other content than the page itself has: it has a script of another address, which
 * may do anything, a frame, or code that writes to the page or fetches data. False: nothing in its
 * code is known to do either, such as code that opens a menu or holds the state of the page, so that no browser is needed.
 */
export function canChange(page: PageView): boolean {
  const { tree } = page;
  let length = 0;
  for (let node = 1; node < tree.count; node++) {
    if (!isElement(tree, node)) continue;
    if (frames.has(tree.tag[node] ?? 0) || hasChangingAttribute(page, node)) return true;
    if (tree.tag[node] !== tag.script) continue;
    const type = page.attributeOf(node, 'type');
    if (!isScriptType(type)) continue;
    if (page.attributeOf(node, 'src') !== null) return true;
    const code = subtreeText(tree, node, maxCodeLength);
    length += code.length;
    if (length >= maxCodeLength || changes(code)) return true;
    // Only modules import others by a statement (ECMA-262, 16.2.2).
    if (type?.trim().toLowerCase() === 'module' && /\bimport\b/.test(code)) return true;
  }
  return false;
}
