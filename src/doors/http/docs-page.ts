import { inputSchema, jsonSchema } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Registry } from '../../operations/registry.ts';
import { exampleAnswerOf } from '../openapi/example-answer-of.ts';

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function schemaBlock(title: string, schema: unknown): string {
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`;
}

function section(operation: Operation): string {
  const { name, title, description, price, method, path, scope, example, input } = operation;
  const fields = { ...example.path, ...example.query, ...example.body };
  const answer = exampleAnswerOf(operation);
  const inPath = Object.keys(input.path?.shape ?? {}).join(' ');
  return `<section id="${name}">
<h2>${escapeHtml(title)}</h2>
<p><code>${method} ${escapeHtml(path)}</code> ${scope === null ? 'needs no key' : `scope <code>${scope}</code>`}</p>
<p>${escapeHtml(description)}</p>
<p>Price: ${escapeHtml(price)}</p>
${schemaBlock('Fields', inputSchema(operation))}
${schemaBlock('Answer', jsonSchema(operation.output, 'output'))}
${answer === undefined ? '' : schemaBlock(operation.answers === 'events' ? 'An event, for example' : 'An answer, for example', answer)}
<form data-method="${method}" data-path="${escapeHtml(path)}" data-in-path="${inPath}" data-has-body="${input.body !== undefined}">
<textarea rows="6" spellcheck="false" aria-label="fields of ${name}">${escapeHtml(JSON.stringify(fields, null, 2))}</textarea>
<button>Send</button> <output></output>
</form>
</section>`;
}

const style = `:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1.5rem}
section{border-top:1px solid color-mix(in srgb,currentColor 20%,transparent);margin-top:2rem}pre,textarea{font:13px/1.5 ui-monospace,monospace}
pre{overflow:auto;max-height:30rem}textarea{width:100%;box-sizing:border-box}input{width:24rem}output{display:block;white-space:pre-wrap;font:13px/1.5 ui-monospace,monospace;max-height:30rem;overflow:auto}`;

/** Sends a form's fields as its operation takes them; the key stays in the page. */
const script = `document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const { method, path, inPath, hasBody } = form.dataset;
  const output = form.querySelector('output');
  if (method === undefined) return;
  try {
    const fields = JSON.parse(form.querySelector('textarea').value || '{}');
    let address = path;
    for (const name of inPath.split(' ').filter(Boolean)) {
      address = address.replace('{' + name + '}', encodeURIComponent(fields[name] ?? ''));
      delete fields[name];
    }
    const headers = {};
    const key = document.querySelector('#key').value;
    if (key !== '') headers.authorization = 'Bearer ' + key;
    const request = { method, headers };
    if (hasBody === 'true') {
      headers['content-type'] = 'application/json';
      request.body = JSON.stringify(fields);
    } else if (Object.keys(fields).length > 0) address += '?' + new URLSearchParams(fields);
    output.textContent = 'waiting';
    const answer = await fetch(address, request);
    const text = await answer.text();
    let shown = text;
    try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch {}
    output.textContent = answer.status + '\\n' + shown;
  } catch (error) { output.textContent = String(error); }
});`;

/** `GET /docs`: the reference made from the declarations, with a form for each operation; needs nothing from elsewhere. */
export function docsPage(registry: Registry): string {
  const links = registry.map(({ name, title }) => `<li><a href="#${name}">${escapeHtml(title)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>webdata reference</title><style>${style}</style></head>
<body>
<h1>webdata reference</h1>
<p>Also as <a href="/openapi.json">OpenAPI 3.1</a> and, for models, <a href="/llms.txt">llms.txt</a>. A form sends a real request, which is charged as any other.</p>
<p><label>Key <input id="key" type="password" autocomplete="off"></label></p>
<ul>${links.join('')}</ul>
${registry.map(section).join('\n')}
<script>${script}</script>
</body>
</html>
`;
}
