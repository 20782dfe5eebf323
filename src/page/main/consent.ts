import { integerAt } from '../../domain/values/elements.ts';
import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { type Flow, flowKind } from '../tree/flow.ts';
import { depthOf, endOf, findTag, type Tree, tagOf } from '../tree/tree.ts';

/** Names of the dialogs of consent managers, and common names of custom dialogs. */
const consentName =
  /(?:^|[\s_-])(?:onetrust|ot-sdk|optanon|cybotcookiebot|cookiebot|didomi|truste|qc-cmp|usercentrics|sp_message|cky|termly|borlabs|osano|iubenda|fc-consent|klaro|tarteaucitron|moove_gdpr|cmplz|hs-eu-cookie|cookie-?(?:banner|consent|notice|law|bar|dialog|popup|modal|policy-(?:banner|notice))|gdpr-?(?:banner|consent|cookie)|consent-?(?:banner|manager|dialog|modal|popup))/i;
/** Maximum depth of consent dialogs in the tree. */
const maxDialogDepth = 8;
const maxNameLength = 300;

function isConsent(tree: Tree, node: number): boolean {
  const to = integerAt(tree.to, node);
  for (let row = integerAt(tree.from, node); row < to; row++) {
    const name = tree.attributeName[row];
    if (name !== attribute.id && name !== attribute.class) continue;
    const from = integerAt(tree.attributeFrom, row);
    const end = Math.min(integerAt(tree.attributeTo, row), from + maxNameLength);
    if (consentName.test(tree.source.slice(from, end))) return true;
  }
  return false;
}

function containsContent(tree: Tree, node: number): boolean {
  return [tag.h1, tag.main, tag.article].some((one) => findTag(tree, node, one) !== -1);
}

/** Returns cookie consent dialogs. Their long explanations look like prose but are never the content. */
export function findConsentDialogs(tree: Tree, flow: Flow, body: number): number[] {
  const dialogs: number[] = [];
  const end = endOf(tree, body);
  for (let node = body + 1; node < end; node++) {
    if (flow.kind[node] === flowKind.skipped || depthOf(tree, node) > maxDialogDepth) {
      node = (tree.tag[node] === tag.text ? node + 1 : endOf(tree, node)) - 1;
      continue;
    }
    const tagId = tagOf(tree, node);
    if (tagId === tag.text || tree.from[node] === tree.to[node]) continue;
    if (!isConsent(tree, node) || containsContent(tree, node)) continue;
    dialogs.push(node);
    node = endOf(tree, node) - 1;
  }
  return dialogs;
}
