import { integerAt, numberAt } from '../../../domain/values/elements.ts';
import { attributeNames } from '../attributes.ts';
import { mode, rawText, type TreeBuilder } from '../builder.ts';
import { hasImpliedEndThoroughly } from '../names/tag-sets.ts';
import { tag } from '../names/tags.ts';

/** Inserts an element of the "in head" rules. Returns false for all other start tags. */
export function startInHead(builder: TreeBuilder): boolean {
  switch (builder.token.tag) {
    case tag.base:
    case tag.basefont:
    case tag.bgsound:
    case tag.link:
    case tag.meta:
      builder.insertVoid();
      return true;
    case tag.title:
      builder.insertRaw(rawText.references);
      return true;
    case tag.style:
    case tag.noframes:
      builder.insertRaw(rawText.plain);
      return true;
    case tag.script:
      builder.insertRaw(rawText.script);
      return true;
    case tag.template:
      builder.insert();
      builder.pushMarker();
      builder.isFramesetOk = false;
      builder.mode = mode.inTemplate;
      builder.templateModes.push(mode.inTemplate);
      return true;
    default:
      return false;
  }
}

/** Closes a template. */
export function endTemplate(builder: TreeBuilder): void {
  const { open } = builder;
  if (open.countOf(tag.template) === 0) return;
  open.closeImplied(tag.document, hasImpliedEndThoroughly);
  open.popUntil(tag.template);
  builder.clearToMarker();
  builder.templateModes.pop();
  resetMode(builder);
}

/** Implements "reset the insertion mode appropriately" (WHATWG HTML 13.2.4.1). */
export function resetMode(builder: TreeBuilder): void {
  const { tags } = builder.open;
  for (let i = tags.length - 1; i >= 0; i--) {
    const newMode = modeForTag(builder, numberAt(tags, i), i);
    if (newMode !== -1) {
      builder.mode = newMode;
      return;
    }
  }
  builder.mode = mode.inBody;
}

function modeForTag(builder: TreeBuilder, tagId: number, index: number): number {
  switch (tagId) {
    case tag.select:
      return isInTable(builder, index) ? mode.inSelectInTable : mode.inSelect;
    case tag.td:
    case tag.th:
      return mode.inCell;
    case tag.tr:
      return mode.inRow;
    case tag.tbody:
    case tag.thead:
    case tag.tfoot:
      return mode.inTableBody;
    case tag.caption:
      return mode.inCaption;
    case tag.colgroup:
      return mode.inColumnGroup;
    case tag.table:
      return mode.inTable;
    case tag.template:
      return builder.templateModes.at(-1) ?? mode.inBody;
    case tag.head:
      return mode.inHead;
    case tag.body:
      return mode.inBody;
    case tag.frameset:
      return mode.inFrameset;
    case tag.html:
      return builder.head === -1 ? mode.beforeHead : mode.afterHead;
    default:
      return -1;
  }
}

function isInTable(builder: TreeBuilder, index: number): boolean {
  const { tags } = builder.open;
  for (let i = index - 1; i >= 0; i--) {
    if (tags[i] === tag.template) return false;
    if (tags[i] === tag.table) return true;
  }
  return false;
}

/** Adds the attributes of the current token to `html` or `body`, unless they already exist. */
export function mergeAttributes(builder: TreeBuilder, node: number): void {
  const { store, token } = builder;
  if (node === -1 || token.from === token.to) return;
  const ownCount = integerAt(store.to, node) - integerAt(store.from, node);
  if (ownCount + (token.to - token.from) > attributeNames.length) return;
  // The first attribute of a name applies, so existing attributes are copied before new ones.
  const from = store.attributeCount;
  for (let i = integerAt(store.from, node); i < integerAt(store.to, node); i++) copyAttribute(builder, i);
  for (let i = token.from; i < token.to; i++) copyAttribute(builder, i);
  store.from[node] = from;
  store.to[node] = store.attributeCount;
}

function copyAttribute({ store }: TreeBuilder, row: number): void {
  store.addAttribute(
    integerAt(store.attributeName, row),
    integerAt(store.attributeFrom, row),
    integerAt(store.attributeTo, row),
  );
}
