import type { ShownEnd } from '../../domain/pages/records.ts';
import type { PageView } from '../../extract/page-view/page-view.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { flowKind } from '../../page/tree/flow.ts';
import { parentOf } from '../../page/tree/tree.ts';

/** The number of records of a listing behind the range that the page shows: "1-10 of 120", "Showing 1 to 10 of 120". */
const shownRange =
  /(?<!\d)(\d{1,6}) ?(?:-|–|to|bis|à|a|al|t\/m|do|till|до) ?(\d{1,6}) (?:of|von|sur|de|di|van|z|av|af|из)(?: (?:about|over|around|more than|ca\.?))? (\d[\d.,  ]{0,9})(?!\d)/iu;
/** Texts of controls that bring more records. */
const moreControl =
  /^(?:load|show|view|see) more(?: \p{L}+){0,2}$|^(?:older (?:posts|entries)|more results|mehr (?:laden|anzeigen)|weitere (?:laden|anzeigen|ergebnisse)|voir plus|charger plus|afficher plus|ver más|cargar más|mostrar más|carregar mais|ver mais|mostra altri|carica altri|meer laden|toon meer|pokaż więcej|wczytaj więcej|visa fler|показать ещё|показать еще|загрузить ещё|もっと見る|加载更多)$/iu;
/** Names of a button that sends a form for the next page. */
const nextName =
  /(?:^|[^\p{L}])(?:next|older|less recent|weiter|nächste|suivant|siguiente|próxima|successiva|volgende|następna|nästa|næste|neste)(?![\p{L}])/iu;
const maxTextLength = 120;
const maxControlLength = 40;

/** Returns what a page shows about the end of its listing: the number of all records, and a control for more. */
export function findShownEnd(page: PageView): ShownEnd {
  const { tree, flow } = page;
  let total: number | null = null;
  for (const { text } of page.lines()) {
    if (text.length > maxTextLength || !/\d/.test(text)) continue;
    const [, from, to, all] = shownRange.exec(text) ?? [];
    if (all === undefined || Number(from) > Number(to)) continue;
    const count = Number(all.replace(/[^\d]/g, ''));
    if (count >= Number(to)) total = count;
    if (total !== null) break;
  }
  let hasMore = false;
  for (let node = 1; node < tree.count && !hasMore; node++) {
    const kind = tree.tag[node];
    hasMore = isNextSubmit(page, node);
    if (hasMore || (kind !== tag.a && kind !== tag.button) || flow.kind[node] === flowKind.skipped) continue;
    const text = page.textOf(node);
    hasMore =
      text.length <= maxControlLength && moreControl.test(text.replace(/[^\p{L}\p{M} ]+/gu, '').trim());
  }
  return { total, hasMore };
}

/** Returns true if a node is a button that sends a form and is named, or is in an element named, as the next page. */
function isNextSubmit(page: PageView, node: number): boolean {
  const { tree, flow } = page;
  if (tree.tag[node] !== tag.button || flow.kind[node] === flowKind.skipped) return false;
  if (page.attributeOf(node, 'type') !== 'submit' || page.attributeOf(node, 'disabled') !== null)
    return false;
  const names = [
    page.textOf(node),
    page.attributeOf(node, 'class'),
    page.attributeOf(node, 'name'),
    page.attributeOf(parentOf(tree, node), 'class'),
  ];
  return names.some((name) => name !== null && name.length <= maxControlLength && nextName.test(name));
}
