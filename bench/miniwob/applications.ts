import type { Hand } from './hand.ts';
import { firstField, ordinal, pick, pickDate, quoted, type Solver, type Solvers, wait } from './tools.ts';

/** Returns the person whose mail is meant, and the one to whom it goes. */
function readPeople(task: string): { sender: string; receiver: string } {
  const words = task.replace(/"[^"]*"/g, '');
  const [, by, from, owner] = /\bby (\w+)|from ([A-Z][\w-]*)|([A-Z][\w-]*)'s/.exec(words) ?? [];
  const sender = by ?? from ?? owner ?? '';
  const names = [...words.matchAll(/\b[A-Z][\w-]*/g)].map(([name]) => name);
  return { sender, receiver: names.filter((name) => name !== sender && !firstWords.has(name)).at(-1) ?? '' };
}

const firstWords: ReadonlySet<string> = new Set([
  'Find',
  'Send',
  'Give',
  'Reply',
  'Forward',
  'The',
  'Please',
  'I',
  'Email',
  'Open',
  'Click',
  'Delete',
]);

const handleEmail: Solver = async (task, hand) => {
  const { sender, receiver } = readPeople(task);
  await hand.click(await hand.find(new RegExp(`element "${sender} `)));
  await wait(600);
  if (/trash|delete/i.test(task)) return hand.click(await hand.find(/trash/));
  if (/star|important/i.test(task)) return hand.click(await hand.find(/star/));
  const isReply = task.includes('"');
  await hand.click(await hand.find(isReply ? 'Reply' : 'Forward'));
  await wait(600);
  const fields = await hand.all('textbox');
  await hand.type(pick(fields, isReply ? -1 : 0), isReply ? quoted(task) : receiver);
  await hand.click(await hand.find(/send-/));
};

/** Presses a button below as many posts of a user as wanted. */
async function pressOfPost(task: string, hand: Hand, count: number): Promise<void> {
  const user = /@\w+/.exec(task)?.[0] ?? '';
  const kind = quoted(task).toLowerCase();
  const lines = await hand.lines();
  const places = lines.flatMap((line, at) =>
    at > 0 && line.startsWith('text: ') && line.endsWith(user) ? at : [],
  );
  for (const place of places.slice(0, count)) {
    const post = lines.slice(place);
    const line =
      post.find((one) => one.includes(`span.${kind}`)) ?? post.find((one) => one.includes('span.more'));
    await hand.click(Number(/\[(\d+)\]/.exec(line ?? '')?.[1] ?? 0));
    if (line?.includes('span.more')) {
      await wait(400);
      const offered = (await hand.all('listitem')).find(({ name }) => name.startsWith(quoted(task)));
      await hand.click(offered ?? 0);
    }
  }
  if (/Submit/.test(task)) await hand.submit();
}

/** Types a place, and clicks what the field offers for it. */
async function enterPlace(hand: Hand, label: string, place: string): Promise<void> {
  await hand.type(await hand.find(label), place);
  await wait(800);
  const offered = (await hand.texts()).filter((text) => text.includes(place));
  await hand.click(pick(offered, -1));
}

const bookFlight: Solver = async (task, hand) => {
  const [, kind = '', from = '', to = '', date = ''] =
    /the (.*) one-way flight from: (.*) to: (.*) on ([\d/]+)/.exec(task) ?? [];
  await enterPlace(hand, 'From:', from);
  await enterPlace(hand, 'To:', to);
  await hand.click(await hand.find(/read-only/));
  await wait(400);
  await pickDate(hand, date);
  await hand.click(await hand.find('Search', 'button'));
  await wait(800);
  await bookBest(kind, hand);
};

/** Minutes of `2h 5m`. */
const minutesOf = (text: string): number => {
  const [, hours = 0, minutes = 0] = (/(\d+)h (\d+)m/.exec(text) ?? []).map(Number);
  return hours * 60 + minutes;
};

/** Presses the button of the offer with the best price or duration. */
async function bookBest(task: string, hand: Hand): Promise<void> {
  const isTime = /short|long/.test(task);
  const sign = /longest|expensive/.test(task) ? -1 : 1;
  const offers: { number: number; price: number; minutes: number }[] = [];
  let minutes = 0;
  for (const line of await hand.lines()) {
    minutes = minutesOf(line) || minutes;
    const [, number, price] = /\[(\d+)\] button "[^"$]*\$(\d+)/.exec(line) ?? [];
    if (number !== undefined) offers.push({ number: Number(number), price: Number(price), minutes });
  }
  const cost = (offer: (typeof offers)[number]) => sign * (isTime ? offer.minutes : offer.price);
  const [best] = offers.toSorted((one, other) => cost(one) - cost(other));
  await hand.click(pick([best ?? []].flat(), 0).number);
}

interface Dish {
  name: string;
  kinds: string[];
  more: number;
}

async function readMenu(hand: Hand): Promise<Dish[]> {
  const dishes: Dish[] = [];
  for (const line of (await hand.lines()).slice(1)) {
    const dish = dishes.at(-1);
    if (line.startsWith('text: ')) dishes.push({ name: line.slice(6), kinds: [], more: 0 });
    else if (dish !== undefined && line.startsWith('img ')) dish.kinds.push(quoted(line));
    else if (dish !== undefined && line.includes('element "+"'))
      dish.more = Number(/\[(\d+)\]/.exec(line)?.[1] ?? 0);
  }
  return dishes.filter(({ more }) => more > 0);
}

const orderFood: Solver = async (task, hand) => {
  const menu = await readMenu(hand);
  const [, count, kind = ''] = /Order (\d+) items that are (.*)/.exec(task) ?? [];
  const isMeant = ({ name, kinds }: Dish) =>
    count === undefined ? task.includes(name) : kinds.some((own) => kind.toLowerCase().includes(own));
  const meant = menu.filter(isMeant);
  for (let at = 0; at < Number(count ?? meant.length); at += 1)
    await hand.click(pick(meant, at % meant.length).more);
  await hand.click(await hand.find(/Order/, 'button'));
};

const findContact: Solver = async (task, hand) => {
  const name = /Find (\S+) in/.exec(task)?.[1] ?? '';
  const wanted = /(phone|email|address)/i.exec(task.replace(/^.*click/, ''))?.[1]?.toLowerCase() ?? '';
  for (let page = 0; page < 30; page += 1) {
    const lines = await hand.lines();
    if (lines.some((line) => line.startsWith('heading') && line.includes(`"${name}"`))) {
      const at = lines.findIndex((line) => line.toLowerCase() === `text: ${wanted}:`);
      return hand.click(Number(/\[(\d+)\]/.exec(lines[at + 1] ?? '')?.[1] ?? 0));
    }
    await hand.click(await hand.find('>', 'link'));
  }
};

async function enterCommand(hand: Hand, command: string): Promise<string[]> {
  const [field] = await hand.all('textbox');
  for (const letter of command) await hand.press(letter === ' ' ? 'Space' : letter, field ?? null);
  await hand.press('Enter', field ?? null);
  await wait(300);
  return hand.texts();
}

const deleteFile: Solver = async (task, hand) => {
  const ending = /extension (\.[\w.]+)/.exec(task)?.[1] ?? '';
  const files = (await enterCommand(hand, 'ls')).join(' ').split(/\s+/);
  const isMeant = (file: string) => (ending === '' ? /^[a-z]+$/.test(file) : file.endsWith(ending));
  const listed = files.slice(files.lastIndexOf('ls') + 1);
  await enterCommand(hand, `rm ${listed.find(isMeant) ?? ''}`);
};

const formatText: Solver = async (task, hand) => {
  const text = await hand.find(/paragraph|element "[A-Z]/);
  await hand.click(text);
  await hand.press('Control+A');
  const style = /bold|italic|underline/.exec(task)?.[0];
  if (style !== undefined) await hand.click(await hand.find(new RegExp(`ql-${style}`)));
  else {
    await hand.click(await hand.find(/picker-label/));
    const parts = {
      red: '230, 0, 0',
      orange: '255, 153, 0',
      yellow: '255, 255, 0',
      green: '0, 138, 0',
      blue: '0, 102, 204',
      purple: '153, 51, 255',
    };
    const color = Object.entries(parts).find(([name]) => task.includes(name));
    await hand.click(await hand.find(new RegExp(`picker-item.*\\(${color?.[1] ?? ''}\\)`)));
  }
  await hand.submit();
};

export const applications: Solvers = {
  'search-engine': async (task, hand) => {
    await hand.type(await firstField(hand), quoted(task));
    await hand.click(await hand.find('Search', 'button'));
    const rank = ordinal(task);
    const pageSize = 3;
    for (let page = 1; page < Math.ceil(rank / pageSize); page += 1) await hand.click(await hand.find(/">"/));
    const links = (await hand.all('link')).filter(({ name }) => !/^(?:\d+|[<>])$/.test(name));
    await hand.click(links[(rank - 1) % pageSize] ?? 0);
  },
  'social-media': async (task, hand) => pressOfPost(task, hand, 1),
  'social-media-all': async (task, hand) => pressOfPost(task, hand, Number.POSITIVE_INFINITY),
  'social-media-some': async (task, hand) =>
    pressOfPost(task, hand, Number(/on (\d+) post/.exec(task)?.[1] ?? 1)),
  'email-inbox': handleEmail,
  'email-inbox-delete': handleEmail,
  'email-inbox-forward': handleEmail,
  'email-inbox-forward-nl': handleEmail,
  'email-inbox-forward-nl-turk': handleEmail,
  'email-inbox-important': handleEmail,
  'email-inbox-nl-turk': handleEmail,
  'email-inbox-noscroll': handleEmail,
  'email-inbox-reply': handleEmail,
  'email-inbox-star-reply': handleEmail,
  'book-flight': bookFlight,
  'book-flight-nodelay': bookFlight,
  'buy-ticket': bookBest,
  'order-food': orderFood,
  'phone-book': findContact,
  terminal: deleteFile,
  'text-editor': formatText,
};
