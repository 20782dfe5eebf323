import type { IconNode } from '../../components/icons.ts';

/** An entry of the palette. */
export interface PaletteCommand {
  id: string;
  label: string;
  /** What it is, such as `Monitor`. */
  hint: string;
  icon: IconNode;
  run(): void;
}

/** Most entries that are shown. */
const maxShown = 12;

/** Returns how well a label matches words: 3 for its start, 2 for starts of its words, 1 for parts of it, 0 for not all. */
function rank({ label, hint }: PaletteCommand, words: readonly string[]): number {
  const name = label.toLowerCase();
  const text = `${name} ${hint.toLowerCase()}`;
  if (!words.every((word) => text.includes(word))) return 0;
  if (name.startsWith(words.join(' '))) return 3;
  const starts = text.split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => starts.some((start) => start.startsWith(word))) ? 2 : 1;
}

/** Returns the commands that contain every word of a query, the best first and in their order if they are equal. */
export function matchCommands(commands: readonly PaletteCommand[], query: string): PaletteCommand[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands.slice(0, maxShown);
  return commands
    .map((command) => ({ command, score: rank(command, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, maxShown)
    .map(({ command }) => command);
}
