import type { Field } from '../field.ts';
import { pointerTokens } from '../schema-fields.ts';

/** A field of an entry, and its name in the entries. */
export interface EntryField {
  field: Field;
  name: string;
}

/** The scalars that stand directly in the entries of a field of records: what nests deeper has no columns. */
export function entryFieldsOf(field: Field): EntryField[] {
  const depth = pointerTokens(field.pointer).length + 2;
  return field.fields.flatMap((leaf): EntryField[] => {
    const tokens = pointerTokens(leaf.pointer);
    if (leaf.structure !== 'scalar' || tokens.length !== depth) return [];
    return [{ field: leaf, name: tokens.at(-1) as string }];
  });
}
