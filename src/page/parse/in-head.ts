import { attributeNames } from './attributes.ts';
import { type Builder, mode, rawText } from './builder.ts';
import { hasImpliedEndThoroughly } from './tag-sets.ts';
import { tag } from './tags.ts';

/** Whether a start tag belongs to "in head" wherever it stands; inserts it then. */
export function startInHead(builder: Builder): boolean {
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

/** The end of a template. */
export function endTemplate(builder: Builder): void {
  const { open } = builder;
  if (open.countOf(tag.template) === 0) return;
  open.closeImplied(tag.document, hasImpliedEndThoroughly);
  open.popUntil(tag.template);
  builder.clearToMarker();
  builder.templateModes.pop();
  resetMode(builder);
}

/** Chooses the insertion mode by what is open (WHATWG HTML 13.2.4.1, "reset the insertion mode appropriately"). */
export function resetMode(builder: Builder): void {
  const { tags } = builder.open;
  for (let i = tags.length - 1; i >= 0; i--) {
    const found = modeInside(builder, tags[i] as number, i);
    if (found !== -1) {
      builder.mode = found;
      return;
    }
  }
  builder.mode = mode.inBody;
}

function modeInside(builder: Builder, tagId: number, index: number): number {
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

function isInTable(builder: Builder, index: number): boolean {
  const { tags } = builder.open;
  for (let i = index - 1; i >= 0; i--) {
    if (tags[i] === tag.template) return false;
    if (tags[i] === tag.table) return true;
  }
  return false;
}

/** Gives `html` or `body` the attributes of a tag that came late, those it does not have yet. */
export function mergeAttributes(builder: Builder, node: number): void {
  const { store, token } = builder;
  if (node === -1 || token.from === token.to) return;
  const own = (store.to[node] as number) - (store.from[node] as number);
  if (own + (token.to - token.from) > attributeNames.length) return;
  // The first of a name counts, so that the old ones are copied in front of the new ones.
  const from = store.attributeCount;
  for (let i = store.from[node] as number; i < (store.to[node] as number); i++) copyAttribute(builder, i);
  for (let i = token.from; i < token.to; i++) copyAttribute(builder, i);
  store.from[node] = from;
  store.to[node] = store.attributeCount;
}

function copyAttribute({ store }: Builder, row: number): void {
  store.addAttribute(
    store.attributeName[row] as number,
    store.attributeFrom[row] as number,
    store.attributeTo[row] as number,
  );
}
