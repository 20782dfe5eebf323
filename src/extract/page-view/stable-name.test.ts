import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStableName } from './stable-name.ts';

test('accepts names that mean the same on every page', () => {
  for (const name of [
    'price',
    'product-title',
    'main_content',
    'col-2',
    'wprm-recipe-ingredient',
    'h1title',
    'ctl00_body',
    'topic__title',
    'card__price',
    'product__unitPrice',
  ]) {
    assert.equal(isStableName(name), true, name);
  }
});

test('rejects numbers, hashes and states', () => {
  for (const name of [
    'post-12345',
    'css-1x2y3z',
    'sc-bdVaJa',
    'title__a8f3x',
    'Card__xKqZtW',
    'card__xkqzt',
    'is-open',
    'active',
    'first',
    'js-toggle',
    'x',
  ]) {
    assert.equal(isStableName(name), false, name);
  }
});
