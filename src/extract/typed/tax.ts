const taxNames = 'vat|gst|pst|hst|tax(?:es)?|mwst|ust|tva|iva|btw|moms|mva|alv|kdv|dph|ptu|áfa|ндс|пдв';

/** Patterns for "plus tax" and "including tax"; the first match decides. */
const signs: readonly [RegExp, boolean][] = [
  [
    new RegExp(
      `(?:excl(?:uding|udes?|\\.)?|exkl\\.?|ex\\.?|plus|zzgl\\.?|zuzüglich|hors|sin|senza|без|ohne|without|before|uden|utan|ekskl\\.?|bez|\\+)\\s*(?:\\d+(?:[.,]\\d+)?\\s?%\\s*)?(?:of\\s|der\\s|la\\s|le\\s|l')?(?:${taxNames})(?!\\p{L})`,
      'iu',
    ),
    false,
  ],
  [
    new RegExp(
      `(?<!\\p{L})(?:${taxNames})\\.?\\s*(?:not included|excluded|exclusive|non inclus\\w*|no incluid\\w*|exclus\\w*)`,
      'iu',
    ),
    false,
  ],
  [/(?<!\p{L})(?:HT|税抜き?|税別|netto(?:preis)?|net price)(?!\p{L})/u, false],
  [
    new RegExp(
      `(?:incl(?:uding|usive of|udes?|\\.)?|inkl\\.?|inc\\.?|including|inclusive|einschl\\.?|con|compresa|comprend|avec|with|med|sis\\.?|včetně|с|z)\\s*(?:\\d+(?:[.,]\\d+)?\\s?%\\s*)?(?:of\\s|der\\s|la\\s|le\\s|l'|all\\s|gesetzl(?:iche[rn]?|\\.)\\s)?(?:${taxNames})(?!\\p{L})`,
      'iu',
    ),
    true,
  ],
  [
    new RegExp(
      `(?<!\\p{L})(?:${taxNames})\\.?\\s*(?:is |are )?(?:included|inclusive|inkl\\w*|incluid\\w*|inclus\\w*|inclusa|compresa|incl\\.?)`,
      'iu',
    ),
    true,
  ],
  [/(?<!\p{L})(?:TTC|税込み?|含税|bruttopreis)(?!\p{L})/u, true],
];

/**
 * Returns true if a text states that a price includes tax, false if it excludes tax, and null if it states
 * neither.
 */
export function parseTaxIncluded(text: string): boolean | null {
  return signs.find(([expression]) => expression.test(text))?.[1] ?? null;
}
