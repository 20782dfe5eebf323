import { itemAt } from '../../../domain/values/elements.ts';
import type { TextItem } from './pdf-lines.ts';

/** Combining characters by the spacing accents that fonts of TeX draw apart from their letters. */
const combining: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '´': '\u0301',
  ˆ: '\u0302',
  '^': '\u0302',
  '˜': '\u0303',
  '~': '\u0303',
  '¯': '\u0304',
  ˉ: '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
  '¸': '\u0327',
  '˛': '\u0328',
};

/** Minimum overlap of an accent with its letter, relative to the font size. */
const minOverlap = 0.12;

/** Returns the composed letter (Unicode NFC); null if there is none of this accent. */
function compose(letter: string, accent: string): string | null {
  const mark = combining[accent];
  if (mark === undefined) return null;
  const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter;
  const composed = (base + mark).normalize('NFC');
  return composed.length === 1 ? composed : null;
}

/**
 * Composes accents that are drawn over the first letter of the next item, or over the last letter of the item before,
 * in the items themselves. Returns those that still have text.
 */
export function composeAccents(items: TextItem[]): TextItem[] {
  for (let at = 1; at < items.length; at++) {
    const [one, other] = [itemAt(items, at - 1), itemAt(items, at)];
    const isOver = other.left < one.right - one.size * minOverlap && other.left > one.left - one.size;
    if (!isOver || Math.abs(one.baseline - other.baseline) > one.size * 0.5) continue;
    const before = compose(other.text.slice(0, 1), one.text.slice(-1));
    if (before !== null) {
      one.text = one.text.slice(0, -1);
      one.right = Math.min(one.right, other.left);
      other.text = before + other.text.slice(1);
      continue;
    }
    const behind = compose(one.text.slice(-1), other.text.slice(0, 1));
    if (behind === null) continue;
    one.text = one.text.slice(0, -1) + behind;
    other.text = other.text.slice(1);
  }
  return items.filter(({ text }) => text.trim() !== '');
}
