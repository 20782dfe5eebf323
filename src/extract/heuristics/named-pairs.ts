import type { FoundValue } from '../../domain/extraction.ts';
import { tag } from '../../page/parse/tags.ts';
import { coerce } from '../coerce.ts';
import type { Field } from '../field.ts';
import type { Mapping } from '../page-data/map-entity.ts';
import type { PageView } from '../page-view.ts';
import { pointerToken } from '../schema-fields.ts';
import type { EntryField } from './entry-fields.ts';
import { type LabelPair, labelPairsOf } from './label-pairs.ts';
import { isNamedAround, namesAround } from './names-around.ts';

/** What the two fields of an entry are called that holds a label and what it stands beside. */
const labelNames = /^(?:name|label|key|property|attribute|feature|spec|specification|term|title|field)$/i;
const valueNames = /^(?:value|text|content|data|detail|details|description)$/i;
/** Lists of such pairs are called by many words for one thing. */
const sheetWords = new Set(
  'spec specs specification specifications detail details attribute attributes property properties feature features parameter parameters characteristic characteristics technical information info facts daten merkmale eigenschaften caractéristiques especificaciones características specificaties kenmerken dane specyfikacja scheda'.split(
    ' ',
  ),
);
const fewest = 3;
const fewestUnnamed = 5;
const sure = 0.7;
/** Terms of lists and cells of tables are at least this sure. */
const cell = 0.8;
const mostPairs = 300;

/** The fields for the label and for the value, where an entry has these two and nothing else. */
function sidesOf(leaves: readonly EntryField[]): { label: EntryField; value: EntryField } | null {
  const label = leaves.find(({ name }) => labelNames.test(name));
  const value = leaves.find((one) => one !== label && valueNames.test(one.name));
  if (leaves.length !== 2 || label === undefined || value === undefined) return null;
  // What stands beside a label can be anything: that its field is called "value" makes it no amount of money.
  const plain = ({ field, name }: EntryField): EntryField => ({
    field: { ...field, kind: field.types.includes('string') ? 'text' : 'number' },
    name,
  });
  return { label: plain(label), value: plain(value) };
}

/** What holds the rows of a pair: its table, list of terms or list, else the parent of its row. */
function sheetOf({ tree }: PageView, node: number): number {
  for (let at = node, steps = 0; at > 0 && steps < 6; at = tree.parent[at] as number, steps++) {
    const kind = tree.tag[at];
    if (kind === tag.table || kind === tag.dl || kind === tag.ul || kind === tag.ol) return at;
  }
  return tree.parent[tree.parent[node] as number] as number;
}

interface Sheet {
  element: number;
  pairs: LabelPair[];
  isNamed: boolean;
}

function sheetsOf(field: Field, page: PageView, mapping: Mapping): Sheet[] {
  const sheets = new Map<number, LabelPair[]>();
  const seen = new Set<string>();
  for (const pair of labelPairsOf(page)) {
    const key = `${pair.node} ${pair.label}`;
    if (pair.strength < sure || seen.has(key)) continue;
    seen.add(key);
    const element = sheetOf(page, pair.node);
    const known = sheets.get(element);
    if (known === undefined) sheets.set(element, [pair]);
    else known.push(pair);
  }
  const isSheet = field.words.some((word) => sheetWords.has(word));
  return [...sheets].map(([element, pairs]) => ({
    element,
    pairs,
    isNamed:
      isNamedAround(page, field, mapping, element) ||
      (isSheet && namesAround(page, element).some((words) => words.some((word) => sheetWords.has(word)))),
  }));
}

/** The pairs that a field asks for: those of all sheets that are named so, else of the largest, which is a guess. */
function chosen(sheets: readonly Sheet[], isAlone: boolean): { pairs: LabelPair[]; isWeak: boolean } | null {
  const named = sheets.filter(({ isNamed, pairs }) => isNamed && pairs.length >= 2);
  const pairs = named.flatMap((sheet) => sheet.pairs);
  if (pairs.length >= fewest) return { pairs, isWeak: false };
  const [largest] = sheets
    .filter((sheet) => sheet.pairs.every(({ strength }) => strength >= cell))
    .sort((one, other) => other.pairs.length - one.pairs.length);
  if (!isAlone || largest === undefined || largest.pairs.length < fewestUnnamed) return null;
  return { pairs: largest.pairs, isWeak: true };
}

/**
 * Labels of the page with what they stand beside, for a field whose entries hold a name and a value: a sheet of
 * specifications. `isAlone`: no other array of objects is asked for.
 */
export function pairsOf(
  field: Field,
  leaves: readonly EntryField[],
  page: PageView,
  mapping: Mapping,
  isAlone: boolean,
): FoundValue[] {
  const sides = sidesOf(leaves);
  const found = sides === null ? null : chosen(sheetsOf(field, page, mapping), isAlone);
  if (sides === null || found === null) return [];
  const values: FoundValue[] = [];
  let count = 0;
  for (const pair of found.pairs.slice(0, Math.min(mostPairs, field.maxItems ?? mostPairs))) {
    const label = coerce(sides.label.field, pair.label, 'person', mapping.reading);
    const value = coerce(sides.value.field, pair.value, 'person', mapping.reading);
    if (label === null || value === null) continue;
    const evidence = {
      method: 'heuristic' as const,
      source: 'visible' as const,
      locator: `${page.locatorOf(pair.node)} (label "${pair.label}")`,
      ...(found.isWeak && { weak: true as const }),
    };
    const common = { isGrounded: true, confidence: pair.strength, node: pair.node };
    const at = `${field.pointer}/${count}`;
    values.push(
      {
        ...common,
        pointer: `${at}/${pointerToken(sides.label.name)}`,
        value: label,
        evidence: { ...evidence, quote: pair.label },
      },
      {
        ...common,
        pointer: `${at}/${pointerToken(sides.value.name)}`,
        value,
        evidence: { ...evidence, quote: pair.value.slice(0, 300) },
      },
    );
    count += 1;
  }
  return count < fewest ? [] : values;
}
