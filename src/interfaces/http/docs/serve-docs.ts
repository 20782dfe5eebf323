import type { Env, Hono } from 'hono';
import { acceptsHtml } from '../request/accepts-html.ts';
import { immutableCache, pageSecurityHeaders, staticFileResponse } from '../response/static-file.ts';
import { filesForPath, readDocsFile } from './docs-files.ts';
import { serveApiReference } from './serve-api-reference.ts';

const root = '/docs/';

/** Page of a service whose documentation is not built. */
const notBuiltPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>webdata documentation</title>
<link rel="stylesheet" href="/docs/api-reference/page.css">
</head>
<body class="message">
<h1>The documentation is not built</h1>
<p><code>npm start</code> builds it in the background; reload this page in a minute. To build it now, run
<code>node scripts/build-docs.mjs</code> in the checkout.</p>
<p>The same pages are Markdown files in the folder <code>docs</code> of the checkout.</p>
<p><a href="/docs/api-reference">API reference</a> · <a href="/openapi.json">OpenAPI document</a> ·
<a href="/llms.txt">llms.txt</a></p>
</body>
</html>
`;

/**
 * Serves the documentation below `/docs/`, and the API reference at `/docs/api-reference`. Without the built
 * documentation, its first page states how to build it.
 */
export function serveDocs<Environment extends Env>(app: Hono<Environment>): void {
  app.get('/docs', (context) => context.redirect(root, 308));
  serveApiReference(app);
  app.get(`${root}*`, async (context, next) => {
    const path = context.req.path.slice(root.length);
    const acceptEncoding = context.req.header('accept-encoding');
    const file = await readDocsFile(filesForPath(path));
    if (file !== null) {
      const cacheControl = path.startsWith('assets/') ? immutableCache : 'no-cache';
      return staticFileResponse(file, { acceptEncoding, cacheControl });
    }
    if (path === '') return context.html(notBuiltPage, 200, pageSecurityHeaders);
    const missing = acceptsHtml(context.req.header('accept')) ? await readDocsFile(['404.html']) : null;
    if (missing === null) return next();
    return staticFileResponse(missing, { acceptEncoding, cacheControl: 'no-cache', status: 404 });
  });
}
