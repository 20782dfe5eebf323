import { apiReferenceUrl, renderFrame, type SiteFrame } from './page-frame.ts';

/** Returns the interactive API reference: Swagger UI (package `swagger-ui-dist`), which loads only files of this service. */
export function renderApiReference(frame: SiteFrame): string {
  const { assets } = frame;
  return renderFrame(
    {
      title: 'API reference',
      description:
        'Interactive reference of the HTTP API: every operation with its fields, and requests to this service.',
      url: apiReferenceUrl,
      main: `<article class="api-reference"><h1>API reference</h1>
<p>All operations of this service, from its <a href="/openapi.json">OpenAPI document</a>. <strong>Authorize</strong> takes an API key, which is not stored.</p>
<div id="reference"><p>The reference needs JavaScript. The same content is in <a href="/openapi.json">openapi.json</a> and, for language models, in <a href="/llms.txt">llms.txt</a>.</p></div></article>`,
      styles: [assets['swagger-ui.css'], assets['api-reference.css']],
      scripts: [assets['swagger-ui-bundle.js'], assets['api-reference.js']],
    },
    frame,
  );
}

/** Returns the page for URLs below `/docs/` without a page. */
export function renderMissingPage(frame: SiteFrame): string {
  return renderFrame(
    {
      title: 'Page not found',
      description: 'There is no page at this URL.',
      url: '',
      main: '<article><h1>Page not found</h1><p>There is no page at this URL. Search for it, or start with the <a href="/docs/">overview</a>.</p></article>',
    },
    frame,
  );
}
