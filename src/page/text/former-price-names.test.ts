import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canNameFormerPrice, namesFormerPrice } from './former-price-names.ts';

test('a class of a record names a former price in each notation of classes', () => {
  for (const name of [
    'old',
    'oldPrice',
    'price--old',
    'was-price',
    'original-price',
    'md:line-through',
    'ancienPrix',
  ])
    assert.ok(namesFormerPrice(name), name);
  // Such elements hold also images, texts and the parts of a gallery.
  for (const name of ['original', 'previous', 'before', 'list', 'golden', 'wash', 'comparison', 'sale-price'])
    assert.ok(!namesFormerPrice(name), name);
});

test('names around one amount may be less exact, but no name of a list is one of a price', () => {
  for (const names of [
    'original',
    'price before',
    'list-price',
    'retail price',
    'alt-preis',
    'strike-through',
  ])
    assert.ok(canNameFormerPrice(names), names);
  for (const names of ['list', 'retail', 'alt', 'current-price', 'price'])
    assert.ok(!canNameFormerPrice(names), names);
});
