import { hasDokuWiki, startDokuWiki } from '../../test/applications/dokuwiki.ts';
import { hasMediaWiki, startMediaWiki } from '../../test/applications/mediawiki.ts';
import { hasWordPress, startWordPress } from '../../test/applications/wordpress.ts';

/** A page of a real application, with what can happen to it. */
export interface WatchedPage {
  name: string;
  url: string;
  /** Edits the content of the page; `step` counts the edits of the page from 1. */
  edit(step: number): Promise<void>;
  /** Changes something else on the site. */
  disturb(day: number): Promise<void>;
}

/** Real applications with watched pages. */
export interface WatchedApplications {
  pages: WatchedPage[];
  /** Names of the applications whose Debian packages are not installed. */
  missing: string[];
  close(): Promise<void>;
}

const sentences = [
  'The northern lock is open from 6 to 10 on working days.',
  'Ships of more than 90 metres wait at the outer quay.',
  'The keeper answers on channel 12 at any hour.',
  'Berth 4 has a depth of 9 metres at low water.',
  'The fee for one night is 38 euros and includes water.',
  'Pilots board at the red buoy in front of the eastern mole.',
  'Diesel is sold at the fuel dock until half past seven.',
];

/** Texts of a page of sentences: each step adds, changes, removes, rewords, restores or appends. */
function createText(seed: number) {
  const lines = sentences.map((sentence, at) => sentences[(at + seed) % sentences.length] ?? sentence);
  const original = [...lines];
  return {
    lines: () => lines,
    change(step: number): void {
      const at = (step * 3 + seed) % Math.max(1, lines.length);
      const line = lines[at] ?? '';
      if (step % 6 === 1) lines.push(`From week ${step + 20} on, gate ${step + seed} is closed at night.`);
      else if (step % 6 === 2) lines[at] = changeNumber(line, step);
      else if (step % 6 === 3) lines.splice(at, 1);
      else if (step % 6 === 4) lines[at] = `${line.replace(/\.$/, '')}, as notice ${step * 11 + seed} says.`;
      else if (step % 6 === 5)
        lines[at] = original.find((one) => !lines.includes(one)) ?? changeNumber(line, step);
      else lines.push(longAddition(step, seed));
    },
  };
}

function changeNumber(line: string, step: number): string {
  const changed = line.replace(/\d+/, (number) => String(Number(number) + step));
  return changed === line ? `${line} Since day ${step}.` : changed;
}

function longAddition(step: number, seed: number): string {
  return Array.from(
    { length: 6 },
    (_, at) => `Crane ${at + step} stands at berth ${at + seed} and lifts ${at * 4 + 9} tons in any wind.`,
  ).join(' ');
}

async function dokuWikiPages(): Promise<{ pages: WatchedPage[]; close(): Promise<void> }> {
  const format = (lines: readonly string[]) => `====== Harbour ======\n\n${lines.join('\n\n')}`;
  const texts = [createText(1), createText(2)];
  const ids = ['start', 'quay'];
  const initial = Object.fromEntries(ids.map((id, at) => [id, format(texts[at]?.lines() ?? [])]));
  const wiki = await startDokuWiki('127.0.0.24', { ...initial, cranes: 'One crane.' });
  const pages = ids.map((id, at): WatchedPage => {
    const text = texts[at] ?? createText(at);
    return {
      name: `DokuWiki ${id}`,
      url: wiki.url(`/doku.php?id=${id}`),
      edit(step) {
        text.change(step);
        return wiki.edit(id, format(text.lines()), `edit ${step}`);
      },
      disturb: (day) => wiki.edit('cranes', `${day} cranes, seen from ${id}.`, `day ${day}`),
    };
  });
  return { pages, close: wiki.close };
}

async function mediaWikiPages(): Promise<{ pages: WatchedPage[]; close(): Promise<void> }> {
  const texts = [createText(3), createText(4)];
  const titles = ['Lock', 'Quay'];
  const initial = Object.fromEntries(
    titles.map((title, at) => [title, texts[at]?.lines().join('\n\n') ?? '']),
  );
  const wiki = await startMediaWiki('127.0.0.25', { ...initial, Cranes: 'One crane.' });
  const pages = titles.map((title, at): WatchedPage => {
    const text = texts[at] ?? createText(at);
    return {
      name: `MediaWiki ${title}`,
      url: wiki.url(`/index.php?title=${title}`),
      edit(step) {
        text.change(step);
        return wiki.edit(title, text.lines().join('\n\n'), `edit ${step}`);
      },
      disturb: (day) => wiki.edit('Cranes', `${day} cranes, seen from ${title}.`, `day ${day}`),
    };
  });
  return { pages, close: wiki.close };
}

async function wordPressPages(): Promise<{ pages: WatchedPage[]; close(): Promise<void> }> {
  const html = (lines: readonly string[]) => lines.map((line) => `<p>${line}</p>`).join('\n');
  const blog = await startWordPress('127.0.0.26');
  const publish = (number: number, hour = 10) =>
    blog.publish({
      title: `Post ${number} of the harbour`,
      content: html(sentences.map((sentence) => `${sentence} It was said on day ${number * 7}.`)),
      date: `2026-10-${String(1 + (number % 28)).padStart(2, '0')} ${hour}:00:00`,
    });
  const oldest = await blog.publish({
    title: 'First post',
    content: html(sentences.slice(0, 3)),
    date: '2026-08-01 10:00:00',
  });
  for (let number = 1; number <= 11; number += 1) await publish(number);
  const text = createText(5);
  const post = await blog.publish({
    title: 'Opening hours',
    content: html(text.lines()),
    date: '2026-09-01 10:00:00',
  });
  const pages: WatchedPage[] = [
    {
      name: 'WordPress post',
      url: blog.url(`/?p=${post}`),
      edit(step) {
        text.change(step);
        return blog.edit(post, html(text.lines()));
      },
      disturb: (day) => blog.comment(oldest, 'A reader', `A remark of day ${day} about another post.`),
    },
    {
      name: 'WordPress front page',
      url: blog.url('/'),
      async edit(step) {
        await publish(11 + step, 12);
      },
      // The oldest post is not on the front page.
      disturb: (day) => blog.edit(oldest, html([...sentences.slice(0, 3), `Corrected on day ${day}.`])),
    },
  ];
  return { pages, close: blog.close };
}

/** Starts every application whose packages are installed. */
export async function startApplications(): Promise<WatchedApplications> {
  const kinds = [
    { name: 'DokuWiki', has: hasDokuWiki, start: dokuWikiPages },
    { name: 'MediaWiki', has: hasMediaWiki, start: mediaWikiPages },
    { name: 'WordPress', has: hasWordPress, start: wordPressPages },
  ];
  const started: { pages: WatchedPage[]; close(): Promise<void> }[] = [];
  const missing: string[] = [];
  for (const { name, has, start } of kinds) {
    if (await has()) started.push(await start());
    else missing.push(name);
  }
  return {
    pages: started.flatMap(({ pages }) => pages),
    missing,
    async close() {
      await Promise.all(started.map(({ close }) => close()));
    },
  };
}
