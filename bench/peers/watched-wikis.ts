import { dayMs } from '../../src/domain/values/day-ms.ts';
import { startDokuWiki } from '../../test/applications/dokuwiki.ts';
import { startMediaWiki } from '../../test/applications/mediawiki.ts';
import { startWordPress } from '../../test/applications/wordpress.ts';
import type { StartedApplication, WatchedPage } from './watched-applications.ts';
import { createText, sentences } from './watched-text.ts';

/** Starts and returns two pages of a DokuWiki. */
export async function dokuWikiPages(): Promise<StartedApplication> {
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

/** Starts and returns two pages of a MediaWiki. */
export async function mediaWikiPages(): Promise<StartedApplication> {
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

/** Day before the first post of the blog. */
const firstDay = Date.parse('2026-10-01');

/** Starts and returns a post and the front page of a WordPress blog. */
export async function wordPressPages(): Promise<StartedApplication> {
  const html = (lines: readonly string[]) => lines.map((line) => `<p>${line}</p>`).join('\n');
  const blog = await startWordPress('127.0.0.26');
  const publish = (number: number, hour = 10) =>
    blog.publish({
      title: `Post ${number} of the harbour`,
      content: html(sentences.map((sentence) => `${sentence} It was said on day ${number * 7}.`)),
      date: `${new Date(firstDay + number * dayMs).toISOString().slice(0, 10)} ${hour}:00:00`,
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
