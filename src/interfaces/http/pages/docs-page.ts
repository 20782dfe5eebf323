import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Env, Hono } from 'hono';
import { textResponse } from '../response/compress.ts';

/** Page of Swagger UI (package `swagger-ui-dist`), which loads only files of this service. */
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
<div id="reference"><p>The reference needs JavaScript. The same content is in <a href="/openapi.json">openapi.json</a> and, for language models, in <a href="/llms.txt">llms.txt</a>.</p></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
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

/** Allows only resources of this service; Swagger UI embeds images in its style sheet. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";
const scriptMediaType = 'text/javascript; charset=utf-8';
const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': scriptMediaType,
};
const maxAgeSeconds = 24 * 60 * 60;

function packagedFile(name: string): Promise<Buffer<ArrayBuffer>> {
  return readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
}

/** Serves `GET /docs`, the interactive API reference, without external resources. */
export function serveDocs<Environment extends Env>(app: Hono<Environment>): void {
  app.get('/docs', (context) =>
    context.html(page, 200, {
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
    }),
  );
  app.get('/docs/start.js', (context) => context.body(startScript, 200, { 'content-type': scriptMediaType }));
  for (const [name, mediaType] of Object.entries(files)) {
    app.get(`/docs/${name}`, async (context) => {
      const response = await textResponse(
        await packagedFile(name),
        mediaType,
        context.req.header('accept-encoding'),
      );
      response.headers.set('cache-control', `public, max-age=${maxAgeSeconds}`);
      return response;
    });
  }
}
