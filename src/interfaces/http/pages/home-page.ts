import { escapeHtml } from '../../../domain/values/escape-html.ts';

/** Values of the home page. */
interface HomePageValues {
  version: string;
  ready: boolean;
  /** Base URL of the service. */
  url: string;
}

/** Returns the HTML of `GET /`: version, state and a first request. */
export function homePage({ version, ready, url }: HomePageValues): string {
  const escapedUrl = escapeHtml(url);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>webdata</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.6 system-ui, sans-serif; max-width: 46rem; margin: 4rem auto; padding: 0 1.5rem; }
h1 { margin: 0; font-size: 1.6rem; letter-spacing: -.02em; }
pre { padding: 1rem; overflow-x: auto; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem; font-size: .9rem; }
.state::before { content: ""; display: inline-block; width: .6rem; height: .6rem; border-radius: 50%; margin-right: .5rem; background: ${ready ? '#1a9850' : '#d73027'}; }
nav a { margin-right: 1.2rem; }
</style>
</head>
<body>
<h1>webdata</h1>
<p>Web data for software agents: content with a signed receipt.</p>
<p class="state">version ${escapeHtml(version)}, ${ready ? 'ready' : 'not ready'}</p>
<p>Scrape a page. The first start prints an API key and stores it in <code>secrets/first-key</code> of the data directory.</p>
<pre><code>curl ${escapedUrl}/v1/scrape \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "https://example.com/"}'</code></pre>
<nav>
<a href="/v1/catalog">Catalog</a>
<a href="/docs/">Documentation</a>
<a href="/docs/api-reference">API reference</a>
<a href="/openapi.json">OpenAPI</a>
<a href="/v1/health">Health</a>
<a href="/.well-known/jwks.json">Receipt keys</a>
</nav>
</body>
</html>
`;
}
