import type { Env, Hono } from 'hono';
import { acceptsHtml } from '../request/accepts-html.ts';
import { immutableCache, staticFileResponse } from '../response/static-file.ts';
import { docsRoot } from './docs-addresses.ts';
import { type DocsSite, loadDocsSite } from './docs-site.ts';

/** Cache of pictures, whose URLs do not change with their content. */
const pictureCache = 'public, max-age=3600';

function cacheControlOf(path: string): string {
  if (path.startsWith(`${docsRoot}assets/`)) return immutableCache;
  return path.startsWith(`${docsRoot}images/`) ? pictureCache : 'no-cache';
}

/** Returns a function that loads the documentation at the first request, and again if the page at a URL was changed. */
function createLoader(): (url: string) => Promise<DocsSite | null> {
  let loading: Promise<DocsSite | null> | null = null;
  const load = () => {
    loading = loadDocsSite();
    // The next request tries again; the requests that wait get the error.
    loading.catch(() => {
      loading = null;
    });
    return loading;
  };
  return async (url) => {
    const site = await (loading ?? load());
    return site === null || (await site.isCurrent(url)) ? site : load();
  };
}

/** Where the operations of a topic had a page, before each operation had one. */
const formerTopics = /^\/docs\/reference\/api\/([a-z-]{1,100})(?:\.html)?$/;

/** Serves the documentation below `/docs/`, with the API reference at `/docs/api-reference`. */
export function serveDocs<Environment extends Env>(app: Hono<Environment>): void {
  const load = createLoader();
  app.get('/docs', (context) => context.redirect(docsRoot, 308));
  app.get(`${docsRoot}*`, async (context, next) => {
    const { path } = context.req;
    const acceptEncoding = context.req.header('accept-encoding');
    const site = await load(path);
    const file = await site?.read(path);
    if (file) return staticFileResponse(file, { acceptEncoding, cacheControl: cacheControlOf(path) });
    const topic = site ? formerTopics.exec(path)?.[1] : undefined;
    if (topic !== undefined) return context.redirect(`${docsRoot}reference/operations#${topic}`, 301);
    if (!site || !acceptsHtml(context.req.header('accept'))) return next();
    const missing = await site.readMissingPage();
    return staticFileResponse(missing, { acceptEncoding, cacheControl: 'no-cache', status: 404 });
  });
}
