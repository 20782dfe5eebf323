import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findOnPage } from './sources/find-on-page.ts';

const names = ['Brass lamp', 'Iron cleat', 'Hemp rope', 'Signal flag', 'Tar brush', 'Cork float'];
const many = (write: (name: string, at: number) => string) => names.map(write).join('');

function collect(body: string, fields: string[]) {
  const { sources } = findOnPage({
    bytes: Buffer.from(
      `<!doctype html><html lang="en"><head><title>Stores</title></head><body>${body}</body></html>`,
    ),
    headers: { 'content-type': 'text/html' },
    url: 'https://quay.example/stores',
    fields,
    reading: null,
    answers: [],
  });
  return sources[0]?.read?.records ?? [];
}

const titles = (records: readonly Record<string, unknown>[]) => records.map(({ title }) => title);
const filler = 'Kept dry in the loft above the quay, and sold by the piece.';

describe('lists of cards', () => {
  test('cards of one class are one list, with and without colours', () => {
    const colours = ['red', 'green', 'blue', 'white']
      .map(
        (colour) => `<div class="swatch" data-value="${colour}"><a href="?c=${colour}">${colour}</a></div>`,
      )
      .join('');
    const card = (name: string, at: number) =>
      `<li class="product"><a class="card" href="/p/${at}"><h2 class="name">${name}</h2>${
        at < 4 ? '' : `<div class="size"><i>L</i><span class="price">$${at}.50</span></div>`
      }</a>${at < 4 ? `<div class="swatches">${colours}</div><div class="size"><i>L</i><span class="price">$${at}.50</span></div>` : ''}</li>`;
    const records = collect(`<main><ul class="products">${many(card)}</ul></main>`, [
      'title',
      'url',
      'price',
    ]);
    assert.deepEqual(titles(records), names);
    // The price stands at two places.
    assert.deepEqual(
      records.map(({ price }) => price),
      names.map((_, at) => at + 0.5),
    );
  });

  test('a long row of colours does not displace the price behind it', () => {
    const colours = Array.from(
      { length: 40 },
      (_, at) => `<a class="swatch" href="?c=${at}" title="Colour ${at}">${at}</a>`,
    ).join('');
    const card = (name: string, at: number) =>
      `<li class="product"><h2><a href="/p/${at}">${name}</a></h2><div>${colours}</div><p class="price">$${at + 2}.00</p></li>`;
    const records = collect(`<ul>${many(card)}</ul>`, ['title', 'price']);
    assert.deepEqual(records[3], { title: names[3], price: 5 });
  });

  test('a form around cards is no filter', () => {
    const card = (name: string, at: number) =>
      `<div class="card"><input type="checkbox" name="compare"><a href="/p/${at}"><img src="/i/${at}.jpg"><h4>${name}</h4></a></div>`;
    const promotion = (at: number) =>
      `<div class="teaser"><a href="/promo/${at}"><h2>Promotion ${at} of the season</h2><p>${filler}</p></a></div>`;
    const records = collect(
      `<div class="top">${promotion(1)}${promotion(2)}</div><form id="list">${many(card)}</form>`,
      ['title', 'url'],
    );
    assert.deepEqual(titles(records), names);
  });

  test('a list that includes the best records is preferred, unless it is a carousel', () => {
    const card = (name: string, at: number) =>
      `<article class="card"><h2><a href="/p/${at}">${name}</a></h2><p>${filler}</p></article>`;
    const teaser = `<section class="newest">${names
      .slice(0, 3)
      .map((name, at) => card(name, at))
      .join('')}</section>`;
    const whole = many(
      (name, at) => `<li class="entry"><b>No. ${at}</b><h2><a href="/p/${at}">${name}</a></h2></li>`,
    );
    assert.equal(collect(`${teaser}<ul class="all">${whole}</ul>`, ['title', 'url']).length, names.length);
    assert.equal(
      collect(`${teaser}<div class="slider"><ul class="all">${whole}</ul></div>`, ['title', 'url']).length,
      3,
    );
  });
});

describe('titles of cards', () => {
  test('a heading that starts with a label is no title', () => {
    const card = (name: string, at: number) =>
      `<li class="card"><a class="box" href="/p/${at}"><div class="head"><div><div class="text">${name}</div><h3 class="sku">Item number: QX-${at}</h3></div></div></a></li>`;
    assert.deepEqual(titles(collect(`<ul>${many(card)}</ul>`, ['title', 'url'])), names);
  });

  test('the higher heading, which differs between the records, is the title', () => {
    const firm = (at: number) => (at % 3 === 0 ? 'Quay works' : 'Harbour office');
    const card = (name: string, at: number) =>
      `<div class="job"><h5 class="head"><a href="/firm/${at % 3}">${firm(at)}</a></h5><h3 class="head"><a href="/job/${at}">${name} maker</a></h3></div>`;
    assert.deepEqual(collect(`<main>${many(card)}</main>`, ['title', 'url'])[1], {
      title: 'Iron cleat maker',
      url: 'https://quay.example/job/1',
    });
  });

  test('a heading of owner and name is the title as a whole, with the address of the name', () => {
    const slug = (name: string) => name.toLowerCase().replace(' ', '-');
    const card = (name: string, at: number) =>
      `<article><h3><a href="/owner${at}">owner${at}</a> / <a href="/owner${at}/${slug(name)}">${slug(name)}</a></h3><p>${filler} ${at}</p></article>`;
    assert.deepEqual(collect(`<main>${many(card)}</main>`, ['title', 'url'])[2], {
      title: 'owner2 / hemp-rope',
      url: 'https://quay.example/owner2/hemp-rope',
    });
    const oneLink = (name: string, at: number) =>
      `<article><h2><a href="/owner${at}/${slug(name)}"><span>ownership-${at} /</span> ${slug(name)}</a></h2><p>${filler} ${at}</p></article>`;
    assert.equal(collect(`<main>${many(oneLink)}</main>`, ['title'])[2]?.title, 'ownership-2 / hemp-rope');
  });

  test('the link of a source behind the title is not part of it', () => {
    const card = (name: string, at: number) =>
      `<article><h2><a href="/s/${at}">${name}</a> <a href="https://source${at}.example/">(source${at}.example)</a></h2><p>${filler} ${at}</p></article>`;
    assert.equal(collect(`<main>${many(card)}</main>`, ['title', 'url'])[3]?.title, names[3]);
  });

  test('the link of the title is preferred to that of a picture, which some records lack', () => {
    const card = (name: string, at: number) =>
      `<article><header><a href="/n/${at}">${name}</a></header>${at === 5 ? '' : `<a href="/n/${at}"><img src="/i/${at}.jpg" alt=""></a>`}<p>${filler} ${at}</p></article>`;
    assert.equal(collect(`<main>${many(card)}</main>`, ['title', 'url'])[5]?.url, 'https://quay.example/n/5');
  });

  test('a heading is preferred to an attribute with its beginning, and keeps the price in it', () => {
    const card = (name: string, at: number) =>
      `<li class="card" data-product-name="${name}"><a href="/p/${at}"><h3><span>${name}</span> <span>for boats of ${at + 3} metres</span></h3></a></li>`;
    assert.equal(collect(`<ul>${many(card)}</ul>`, ['title'])[0]?.title, 'Brass lamp for boats of 3 metres');
    const priced = (name: string, at: number) =>
      `<li class="box"><h2><a href="/p/${at}">${name}<br>$${at + 1}.95 - $${at + 9}.95</a></h2><p>${filler}</p></li>`;
    assert.equal(collect(`<ul>${many(priced)}</ul>`, ['title'])[0]?.title, 'Brass lamp $1.95 - $9.95');
  });
});

describe('prices of cards', () => {
  test('a struck or recommended price is not the price', () => {
    const card = (name: string, at: number) =>
      `<li class="card"><h2><a href="/p/${at}">${name}</a></h2><div><p>Item# 4${at}711</p><div><span class="text-line-through">$${at + 30}.00</span> <span class="text-primary">$${at + 20}.00</span></div></div></li>`;
    assert.equal(collect(`<ul>${many(card)}</ul>`, ['title', 'price'])[1]?.price, 21);
    const rrp = (name: string, at: number) =>
      `<li class="card"><h2><a href="/p/${at}">${name}</a></h2><div>${
        at % 2 === 0 ? `<span class="price price--rrp">$${at + 30}.00</span>` : ''
      }<span class="price price--now">$${at + 20}.00</span></div></li>`;
    assert.deepEqual(
      collect(`<ul>${many(rrp)}</ul>`, ['title', 'price']).map(({ price }) => price),
      names.map((_, at) => at + 20),
    );
  });

  test('the former price is found if it is asked for', () => {
    const card = (name: string, at: number) =>
      `<li class="card"><h2><a href="/p/${at}">${name}</a></h2><div><span class="was">$${at + 30}.00</span> <span class="now">$${at + 20}.00</span></div></li>`;
    const [first] = collect(`<ul>${many(card)}</ul>`, ['title', 'price', 'old price']);
    assert.deepEqual(first, { title: 'Brass lamp', price: 20, 'old price': 30 });
  });
});

describe('amounts and ratings of cards', () => {
  const card = (inner: (at: number) => string) => (name: string, at: number) =>
    `<li class="card"><h2><a href="/p/${at}">${name}</a></h2><div>${inner(at)}</div></li>`;
  const priceOf = (inner: (at: number) => string, at: number) =>
    collect(`<ul>${many(card(inner))}</ul>`, ['title', 'price'])[at]?.price;

  test('raised cents without a point are not part of the amount', () => {
    const inner = (at: number) =>
      `<div class="now" aria-hidden="true"><span>$</span><span>${at + 14}</span><span>02</span></div><span class="aside">current price $${at + 14}.02</span>`;
    assert.equal(priceOf(inner, 3), 17.02);
  });

  test('the price of a sale stands under its own label', () => {
    const inner = (at: number) =>
      at % 3 === 2 ? `<p>Sale: <b>$${at + 4}.00</b></p>` : `<p>Price: <b>$${at + 4}.00</b></p>`;
    assert.deepEqual([priceOf(inner, 1), priceOf(inner, 2)], [5, 6]);
  });

  test('a number of reviews is no rating', () => {
    const inner = (at: number) => `<span class="rating">(${at * 97 + 11})</span>`;
    const [first] = collect(`<ul>${many(card(inner))}</ul>`, ['title', 'rating']);
    assert.equal(first?.rating ?? null, null);
    const counted = (at: number) => `<span class="stars">${at * 97 + 11}</span>`;
    assert.equal(collect(`<ul>${many(card(counted))}</ul>`, ['title', 'stars'])[3]?.stars, 302);
  });
});

describe('other places of titles', () => {
  test('records without links start with their title', () => {
    const card = (name: string, at: number) =>
      `<div class="box"><div class="line">${name}</div><div class="line-2">$${at + 2}.00</div></div>`;
    assert.deepEqual(titles(collect(`<div class="grid">${many(card)}</div>`, ['title', 'price'])), names);
  });

  test('short links alone are titles', () => {
    const links = ['Bands', 'Bolts', 'Caps', 'Clamps', 'Hooks', 'Rings']
      .map((name) => `<a href="/parts/${name}">${name}</a>`)
      .join('');
    assert.equal(
      collect(`<main><div class="parts">${links}</div></main>`, ['title', 'url'])[2]?.title,
      'Caps',
    );
  });

  test('a card that starts with the number of its reviews', () => {
    const card = (name: string, at: number) =>
      `<div class="item"><a class="card" href="/p/${at}"><div class="stars"><div class="bar">${at * 7 + 12}</div></div><div class="text">${name} of the yard</div><div class="amount">$${at + 2}.00</div></a></div>`;
    assert.equal(
      collect(`<div class="row">${many(card)}</div>`, ['title', 'url'])[1]?.title,
      'Iron cleat of the yard',
    );
  });

  test('buttons of a login window are not the list', () => {
    const button = (name: string) =>
      `<span class="wide"><a href="/login/${name}"><img src="/l/${name}.svg">Sign in with ${name}</a></span>`;
    const rows = many(
      (name, at) => `<tr class="row"><td><a href="/p/${at}">${name}</a></td><td>${at + 3} m</td></tr>`,
    );
    const body = `<div class="modal"><div class="modal-body"><div class="choices">${['one', 'two', 'three'].map(button).join('')}</div></div></div><table><tbody>${rows}</tbody></table>`;
    assert.deepEqual(titles(collect(body, ['title', 'url', 'image'])), names);
  });
});

describe('images of cards', () => {
  const images = (image: (at: number) => string) =>
    collect(
      `<ul>${many((name, at) => `<li class="card"><a href="/p/${at}">${image(at)}</a><h2><a href="/p/${at}">${name}</a></h2></li>`)}</ul>`,
      ['title', 'image'],
    )[2]?.image;

  test('the address that a script loads later, and not the placeholder', () => {
    assert.equal(
      images((at) => `<img src="/blank.gif" data-src="/i/${at}.jpg">`),
      'https://quay.example/i/2.jpg',
    );
    assert.equal(
      images(
        (at) => `<img src="data:image/gif;base64,R0" srcset="/i/${at}-s.jpg 200w, /i/${at}-l.jpg 800w">`,
      ),
      'https://quay.example/i/2-s.jpg',
    );
    assert.equal(
      images((at) => `<img src="/blank.gif" data-srcset="/i/${at}-s.jpg, /i/${at}-l.jpg 2x">`),
      'https://quay.example/i/2-s.jpg',
    );
    assert.equal(
      images(
        (at) => `<picture><source srcset="/i/${at}.webp" type="image/webp"><img src="data:,"></picture>`,
      ),
      'https://quay.example/i/2.webp',
    );
    assert.equal(
      images(
        (at) =>
          `<picture><source data-srcset="/i/${at}.webp" srcset=""><img src="/misc/placeholder.svg" data-src=""></picture>`,
      ),
      'https://quay.example/i/2.webp',
    );
    assert.equal(
      images((at) => `<img src="/i/${at}.jpg" data-src="/i/${at}_{width}x.jpg">`),
      'https://quay.example/i/2.jpg',
    );
  });

  test('the first image of its own, and no icon that cards share', () => {
    const card = (name: string, at: number) =>
      `<div class="column"><div class="box wide"><div class="flags"><span class="flag"><span class="flag-text"><img class="bottom" src="/f/${at % 2}.svg">New</span></span></div><div class="d-flex column"><a class="d-flex column" href="/p/${at}"><img class="wide" src="/i/${at}.jpg"><img class="wide" src="/h/${at}.jpg"><h4>${name}</h4></a></div></div></div>`;
    const records = collect(`<div class="row">${many(card)}</div>`, ['title', 'image']);
    assert.equal(records[2]?.image, 'https://quay.example/i/2.jpg');
  });

  test('an image in an element named after the kind of page', () => {
    assert.equal(
      images((at) => `<span class="shop-page--picture"><img class="ondemand" src="/i/${at}.jpg"></span>`),
      'https://quay.example/i/2.jpg',
    );
  });
});

describe('records of scripts', () => {
  test('a list whose addresses no record links to loses against the links of the page', () => {
    const state = {
      props: { items: names.map((title, at) => ({ title, url: `https://origin.example/${at}`, rank: at })) },
    };
    const cards = many(
      (name, at) =>
        `<article class="card"><h2><a href="/news/${at}">${name}</a></h2><p>${filler}</p></article>`,
    );
    const records = collect(
      `<main>${cards}</main><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`,
      ['title', 'url'],
    );
    assert.deepEqual(records[1], { title: 'Iron cleat', url: 'https://quay.example/news/1' });
  });

  test('an address that the page shows is made of an identifier, instead of one of a file that it does not show', () => {
    const id = (at: number) => `${at + 4}f3a-quay-${at * 7 + 3}c`;
    const state = {
      props: {
        episodes: names.map((title, at) => ({
          uuid: id(at),
          title,
          summary: `${filler} ${title}, part ${at}.`,
          streamURL: `https://audio.example/stream/${at * 31}.mp3`,
        })),
      },
    };
    const links = many((name, at) => `<a class="line" href="/ep/${id(at)}"><b>${name}</b></a>`);
    const records = collect(
      `<main><div class="show">${links}</div></main><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`,
      ['title', 'url', 'summary'],
    );
    assert.equal(records[2]?.url, `https://quay.example/ep/${id(2)}`);
  });
});
