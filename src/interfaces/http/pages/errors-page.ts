import type { Env, Hono } from 'hono';
import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { type ErrorSection, pageErrorSections, requestErrorSections } from '../../errors/error-sections.ts';
import { errorReferencePath } from '../response/problem.ts';

const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'";

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
code{font-size:.95em}section{border-top:1px solid #8884;padding:.5rem 0}section:target{outline:2px solid #888;outline-offset:.5rem}
:root{color-scheme:light dark}`;

/** Converts the Markdown of an entry: code in backticks, and links, whose targets this service does not have. */
function toHtml(markdown: string): string {
  return escapeHtml(markdown)
    .replaceAll(/\[([^[\]]*)\]\(([^()]*)\)/g, '<code>docs/$2</code>')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

function sectionHtml({ anchor, code, status, cause, action }: ErrorSection): string {
  return `<section id="${anchor}"><h3><code>${code}</code></h3><p>${toHtml(status)}</p><p>${toHtml(cause)}</p><p>${toHtml(action)}</p></section>`;
}

function createPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors of webdata</title>
<style>${style}</style>
</head>
<body>
<h1>Errors</h1>
<p>The <code>type</code> of an error response links to the section of its <code>code</code>.</p>
<h2>Errors of a request</h2>
${requestErrorSections.map(sectionHtml).join('\n')}
<h2>Errors of a page</h2>
${pageErrorSections.map(sectionHtml).join('\n')}
</body>
</html>
`;
}

/** Serves the error reference, to which the `type` of each problem document links. */
export function serveErrorsPage<Environment extends Env>(app: Hono<Environment>): void {
  let page: string | undefined;
  app.get(errorReferencePath, (context) => {
    page ??= createPage();
    return context.html(page, 200, {
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
    });
  });
}
