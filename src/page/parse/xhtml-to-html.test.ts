import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { readResponse } from '../read/read-response.ts';

function read(body: string | Uint8Array, type = 'application/xhtml+xml', more = {}) {
  return readResponse(jobFor(body, { headers: { 'content-type': type }, onlyMainContent: false, ...more }));
}

const page = (head: string, body: string) =>
  `<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head>${head}</head><body>${body}</body></html>`;

test('self-closed elements are empty, CDATA is text, scripts end at their tags', async () => {
  const source = page(
    '<title/><script src="a.js"/><script><![CDATA[ if (a < b) write("</p></script>"); ]]></script><style/>',
    '<h1>Ferries</h1><div/><p>At <![CDATA[<b>dawn</b> & dusk]]>.</p><textarea/><iframe src="x"/><p>After.</p>',
  );
  for (const type of ['application/xhtml+xml', 'application/xml; charset=utf-8', 'text/xml']) {
    const { markdown, warnings, metadata } = await read(source, type);
    assert.match(markdown, /^# Ferries\n\nAt \\<b>dawn\\<\/b> & dusk\.\n\nAfter\.$/, type);
    assert.ok(!warnings.some(({ code }) => code === 'malformed_xhtml'));
    assert.equal(metadata.language, 'en');
  }
  assert.doesNotMatch((await read(source, 'text/html')).markdown, /After/);
});

test('named entities, prefixes, blocks within paragraphs, and elements of SVG and MathML', async () => {
  const source = page(
    '<title>T</title>',
    '<h:p xmlns:h="http://www.w3.org/1999/xhtml">Caf&eacute;&nbsp;bar</h:p><p>One <ul><li>two</li></ul> three</p><svg xmlns="http://www.w3.org/2000/svg"><title>Map</title><p/></svg><p>Take <m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>x</m:mi></m:math>.</p>',
  );
  const { markdown, title } = await read(source);
  assert.equal(title, 'T');
  assert.match(markdown, /^Café bar\n\nOne\n\n- two\n\nthree\n\n[\s\S]*Take \$x\$\.$/);
});

test('a page that is not well-formed is read as HTML, with a warning', async () => {
  for (const body of ['<p>Open<br>line</p>', '<p>Text &unknown; here</p>', '<p>Text</p></div>']) {
    const { markdown, warnings, error } = await read(page('<title>T</title>', body));
    assert.equal(error, null);
    assert.match(markdown, /Open|Text/);
    assert.ok(
      warnings.some(({ code }) => code === 'malformed_xhtml'),
      body,
    );
  }
});

test('the source stays what the server sent, and the encoding is that of its declaration', async () => {
  const source = page('<title/>', '<p>x</p>');
  assert.equal((await read(source, undefined, { formats: ['raw_html'] })).rawHtml, source);
  const russian = page('<title/>', '<p>\xcf\xee\xf0\xf2 \xe3\xee\xf0\xee\xe4</p>').replace(
    '1.0"',
    '1.0" encoding="windows-1251"',
  );
  assert.match((await read(Buffer.from(russian, 'latin1'))).markdown, /Порт город/);
});

test('entities that the page declares are read', async () => {
  const doctype = '<!DOCTYPE html [<!ENTITY port "North quay"><!ENTITY amp "x">]>';
  const source = page('<title/>', '<p>&port;&nbsp;&amp; locks</p>').replace('?>\n', `?>\n${doctype}`);
  assert.equal((await read(source)).markdown, 'North quay & locks');
});

test('deep and long pages end in time', async () => {
  const prefixes = Array.from({ length: 20_000 }, (_, index) => `<div xmlns:p${index}="x">`);
  const prefixed = page('<title/>', `${prefixes.join('')}x${'</div>'.repeat(prefixes.length)}`);
  assert.match((await read(prefixed)).markdown, /x/);
  const depth = 20_000;
  const deep = page('<title/>', `${'<div>'.repeat(depth)}x${'</div>'.repeat(depth)}`);
  assert.match((await read(deep)).markdown, /x/);
  const entities = '<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>';
  const { markdown } = await read(page('<title/>', '<p>End &b;</p>').replace('?>\n', `?>\n${entities}`));
  assert.doesNotMatch(markdown, /aaaa/);
});
