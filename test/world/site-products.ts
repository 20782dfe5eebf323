import { dayBack, layOut, type SitePage } from './site-layout.ts';
import { diceOf, paragraph } from './words.ts';

const things = ['lantern', 'rope', 'anchor', 'compass', 'kettle', 'blanket', 'ladder', 'barrel', 'whistle'];
const makes = ['Brass', 'Oak', 'Copper', 'Woollen', 'Folding', 'Signal', 'Travel', 'Heavy', 'Small', 'Deck'];

/** Returns ninety products with price, stock and a table of facts, and the same values as JSON-LD. */
export function productPages(): SitePage[] {
  return things.flatMap((thing, row) =>
    makes.map((make, column) => productPage(make, thing, row * makes.length + column)),
  );
}

function productPage(make: string, thing: string, at: number): SitePage {
  const dice = diceOf(7000 + at);
  const name = `${make} ${thing}`;
  const sku = `QS-${1000 + at}`;
  const price = `${5 + dice.roll(400)}.${dice.pick(['00', '50', '95', '99'])}`;
  const isInStock = dice.roll(4) > 0;
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    sku,
    image: '/files/picture.png',
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: 'EUR',
      availability: `https://schema.org/${isInStock ? 'InStock' : 'OutOfStock'}`,
    },
  };
  return layOut({
    path: `/products/${sku.toLowerCase()}`,
    kind: 'product',
    title: name,
    phrase: `The ${name.toLowerCase()} is number ${sku} of the Quayside shop.`,
    changed: dayBack(at),
    head: `<script type="application/ld+json">${JSON.stringify(data)}</script>`,
    content: [
      `<img src="/files/picture.png?sku=${sku}" alt="${name}" width="400" height="300">`,
      `<p class="price"><span class="amount">€${price}</span></p>`,
      `<p class="stock">${isInStock ? 'In stock' : 'Sold out'}</p>`,
      `<p>${paragraph(dice, 4)}</p>`,
      `<table class="facts"><tr><th>Weight</th><td>${1 + dice.roll(90)} kg</td></tr><tr><th>Made in</th><td>Quayside</td></tr><tr><th>Number</th><td>${sku}</td></tr></table>`,
      '<button>Add to basket</button>',
    ].join('\n'),
  });
}
