import type { Hand } from './hand.ts';
import {
  firstField,
  ordinal,
  pick,
  pickDate,
  quoted,
  quotedAll,
  type Solver,
  type Solvers,
  wait,
} from './tools.ts';

/** `Select a, b and click Submit.` */
const checkListed: Solver = async (task, hand) => {
  const list = /Select (.*) and click/i.exec(task)?.[1] ?? '';
  for (const name of list === 'nothing' ? [] : list.split(', ')) await hand.click(await hand.find(name));
  await hand.submit();
};

const chooseListed: Solver = async (task, hand) => {
  const values = (/Select (.*) from the/.exec(task)?.[1] ?? '').split(', ');
  await hand.act('select', await hand.find(/combobox|listbox/), { values });
  await hand.submit();
};

const enterQuoted: Solver = async (task, hand) => {
  const isUpper = /upper case/.test(task);
  const isLower = /lower case/.test(task);
  const word = quoted(task);
  const text = isUpper ? word.toUpperCase() : isLower ? word.toLowerCase() : word;
  for (const field of await hand.all('textbox')) await hand.type(field, text);
  await hand.submit();
};

const logIn: Solver = async (task, hand) => {
  const [user = '', password = ''] = quotedAll(task);
  const [first, second] = await hand.all('textbox');
  for (const [field, text] of [
    [first, user],
    [second, password],
  ] as const) {
    if (field === undefined) throw new Error('the snapshot shows no field');
    const failure = await hand.type(field, text).catch((error: unknown) => error);
    await wait(500);
    const popup = (await hand.all('button')).find(({ name }) => name === 'Cancel');
    if (popup === undefined && failure !== undefined) throw failure;
    if (popup === undefined) continue;
    await hand.click(popup);
    await hand.type(field, text);
  }
  await hand.submit();
};

/** Evaluates `a + b`, `a - b` or `a x b` of whole numbers. */
function compute(expression: string): number {
  const [, a = '0', operator, b = '0'] = /(-?\d+)\s*([-+x*])\s*(-?\d+)/.exec(expression) ?? [];
  if (operator === '+') return Number(a) + Number(b);
  return operator === '-' ? Number(a) - Number(b) : Number(a) * Number(b);
}

/** Reads the cells of a table of two columns. */
async function readPairs(hand: Hand): Promise<Map<string, string>> {
  const cells = (await hand.lines()).flatMap((line) => /^cell "(.*)"/.exec(line)?.[1] ?? []);
  return new Map(cells.flatMap((cell, at) => (at % 2 === 0 ? [[cell, cells[at + 1] ?? ''] as const] : [])));
}

const guessNumber: Solver = async (_task, hand) => {
  let [low, high] = [0, 9];
  for (let attempt = 0; attempt < 5 && low <= high; attempt += 1) {
    const guess = Math.floor((low + high) / 2);
    await hand.type(await firstField(hand), String(guess));
    await hand.submit();
    const [said = ''] = (await hand.texts()).filter((text) => /than|correct/i.test(text));
    if (/lower/.test(said)) high = guess - 1;
    else if (/higher/.test(said)) low = guess + 1;
    else return;
  }
};

/** Copies the text of a field with keys: a snapshot joins the spaces of a value. */
async function copyText(hand: Hand, from: number, to: number): Promise<void> {
  await hand.press('Control+A', from);
  await hand.press('Control+C', from);
  await hand.press('Control+V', to);
  await hand.submit();
}

const chooseDate: Solver = async (task, hand) => {
  await hand.click(pick(await hand.all('textbox'), 0));
  await wait(400);
  await pickDate(hand, task);
  await hand.submit();
};

const completeWord: Solver = async (task, hand) => {
  const [start = '', end = ''] = quotedAll(task);
  await hand.type(await firstField(hand), start);
  await wait(1_000);
  const lines = (await hand.lines()).map((line) => line.replace(/^text: /, ''));
  const found = lines.slice(1).find((line) => line.startsWith(start) && line.endsWith(end));
  await hand.click(found ?? 0);
  await hand.submit();
};

const hexColors: Readonly<Record<string, string>> = {
  red: 'FF0000',
  lime: '00FF00',
  blue: '0000FF',
  yellow: 'FFFF00',
  cyan: '00FFFF',
  aqua: '00FFFF',
  magenta: 'FF00FF',
  fuchsia: 'FF00FF',
  black: '000000',
  white: 'FFFFFF',
  gray: '808080',
  silver: 'C0C0C0',
  maroon: '800000',
  olive: '808000',
  green: '008000',
  teal: '008080',
  navy: '000080',
  purple: '800080',
  orange: 'FFA500',
  pink: 'FFC0CB',
  brown: 'A52A2A',
};

/** Fills in fields whose labels are all before or all after them. */
const searchMovies: Solver = async (task, hand) => {
  const [, genre = '', director = '', year = ''] =
    /for (.*) movies directed by (.*) from year (\d+)/.exec(task) ?? [];
  const values: Readonly<Record<string, string>> = { Genre: genre, Director: director, Year: year };
  const shown = (await hand.lines()).slice(1).flatMap((line) => {
    const field = /\[(\d+)\] textbox/.exec(line)?.[1];
    const label = /\b(Genre|Director|Year)\b/.exec(line)?.[1];
    return field === undefined && label === undefined ? [] : { field, label };
  });
  const isLabelFirst = shown[0]?.field === undefined || shown[0].label !== undefined;
  for (const [at, { field, label: own }] of shown.entries()) {
    const label = own ?? shown[isLabelFirst ? at - 1 : at + 1]?.label ?? '';
    if (field !== undefined) await hand.type(Number(field), values[label] ?? '');
  }
  await hand.click(await hand.find(/"(?:Search|Submit)"/i));
};

const generateNumber: Solver = async (task, hand) => {
  const bound = Number(/(-?\d+)/.exec(task)?.[1] ?? 0);
  const fits = (number: number) => {
    if (/odd/.test(task)) return number % 2 !== 0;
    if (/even/.test(task)) return number % 2 === 0;
    return /less/.test(task) ? number < bound : number > bound;
  };
  for (let attempt = 0; attempt < 40; attempt += 1) {
    await hand.click('Generate');
    const [number] = (await hand.texts()).filter((text) => /^-?\d+$/.test(text));
    if (number !== undefined && fits(Number(number))) break;
  }
  await hand.submit();
};

export const forms: Solvers = {
  'click-checkboxes': checkListed,
  'click-checkboxes-large': checkListed,
  'click-checkboxes-transfer': checkListed,
  'click-option': checkListed,
  'choose-list': chooseListed,
  'click-scroll-list': chooseListed,
  'enter-text': enterQuoted,
  'enter-text-2': enterQuoted,
  'enter-text-dynamic': enterQuoted,
  'enter-password': enterQuoted,
  'login-user': logIn,
  'login-user-popup': logIn,
  'enter-date': async (task, hand) => {
    const [, month, day, year] = /(\d+)\/(\d+)\/(\d+)/.exec(task) ?? [];
    await hand.type(await firstField(hand), `${year}-${month}-${day}`);
    await hand.submit();
  },
  'enter-time': async (task, hand) => {
    const [, hour = '', minute = '', half = ''] = /(\d+):(\d+) (AM|PM)/.exec(task) ?? [];
    const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
    await hand.type(await firstField(hand), `${String(hours).padStart(2, '0')}:${minute}`);
    await hand.submit();
  },
  'find-word': async (task, hand) => {
    const words = (await hand.texts()).join(' ').split(/\s+/);
    await hand.type(await firstField(hand), (words[ordinal(task) - 1] ?? '').replace(/[.,]$/, ''));
    await hand.submit();
  },
  'text-transform': async (_task, hand) => {
    await hand.type(await firstField(hand), (await hand.texts()).join(''));
    await hand.submit();
  },
  'simple-arithmetic': async (_task, hand) => {
    await hand.type(await firstField(hand), String(compute((await hand.texts()).join(' '))));
    await hand.submit();
  },
  'simple-algebra': async (_task, hand) => {
    const [text = ''] = (await hand.texts()).filter((line) => / = -?\d/.test(line));
    const [, left = '', sign = '+', right = '', result = '0'] =
      /(\S+) ([-+]) (\S+) = (-?\d+)/.exec(text) ?? [];
    const x =
      left === 'x'
        ? Number(result) - (sign === '+' ? Number(right) : -Number(right))
        : (Number(result) - Number(left)) * (sign === '+' ? 1 : -1);
    await hand.type(await firstField(hand), String(x));
    await hand.submit();
  },
  'read-table': async (task, hand) => {
    const label = /value of (.*) into/.exec(task)?.[1] ?? '';
    await hand.type(await firstField(hand), (await readPairs(hand)).get(label) ?? '');
    await hand.submit();
  },
  'read-table-2': async (_task, hand) => {
    const pairs = await readPairs(hand);
    const labels = (await hand.texts()).filter((text) => text.endsWith(':'));
    for (const [at, field] of (await hand.all('textbox')).entries())
      await hand.type(field, pairs.get((labels[at] ?? '').slice(0, -1)) ?? '');
    await hand.submit();
  },
  'guess-number': guessNumber,
  'odd-or-even': async (_task, hand) => {
    const numbers = (await hand.texts()).filter((text) => /^-?\d+$/.test(text)).map(Number);
    const [odd, even] = [
      await hand.all('button').then((all) => all.filter(({ name }) => name === 'Odd')),
      await hand.all('button').then((all) => all.filter(({ name }) => name === 'Even')),
    ];
    for (const [at, number] of numbers.entries())
      await hand.click((number % 2 === 0 ? even[at] : odd[at]) ?? 0);
    await hand.submit();
  },
  'use-spinner': async (task, hand) => {
    await hand.type(await firstField(hand), /Select (-?\d+)/.exec(task)?.[1] ?? '');
    await hand.submit();
  },
  'form-sequence-2': async (task, hand) => {
    const [radio = 1, field = 1] = [...task.matchAll(/(\d+)(?:st|nd|rd|th)/g)].map(([, number]) =>
      Number(number),
    );
    await hand.click((await hand.all('radio'))[radio - 1] ?? 0);
    await hand.type((await hand.all('textbox'))[field - 1] ?? 0, quoted(task));
    await hand.submit();
  },
  'copy-paste': async (_task, hand) => {
    const fields = await hand.all('textbox');
    const filled = fields.findIndex(({ line }) => line.includes(' = '));
    await copyText(hand, pick(fields, filled).number, pick(fields, 1 - filled).number);
  },
  'copy-paste-2': async (task, hand) => {
    const fields = await hand.all('textbox');
    await copyText(hand, pick(fields, ordinal(task) - 1).number, pick(fields, -1).number);
  },
  'choose-date': chooseDate,
  'choose-date-easy': chooseDate,
  'choose-date-medium': chooseDate,
  'choose-date-nodelay': chooseDate,
  'use-autocomplete': completeWord,
  'use-autocomplete-nodelay': completeWord,
  'multi-layouts': searchMovies,
  'multi-orderings': searchMovies,
  'generate-number': generateNumber,
  'form-sequence-3': async (task, hand) => {
    await hand.click(pick(await hand.all('element'), 0));
    await wait(500);
    await hand.click(/Choose (.*) from/.exec(task)?.[1] ?? '');
    await wait(500);
    await hand.click(await hand.find(quoted(task), 'button'));
  },
  'use-colorwheel': async (task, hand) => {
    await hand.type(await firstField(hand), hexColors[/Select (\w+)/.exec(task)?.[1] ?? ''] ?? '');
    await hand.submit();
  },
};
