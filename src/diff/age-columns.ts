import { ageUnit } from './age-phrases.ts';

/** Names of columns that state how long ago something was, in relation to the reading. */
const ageNames =
  /^(?:age|idle|last (?:activity|active|seen|updated?|changed?|modified|commit|login|post|reply|visit)|updated|alter|letzte (?:aktivität|änderung)|dernière activité|última actividad)$/iu;
/** A duration in one unit, in words or abbreviated: `42 min.`, `3 hours`, `2d`. */
const age = new RegExp(`^(?:\\d{1,5}|an?|one) ?${ageUnit}(?: ago)?$`, 'i');
const cellBorder = /(?<!\\)\|/;

/** Removes ages from the rows of one table after another. */
export interface AgeColumns {
  /** Returns a row without the ages in columns that are named as ages by a cell above them. */
  removeAges(row: string): string;
  /** Ends the table. */
  reset(): void;
}

/**
 * Creates a filter for the rows of Markdown tables. A duration is a value of its own in most tables, such as a travel
 * time; in a column that is named as an age, it changes with time alone.
 */
export function createAgeColumns(): AgeColumns {
  let columns = new Set<number>();
  return {
    removeAges(row) {
      const cells = row.split(cellBorder);
      const above = columns;
      const named = cells.flatMap((cell, at) => (ageNames.test(cell.replace(/\*/g, '').trim()) ? [at] : []));
      // A further row of headings starts another list in the same table.
      if (named.length > 0) columns = new Set(named);
      return above.size === 0
        ? row
        : cells.map((cell, at) => (above.has(at) && age.test(cell.trim()) ? ' ' : cell)).join('|');
    },
    reset() {
      columns = new Set();
    },
  };
}
