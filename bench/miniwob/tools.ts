import { setTimeout as pause } from 'node:timers/promises';
import type { Hand, ShownElement } from './hand.ts';

/** Plays one task; `task` is its text. */
export type Solver = (task: string, hand: Hand) => Promise<void>;
/** Solvers by the name of the task. */
export type Solvers = Readonly<Record<string, Solver>>;

export const quotedAll = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word);
export const quoted = (text: string): string => quotedAll(text)[0] ?? '';
export const ordinal = (text: string): number => Number(/(\d+)(?:st|nd|rd|th)/.exec(text)?.[1] ?? 1);
export const wait = (ms: number): Promise<void> => pause(ms);

export async function firstField(hand: Hand): Promise<ShownElement> {
  const [field] = (await hand.all()).filter(({ role }) => role === 'textbox' || role === 'spinbutton');
  if (field === undefined) throw new Error('the snapshot shows no field');
  return field;
}

/** Returns an item of a list. Throws an error if the snapshot shows fewer. */
export function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items.at(at);
  if (item === undefined) throw new Error(`the snapshot shows ${items.length} elements, not ${at + 1}`);
  return item;
}

/** Moves a calendar that is open to the month of a date, and clicks its day; `date` is month/day/year. */
export async function pickDate(hand: Hand, date: string): Promise<void> {
  const [, month = 1, day = 1, year = 0] = (/(\d+)\/(\d+)\/(\d+)/.exec(date) ?? []).map(Number);
  for (let step = 0; step < 24; step += 1) {
    const title =
      (await hand.texts()).flatMap((text) => /^[A-Z][a-z]+ \d{4}$/.exec(text)?.[0] ?? [])[0] ?? '';
    const shown = new Date(`1 ${title} UTC`);
    const ahead = (shown.getUTCFullYear() - year) * 12 + shown.getUTCMonth() + 1 - month;
    if (ahead === 0) break;
    await hand.click(await hand.find(ahead > 0 ? /"Prev"/ : /"Next"/));
  }
  await hand.click(await hand.find(String(day), 'link'));
}

/** Moves a slider with keys from the value that is shown for it. */
export async function slide(hand: Hand, handle: ShownElement, from: number, to: number): Promise<void> {
  for (let left = Math.abs(to - from); left > 0; left -= 1)
    await hand.press(to > from ? 'ArrowRight' : 'ArrowLeft', handle);
}

/** Clicks the handles of sliders, and returns them with the numbers that are shown for them. */
export async function readSliders(hand: Hand): Promise<{ handle: ShownElement; value: number }[]> {
  const handles = (await hand.all()).filter(({ name }) => name.includes('slider-handle'));
  const values = (await hand.texts()).filter((text) => /^-?\d+$/.test(text)).map(Number);
  return handles.map((handle, at) => ({ handle, value: pick(values, at) }));
}
