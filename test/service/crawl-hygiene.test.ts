import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { hasDokuWiki, startDokuWiki } from '../applications/dokuwiki.ts';
import { hasMediaWiki, startMediaWiki } from '../applications/mediawiki.ts';
import { type Route, type Routes, startLoopbackServer } from '../world/loopback-server.ts';
import { endedJob } from './ended-job.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

interface Crawled {
  job: Json;
  /** Path and query of each delivered page. */
  paths: string[];
}

async function crawl(service: TestService, body: object): Promise<Crawled> {
  const started = await service.post('/v1/crawl', { use_sitemap: false, ...body });
  assert.equal(started.status, 200, JSON.stringify(started.json));
  const { jid } = started.json;
  const job = await endedJob(service, jid);
  assert.equal(job.status, 'completed');
  const { json } = await service.get(`/v1/jobs/${jid}/results?limit=1000`);
  const paths = json.results.map(({ final_url: url }: Json) => new URL(url).pathname + new URL(url).search);
  return { job, paths };
}

const text = (subject: string) =>
  Array.from(
    { length: 40 },
    (_, at) => `${subject} has part ${at} of ${subject.length + at} in row ${at * 7}.`,
  ).join(' ');

function article(title: string, links: readonly string[], head = '', rest = ''): { body: string } {
  const anchors = links.map((link) => `<a href="${link}">${link}</a>`).join(' ');
  return {
    body: `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><nav>${anchors}</nav>
      <main><h1>${title}</h1><p>${text(title)}</p>${rest}</main></body></html>`,
  };
}

/** A blog whose posts link to themselves once for each comment, as common blog software does. */
function blogRoutes(): Routes {
  const routes = new Map<string, Route>();
  const posts = ['crane', 'harbour', 'lock', 'quay'];
  routes.set('/', article('Blog', ['/index.html', ...posts.map((post) => `/${post}/`)]));
  routes.set('/index.html', article('Blog', ['/index.html', ...posts.map((post) => `/${post}/`)]));
  for (const post of posts) {
    const comments = Array.from({ length: 12 }, (_, at) => `/${post}/?replytocom=${post.length * 100 + at}`);
    const canonical = `<link rel="canonical" href="/${post}/">`;
    const page = article(post, ['/', ...comments, `/${post}/?page=2`], canonical);
    const copy = article(post, ['/', ...comments], canonical, '<p>Reply to this comment. Cancel.</p>');
    // A second page with other content names the first as its canonical URL, which is a common mistake.
    const second = article(`more of the ${post} and its keeper`, ['/'], canonical);
    routes.set(`/${post}/`, (_request, { searchParams }) => {
      if (searchParams.has('page')) return second;
      return searchParams.has('replytocom') ? copy : page;
    });
  }
  return routes;
}

const folders = ['anchors', 'berths', 'cranes', 'docks'];

/** Folders with a list of files that can be sorted by name, size and date, and that continues on a second page. */
function folderRoutes(): Routes {
  const routes = new Map<string, Route>();
  const orders = ['N', 'S', 'D'].flatMap((column) => [`?Q=${column};R=A`, `?Q=${column};R=D`]);
  routes.set(
    '/',
    article(
      'Folders',
      folders.map((name) => `/${name}/`),
    ),
  );
  for (const name of folders) {
    const files = ['file0', 'file1'];
    for (const file of files) routes.set(`/${name}/${file}.html`, article(`${file} of the ${name}`, []));
    const row = (file: string) =>
      `<tr><td><a href="${file}.html">${file}</a></td><td>${name.length} KB</td></tr>`;
    const page = (title: string, shown: readonly string[]) => ({
      body: `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>
        <p>${orders.map((order) => `<a href="${order}">sort</a>`).join(' ')} <a href="?from=2">more</a></p>
        <table>${shown.map(row).join('')}</table></html>`,
    });
    routes.set(`/${name}/`, (_request, { searchParams }) => {
      if (searchParams.has('from')) return page(`Folder ${name}`, ['file1']);
      return page(`Folder ${name}`, searchParams.get('Q')?.endsWith('D') ? files.toReversed() : files);
    });
  }
  return routes;
}

async function startBlog(t: TestContext) {
  const site = await startLoopbackServer('127.0.0.20', blogRoutes);
  t.after(() => site.close());
  return site;
}

test('copies of delivered pages are neither delivered nor charged', async (t) => {
  const service = await startTestService(t);

  await t.test('pages that name a delivered page as their canonical URL', async (t) => {
    const site = await startBlog(t);
    const { job, paths } = await crawl(service, { url: site.url('/'), limit: 200, max_depth: 10 });
    assert.deepEqual(
      paths.filter((path) => path.includes('replytocom')),
      [],
    );
    assert.equal(paths.filter((path) => path.includes('page=2')).length, 4, 'other content is delivered');
    assert.equal(paths.length, 9);
    assert.equal(job.credits.charged, 9);
    const { duplicate = 0, action = 0 } = job.skipped;
    assert.equal(duplicate + action, 48 + 1);
    assert.ok(action >= 24, `${action} of 48 were not even read`);
  });

  await t.test('the start page and its index file', async (t) => {
    const site = await startBlog(t);
    const { paths } = await crawl(service, { url: site.url('/'), limit: 200, max_depth: 1 });
    assert.deepEqual(
      paths.filter((path) => path === '/' || path === '/index.html'),
      ['/'],
    );
  });

  await t.test('the same list in another order, whatever the parameter is called', async (t) => {
    const site = await startLoopbackServer('127.0.0.20', folderRoutes);
    t.after(() => site.close());
    const { job, paths } = await crawl(service, { url: site.url('/'), limit: 200, max_depth: 10 });
    assert.deepEqual(
      paths.toSorted(),
      [
        '/',
        ...folders.map((name) => `/${name}/`),
        ...folders.flatMap((name) => [`/${name}/?from=2`, `/${name}/file0.html`, `/${name}/file1.html`]),
      ].toSorted(),
    );
    assert.equal(job.credits.charged, paths.length);
    assert.ok(job.skipped.action >= 6, 'views of later folders were not even read');
  });

  await t.test('include_paths outranks it', async (t) => {
    const site = await startBlog(t);
    const body = { url: site.url('/crane/'), limit: 200, max_depth: 1, include_paths: ['^/crane/'] };
    const { paths } = await crawl(service, body);
    assert.equal(paths.filter((path) => path.includes('replytocom')).length, 12);
  });
});

/** Wiki pages that link to each other. */
const names = Array.from({ length: 7 }, (_, at) => `berth${at}`);

/** Returns the shares of the delivered pages that show a page and that are forms or views of the software. */
function countActions(paths: readonly string[], isPage: (path: string) => boolean): number {
  return paths.filter((path) => !isPage(path)).length;
}

test('the budget of a DokuWiki crawl is spent on its pages', async (t) => {
  if (!(await hasDokuWiki())) return t.skip('the Debian package dokuwiki is not installed');
  const pages = Object.fromEntries(
    names.map((name) => [name, `====== ${name} ======\n\n${text(name)}\n\n[[start]]`]),
  );
  const start = `====== Harbour ======\n\n${names.map((name) => `  * [[${name}]]`).join('\n')}`;
  const wiki = await startDokuWiki('127.0.0.22', { start, ...pages });
  t.after(() => wiki.close());
  const service = await startTestService(t);
  const { job, paths } = await crawl(service, {
    url: wiki.url('/doku.php?id=start'),
    limit: 100,
    max_depth: 10,
  });
  const shown = names.filter((name) => paths.includes(`/doku.php?id=${name}`));
  assert.equal(shown.length, names.length);
  const first = paths.slice(0, names.length + 1);
  assert.equal(
    countActions(first, (path) => /^\/doku\.php\?id=\w+$/.test(path)),
    0,
    first.join('\n'),
  );
  const others = countActions(paths, (path) => /^\/doku\.php\?id=\w+$/.test(path));
  assert.ok(others <= 10, paths.join('\n'));
  assert.ok((job.skipped.action ?? 0) > 20, JSON.stringify(job.skipped));
});

test('the budget of a MediaWiki crawl is spent on its pages', async (t) => {
  if (!(await hasMediaWiki())) return t.skip('the Debian package mediawiki is not installed');
  const pages = Object.fromEntries(names.map((name) => [name, `${text(name)}\n\n[[Main Page]]`]));
  const start = names.map((name) => `* [[${name}]]`).join('\n');
  const wiki = await startMediaWiki('127.0.0.23', { 'Main Page': start, ...pages });
  t.after(() => wiki.close());
  const service = await startTestService(t);
  const { job, paths } = await crawl(service, {
    url: wiki.url('/index.php?title=Main_Page'),
    limit: 60,
    max_depth: 10,
  });
  const isPage = (path: string) =>
    /berth\d+$/i.test(path) && !/[?&](?:action|oldid|diff|printable)=|Special:/.test(path);
  assert.equal(
    new Set(paths.filter(isPage).map((path) => path.toLowerCase().match(/berth\d+$/)?.[0])).size,
    names.length,
  );
  const forms = paths.filter((path) =>
    /CreateAccount|UserLogin|action=(?:edit|history|info)|printable=|oldid=|diff=/.test(path),
  );
  assert.ok(forms.length <= 3, forms.join('\n'));
  assert.ok((job.skipped.action ?? 0) > 20, JSON.stringify(job.skipped));
});
