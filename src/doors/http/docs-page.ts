import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Env, Hono } from 'hono';
import { textResponse } from './compress.ts';

/** Swagger UI (the package `swagger-ui-dist`) over our own description, from files of this machine alone. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>webdata reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"><p>The reference needs JavaScript. The same stands in <a href="/openapi.json">openapi.json</a> and, for models, in <a href="/llms.txt">llms.txt</a>.</p></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Nobody outside is asked to judge the description, and a key that was typed in is forgotten with the page. */
const start = `SwaggerUIBundle({
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

/** Nothing but what this service serves; the page's own marks and pictures are written into its style. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";
const script = 'text/javascript; charset=utf-8';
const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': script,
};
const keptSeconds = 24 * 60 * 60;

function packagedFile(name: string): Promise<Buffer<ArrayBuffer>> {
  return readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
}

/** Serves `GET /docs`: the interactive reference, which needs nothing from elsewhere. */
export function serveDocs<Environment extends Env>(app: Hono<Environment>): void {
  app.get('/docs', (context) =>
    context.html(page, 200, { 'content-security-policy': policy, 'x-content-type-options': 'nosniff' }),
  );
  app.get('/docs/start.js', (context) => context.body(start, 200, { 'content-type': script }));
  for (const [name, mediaType] of Object.entries(files)) {
    app.get(`/docs/${name}`, async (context) => {
      const response = await textResponse(
        await packagedFile(name),
        mediaType,
        context.req.header('accept-encoding'),
      );
      response.headers.set('cache-control', `public, max-age=${keptSeconds}`);
      return response;
    });
  }
}
