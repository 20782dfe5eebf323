/** Final forms of letters, which have the value of the letter. */
const finalForms: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };
const values: Readonly<Record<string, number>> = Object.fromEntries(
  [...'אבגדהוזחטיכלמנסעפצקרשת'].map((letter, at): [string, number] => [
    letter,
    at < 9 ? at + 1 : at < 18 ? (at - 8) * 10 : (at - 17) * 100,
  ]),
);
/** Letters with a mark in front of the last one, or one letter with a mark behind it. A year may have its thousands in front. */
const numeral = /(?<![\p{L}\p{M}])(?:ה['׳])?(?:[א-ת]{1,4}["״][א-ת]|[א-ת]['׳])(?![\p{L}\p{M}])/gu;
const minYear = 300;
/** Years are written without their thousands. */
const millennium = 5000;

/** Replaces Hebrew numerals in a folded text with digits, those of years with their thousands: `ט״ז באייר תשפ״ו` is `16 באייר 5786`. */
export function readHebrewNumerals(text: string): string {
  return text.replace(numeral, (found) => {
    const letters = found.replace(/^ה['׳](?=.)/u, '').replace(/["״'׳]/gu, '');
    const sum = [...letters].reduce(
      (total, letter) => total + (values[finalForms[letter] ?? letter] ?? 0),
      0,
    );
    return String(sum >= minYear ? sum + millennium : sum);
  });
}
