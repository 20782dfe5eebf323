import { decodeHTML } from 'entities';
import { createPageFacts } from '../../src/extract/facts/create-page-facts.ts';
import { modelBlocks } from '../../src/extract/model/model-blocks.ts';
import { createGrounder, type Grounder } from '../../src/extract/model/model-grounding.ts';
import type { Field } from '../../src/extract/schema/field.ts';
import { fieldsOf } from '../../src/extract/schema/schema-fields.ts';
import { createGroundingCheck, type GroundingCheck } from '../../src/extract/values/grounding.ts';
import { isAlike } from './compare.ts';
import { parsed } from './read.ts';
import type { KnownPage } from './samples.ts';
import { schemaOf } from './zero-shot.ts';

/** Shares of values that were grounded. */
export interface GroundingTally {
  /** Correct values on their own page. */
  own: number;
  /** Values of other pages of the kind on this one: at least twelve letters and digits. */
  foreignLong: number;
  foreignShort: number;
  questions: number;
}

interface Rated {
  page: KnownPage;
  fields: Map<string, Field>;
  grounds: GroundingCheck;
  grounder: Grounder;
}

const longEnough = 12;
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').length;

function ratedPage(page: KnownPage, names: readonly string[]): Rated {
  const view = createPageFacts(parsed(page));
  const fields = fieldsOf(schemaOf(names));
  return {
    page,
    fields: new Map(fields.map((field) => [field.name, field])),
    grounds: createGroundingCheck(view.visibleText()),
    grounder: createGrounder(fields, modelBlocks(view, fields, 100_000)),
  };
}

/**
 * Returns whether the page supports a value of a model that named no block: long values by occurrence, short ones by
 * their label.
 */
function isBelieved({ fields, grounder }: Rated, name: string, value: string): boolean {
  const field = fields.get(name) as Field;
  const claim = { field, pointer: field.pointer, raw: value, block: null, quote: null, entry: null };
  return grounder.ground(claim, value).verdict === 'grounded';
}

/** Grounds the known values of pages on their own page, and those of the next pages of the kind. */
export function judgeValues(pages: readonly KnownPage[]): GroundingTally {
  const kinds = new Map<string, KnownPage[]>();
  for (const page of pages) kinds.set(page.kind, [...(kinds.get(page.kind) ?? []), page]);
  const [own, long, short]: boolean[][] = [[], [], []];
  for (const alike of kinds.values()) {
    const names = [...new Set(alike.flatMap(({ values }) => Object.keys(values)))];
    const rated = alike.map((page) => ratedPage(page, names));
    rated.forEach((here, at) => {
      for (const [name, values] of Object.entries(here.page.values)) {
        const [value] = values.map((one) => decodeHTML(one).trim());
        if (value === undefined || value === '') continue;
        (own as boolean[]).push(here.grounds.containsValue(here.fields.get(name) as Field, value));
        for (const step of [3, 7, 11, 13, 17]) {
          const there = rated[(at + step) % rated.length] as Rated;
          const theirs = (there.page.values[name] ?? []).map((one) => decodeHTML(one).trim());
          // Values that are correct on both pages are not counted.
          if (there === here || theirs.some((one) => isAlike(one, value))) continue;
          ((letters(value) >= longEnough ? long : short) as boolean[]).push(isBelieved(there, name, value));
        }
      }
    });
  }
  const share = (all: readonly boolean[]) => all.filter(Boolean).length / Math.max(1, all.length);
  return {
    own: share(own as boolean[]),
    foreignLong: share(long as boolean[]),
    foreignShort: share(short as boolean[]),
    questions: (own as boolean[]).length + (long as boolean[]).length + (short as boolean[]).length,
  };
}
