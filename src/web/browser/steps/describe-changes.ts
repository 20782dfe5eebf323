import { diffArrays } from 'diff';

/** Changes beyond this number are not worth comparing: the whole page is shorter to read. */
const maxEditLength = 400;
/** Share of the page above which its changes are not shorter than the page. */
const maxChangedShare = 0.5;

/**
 * Returns the lines of a snapshot that were removed (`-`) and added (`+`) since the one before, below a line that counts them;
 * null if so much has changed that the whole snapshot is better.
 */
export function describeChanges(before: readonly string[], after: readonly string[]): string[] | null {
  const parts = diffArrays([...before], [...after], { maxEditLength });
  if (parts === undefined) return null;
  const changed = parts
    .filter(({ added, removed }) => added || removed)
    .flatMap(({ value, added }) => value.map((line) => `${added ? '+' : '-'} ${line.trimStart()}`));
  if (changed.length > maxChangedShare * after.length) return null;
  return [changed.length === 0 ? 'changed: nothing' : `changed: ${changed.length} lines`, ...changed];
}
