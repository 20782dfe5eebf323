import { lastOf } from '../../../domain/values/elements.ts';
import { pointerTokens } from '../../../domain/values/json-pointer.ts';
import type { Field } from '../../schema/field.ts';

/** A field of a list entry and its name in the entries. */
export interface EntryField {
  field: Field;
  name: string;
}

/** Returns the scalar fields directly in the entries of an array of objects. Deeper fields have no columns. */
export function getEntryFields(field: Field): EntryField[] {
  const depth = pointerTokens(field.pointer).length + 2;
  return field.fields.flatMap((leaf): EntryField[] => {
    const tokens = pointerTokens(leaf.pointer);
    if (leaf.structure !== 'scalar' || tokens.length !== depth) return [];
    return [{ field: leaf, name: lastOf(tokens) }];
  });
}
