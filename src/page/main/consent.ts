import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/tags.ts';
import { findTag, type Tree } from '../tree.ts';
import { type Flow, flowKind } from '../visible.ts';

/** Names by which the dialogs of consent managers are known, and what others call theirs. */
const consentName =
  /(?:^|[\s_-])(?:onetrust|ot-sdk|optanon|cybotcookiebot|cookiebot|didomi|truste|qc-cmp|usercentrics|sp_message|cky|termly|borlabs|osano|iubenda|fc-consent|klaro|tarteaucitron|moove_gdpr|cmplz|hs-eu-cookie|cookie-?(?:banner|consent|notice|law|bar|dialog|popup|modal|policy-(?:banner|notice))|gdpr-?(?:banner|consent|cookie)|consent-?(?:banner|manager|dialog|modal|popup))/i;
/** Such dialogs hang on the body, or not far below it. */
const deepest = 8;
const longestName = 300;

function isConsent(tree: Tree, node: number): boolean {
  const to = tree.to[node] as number;
  for (let row = tree.from[node] as number; row < to; row++) {
    const name = tree.attributeName[row];
    if (name !== attribute.id && name !== attribute.class) continue;
    const from = tree.attributeFrom[row] as number;
    const end = Math.min(tree.attributeTo[row] as number, from + longestName);
    if (consentName.test(tree.source.slice(from, end))) return true;
  }
  return false;
}

function holdsContent(tree: Tree, node: number): boolean {
  return [tag.h1, tag.main, tag.article].some((one) => findTag(tree, node, one) !== -1);
}

/** Dialogs that ask for consent to cookies. Their long explanations read like prose and are never the content. */
export function consentDialogs(tree: Tree, flow: Flow, body: number): number[] {
  const dialogs: number[] = [];
  const end = tree.end[body] as number;
  for (let node = body + 1; node < end; node++) {
    if (flow.kind[node] === flowKind.skipped || (tree.depth[node] as number) > deepest) {
      node = (tree.tag[node] === tag.text ? node + 1 : (tree.end[node] as number)) - 1;
      continue;
    }
    const tagId = tree.tag[node] as number;
    if (tagId === tag.text || tree.from[node] === tree.to[node]) continue;
    if (!isConsent(tree, node) || holdsContent(tree, node)) continue;
    dialogs.push(node);
    node = (tree.end[node] as number) - 1;
  }
  return dialogs;
}
