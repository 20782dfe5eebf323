import type { Hand } from './hand.ts';

/** Plays one task; `task` is its text. */
export type Solver = (task: string, hand: Hand) => Promise<void>;

const quoted = (text: string): string => /"([^"]*)"/.exec(text)?.[1] ?? '';
const quotedAll = (text: string): string[] => [...text.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word);
const ordinal = (text: string): number => Number(/(\d+)(?:st|nd|rd|th)/.exec(text)?.[1] ?? 1);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const clickQuoted: Solver = (task, hand) => hand.click(quoted(task));

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
    await hand.type(field, text);
    const popup = (await hand.all('button')).find(({ name }) => /^(?:Cancel|Exit|OK)$/.test(name));
    if (popup !== undefined && /^(?:Cancel|Exit)$/.test(popup.name)) await hand.click(popup);
  }
  await hand.click(await hand.find(/"Login"/, 'button'));
};

/** Opens one part after the other until the word is shown, and clicks it. */
const openUntilShown: Solver = async (task, hand) => {
  const word = quoted(task);
  for (const tab of await hand.all('tab')) {
    if (!/selected/.test(tab.line)) await hand.click(tab);
    await wait(300);
    const shown = (await hand.lines()).filter(
      (line) => !line.startsWith('text: Switch') && !line.startsWith('text: Expand'),
    );
    const named = (await hand.all()).find(({ name }) => name === word);
    if (named !== undefined) return hand.click(named);
    if (shown.some((line) => line.includes(word))) return hand.click(word);
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

/** Evaluates `a + b`, `a - b` or `a x b` of whole numbers. */
function compute(expression: string): number {
  const [, a = '0', operator, b = '0'] = /(-?\d+)\s*([-+x*])\s*(-?\d+)/.exec(expression) ?? [];
  if (operator === '+') return Number(a) + Number(b);
  return operator === '-' ? Number(a) - Number(b) : Number(a) * Number(b);
}

const firstField = async (hand: Hand) => {
  const [field] = (await hand.all()).filter(({ role }) => role === 'textbox' || role === 'spinbutton');
  if (field === undefined) throw new Error('the snapshot shows no field');
  return field;
};

/** Reads the cells of a table of two columns. */
async function readPairs(hand: Hand): Promise<Map<string, string>> {
  const cells = (await hand.lines()).flatMap((line) => /^cell "(.*)"/.exec(line)?.[1] ?? []);
  return new Map(cells.flatMap((cell, at) => (at % 2 === 0 ? [[cell, cells[at + 1] ?? ''] as const] : [])));
}

const openEmail = async (task: string, hand: Hand) => {
  const sender = /email by (\w+)/.exec(task)?.[1] ?? '';
  await hand.click(await hand.find(new RegExp(`element "${sender} `)));
  await wait(300);
};

const handleEmail: Solver = async (task, hand) => {
  await openEmail(task, hand);
  if (/trash|delete/.test(task)) return hand.click(await hand.find(/trash/));
  if (/star|important/.test(task)) return hand.click(await hand.find(/star/));
  if (/reply/.test(task)) {
    await hand.click(await hand.find(/reply/i));
    await wait(300);
    await hand.type((await hand.all('textbox')).at(-1) ?? 0, quoted(task));
  } else {
    await hand.click(await hand.find(/forward/i));
    await wait(300);
    await hand.type(await firstField(hand), /to (\w+)\.$/.exec(task)?.[1] ?? '');
  }
  await hand.click(await hand.find(/send/i));
};

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

const pickShape: Solver = async (task, hand) => {
  const shown = (await hand.all('element')).filter(
    ({ name }) => !name.startsWith('div') && !name.startsWith('span'),
  );
  const kindOf = (name: string) => {
    const [kind = ''] = name.split(' ');
    if (kind === 'circle' || kind === 'rect') return kind === 'rect' ? 'rectangle' : 'circle';
    if (kind === 'polygon') return 'triangle';
    return /^\d$/.test(name) ? 'digit number' : 'letter';
  };
  const wanted = task.toLowerCase();
  const found = shown.find(({ name }) =>
    kindOf(name)
      .split(' ')
      .some((kind) => wanted.includes(kind)),
  );
  if (found === undefined) throw new Error('the snapshot shows no such shape');
  await hand.click(found);
};

/** Solvers by the name of the task. */
export const solvers: Readonly<Record<string, Solver>> = {
  'click-button': clickQuoted,
  'unicode-test': clickQuoted,
  'click-test': (_task, hand) => hand.click('Click Me!'),
  'click-test-2': (task, hand) => hand.click(/button (\w+)/.exec(task)?.[1] ?? ''),
  'click-test-transfer': (task, hand) => hand.click(/button (\w+)/.exec(task)?.[1] ?? ''),
  'click-dialog': async (_task, hand) => hand.click(await hand.find('Close')),
  'click-dialog-2': async (task, hand) => {
    const name = quoted(task);
    await hand.click(await hand.find(name === 'x' ? 'Close' : name, 'button'));
  },
  'click-link': clickQuoted,
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
  'button-delay': async (_task, hand) => {
    await hand.click('ONE');
    await wait(2_300);
    await hand.click('TWO');
  },
  'click-checkboxes': checkListed,
  'click-checkboxes-large': checkListed,
  'click-checkboxes-transfer': checkListed,
  'click-option': checkListed,
  'choose-list': chooseListed,
  'click-scroll-list': chooseListed,
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
  'click-shape': pickShape,
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
  'ascending-numbers': async (_task, hand) => {
    for (let number = 1; number <= 5; number += 1)
      await hand.click(await hand.find(String(number), 'element'));
  },
  'grid-coordinate': async (task, hand) => {
    const point = /\((-?\d+),(-?\d+)\)/.exec(task)?.[0] ?? '';
    const found = (await hand.all('element')).find(({ name }) => name.includes(`#${point}`));
    await hand.click(found ?? 0);
  },
  'enter-text': enterQuoted,
  'enter-text-2': enterQuoted,
  'enter-text-dynamic': enterQuoted,
  'enter-password': enterQuoted,
  'login-user': logIn,
  'login-user-popup': logIn,
  'focus-text': async (_task, hand) => hand.click(await firstField(hand)),
  'focus-text-2': async (task, hand) => hand.click((await hand.all('textbox'))[ordinal(task) - 1] ?? 0),
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
  'copy-paste': async (_task, hand) => {
    const fields = await hand.all('textbox');
    const source = fields.find(({ name }) => name !== '');
    await hand.type(
      fields.find(({ name }) => name === '') ?? 0,
      / = ("(?:[^"\\]|\\.)*")/.exec(source?.line ?? '')?.[1]?.slice(1, -1) ?? '',
    );
    await hand.submit();
  },
  'copy-paste-2': async (task, hand) => {
    const fields = await hand.all('textbox');
    const source = fields[ordinal(task) - 1];
    await hand.type(
      fields.at(-1) ?? 0,
      / = ("(?:[^"\\]|\\.)*")/.exec(source?.line ?? '')?.[1]?.slice(1, -1) ?? '',
    );
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
  'email-inbox': handleEmail,
  'email-inbox-delete': handleEmail,
  'email-inbox-forward': handleEmail,
  'email-inbox-important': handleEmail,
  'email-inbox-noscroll': handleEmail,
  'email-inbox-reply': handleEmail,
  'email-inbox-star-reply': handleEmail,
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
  'search-engine': async (task, hand) => {
    await hand.type(await firstField(hand), quoted(task));
    await hand.click(await hand.find('Search', 'button'));
    const rank = ordinal(task);
    const pageSize = 3;
    for (let page = 1; page < Math.ceil(rank / pageSize); page += 1) await hand.click(await hand.find(/">"/));
    const links = (await hand.all('link')).filter(({ name }) => !/^(?:\d+|[<>])$/.test(name));
    await hand.click(links[(rank - 1) % pageSize] ?? 0);
  },
  'use-autocomplete': async (task, hand) => {
    await hand.type(await firstField(hand), quoted(task));
    await wait(800);
    const ending = quotedAll(task)[1] ?? '';
    const shown = (await hand.all()).filter(
      ({ role, name }) => /menuitem|option|element/.test(role) && name.endsWith(ending) && name !== '',
    );
    if (shown[0] !== undefined) await hand.click(shown[0]);
    await hand.submit();
  },
  'use-spinner': async (task, hand) => {
    await hand.type(await firstField(hand), /Select (-?\d+)/.exec(task)?.[1] ?? '');
    await hand.submit();
  },
  'drag-items': async (task, hand) => {
    const [, name = ''] = /Drag (\S+) /.exec(task) ?? [];
    const names = await hand.texts();
    const place = /top|1st/.test(task) ? 0 : /bottom|5th/.test(task) ? names.length - 1 : ordinal(task) - 1;
    await hand.act('drag', name, { to: names[place] ?? '' });
    await hand.submit();
  },
  'drag-circle': async (task, hand) => dragTowards(task, hand),
  'drag-single-shape': async (task, hand) => dragTowards(task, hand),
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
  'identify-shape': async (_task, hand) => {
    const [shape] = await hand.all('element');
    const name = shape?.name ?? '';
    const kind = name.startsWith('circle')
      ? 'Circle'
      : name.startsWith('rect')
        ? 'Rectangle'
        : name.startsWith('polygon')
          ? 'Triangle'
          : /^\d$/.test(name)
            ? 'Number'
            : 'Letter';
    await hand.click(await hand.find(kind, 'button'));
  },
  'form-sequence-2': async (task, hand) => {
    const [radio = 1, field = 1] = [...task.matchAll(/(\d+)(?:st|nd|rd|th)/g)].map(([, number]) =>
      Number(number),
    );
    await hand.click((await hand.all('radio'))[radio - 1] ?? 0);
    await hand.type((await hand.all('textbox'))[field - 1] ?? 0, quoted(task));
    await hand.submit();
  },
  'social-media': async (task, hand) => pressOfPost(task, hand, 1),
  'social-media-all': async (task, hand) => pressOfPost(task, hand, Number.POSITIVE_INFINITY),
  'social-media-some': async (task, hand) =>
    pressOfPost(task, hand, Number(/on (\d+) post/.exec(task)?.[1] ?? 1)),
  'navigate-tree': async (task, hand) => {
    const name = quoted(task);
    const tried = new Set<string>();
    for (let step = 0; step < 20; step += 1) {
      const shown = (await hand.all()).filter(({ name: own }) => own !== '');
      const found =
        shown.find((one) => one.name === name) ?? shown.find((one) => one.name.split(' ').includes(name));
      if (found !== undefined) return hand.click(name);
      const next = shown.find((one) => !tried.has(one.name));
      if (next === undefined) break;
      tried.add(next.name);
      await hand.click(next);
    }
  },
};

async function dragTowards(task: string, hand: Hand): Promise<void> {
  const [shape] = await hand.all('element');
  const far = 30;
  const way = { up: [0, -far], down: [0, far], left: [-far, 0], right: [far, 0] }[
    /(up|down|left|right)/.exec(task)?.[1] ?? 'up'
  ] ?? [0, 0];
  await hand.act('drag', shape ?? 0, { x: way[0] ?? 0, y: way[1] ?? 0 });
  await hand.submit();
}

/** Presses a button below as many posts of a user as wanted. */
async function pressOfPost(task: string, hand: Hand, count: number): Promise<void> {
  const user = /@\w+/.exec(task)?.[0] ?? '';
  const kind = quoted(task).toLowerCase();
  const lines = await hand.lines();
  const places = lines.flatMap((line, at) =>
    at > 0 && line.startsWith('text: ') && line.endsWith(user) ? at : [],
  );
  for (const place of places.slice(0, count)) {
    const line = lines.slice(place).find((one) => one.includes(`span.${kind}`));
    await hand.click(Number(/\[(\d+)\]/.exec(line ?? '')?.[1] ?? 0));
  }
  if (/Submit/.test(task)) await hand.submit();
}
