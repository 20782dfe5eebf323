import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { readResponse } from '../read/read-response.ts';

const read = (body: string, type = 'image/svg+xml') =>
  readResponse(jobFor(body, { headers: type === '' ? {} : { 'content-type': type } }));

const picture = (content: string, attributes = 'viewBox="0 0 300 150"') =>
  `<?xml version="1.0"?><!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;

test('SVG: title, description, texts and their lines; hidden parts are left out', async () => {
  const content =
    '<title>Depths &amp; tides</title><desc>Chart</desc><defs><text>symbol</text></defs><style>text{fill:red}</style><g><title>Bar 1</title><text x="1">Berth <tspan>1</tspan><tspan x="1" dy="1em">9 m</tspan></text></g><text display="none">hidden</text>';
  for (const type of ['image/svg+xml', 'text/xml', '']) {
    const { markdown, title, metadata, error } = await read(picture(content), type);
    assert.equal(error, null);
    assert.equal(title, 'Depths & tides');
    assert.equal(markdown, '# Depths & tides\n\nChart\n\nBar 1\n\nBerth 1 9 m', type);
    assert.deepEqual([metadata.width, metadata.height], [300, 150]);
  }
});

test('SVG without text is an image without text, a damaged one is text', async () => {
  const { warnings, error } = await read(picture('<rect width="1" height="1"/>'));
  assert.equal(error, null);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_text'],
  );
  assert.match((await read(picture('<text>Open'))).markdown, /<text>Open/);
  const depth = 5_000;
  assert.equal((await read(picture(`${'<g>'.repeat(depth)}${'</g>'.repeat(depth)}`))).error, null);
});

test('SVG: entities that a drawing program declares are read, and their expansion is bounded', async () => {
  const drawing = (entities: string, content: string) =>
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [${entities}]><svg xmlns="&ns_svg;">${content}</svg>`;
  const namespace = '<!ENTITY ns_svg "http://www.w3.org/2000/svg">';
  const named = await read(drawing(`${namespace}<!ENTITY port 'North'>`, '<text>&port; quay</text>'));
  assert.equal(named.markdown, 'North quay');
  const long = `${namespace}<!ENTITY a "${'x'.repeat(1_000)}">`;
  // The drawing cannot be read, so its source is returned as text.
  assert.match((await read(drawing(long, `<text>${'&a;'.repeat(5_000)}</text>`))).markdown, /&a;&a;/);
  const nested = `${namespace}<!ENTITY a "x"><!ENTITY b "&a;&a;">`;
  assert.match((await read(drawing(nested, '<text>&b;</text>'))).markdown, /&b;/);
});
