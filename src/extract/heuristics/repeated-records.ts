import type { FoundValue } from '../../domain/extraction.ts';
import type { MappedField } from '../../domain/records.ts';
import { coerce, type Scalar } from '../coerce.ts';
import type { Field } from '../field.ts';
import { clustersOf, sourcesOf } from '../listing/page-sources.ts';
import { type Judged, judgeSources } from '../listing/rank-sources.ts';
import { type Wish, wishOf } from '../listing/wish.ts';
import type { Mapping } from '../page-data/map-entity.ts';
import type { PageView } from '../page-view.ts';
import { pointerToken, pointerTokens } from '../schema-fields.ts';
import { pageLettersOf } from '../selectors/page-letters.ts';
import { type EntryField, entryFieldsOf } from './entry-fields.ts';
import { pairsOf } from './named-pairs.ts';
import { isNamedAround } from './names-around.ts';

const mostEntries = 500;
/** A field of an entry counts where it is this sure, and this part of the entries has it. */
const sureField = 0.5;
const filledField = 0.4;
/** From this mean sureness of its fields on a listing is answered without saying that it is weak. */
const strong = 0.68;
/** A listing with less than this part of the best one's looks is a side show, which only its name makes the one meant. */
const sideShow = 0.2;

/** A field of an entry as listings are asked for it. */
interface Leaf extends EntryField {
  wish: Wish;
}

function leavesOf(field: Field): Leaf[] {
  return entryFieldsOf(field).map(({ field: leaf, name }) => ({
    field: leaf,
    name,
    wish: { ...wishOf(name), kind: leaf.kind, field: leaf },
  }));
}

function isNamed(page: PageView, field: Field, mapping: Mapping, { source }: Judged): boolean {
  const first = source.nodes[0];
  return first !== undefined && isNamedAround(page, field, mapping, first);
}

/** The fields of a listing that are sure enough, and how sure all of those that were asked for are on average. */
function fitting(
  judged: Judged,
  leaves: readonly Leaf[],
): { mapped: Map<string, MappedField>; mean: number } {
  const mapped = new Map(
    Object.entries(judged.mapped ?? {}).filter(
      ([, one]) => one.confidence >= sureField && one.filled >= filledField,
    ),
  );
  const sum = [...mapped.values()].reduce((total, { confidence }) => total + confidence, 0);
  return { mapped, mean: sum / leaves.length };
}

/** A listing that may be the field's, with what speaks for it. */
interface Choice {
  judged: Judged;
  mapped: Map<string, MappedField>;
  isWeak: boolean;
  rank: number;
}

function choiceOf(
  judged: Judged,
  leaves: readonly Leaf[],
  hasName: boolean,
  isAlone: boolean,
): Choice | null {
  const { mapped, mean } = fitting(judged, leaves);
  const isEnough = mapped.size >= Math.max(Math.min(2, leaves.length), Math.ceil(leaves.length / 2));
  const hasRequired = leaves.every(({ field, name }) => !field.isRequired || mapped.has(name));
  const looks = judged.source.weight ?? 1;
  if (!isEnough || !hasRequired || (!hasName && (!isAlone || looks < sideShow))) return null;
  const isWeak = mean < strong || (!hasName && looks < 2 * sideShow);
  return { judged, mapped, isWeak, rank: judged.score + (hasName ? 0.3 : 0) };
}

/** The listing that a field of records asks for, or null. `isAlone`: no other records are asked for. */
function choose(
  field: Field,
  page: PageView,
  mapping: Mapping,
  leaves: Leaf[],
  isAlone: boolean,
): Choice | null {
  const letters = pageLettersOf(page.tree);
  const clusters = clustersOf(letters);
  const sources = sourcesOf(page, clusters, []).filter(({ kind }) => kind === 'listing' || kind === 'table');
  const wishes = leaves.map(({ wish }) => wish);
  const judged = judgeSources(sources, { page, letters, clusters, wishes, reading: mapping.reading });
  const choices = judged.flatMap(
    (one) => choiceOf(one, leaves, isNamed(page, field, mapping, one), isAlone) ?? [],
  );
  return choices.sort((one, other) => other.rank - one.rank)[0] ?? null;
}

function rawAt(row: Record<string, unknown>, paths: readonly string[]): { raw: string; path: string } | null {
  for (const path of paths) {
    const key = pointerTokens(path)[0] ?? '';
    const raw = Object.hasOwn(row, key) ? row[key] : undefined;
    if (typeof raw === 'string' && raw.trim() !== '') return { raw, path: key };
  }
  return null;
}

/** The values of a listing's entries; entries that hold nothing are none. */
function read(
  field: Field,
  page: PageView,
  mapping: Mapping,
  leaves: readonly Leaf[],
  choice: Choice,
): FoundValue[] {
  const { source } = choice.judged;
  const values: FoundValue[] = [];
  let count = 0;
  source.rows.forEach((row, at) => {
    if (count >= Math.min(mostEntries, field.maxItems ?? mostEntries)) return;
    const node = source.nodes[at] ?? -1;
    const own = leaves.flatMap(({ field: leaf, name }): FoundValue[] => {
      const rule = choice.mapped.get(name);
      const found = rule === undefined ? null : rawAt(row, rule.rule.paths);
      const value: Scalar | null =
        found === null
          ? null
          : coerce(leaf, found.raw, found.path.includes('@') ? 'machine' : 'person', mapping.reading);
      if (found === null || value === null) return [];
      const isText = !found.path.includes('@');
      return [
        {
          pointer: `${field.pointer}/${count}/${pointerToken(name)}`,
          value,
          evidence: {
            method: 'heuristic',
            source: isText ? 'visible' : 'attribute',
            locator: `${page.locatorOf(node)} (${source.kind}, ${found.path})`,
            quote: found.raw.slice(0, 300),
            ...(choice.isWeak && { weak: true as const }),
          },
          isGrounded: isText || mapping.isShown(leaf, value),
          confidence: rule?.confidence ?? 0,
          node,
        },
      ];
    });
    if (own.length === 0) return;
    values.push(...own);
    count += 1;
  });
  return count < 2 ? [] : values;
}

/** Entries of a sheet of pairs, of repeated elements or of a table, for a field that is an array of objects. `isAlone`: no other such is asked. */
export function recordsOf(field: Field, page: PageView, mapping: Mapping, isAlone: boolean): FoundValue[] {
  const leaves = leavesOf(field);
  if (leaves.length === 0) return [];
  const pairs = pairsOf(field, leaves, page, mapping, isAlone);
  if (pairs.length > 0) return pairs;
  const choice = choose(field, page, mapping, leaves, isAlone);
  return choice === null ? [] : read(field, page, mapping, leaves, choice);
}
