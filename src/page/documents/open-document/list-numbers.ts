import type { ListLevel } from './styles.ts';

/** An open list or item, whose start tag is written with its first text. */
export interface ListFrame {
  element: 'ul' | 'ol' | 'li' | 'div';
  /** Attributes of the start tag, with a leading space. */
  attributes: string;
  isOpen: boolean;
  isList: boolean;
  /** True for a list that continues the numbers of another one. */
  continues: boolean;
}

/** Counts the items of ordered lists, so that a list can continue another one (OpenDocument 1.3 part 3, 5.3.3). */
export class ListNumbers {
  /** Number of the last item, by list style and level, and by the id of the list. */
  private readonly last = new Map<string, number>();
  private readonly counted: { keys: string[]; next: number }[] = [];

  /** Returns the number of the first item of a list that opens. */
  openList(
    attributes: Record<string, string>,
    style: string | null,
    level: number,
    { start }: ListLevel,
  ): number {
    const byStyle = `${style ?? ''}/${level}`;
    const id = attributes['xml:id'];
    const continued = attributes['text:continue-list'];
    const previous =
      continued !== undefined
        ? this.last.get(`#${continued}`)
        : attributes['text:continue-numbering'] === 'true'
          ? this.last.get(byStyle)
          : undefined;
    const first = previous === undefined ? start : previous + 1;
    this.counted.push({ keys: id === undefined ? [byStyle] : [byStyle, `#${id}`], next: first });
    return first;
  }

  /** Counts an item; returns the number that it sets for itself, or null. */
  openItem(attributes: Record<string, string>): number | null {
    const list = this.counted.at(-1);
    if (list === undefined) return null;
    const value = Number(attributes['text:start-value'] ?? Number.NaN);
    const own = Number.isInteger(value) && value >= 0 && value < 1e9 ? value : null;
    const number = own ?? list.next;
    list.next = number + 1;
    for (const key of list.keys) this.last.set(key, number);
    return own;
  }

  closeList(): void {
    this.counted.pop();
  }
}
