import type { Hand, ShownElement } from './hand.ts';
import { ordinal, pick, quoted, type Solver, type Solvers, wait } from './tools.ts';

const clickQuoted: Solver = (task, hand) => hand.click(quoted(task));

/** Opens one part after the other until the word is shown, and clicks it. */
const openUntilShown: Solver = async (task, hand) => {
  const word = quoted(task);
  for (const tab of await hand.all('tab')) {
    if (!/selected/.test(tab.line)) await hand.click(tab);
    await wait(300);
    const named = (await hand.all()).find(({ name }) => name === word);
    if (named !== undefined) return hand.click(named);
  }
  throw new Error(`no part shows ${word}`);
};

const colors: Readonly<Record<string, string>> = {
  red: '255, 0, 0',
  lime: '0, 255, 0',
  blue: '0, 0, 255',
  yellow: '255, 255, 0',
  cyan: '0, 255, 255',
  magenta: '255, 0, 255',
  black: '0, 0, 0',
  white: '255, 255, 255',
  grey: '128, 128, 128',
  gray: '128, 128, 128',
  olive: '128, 128, 0',
  purple: '128, 0, 128',
  orange: '255, 165, 0',
  pink: '255, 192, 203',
};

/** Returns what a drawn element is called in tasks. */
function nameShape({ name }: Pick<ShownElement, 'name'>): string {
  if (/^circle\b/.test(name)) return 'circle';
  if (/^rect\b/.test(name)) return 'rectangle';
  if (/^polygon\b/.test(name)) return 'triangle';
  return /^\d$/.test(name) ? 'number' : 'letter';
}

/** Returns the elements that are drawn. */
const readShapes = async (hand: Hand) =>
  (await hand.all('element')).filter(({ name }) => !/^(?:div|span)\b/.test(name));

/** Clicks a shape or letter of the wanted kind, color and size. */
const pickShape: Solver = async (task, hand) => {
  const wanted = task.toLowerCase().replace('digit', 'number');
  const shapes = (await readShapes(hand)).map(({ name, box, number }) => ({
    look: name,
    kind: nameShape({ name }),
    box,
    number,
  }));
  // The color of a letter is a detail of its drawing.
  const letters = (await hand.details()).filter(({ words }) => words.startsWith('text '));
  const candidates = shapes.map((shape) => {
    const letter = letters.find(({ box }) => box.x === shape.box?.x && box.y === shape.box.y);
    return letter === undefined ? shape : { ...shape, look: letter.words };
  });
  const largest = 15;
  const found = candidates.find(({ look, kind, box }) => {
    const color = look.split(' ')[1] ?? '';
    const isColored = wanted.includes(color) || !colorNames.some((name) => wanted.includes(name));
    const isKind = wanted.includes(kind) || /item|shape/.test(wanted);
    const isSized = wanted.includes('large')
      ? (box?.height ?? 0) > largest
      : !wanted.includes('small') || (box?.height ?? 0) <= largest;
    return isColored && isKind && isSized && !(wanted.includes('shape') && /number|letter/.test(kind));
  });
  await hand.click(pick([found ?? []].flat(), 0).number);
};

const colorNames = ['red', 'green', 'blue', 'aqua', 'black', 'magenta', 'yellow'];

/** Clicks numbers that disappear after the first click. */
const clickInOrder: Solver = async (_task, hand) => {
  const shown = (await hand.all('element')).filter(({ name }) => /^\d$/.test(name));
  const places = shown.toSorted((one, other) => Number(one.name) - Number(other.name));
  for (const [at, { number, box }] of places.entries()) {
    if (at === 0) await hand.click(number);
    else await hand.click(findNearest(await hand.all('element'), box));
  }
};

function findNearest(shown: readonly ShownElement[], place: ShownElement['box']): ShownElement {
  const distance = ({ box }: ShownElement) =>
    box === null || place === null ? Infinity : Math.hypot(box.x - place.x, box.y - place.y);
  return pick(
    shown.toSorted((one, other) => distance(one) - distance(other)),
    0,
  );
}

const openPie: Solver = async (task, hand) => {
  await hand.click(await hand.find('+'));
  await wait(1_500);
  await hand.click(await hand.find(quoted(task)));
};

const expandAndSubmit: Solver = async (_task, hand) => {
  await hand.click(pick(await hand.all('tab'), 0));
  await wait(600);
  await hand.submit();
};

/** Marks of a board of nine cells, in rows; a cell without a mark is empty. */
type Board = readonly ('x' | 'o' | '')[];

const rows = ['012', '345', '678', '036', '147', '258', '048', '246'].map((row) => [...row].map(Number));

const hasRow = (board: Board, mark: 'x' | 'o'): boolean =>
  rows.some((row) => row.every((cell) => board[cell] === mark));
const emptyCells = (board: Board): number[] => board.flatMap((mark, cell) => (mark === '' ? cell : []));

/** Estimates the chance of winning against someone who plays well every other time; `known` holds the boards of before. */
function chanceOf(board: Board, isOwn: boolean, known: Map<string, number>): number {
  const key = `${board.join()} ${isOwn}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const after = emptyCells(board).map((cell) => board.with(cell, isOwn ? 'x' : 'o'));
  const chance = () => {
    if (hasRow(board, 'x')) return 1;
    if (hasRow(board, 'o') || after.length === 0) return 0;
    const chances = after.map((one) => chanceOf(one, !isOwn, known));
    if (isOwn) return Math.max(...chances);
    return (Math.min(...chances) + chances.reduce((sum, one) => sum + one, 0) / chances.length) / 2;
  };
  known.set(key, chance());
  return known.get(key) ?? 0;
}

/** Returns the cell for the next mark: the one with the best chance. */
function chooseCell(board: Board): number {
  const known = new Map<string, number>();
  const chances = emptyCells(board).map((cell) => ({
    cell,
    chance: chanceOf(board.with(cell, 'x'), false, known),
  }));
  return chances.toSorted((one, other) => other.chance - one.chance)[0]?.cell ?? 0;
}

const playBoard: Solver = async (_task, hand) => {
  for (let turn = 0; turn < 5; turn += 1) {
    const cells = (await hand.all('element')).filter(({ name }) => name.includes('ttt-'));
    if (cells.length < 9) return;
    const board = cells.map(({ name }) =>
      name.includes('mark-x') ? 'x' : name.includes('mark-o') ? 'o' : '',
    );
    await hand.click(pick(cells, chooseCell(board)));
    await wait(200);
  }
};

/** Clicks the boxes in which one of the three parts of the color is the largest. */
const clickShades: Solver = async (task, hand) => {
  const wanted = ['red', 'green', 'blue'].findIndex((name) => task.includes(name));
  for (const shade of (await hand.all('element')).filter(({ name }) => name.startsWith('span'))) {
    const parts = (shade.name.match(/\d+/g) ?? []).map(Number);
    if (parts.indexOf(Math.max(...parts)) === wanted) await hand.click(shade);
  }
  await hand.submit();
};

export const clicks: Solvers = {
  'click-button': clickQuoted,
  'click-test': (_task, hand) => hand.click('Click Me!'),
  'click-test-2': (task, hand) => hand.click(/button (\w+)/.exec(task)?.[1] ?? ''),
  'click-test-transfer': (task, hand) => hand.click(/button (\w+)/.exec(task)?.[1] ?? ''),
  'click-dialog': async (_task, hand) => hand.click(await hand.find('Close')),
  'click-dialog-2': async (task, hand) => {
    const name = quoted(task);
    await hand.click(await hand.find(name === 'x' ? 'Close' : name, 'button'));
  },
  'click-link': clickQuoted,
  'unicode-test': clickQuoted,
  'click-tab': async (task, hand) => hand.click(await hand.find(/(Tab #\d+)/.exec(task)?.[1] ?? '', 'tab')),
  'click-tab-2': openUntilShown,
  'click-tab-2-easy': openUntilShown,
  'click-tab-2-medium': openUntilShown,
  'click-tab-2-hard': openUntilShown,
  'click-collapsible-2': openUntilShown,
  'click-collapsible-2-nodelay': openUntilShown,
  'click-button-sequence': async (_task, hand) => {
    await hand.click('ONE');
    await hand.click('TWO');
  },
  'button-delay': async (task, hand) => {
    await hand.click('ONE');
    await wait(Number(/wait (\d+) seconds/.exec(task)?.[1] ?? 1) * 1_000);
    await hand.click('TWO');
  },
  'click-menu': async (task, hand) => {
    for (const name of task.replace(/^Select /, '').split('>')) {
      await hand.act('hover', await hand.find(name.trim(), 'menuitem'));
      await wait(400);
    }
    await hand.click(
      await hand.find(
        task
          .replace(/^Select /, '')
          .split('>')
          .at(-1)
          ?.trim() ?? '',
        'menuitem',
      ),
    );
  },
  'click-color': async (task, hand) =>
    hand.click(await hand.find(new RegExp(`rgb\\(${colors[/the (\w+) colored/.exec(task)?.[1] ?? '']}\\)`))),
  'click-widget': async (task, hand) => {
    const kind = {
      text: 'textbox',
      textarea: 'textbox',
      button: 'button',
      radio: 'radio',
      checkbox: 'checkbox',
    }[quoted(task)];
    const shown = await hand.all(kind);
    await hand.click((quoted(task) === 'textarea' ? shown.at(-1) : shown[0]) ?? 0);
  },
  'grid-coordinate': async (task, hand) => {
    const point = /\((-?\d+),(-?\d+)\)/.exec(task)?.[0] ?? '';
    const found = (await hand.all('element')).find(({ name }) => name.includes(`#${point}`));
    await hand.click(found ?? 0);
  },
  'focus-text': async (_task, hand) => hand.click(pick(await hand.all('textbox'), 0)),
  'focus-text-2': async (task, hand) => hand.click((await hand.all('textbox'))[ordinal(task) - 1] ?? 0),
  'find-greatest': async (_task, hand) => {
    let [best, greatest] = [-1, Number.NEGATIVE_INFINITY];
    const cards = () => hand.all('element');
    for (let at = 0; at < (await cards()).length; at += 1) {
      await hand.click((await cards())[at] ?? 0);
      const number = Math.max(
        ...(await hand.all()).flatMap(({ name }) => (/^\d+$/.test(name) ? Number(name) : [])),
      );
      if (number > greatest) [best, greatest] = [at, number];
    }
    await hand.click((await cards())[best] ?? 0);
    await hand.submit();
  },
  'navigate-tree': async (task, hand) => {
    const name = quoted(task);
    const tried = new Set<string>();
    for (let step = 0; step < 20; step += 1) {
      const shown = (await hand.all()).filter(({ name: own }) => own !== '');
      const found = shown.find((one) => one.name === name);
      if (found !== undefined) return hand.click(found);
      // A folder holds the word to click; a file is only an item of the list.
      const next = shown.find((one) => one.role === 'element' && !tried.has(one.name));
      if (next === undefined) break;
      tried.add(next.name);
      await hand.click(next);
    }
  },
  'click-shape': pickShape,
  'identify-shape': async (_task, hand) => {
    const name = nameShape(pick(await readShapes(hand), 0));
    await hand.click(await hand.find(new RegExp(`"${name}"`, 'i'), 'button'));
  },
  'ascending-numbers': clickInOrder,
  'click-pie': openPie,
  'click-pie-nodelay': openPie,
  'click-collapsible': expandAndSubmit,
  'click-collapsible-nodelay': expandAndSubmit,
  'click-shades': clickShades,
  'tic-tac-toe': playBoard,
};
