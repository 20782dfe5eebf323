import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProductIdentity } from '../../../domain/pages/offer.ts';
import { compareProducts } from './compare-products.ts';

const noIdentity: ProductIdentity = {
  gtin: null,
  mpn: null,
  sku: null,
  brand: null,
  model: null,
  color: null,
  size: null,
};
const productView = (name: string, identity: Partial<ProductIdentity> = {}) => ({
  name,
  identity: { ...noIdentity, ...identity },
});

/** Rows: two products, the expected relation and its basis. */
const rows: [ReturnType<typeof productView>, ReturnType<typeof productView>, string, string | null][] = [
  [
    productView('Lamp', { gtin: '4006381333931' }),
    productView('Lampe', { gtin: '04006381333931' }),
    'same',
    'gtin',
  ],
  [
    productView('Lamp', { gtin: '4006381333931' }),
    productView('Lamp', { gtin: '4006381333948' }),
    'different',
    'gtin',
  ],
  [
    productView('Lamp', { gtin: '1', mpn: 'ql 200', brand: 'Kai' }),
    productView('Lampe', { gtin: '2', mpn: 'QL-200', brand: 'KAI' }),
    'same',
    'mpn',
  ],
  [
    productView('Lamp', { mpn: 'QL-200', brand: 'Kai' }),
    productView('Lampe', { mpn: 'QL-200', brand: 'Mole' }),
    'different',
    'brand',
  ],
  [productView('Lamp', { sku: 'A7' }), productView('Lampe', { sku: 'A7' }), 'same', 'sku'],
  [productView('Lamp', { sku: 'A7' }), productView('Lampe', { sku: 'B8' }), 'unknown', null],
  [
    productView('Sony WH-1000XM5 Kopfhörer schwarz'),
    productView('Sony WH-1000XM5 headphones, black'),
    'same',
    'model',
  ],
  [productView('Sony WH-1000XM5'), productView('Sony WH-1000XM4'), 'different', 'model'],
  [
    productView('Sony WH-1000XM5 schwarz', { sku: '1' }),
    productView('Sony WH-1000XM5 silver', { sku: '1' }),
    'different',
    'variant: color',
  ],
  [
    productView('Phone 12 128 GB', { sku: '1' }),
    productView('Phone 12 256GB', { sku: '1' }),
    'different',
    'variant: storage',
  ],
  [productView('Kaffee 500 g', { sku: '1' }), productView('Coffee 17.6 oz', { sku: '1' }), 'same', 'sku'],
  [
    productView('Kaffee 1 kg', { gtin: '4006381333931' }),
    productView('Kaffee 500 g', { gtin: '4006381333931' }),
    'different',
    'variant: mass',
  ],
  [
    productView('Batterien AA, 4er-Pack', { mpn: 'x' }),
    productView('Batteries AA, pack of 8', { mpn: 'x' }),
    'different',
    'variant: count',
  ],
  [
    productView('Batterien AA, 4er-Pack', { mpn: 'x' }),
    productView('Batteries AA 4-pack', { mpn: 'x' }),
    'same',
    'mpn',
  ],
  [productView('Monitor 27"', { mpn: 'x' }), productView('Bildschirm 68,6 cm', { mpn: 'x' }), 'same', 'mpn'],
  [
    productView('Brass lamp', { brand: 'Kai' }),
    productView('Brass lamp', { brand: 'Mole' }),
    'different',
    'brand',
  ],
  [productView('Brass lamp'), productView('Brass lamp'), 'same', 'name'],
  [productView('Brass lamp'), productView('Messinglampe'), 'unknown', null],
];

for (const [one, other, same, basis] of rows) {
  test(`${one.name} and ${other.name}: ${same}`, () => {
    assert.deepEqual(compareProducts(one, other), { same, basis });
    assert.equal(compareProducts(other, one).same, same);
  });
}
