import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActionDetector, type PageUse, withoutActions } from './action-detector.ts';

function url(path: string): URL {
  return new URL(path, 'https://wiki.test/');
}

function recordAll(paths: readonly string[], use: PageUse, detector = createActionDetector()) {
  for (const path of paths) detector.record(url(path), use);
  return detector;
}

test('actions of common software come last until one of their pages has content', () => {
  const detector = createActionDetector();
  assert.equal(detector.rank(url('/doku.php?id=a&do=login')), 'last');
  assert.equal(detector.rank(url('/index.php?title=A&action=edit')), 'last');
  assert.equal(detector.rank(url('/post?replytocom=7')), 'last');
  assert.equal(detector.rank(url('/doku.php?id=a')), 'normal');
  detector.record(url('/index.php?action=article&n=4'), 'content');
  assert.equal(detector.rank(url('/index.php?action=article&n=5')), 'normal');
  assert.equal(detector.rank(url('/index.php?action=edit')), 'last', 'another action');
});

test('a parameter with three useless pages and no other is not followed', () => {
  const detector = recordAll(['/a?replytocom=1', '/a?replytocom=2'], 'useless');
  assert.equal(detector.rank(url('/b?replytocom=3')), 'last');
  detector.record(url('/b?replytocom=3'), 'useless');
  assert.equal(detector.rank(url('/c?replytocom=9')), 'never');
  assert.equal(detector.rank(url('/c')), 'normal');
  const used = recordAll(
    ['/a?lang=de'],
    'content',
    recordAll(['/a?lang=en', '/b?lang=en', '/c?lang=en'], 'useless'),
  );
  assert.equal(used.rank(url('/d?lang=fr')), 'normal', 'one of its pages has content');
});

test('pages of the software are recognized by the requests of the site not to index them', () => {
  const pages = ['A', 'B', 'C'].map((name) => `/index.php/Special:WhatLinksHere/${name}`);
  const detector = recordAll(pages, 'noindex');
  assert.equal(detector.rank(url('/index.php/Special:WhatLinksHere/D')), 'never');
  assert.equal(detector.rank(url('/index.php/Special:AllPages')), 'last');
  assert.equal(detector.rank(url('/index.php?title=Special:WhatLinksHere/E')), 'never');
  recordAll(
    ['Log', 'Tags', 'NewPages'].map((name) => `/index.php/Special:${name}`),
    'noindex',
    detector,
  );
  assert.equal(detector.rank(url('/index.php/Special:AllPages')), 'never', 'six pages of the namespace');
  const lists = recordAll(['/list?page=2', '/list?page=3', '/list?page=4'], 'noindex');
  assert.equal(lists.rank(url('/list?page=5')), 'last', 'another parameter only comes last');
});

test('the parameters beside an action are not its cause', () => {
  const detector = recordAll(['?id=a&do=login', '?id=a&do=login', '?id=a&do=login'], 'useless');
  assert.equal(detector.rank(url('?id=a')), 'normal');
  const stored = createActionDetector(JSON.parse(JSON.stringify(detector.state())));
  assert.equal(stored.rank(url('?id=b&do=login')), 'never');
});

test('the URL without actions is the page that they belong to', () => {
  assert.equal(withoutActions(url('/doku.php?id=a&do=edit&rev=5'))?.href, 'https://wiki.test/doku.php?id=a');
  assert.equal(withoutActions(url('/list?page=2')), null);
});

test('one useless page ends an action of which all links are marked with nofollow', () => {
  const detector = createActionDetector();
  assert.equal(detector.rankLink(url('?id=a&do=login'), true), 'last');
  assert.equal(detector.rankLink(url('?id=a&do=media'), true), 'last');
  assert.equal(detector.rankLink(url('?id=b&do=media'), false), 'last');
  recordAll(['?id=a&do=login', '?id=a&do=media'], 'useless', detector);
  assert.equal(detector.rankLink(url('?id=b&do=login'), true), 'never');
  assert.equal(detector.rank(url('?id=c&do=media')), 'last', 'some links are followed');
  recordAll(['?id=a&do=show'], 'content', detector);
  assert.equal(detector.rankLink(url('?id=b&do=show'), true), 'normal', 'a page of the action has content');
});
