import type { PageCommand } from '../../domain/pages/page-command.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';

/** Maximum size of the pages of one response, in characters; the first page is always part of it. */
export const maxAnswerCharacters = 16_000_000;

/** Returns the number of characters of all texts in a JSON value. */
function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, one: unknown) => sum + countCharacters(one), 0);
}

/** Decides which pages of a call fit into its response. */
export class AnswerSize {
  #characters = 0;
  readonly #left = new Set<PageCommand>();

  /** Returns true if no further page fits, so that it need not be read. */
  get isFull(): boolean {
    return this.#characters >= maxAnswerCharacters;
  }

  /** Pages that are left out, because they do not fit. */
  get left(): ReadonlySet<PageCommand> {
    return this.#left;
  }

  /** Adds a page; false if it does not fit. */
  add({ page }: FetchedPage): boolean {
    const characters = countCharacters(page);
    if (this.#characters > 0 && this.#characters + characters > maxAnswerCharacters) return false;
    this.#characters += characters;
    return true;
  }

  /** Records a page that is left out, because it does not fit. */
  leave(command: PageCommand): void {
    this.#left.add(command);
  }
}
