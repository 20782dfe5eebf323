import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Env, Hono } from 'hono';
import { textResponse } from '../response/compress.ts';
import { pageSecurityHeaders } from '../response/static-file.ts';

const root = '/docs/api-reference';

/** Page of Swagger UI (package `swagger-ui-dist`), which loads only files of this service. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>webdata API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}/swagger-ui.css">
<link rel="stylesheet" href="${root}/page.css">
</head>
<body>
<header><a href="/docs/">webdata documentation</a> <a href="/openapi.json">openapi.json</a></header>
<main id="reference"><p>The reference needs JavaScript. The same content is in <a href="/openapi.json">openapi.json</a> and, for language models, in <a href="/llms.txt">llms.txt</a>.</p></main>
<script src="${root}/swagger-ui-bundle.js"></script>
<script src="${root}/start.js"></script>
</body>
</html>
`;

/** No external validator is used, and a typed key is not stored. */
const startScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

/** Styles of the header, narrow windows and the dark theme, which Swagger UI does not have. */
const pageStyle = `:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; }
body.message { max-width: 42rem; margin: 4rem auto; padding: 0 1.5rem; }
header { display: flex; gap: 1.5rem; padding: 0.75rem 1.25rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
header a, body.message a { color: light-dark(#1d4ed8, #93c5fd); }
.swagger-ui .wrapper { padding: 0 16px; }
.swagger-ui .opblock .opblock-summary-path { overflow-wrap: anywhere; }
@media (max-width: 640px) {
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-description { display: none; }
  .swagger-ui .opblock-tag small { display: none; }
  .swagger-ui table { table-layout: fixed; }
}
@media (prefers-color-scheme: dark) {
  body { background: #16181d; color: #e3e5e9; }
  .swagger-ui { filter: invert(0.9) hue-rotate(180deg); }
  .swagger-ui .highlight-code, .swagger-ui .microlight { filter: invert(1) hue-rotate(180deg); }
}
`;

const scriptMediaType = 'text/javascript; charset=utf-8';
const styleMediaType = 'text/css; charset=utf-8';
const packagedFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': styleMediaType,
  'swagger-ui-bundle.js': scriptMediaType,
};
const maxAgeSeconds = 24 * 60 * 60;

function readPackagedFile(name: string): Promise<Buffer<ArrayBuffer>> {
  return readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
}

/** Serves `GET /docs/api-reference`, the interactive API reference, without external resources. */
export function serveApiReference<Environment extends Env>(app: Hono<Environment>): void {
  app.get(root, (context) => context.html(page, 200, pageSecurityHeaders));
  app.get(`${root}/start.js`, (context) =>
    context.body(startScript, 200, { 'content-type': scriptMediaType }),
  );
  app.get(`${root}/page.css`, (context) => context.body(pageStyle, 200, { 'content-type': styleMediaType }));
  for (const [name, mediaType] of Object.entries(packagedFiles)) {
    app.get(`${root}/${name}`, async (context) => {
      const response = await textResponse(
        await readPackagedFile(name),
        mediaType,
        context.req.header('accept-encoding'),
      );
      response.headers.set('cache-control', `public, max-age=${maxAgeSeconds}`);
      return response;
    });
  }
}
