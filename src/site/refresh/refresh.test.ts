import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMetaRefresh } from './meta-refresh.ts';
import { parseRefresh } from './parse-refresh.ts';

test('the value of a refresh is read as browsers read it', () => {
  const cases: [value: string, seconds: number, reference: string | null][] = [
    ['0; url=/next', 0, '/next'],
    ['0;URL=/next', 0, '/next'],
    [' 3 , Url = "/a b" ignored', 3, '/a b'],
    ["5;url='/next", 5, '/next'],
    ['2.9;/next', 2, '/next'],
    ['.5; /next', 0, '/next'],
    ['1 /next', 1, '/next'],
    ['0;url=urls', 0, 'urls'],
    ['4;url=/list?url=1;2', 4, '/list?url=1;2'],
    ['30', 30, null],
    ['0;', 0, null],
    ['0; url=""', 0, null],
  ];
  for (const [value, seconds, reference] of cases)
    assert.deepEqual(parseRefresh(value), { seconds, reference }, value);
  for (const value of ['', 'soon; url=/next', '5x; url=/next', '-1; url=/next', 'url=/next'])
    assert.equal(parseRefresh(value), null, value);
});

test('the refresh of a page is the one that its visitors see', () => {
  const find = (html: string) => findMetaRefresh(html, 'https://shop.test/old/')?.reference ?? null;
  const meta = (target: string) => `<meta http-equiv="Refresh" content="0; url=${target}">`;
  assert.equal(find(`<title>Moved</title>${meta('/new')}${meta('/later')}`), '/new');
  assert.equal(find(`<body><p>Moved</p>${meta('/new')}</body>`), '/new');
  for (const other of [
    `<noscript>${meta('/plain')}</noscript>`,
    `<!-- ${meta('/old')} -->`,
    `<script>const text = '${meta('/shown')}';</script>`,
    `<template>${meta('/part')}</template>`,
    `<textarea>${meta('/lesson')}</textarea>`,
    '<meta name="refresh" content="0; url=/name">',
  ])
    assert.equal(find(`<title>Here</title>${other}<p>Text</p>`), null, other);
  assert.equal(
    findMetaRefresh(`<base href="/new/">${meta('page')}`, 'https://shop.test/old/')?.baseUrl,
    'https://shop.test/new/',
  );
});
