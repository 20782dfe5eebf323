import type { ShownEnd } from '../../domain/pages/records.ts';
import type { PageView } from '../../extract/page-view/page-view.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { subtreeText } from '../../page/tree/tree.ts';
import { hasMoreControl } from './more-controls.ts';
import { findStatedSet } from './stated-set.ts';

/** The number of records of a listing behind the range that the page shows: "1-10 of 120", "Showing 1 to 10 of 120". */
const shownRange =
  /(?<!\d)(\d{1,6}) ?(?:-|–|to|bis|à|a|al|t\/m|do|till|до) ?(\d{1,6}) (?:of|von|sur|de|di|van|z|av|af|из)(?: (?:about|over|around|more than|ca\.?))? (\d[\d.,  ]{0,9})(?!\d)/iu;
/** The number of records behind the number that the page shows: "Showing 24 of 514", "You've viewed 48 of 158 products". */
const shownPart =
  /(?:^|[^\p{L}])(?:showing|viewing|viewed|displaying|shown) (\d{1,6}) (?:out )?of (?:about |over |more than )?(\d[\d.,]{0,9})(?![\d%])/iu;
/** The number behind that of a part, with a phrase between: "The following 50 pages are in this category, out of 59 total". */
const partOfTotal =
  /(?<!\d)\d{1,6} [^\d]{3,60} out of (?:about |approximately |over )?(\d[\d.,]{0,9}) (?:in )?total(?!\p{L})/iu;
/** The number of records of the whole listing. */
const statedTotal =
  /^total (?:of |number of \p{L}{3,20}:? )?(\d[\d.,]{0,9})(?: (?:entries|results|items|records|products))?(?![\p{L}\d])/iu;
/** A heading with the number of records behind it: "Trail shoes (158 items)". */
const headingTotal = /\((\d[\d.,]{0,9})\+?(?: \p{L}{1,12})?\)$/u;
/** Code that reacts to scrolling, to an element that comes into view, or to a timer. */
const reaction =
  /(?:addEventListener|\.on)\(\s*['"`](?:scroll|wheel)|\.?onscroll\s*=|\.scroll\(\s*(?:function|\()|new IntersectionObserver|set(?:Timeout|Interval)\(/;
/** Code that adds content to a page. */
const addition =
  /\.append(?:Child)?\(|insertAdjacent|\.innerHTML\s*\+?=|insertBefore\(|replaceChildren\(|\bfetch\(|XMLHttpRequest|\$\.(?:get|getJSON|ajax|post)\(/;
/** Code that loads a further script, as most code does that only measures visits. */
const loader = /createElement\(\s*['"`]script/;
const maxScriptLength = 200_000;
const maxTextLength = 120;

/** Returns what a page shows about the end of its listing: the number of all records, and ways to more. */
export function findShownEnd(page: PageView): ShownEnd {
  return {
    ...findTotal(page),
    set: findStatedSet(page),
    hasMore: hasMoreControl(page),
    hasScripts: hasAddingScript(page),
  };
}

/** Returns true if a script in the page itself reacts to scrolling or to a timer, and adds content. */
function hasAddingScript(page: PageView): boolean {
  const { tree } = page;
  for (let node = 1; node < tree.count; node++) {
    if (page.attributeOf(node, 'onscroll') !== null) return true;
    if (tree.tag[node] !== tag.script) continue;
    const code = subtreeText(tree, node, maxScriptLength);
    if (reaction.test(code) && addition.test(code) && !loader.test(code)) return true;
  }
  return false;
}

function toCount(text: string): number {
  return Number(text.replace(/[^\d]/g, ''));
}

type StatedTotal = Pick<ShownEnd, 'total' | 'range'>;

/** Returns the number of records that a line states and the range of it on this page, or null. */
function totalIn(text: string): StatedTotal | null {
  const [, from, to, all] = shownRange.exec(text) ?? [];
  if (all !== undefined && Number(from) <= Number(to) && toCount(all) >= Number(to))
    return { total: toCount(all), range: { from: Number(from), to: Number(to) } };
  const [, part, whole] = shownPart.exec(text) ?? [];
  if (whole !== undefined && toCount(whole) >= Number(part)) return { total: toCount(whole), range: null };
  const stated = (partOfTotal.exec(text) ?? statedTotal.exec(text))?.[1];
  return stated === undefined ? null : { total: toCount(stated), range: null };
}

/** Returns the number of records that a line or the main heading states. */
function findTotal(page: PageView): StatedTotal {
  for (const { text } of page.lines()) {
    if (text.length > maxTextLength || !/\d/.test(text)) continue;
    const stated = totalIn(text);
    if (stated !== null) return stated;
  }
  const { tree } = page;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.h1) continue;
    const text = page.textOf(node);
    const stated = text.length <= maxTextLength ? headingTotal.exec(text)?.[1] : undefined;
    if (stated !== undefined) return { total: toCount(stated), range: null };
  }
  return { total: null, range: null };
}
