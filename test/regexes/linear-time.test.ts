import { test } from 'node:test';
import { callInThread } from '../call-in-thread.ts';

/** Calls of a function that once took quadratic time or more, by module below `src/`. */
interface Attack {
  module: string;
  name: string;
  calls: readonly (readonly unknown[])[];
}

/** Long enough that a quadratic match takes minutes and a linear one milliseconds. */
const long = 1_000_000;
const fill = (unit: string, length = long) => unit.repeat(Math.ceil(length / unit.length));
const seen = new Date('2024-02-29T12:00:00Z');

const blocks = [
  fill('[](\\)\\'),
  fill('![)](\\)\\'),
  `0.1${fill('0')}1x`,
  fill('0,'),
  fill('©'),
  `# ${fill(' ')}x\u2028`,
  `|${fill('\t')}x|`,
  `served ${fill('0')}`,
];
const sources = [
  fill('<div/q'),
  `<div id=root>${fill('<!-- a -->')}x`,
  fill('<my-app-r'),
  fill('<noscript t'),
  fill('<noscript>'),
  fill('<meta=s'),
  fill('rl=http-equiv=refreshs<meta '),
  fill('<script>'),
].map((html) => ({ html, visibleText: '', warnings: [] }));

const pages = ['<template shadowrootmode=open>', '<div role=table>', '<span class=a>foo</span>'].map(
  (unit) => `<main><p>${fill(unit, 400_000)}`,
);

const attacks: Attack[] = [
  { module: 'content/read-html.ts', name: 'readHtml', calls: pages.map((html) => [html]) },
  { module: 'diff/text-blocks.ts', name: 'splitTextBlocks', calls: blocks.map((text) => [text, seen]) },
  { module: 'page/outcome/needs-browser.ts', name: 'needsBrowser', calls: sources.map((facts) => [facts]) },
  { module: 'page/metadata/normalize-author.ts', name: 'normalizeAuthor', calls: [[`${fill(' ')}x`]] },
  { module: 'page/documents/office/cell-format.ts', name: 'resolveCellFormat', calls: [[164, fill('[')]] },
  {
    module: 'extract/page-data/raw-values.ts',
    name: 'plainText',
    calls: [fill('<'), fill('<a'), `<b>${fill('</p/p')}`, `<b>${fill('\u2003')}x`].map((text) => [text]),
  },
  {
    module: 'extract/typed/contact.ts',
    name: 'findPhones',
    calls: Array.from({ length: 50 }, () => [fill(`${fill('1', 40)}a `, 5_000)]),
  },
  {
    module: 'extract/typed/duration.ts',
    name: 'findDurations',
    calls: [`${fill('4')}`, `1${fill('\t')}`].map((text) => [text]),
  },
  {
    module: 'extract/schema/kind-signs.ts',
    name: 'hasKindSign',
    calls: [
      ['money', `0${fill(' ')}x`],
      ['money', fill('0')],
      ['duration', fill('0')],
      ['email', fill('a')],
    ],
  },
  { module: 'listings/page/columns/columns.ts', name: 'getValueType', calls: [[fill('<a'), '/x']] },
  {
    module: 'listings/discovery/read-only-calls.ts',
    name: 'isReadOnlyQuery',
    calls: [[fill('a\\"\\')]],
  },
  { module: 'integrations/search/parse-error-text.ts', name: 'parseErrorText', calls: [[fill('<title ')]] },
  {
    module: 'integrations/archives/index/url-key.ts',
    name: 'createUrlKey',
    calls: [[`http://a.example/${fill('/')}x`]],
  },
  {
    module: 'domain/secrets/mask-address.ts',
    name: 'maskText',
    calls: [[`https://a.example/?${fill('otp')}\n=x`]],
  },
  { module: 'domain/secrets/secret-words.ts', name: 'namesSecret', calls: [[`${fill('otp')}\n`]] },
  { module: 'capabilities/workflows/steps/templates.ts', name: 'findVariables', calls: [[`{{${fill(' ')}`]] },
];

for (const { module, name, calls } of attacks) {
  test(`${name} takes linear time on hostile texts`, async () => {
    await callInThread(new URL(`../../src/${module}`, import.meta.url), name, calls);
  });
}
