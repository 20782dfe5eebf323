/** Pseudorandom number generator with the same sequence on every machine. */
export interface Dice {
  /** Returns an integer from 0 to below `limit`. */
  roll(limit: number): number;
  /** Returns one of the items. */
  pick<Item>(items: readonly Item[]): Item;
}

/** Creates a generator from a seed: 32-bit xorshift. */
export function diceOf(seed: number): Dice {
  let state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  const roll = (limit: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
  return { roll, pick: (items) => items[roll(items.length)] as (typeof items)[number] };
}

const subjects =
  'the harbour,a narrow bridge,the old mill,our workshop,the council,a visiting botanist,the night train,every apprentice,the archive,a patient baker,the lighthouse keeper,this valley'.split(
    ',',
  );
const verbs =
  'keeps,repairs,measures,remembers,paints,borrows,questions,carries,rebuilds,describes,protects,observes'.split(
    ',',
  );
const objects =
  'the eastern wall,a crate of lemons,three copper pipes,the weekly ledger,an unfinished map,the winter stores,a pair of gauges,the river stones,a letter from abroad,the public clock,two hundred lanterns,the orchard fence'.split(
    ',',
  );
const endings =
  'before the market opens,with very little noise,as the rules require,long after sunset,because nobody else would,in spite of the weather,for the second year running,without asking for thanks,while the tide is low,whenever guests arrive'.split(
    ',',
  );

/** Returns a sentence of ten to sixteen words. */
export function sentence(dice: Dice): string {
  const text = `${dice.pick(subjects)} ${dice.pick(verbs)} ${dice.pick(objects)} ${dice.pick(endings)}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a paragraph. */
export function paragraph(dice: Dice, sentences: number): string {
  return Array.from({ length: sentences }, () => sentence(dice)).join(' ');
}

const titleStarts =
  'Notes on,A history of,Repairing,Living with,The trouble with,Five lessons from,Measuring,In defence of,Beyond,Letters about'.split(
    ',',
  );
const titleEnds =
  'harbour cranes,stone bridges,copper roofs,winter bread,night trains,paper maps,tidal mills,public clocks,orchard walls,river ferries,glass lanterns,mountain post,salt roads,wooden boats,rooftop gardens'.split(
    ',',
  );

/** Returns title number `at` of a series; the first 150 differ in their words, later ones contain a number. */
export function titleOf(at: number): string {
  const start = titleStarts[at % titleStarts.length] as string;
  const end = titleEnds[Math.floor(at / titleStarts.length) % titleEnds.length] as string;
  const round = Math.floor(at / (titleStarts.length * titleEnds.length));
  return round === 0 ? `${start} ${end}` : `${start} ${end}, part ${round + 1}`;
}

/** Returns the words of a text in lower case with hyphens, for a path. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Escapes text for HTML text and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
