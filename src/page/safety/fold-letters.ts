/** Classes of UTF-16 code units; the classes from {@link firstLetterClass} to {@link lastLetterClass} are letters. */
export const characterClass = { separator: 0, otherLetter: 61, ignored: 62, ideographic: 63 } as const;

/** Number of classes, and the size of a node of a trie of letters. */
export const classCount = 64;

/** Class of the letter `a`; `b` to `z` follow. */
const classOfA = 1;
/** Class of the first letter that has no Latin form. */
const firstOtherScript = 27;

/** Letters of other scripts and digits that look like Latin letters or replace them, each before its replacement. */
const lookalikes = 'аaеeоoрpсcуyхxіiѕsјjԁdԛqԝwһhαaοoνvιiρpεeτtκkıiłløođdßsæaœoþt0o1i3e4a5s7t';
/** Cyrillic letters that have no Latin form. */
const cyrillic = 'бвгджзийклмнптфцчшщъыьэюяґє';

/** Scripts that write words without spaces, or with suffixes that follow directly. */
const ideographicRanges: readonly (readonly [number, number])[] = [
  [0x3005, 0x3007],
  [0x3040, 0x30ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
];
/** Code units of alphabets whose letters are folded; each range is inclusive. */
const alphabetRanges: readonly (readonly [number, number])[] = [
  [0x30, 0x39],
  [0x41, 0x7a],
  [0xaa, 0x52f],
  [0x1e00, 0x1fff],
  [0xff10, 0xff5a],
];

function letterClasses(): Map<string, number> {
  const classes = new Map<string, number>();
  for (let letter = 0; letter < 26; letter++)
    classes.set(String.fromCharCode(97 + letter), classOfA + letter);
  [...cyrillic].forEach((letter, index) => {
    classes.set(letter, firstOtherScript + index);
  });
  const pairs = [...lookalikes];
  for (let at = 0; at < pairs.length; at += 2) {
    const replacement = classes.get(pairs[at + 1] ?? '');
    if (replacement !== undefined) classes.set(pairs[at] ?? '', replacement);
  }
  return classes;
}

/** Returns the class of a letter by its lower case in the compatibility form (NFKC), with or without its marks. */
function classOfLetter(letters: ReadonlyMap<string, number>, character: string): number {
  const plain = character.normalize('NFKC').toLowerCase();
  const base = plain.normalize('NFD').slice(0, 1);
  return letters.get(plain) ?? letters.get(base) ?? characterClass.otherLetter;
}

function createClasses(): Uint8Array {
  const classes = new Uint8Array(0x10000);
  const letters = letterClasses();
  const isLetter = /[\p{L}\p{N}]/u;
  for (const [from, to] of alphabetRanges) {
    for (let code = from; code <= to; code++) {
      const character = String.fromCharCode(code);
      if (!isLetter.test(character)) continue;
      classes[code] = classOfLetter(letters, character);
    }
  }
  classes.fill(characterClass.ignored, 0x300, 0x370);
  for (const [from, to] of ideographicRanges) classes.fill(characterClass.ideographic, from, to + 1);
  return classes;
}

/**
 * Class of each UTF-16 code unit. Letters that differ only in case, marks, width or script but look the same have one class,
 * and digits have the class of the letter that they replace.
 */
export const classOfCodeUnit: Uint8Array = createClasses();
