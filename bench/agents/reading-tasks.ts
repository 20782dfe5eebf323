import { longPhrase } from '../../test/world/site-files.ts';
import type { World } from '../../test/world/world.ts';
import { followNext, playwrightOpen, type Task, thirdPartyScrape } from './task.ts';

/** Finds the author and the date of an article. */
function factTask(world: World, at: number): Task {
  const articles = world.site.pages.filter(({ kind }) => kind === 'article');
  const article = articles[at];
  if (article === undefined) throw new Error(`there is no article ${at}`);
  const url = world.site.url(article.path);
  return {
    name: `who wrote "${article.title}", and when`,
    scripts: {
      webdata: (player) => player.call('scrape', { url }),
      thirdParty: (player) => thirdPartyScrape(player, url),
      playwright: (player) => playwrightOpen(player, url),
    },
    isRight: (answer) =>
      answer.includes(article.changed) && /Brook|Lang|Quist|Farrow|Holm|Sousa|Arden|Mori/.test(answer),
  };
}

/** Finds a sentence far down in a page of 200,000 characters. */
function longPageTask(world: World, entry: number): Task {
  const url = world.site.url('/long/200k');
  const phrase = longPhrase(entry);
  return {
    name: `what entry ${entry} of a long page says`,
    scripts: {
      webdata: (player) => player.call('scrape', { url, focus: `Entry number ${entry} of the great ledger` }),
      thirdParty: (player) => thirdPartyScrape(player, url),
      playwright: (player) => playwrightOpen(player, url),
    },
    isRight: (answer) => answer.includes(phrase),
  };
}

/** Compares the prices of three products. */
function comparisonTask(world: World, first: number): Task {
  const urls = [0, 7, 13].map((step) => world.site.url(`/products/qs-${1000 + first + step}`));
  return {
    name: `prices of three products from ${1000 + first}`,
    scripts: {
      webdata: (player) => followNext(player, 'scrape', { urls }, () => false),
      thirdParty: async (player) => {
        const texts: string[] = [];
        for (const url of urls) texts.push(await thirdPartyScrape(player, url));
        return texts.join('\n');
      },
      playwright: async (player) => {
        const texts: string[] = [];
        for (const url of urls) texts.push(await playwrightOpen(player, url));
        return texts.join('\n');
      },
    },
    isRight: (answer) =>
      [0, 7, 13].every((step) => new RegExp(`QS-${1000 + first + step}`, 'i').test(answer)) &&
      (answer.match(/€\s?\d+\.\d\d|\d+\.\d\d\s?(€|EUR)|EUR\s?\d+/g)?.length ?? 0) >= 3,
  };
}

/** Finds a page of a site by words and reads it. */
function findPageTask(world: World, at: number): Task {
  const article = world.site.pages.filter(({ kind }) => kind === 'article')[at];
  if (article === undefined) throw new Error(`there is no article ${at}`);
  const home = world.site.url('/');
  const search = article.title.toLowerCase();
  const target = world.site.url(article.path);
  const found = (text: string) => text.includes(target);
  return {
    name: `the page of a site about "${search}"`,
    scripts: {
      webdata: async (player) => {
        const listed = await player.call('map', { url: home, search, limit: 10 });
        return found(listed) ? player.call('scrape', { url: target }) : listed;
      },
      thirdParty: async (player) => {
        const listed = await player.call('firecrawl_map', { url: home, search, limit: 10 });
        return found(listed) ? thirdPartyScrape(player, target) : listed;
      },
      // A browser alone pages through the listing until it finds the link.
      playwright: async (player) => {
        for (let page = 1; page <= 13; page += 1) {
          const listing = await playwrightOpen(
            player,
            world.site.url(page === 1 ? '/articles/' : `/articles/page/${page}`),
          );
          if (listing.includes(article.path)) return playwrightOpen(player, target);
        }
        return '';
      },
    },
    isRight: (answer) => answer.includes(article.title) && answer.includes(article.changed),
  };
}

/** Recovers from a wrong argument, a missing page and a blocked page. */
function recoveryTasks(world: World): Task[] {
  const url = world.site.url('/articles/notes-on-harbour-cranes');
  const missing = world.site.url('/articles/notes-on-harbor-cranes');
  const isArticle = (answer: string) => answer.includes('Ada Brook');
  return [
    {
      name: 'a misspelt argument',
      scripts: {
        webdata: async (player) => {
          const answer = await player.call('scrape', { url, formatts: ['markdown'] });
          const hint = /formatts: .*did you mean `(\w+)`/.exec(answer)?.[1];
          return hint === undefined ? answer : player.call('scrape', { url, [hint]: ['markdown'] });
        },
        thirdParty: async (player) => {
          const answer = await player.call('firecrawl_scrape', { url, formatts: ['markdown'] });
          return isArticle(answer) ? answer : thirdPartyScrape(player, url);
        },
        playwright: async (player) => {
          const answer = await player.call('browser_navigate', { uri: url });
          return isArticle(answer) ? answer : playwrightOpen(player, url);
        },
      },
      isRight: isArticle,
    },
    {
      name: 'an address that does not exist',
      scripts: {
        webdata: async (player) => {
          const answer = await player.call('scrape', { url: missing });
          if (!/map/.test(answer)) return answer;
          const listed = await player.call('map', {
            url: world.site.url('/'),
            search: 'notes cranes',
            limit: 5,
          });
          return listed.includes(url) ? player.call('scrape', { url }) : listed;
        },
        thirdParty: async (player) => {
          await thirdPartyScrape(player, missing);
          const listed = await player.call('firecrawl_map', {
            url: world.site.url('/'),
            search: 'notes cranes',
            limit: 5,
          });
          return listed.includes(url) ? thirdPartyScrape(player, url) : listed;
        },
        playwright: async (player) => {
          await playwrightOpen(player, missing);
          const listing = await playwrightOpen(player, world.site.url('/articles/'));
          return listing.includes('/articles/notes-on-harbour-cranes')
            ? playwrightOpen(player, url)
            : listing;
        },
      },
      isRight: isArticle,
    },
    {
      name: 'an unknown action of a tool',
      scripts: {
        webdata: async (player) => {
          const answer = await player.call('job', { action: 'result', jid: 'job_1' });
          return /Did you mean "results"/.test(answer) ? player.call('job', { action: 'list' }) : answer;
        },
        thirdParty: null,
        playwright: null,
      },
      isRight: (answer) => /^\d+ jobs?/.test(answer),
    },
  ];
}

/** Returns tasks that read pages. */
export function readingTasks(world: World): Task[] {
  return [
    ...[0, 11, 22, 33, 44, 55, 66, 77].map((at) => factTask(world, at)),
    ...[20, 60, 110, 150, 180, 200].map((entry) => longPageTask(world, entry)),
    ...[0, 20, 40, 60].map((first) => comparisonTask(world, first)),
    ...[3, 41, 87, 120].map((at) => findPageTask(world, at)),
    ...recoveryTasks(world),
  ];
}
