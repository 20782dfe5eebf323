/** Returns the width of a character in a usual font of several widths, relative to the font size. */
export function characterWidth(character: string): number {
  if (/[ijlftrI1.,;:'|!()[\]\s-]/.test(character)) return 0.33;
  if (/[mwMW@—]/.test(character)) return 0.85;
  return /[\p{Lu}&%]/u.test(character) ? 0.69 : 0.5;
}

/** Returns the width of a text in a usual font of several widths, relative to the font size. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}
