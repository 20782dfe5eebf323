import type { Hand } from './hand.ts';
import { ordinal, pick, quoted, quotedAll, readSliders, type Solver, type Solvers, slide } from './tools.ts';

const dragTowards: Solver = async (task, hand) => {
  const far = 30;
  const ways = { up: [0, -far], down: [0, far], left: [-far, 0], right: [far, 0] } as const;
  const way = /up|down|left|right/.exec(task)?.[0] as keyof typeof ways | undefined;
  const [x, y] = ways[way ?? 'up'];
  await hand.act('drag', pick(await hand.all('element'), 0), { x, y });
  await hand.submit();
};

/** Texts of the items of a list. */
async function readItems(hand: Hand): Promise<string[]> {
  const lines = await hand.lines();
  return lines.flatMap((line, at) =>
    lines[at - 1]?.includes('listitem') && line.startsWith('text: ') ? line.slice(6) : [],
  );
}

const dragItem: Solver = async (task, hand) => {
  const name = /Drag (\S+) /.exec(task)?.[1] ?? '';
  const items = await readItems(hand);
  const from = items.indexOf(name);
  const moved = {
    'down by one': from + 1,
    'up by one': from - 1,
    'to the top': 0,
    'to the bottom': items.length - 1,
  };
  const way = Object.entries(moved).find(([words]) => task.includes(words));
  const to = way?.[1] ?? ordinal(task) - 1;
  await moveItem(hand, items, from, to);
};

/** Drags an item of a list beyond the middle of the one in its place. */
async function moveItem(hand: Hand, items: readonly string[], from: number, to: number): Promise<void> {
  if (from === to) return;
  await hand.act('drag', pick(items, from), { to: pick(items, to), x: 20, y: to > from ? 16 : 2 });
}

const dragOnGrid: Solver = async (task, hand) => {
  const items = await readItems(hand);
  const row = task.includes('top') ? 0 : task.includes('bottom') ? 2 : 1;
  const column = task.includes('left') ? 0 : task.includes('right') ? 2 : 1;
  const name = /Drag (\S+) /.exec(task)?.[1] ?? '';
  const from = items.indexOf(name);
  const to =
    Object.entries({ up: from - 3, down: from + 3, left: from - 1, right: from + 1 }).find(([way]) =>
      task.includes(`${way} by one`),
    )?.[1] ?? row * 3 + column;
  // Items change places when the pointer is beyond the middle of one.
  await hand.act('drag', name, { to: pick(items, to), x: to % 3 > from % 3 ? 26 : 8, y: to > from ? 22 : 4 });
};

const sortNumbers: Solver = async (_task, hand) => {
  for (let at = 0; ; at += 1) {
    const items = await readItems(hand);
    const sorted = items.toSorted((one, other) => Number(one) - Number(other));
    const wrong = items.findIndex((item, place) => item !== sorted[place]);
    if (wrong === -1 || at > 12) break;
    await moveItem(hand, items, items.indexOf(pick(sorted, wrong)), wrong);
  }
  await hand.submit();
};

const setSliders: Solver = async (task, hand) => {
  const wanted = (/\[(.*)\]/.exec(task)?.[1] ?? /Select (-?\d+)/.exec(task)?.[1] ?? '')
    .split(',')
    .map(Number);
  for (const [at, { handle, value }] of (await readSliders(hand)).entries())
    await slide(hand, handle, value, wanted[at] ?? 0);
};

export const drags: Solvers = {
  'drag-circle': dragTowards,
  'drag-single-shape': dragTowards,
  'drag-items': dragItem,
  'drag-items-grid': dragOnGrid,
  'drag-sort-numbers': sortNumbers,
  'drag-box': async (_task, hand) => {
    await hand.act('drag', await hand.find('s'), { to: (await hand.find('L')).number });
    await hand.submit();
  },
  'use-slider': async (task, hand) => {
    await setSliders(task, hand);
    await hand.submit();
  },
  'use-slider-2': async (task, hand) => {
    await setSliders(task, hand);
    await hand.submit();
  },
  'form-sequence': async (task, hand) => {
    await setSliders(task, hand);
    await hand.click(pick(await hand.all('checkbox'), ordinal(task) - 1));
    await hand.submit();
  },
  'scroll-text-2': async (task, hand) => {
    const direction = /top/.test(task) ? 'up' : 'down';
    await hand.act('scroll', pick(await hand.all('textbox'), 0), { direction, amount: 5_000 });
    await hand.submit();
  },
  'sign-agreement': async (task, hand) => {
    const [text, name] = await hand.all('textbox');
    if (/^Click the cancel/i.test(task)) return hand.click(await hand.find('Cancel', 'button'));
    await hand.act('scroll', text ?? 0, { direction: 'down', amount: 5_000 });
    await hand.type(name ?? 0, quoted(task));
    await hand.click(await hand.find(quotedAll(task).at(-1) ?? '', 'button'));
  },
};
