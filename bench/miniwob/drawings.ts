import type { Box, Hand, ShownElement } from './hand.ts';
import { firstField, ordinal, pick, quoted, type Solver, type Solvers, wait } from './tools.ts';

interface Point {
  x: number;
  y: number;
}

const centreOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Returns what is drawn. */
const readDrawings = async (hand: Hand) => (await hand.details()).filter(({ kind }) => kind === 'drawn');

/** Returns the centres of the drawn circles with this color. */
async function readDots(hand: Hand, color: string): Promise<Point[]> {
  const dots = (await readDrawings(hand)).filter(
    ({ words }) => /^circle/.test(words) && words.endsWith(color),
  );
  return dots.map(({ box }) => centreOf(box));
}

/** Clicks a point of the window and submits. */
async function clickPoint(hand: Hand, { x, y }: Point): Promise<void> {
  await hand.act('click', null, { x: Math.round(x), y: Math.round(y) });
  await hand.submit();
}

const middleOf = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});

/** Returns the point in a direction from another, as many pixels away. */
function towards(from: Point, direction: Point, distance: number): Point {
  const length = Math.hypot(direction.x, direction.y) || 1;
  return { x: from.x + (direction.x / length) * distance, y: from.y + (direction.y / length) * distance };
}

const bisectAngle: Solver = async (_task, hand) => {
  const [one, other] = await readDots(hand, 'black');
  const [vertex] = await readDots(hand, 'blue');
  if (one === undefined || other === undefined || vertex === undefined) throw new Error('no three points');
  const unit = (point: Point) => towards({ x: 0, y: 0 }, { x: point.x - vertex.x, y: point.y - vertex.y }, 1);
  const [a, b] = [unit(one), unit(other)];
  await clickPoint(hand, towards(vertex, { x: a.x + b.x, y: a.y + b.y }, 25));
};

const completeRightAngle: Solver = async (_task, hand) => {
  const [black] = await readDots(hand, 'black');
  const [vertex] = await readDots(hand, 'blue');
  const [area] = (await hand.all('img')).map(({ box }) => box);
  if (black === undefined || vertex === undefined || area == null) throw new Error('no two points');
  const across = { x: -(black.y - vertex.y), y: black.x - vertex.x };
  const ends = [1, -1].map((sign) => towards(vertex, { x: sign * across.x, y: sign * across.y }, 30));
  const isInside = ({ x, y }: Point) =>
    x > area.x && x < area.x + area.width && y > area.y && y < area.y + area.height;
  await clickPoint(hand, pick(ends.filter(isInside), 0));
};

/** Selects the text of a paragraph with the pointer, and submits. */
async function highlight(hand: Hand, paragraph: number): Promise<void> {
  const texts = (await hand.details()).filter(({ kind }) => kind === 'text').slice(1);
  const { box } = pick(texts, paragraph);
  const start = { fromX: box.x + 1, fromY: box.y + 3 };
  await hand.act('drag', null, { ...start, x: box.width - 3, y: box.height - 6 });
  await hand.submit();
}

const isShape = (name: string, words: string): boolean => {
  const kind = /^(rect|circle|polygon)\b/.exec(words)?.[1];
  return { rect: 'rectangle', circle: 'circle', polygon: 'triangle' }[kind ?? ''] === name;
};

/** Returns the drawn shapes that have a number because they react to a pointer. */
const readShapes = async (hand: Hand) =>
  (await hand.all('element')).filter(({ name }) => /^(?:rect|circle|polygon)\b/.test(name));

/** Drags each of the shapes into the box that is meant for it. */
async function sortShapes(hand: Hand, boxOf: (words: string, boxes: readonly Box[]) => Box | undefined) {
  const drawn = await readDrawings(hand);
  const boxes = drawn.filter(({ words }) => words.includes('#shape-container')).map(({ box }) => box);
  const shapes = await readShapes(hand);
  for (const [at, { number, name, box }] of shapes.entries()) {
    const into = boxOf(name, boxes);
    if (into === undefined || box === null) continue;
    const from = centreOf(box);
    const to = { x: into.x + 14 + (at % 3) * 18, y: centreOf(into).y };
    await hand.act('drag', number, { x: to.x - from.x, y: to.y - from.y });
  }
  await hand.submit();
}

const chooseColor: Solver = async (task, hand) => {
  const [, kind = 'item'] = /How many (?:\w+ )*?(\w+?)s? are/.exec(task) ?? [];
  const words = (/How many (.*) are/.exec(task)?.[1] ?? '').replace(/s$/, '').split(' ');
  const fits = (look: string) =>
    words.every((word) => {
      if (word === 'item' || word === 'large' || word === 'small') return true;
      if (word === 'digit') return /^text.* \d$/.test(look);
      if (word === 'letter') return /^text.* [a-z]$/i.test(look);
      if (word === 'shape') return !look.startsWith('text');
      return isShape(word, look) || look.split(' ').includes(word);
    });
  const shapes = (await readShapes(hand)).flatMap(({ name, box }) =>
    box === null ? [] : { words: name, box },
  );
  const drawn = [...(await readDrawings(hand)), ...shapes];
  const big = Math.max(...drawn.map(({ box }) => box.height));
  const isSized = (box: Box) =>
    words.includes('large') ? box.height > big * 0.7 : !words.includes('small') || box.height <= big * 0.7;
  const count = drawn.filter(({ words: look, box }) => fits(look) && isSized(box)).length;
  if (kind === '') throw new Error('the task names nothing to count');
  await hand.click(await hand.find(String(count), 'button'));
};

const findHot: Solver = async (_task, hand) => {
  const { number, box } = await hand.find(/touch-area/);
  if (box === null) throw new Error('the area has no place');
  const feel = async (x: number, y: number) => {
    await hand.act('hover', number, { x, y });
    const said = (await hand.lines()).slice(1).join(' ');
    return ['ICE COLD', 'COLD', 'WARM', 'HOT'].findLastIndex((word) => said.includes(word));
  };
  let step = 30;
  let best = { x: 15, y: 15, heat: -1 };
  while (step >= 3 && best.heat < 3) {
    const around = best;
    const reach = best.heat <= 0 ? 6 : 2;
    for (let dx = -reach; dx <= reach && best.heat < 3; dx += 1)
      for (let dy = -reach; dy <= reach && best.heat < 3; dy += 1) {
        const [x, y] = [around.x + dx * step, around.y + dy * step];
        if (x < 2 || y < 2 || x > box.width - 2 || y > box.height - 2) continue;
        const heat = await feel(x, y);
        if (heat > best.heat) best = { x, y, heat };
      }
    step = Math.floor(step / 2);
  }
  await hand.click(number, { x: best.x, y: best.y });
};

const createEvent: Solver = async (task, hand) => {
  const [, count = '1', unit] = /Create a ([\d.]+) (hour|min)/.exec(task) ?? [];
  const halfHours = unit === 'min' ? Number(count) / 30 : Number(count) * 2;
  const [first = 0, end = 0] = [...task.matchAll(/(\d+)(AM|PM)/g)].map(
    ([, hour, half]) => ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 2,
  );
  const events = (await hand.details()).filter(({ words }) => /^[A-Z]\w+$/.test(words));
  const slots = (await hand.all('element')).filter(({ name }) => {
    const at = Number(/#hh-(\d+)/.exec(name)?.[1] ?? -1);
    return at >= first && at < end;
  });
  const isFree = ({ box }: ShownElement) =>
    box !== null &&
    !events.some(({ box: { y, height } }) => y < box.y + box.height - 4 && y + height > box.y + 4);
  const at = slots.findIndex((_, index) => {
    const meant = slots.slice(index, index + halfHours);
    return meant.length === halfHours && meant.every(isFree);
  });
  const [from, to] = [pick(slots, at), pick(slots, at + halfHours - 1)];
  if (halfHours > 1) await hand.act('drag', from, { to: to.number });
  else await hand.click(from);
  await wait(300);
  await hand.type(await firstField(hand), quoted(task));
  await hand.click('Create');
};

export const drawings: Solvers = {
  'bisect-angle': bisectAngle,
  'right-angle': completeRightAngle,
  'circle-center': async (_task, hand) => {
    const [circle] = await readDrawings(hand);
    await clickPoint(hand, centreOf(pick([circle ?? []].flat(), 0).box));
  },
  'find-midpoint': async (_task, hand) => {
    const dots = await readDots(hand, 'black');
    await clickPoint(hand, middleOf(pick(dots, 0), pick(dots, 1)));
  },
  'count-shape': chooseColor,
  'visual-addition': async (_task, hand) => {
    const blocks = (await readDrawings(hand)).filter(({ words }) => words.includes('addition-block'));
    await hand.type(await firstField(hand), String(blocks.length));
    await hand.submit();
  },
  'draw-line': async (task, hand) => {
    const [dot] = await readDrawings(hand);
    const { x, y } = centreOf(pick([dot ?? []].flat(), 0).box);
    const length = 30;
    const isLevel = task.includes('horizontal');
    const [dx, dy] = isLevel ? [length, 0] : [0, length];
    await hand.act('drag', null, { fromX: x - dx, fromY: y - dy, x: 2 * dx, y: 2 * dy });
    await hand.submit();
  },
  'drag-shapes': (task, hand) =>
    sortShapes(hand, (words, [box]) =>
      isShape(/Drag all (\w+)s into/.exec(task)?.[1] ?? '', words) ? box : undefined,
    ),
  'drag-shapes-2': (task, hand) =>
    sortShapes(hand, (words, boxes) => {
      const isMeant = isShape(/Drag all (\w+)s into/.exec(task)?.[1] ?? '', words);
      const isLeft = /into the left/.test(task) === isMeant;
      const sorted = boxes.toSorted((one, other) => one.x - other.x);
      return sorted.at(isLeft ? 0 : -1);
    }),
  'highlight-text': (_task, hand) => highlight(hand, 0),
  'highlight-text-2': (task, hand) => highlight(hand, ordinal(task) - 1),
  'resize-textarea': async (task, hand) => {
    const [field] = await hand.all('textbox');
    const by = /larger/.test(task) ? 15 : -15;
    const distance = /height/.test(task) ? { x: 0, y: by } : { x: by, y: 0 };
    const handle = pick(await readDrawings(hand), 0).box;
    const { x: fromX, y: fromY } = centreOf(handle);
    if (field === undefined) throw new Error('the snapshot shows no field');
    await hand.act('drag', null, { fromX, fromY, ...distance });
    await hand.submit();
  },
  'scroll-text': async (_task, hand) => {
    const [text] = (await hand.lines(true)).filter((line) => line.includes('textbox'));
    const value = /= ("(?:[^"\\]|\\.)*")/.exec(text ?? '')?.[1] ?? '""';
    const word = String(JSON.parse(value)).trim().split(' ').at(-1) ?? '';
    await hand.type(pick(await hand.all('textbox'), 1), word.replace('.', ''));
    await hand.submit();
  },
  'click-menu-2': async (task, hand) => {
    const lines = await hand.lines(true);
    const icon = /^drawn: "span\.ui-icon\.([\w-]+)"/.exec(
      lines.find((line) => line.startsWith('drawn')) ?? '',
    )?.[1];
    const isMeant = (name: string, line: string) =>
      task.includes('"Menu" button, and then find and click on the item labeled')
        ? name === /labeled "(.*)"/.exec(task)?.[1]
        : line.includes(`ui-icon.${icon}"`);
    await hand.click('Menu');
    await wait(300);
    if (!(await clickItem(hand, isMeant))) {
      await hand.act('hover', await hand.find('Playback', 'menuitem'));
      await wait(800);
      await clickItem(hand, isMeant);
    }
  },
  'hot-cold': findHot,
  'daily-calendar': createEvent,
};

/** Clicks the menu item that is meant by its name or its icon; returns false if none is shown. */
async function clickItem(hand: Hand, isMeant: (name: string, line: string) => boolean): Promise<boolean> {
  const lines = await hand.lines(true);
  for (const [at, line] of lines.entries()) {
    const [, number, name = ''] = /\[(\d+)\] menuitem "(.*?)"/.exec(line) ?? [];
    const icon = lines[at + 1]?.startsWith('drawn') ? lines[at + 1] : '';
    if (number === undefined || !isMeant(name, icon ?? '')) continue;
    await hand.click(Number(number));
    return true;
  }
  return false;
}
