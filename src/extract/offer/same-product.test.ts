import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProductIdentity } from '../../domain/offer.ts';
import { likenessOf } from './same-product.ts';

const nothing: ProductIdentity = {
  gtin: null,
  mpn: null,
  sku: null,
  brand: null,
  model: null,
  color: null,
  size: null,
};
const seen = (name: string, identity: Partial<ProductIdentity> = {}) => ({
  name,
  identity: { ...nothing, ...identity },
});

/** Rows: two products, whether they are the same, and by what. */
const rows: [ReturnType<typeof seen>, ReturnType<typeof seen>, string, string | null][] = [
  [seen('Lamp', { gtin: '4006381333931' }), seen('Lampe', { gtin: '04006381333931' }), 'same', 'gtin'],
  [seen('Lamp', { gtin: '4006381333931' }), seen('Lamp', { gtin: '4006381333948' }), 'different', 'gtin'],
  [
    seen('Lamp', { gtin: '1', mpn: 'ql 200', brand: 'Kai' }),
    seen('Lampe', { gtin: '2', mpn: 'QL-200', brand: 'KAI' }),
    'same',
    'mpn',
  ],
  [
    seen('Lamp', { mpn: 'QL-200', brand: 'Kai' }),
    seen('Lampe', { mpn: 'QL-200', brand: 'Mole' }),
    'different',
    'brand',
  ],
  [seen('Lamp', { sku: 'A7' }), seen('Lampe', { sku: 'A7' }), 'same', 'sku'],
  [seen('Lamp', { sku: 'A7' }), seen('Lampe', { sku: 'B8' }), 'unknown', null],
  [seen('Sony WH-1000XM5 Kopfhörer schwarz'), seen('Sony WH-1000XM5 headphones, black'), 'same', 'model'],
  [seen('Sony WH-1000XM5'), seen('Sony WH-1000XM4'), 'different', 'model'],
  [
    seen('Sony WH-1000XM5 schwarz', { sku: '1' }),
    seen('Sony WH-1000XM5 silver', { sku: '1' }),
    'different',
    'variant: color',
  ],
  [
    seen('Phone 12 128 GB', { sku: '1' }),
    seen('Phone 12 256GB', { sku: '1' }),
    'different',
    'variant: storage',
  ],
  [seen('Kaffee 500 g', { sku: '1' }), seen('Coffee 17.6 oz', { sku: '1' }), 'same', 'sku'],
  [
    seen('Kaffee 1 kg', { gtin: '4006381333931' }),
    seen('Kaffee 500 g', { gtin: '4006381333931' }),
    'different',
    'variant: mass',
  ],
  [
    seen('Batterien AA, 4er-Pack', { mpn: 'x' }),
    seen('Batteries AA, pack of 8', { mpn: 'x' }),
    'different',
    'variant: count',
  ],
  [seen('Batterien AA, 4er-Pack', { mpn: 'x' }), seen('Batteries AA 4-pack', { mpn: 'x' }), 'same', 'mpn'],
  [seen('Monitor 27"', { mpn: 'x' }), seen('Bildschirm 68,6 cm', { mpn: 'x' }), 'same', 'mpn'],
  [seen('Brass lamp', { brand: 'Kai' }), seen('Brass lamp', { brand: 'Mole' }), 'different', 'brand'],
  [seen('Brass lamp'), seen('Brass lamp'), 'same', 'name'],
  [seen('Brass lamp'), seen('Messinglampe'), 'unknown', null],
];

for (const [one, other, same, basis] of rows) {
  test(`${one.name} and ${other.name}: ${same}`, () => {
    assert.deepEqual(likenessOf(one, other), { same, basis });
    assert.equal(likenessOf(other, one).same, same);
  });
}
