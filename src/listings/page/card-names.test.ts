import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOnPage } from './sources/find-on-page.ts';

const names = ['Brass lamp', 'Iron cleat', 'Hemp rope', 'Signal flag', 'Tar brush', 'Cork float'];

function collect(body: string, fields: string[]): readonly Record<string, unknown>[] {
  const { sources } = findOnPage({
    bytes: Buffer.from(`<!doctype html><html lang="en"><title>Stores</title><body>${body}`),
    headers: { 'content-type': 'text/html' },
    url: 'https://quay.example/stores',
    fields,
    reading: null,
    answers: [],
  });
  return sources[0]?.read?.records ?? [];
}

function list(card: (name: string, at: number) => string): string {
  return `<main><div class="stores">${names.map(card).join('')}</div></main>`;
}

test('the last words of a long class name an element, and those of the layout do not count', () => {
  const card = (name: string, at: number): string =>
    `<div class="goods-wrap-cell"><div class="goods-wrap-cell-inner">
      <a class="goods-wrap-cell-info" href="/p/${at}"><div class="goods-wrap-cell-info-name">${name}</div>
      <div class="goods-wrap-cell-info-cost"><span>$${at + 2}.50</span></div></a>
      <div class="goods-wrap-cell-flag">Best of the year</div></div></div>`;
  const records = collect(list(card), ['title', 'url']);
  assert.deepEqual(records[2], { title: 'Hemp rope', url: 'https://quay.example/p/2' });
});

test('a special price replaces the price that is named normal, in the records that have one', () => {
  const card = (name: string, at: number): string =>
    `<div class="item"><p><a href="/p/${at}">${name}</a></p><p><span class="normalprice">$${at + 20}.00</span>
      ${at === 3 ? '' : `<span class="itemSpecialPrice">$${at + 10}.00</span>`}</p></div>`;
  const prices = collect(list(card), ['title', 'price']).map(({ price }) => price);
  assert.deepEqual(prices, [10, 11, 12, 23, 14, 15]);
});

test('an amount that is not named as a price paid now replaces none', () => {
  const card = (name: string, at: number): string =>
    `<div class="item"><h3><a href="/p/${at}">${name}</a></h3><p class="price">$${at + 20}.00</p>
      <p class="shipping">$${at + 1}.00</p></div>`;
  const prices = collect(list(card), ['title', 'price']).map(({ price }) => price);
  assert.deepEqual(prices, [20, 21, 22, 23, 24, 25]);
});

test('the label of a button is no author', () => {
  const card = (name: string, at: number): string =>
    `<article class="story"><h2 class="story-title"><a href="/s/${at}">${name}</a></h2>
      <div class="profile-card"><button class="author-follow">Follow</button></div></article>`;
  assert.deepEqual(
    collect(list(card), ['title', 'author']).map(({ author }) => author ?? null),
    names.map(() => null),
  );
});

test('the label of a button is no part of the text beside it', () => {
  const card = (name: string, at: number): string =>
    `<article class="story"><h2 class="story-title"><a href="/s/${at}">${name}</a></h2>
      <div class="story-author"><span>Ada Quay ${at}</span> <button>Follow</button></div></article>`;
  assert.equal(collect(list(card), ['title', 'author'])[2]?.author, 'Ada Quay 2');
});

test('an element with the role of a button is a button', () => {
  const card = (name: string, at: number): string =>
    `<article class="story"><h2 class="story-title"><a href="/s/${at}">${name}</a></h2>
      <div class="story-author"><span>Ada Quay ${at}</span> <span role="button">Follow</span></div></article>`;
  assert.equal(collect(list(card), ['title', 'author'])[2]?.author, 'Ada Quay 2');
  const alone = (name: string, at: number): string =>
    `<article class="story"><h2 class="story-title"><a href="/s/${at}">${name}</a></h2>
      <div class="card"><span role="button" class="author-follow">Follow</span></div></article>`;
  assert.equal(collect(list(alone), ['title', 'author'])[2]?.author ?? null, null);
});

test('a link to another page with the role of a button keeps its text', () => {
  const card = (name: string, at: number): string =>
    `<article class="story"><h2><a href="/s/${at}">${name}</a></h2>
      <p>By <a class="author" role="button" href="/people/${at}">Ada ${name}</a></p></article>`;
  assert.equal(collect(list(card), ['title', 'author'])[2]?.author, 'Ada Hemp rope');
});

test('an image in the noscript behind a placeholder is the image of the record', () => {
  const card = (name: string, at: number): string =>
    `<div class="item"><h3><a href="/p/${at}">${name}</a></h3>
      <span><img class="lazy" src="/theme/grey.png" alt=""> <noscript><img src="/i/${at}.jpg" alt=""></noscript></span></div>`;
  assert.equal(collect(list(card), ['title', 'image'])[2]?.image, 'https://quay.example/i/2.jpg');
});

test('the only image of a record and the first of several are one field, whatever their classes', () => {
  const card = (name: string, at: number): string =>
    `<div class="item"><figure class="pic"><a href="/p/${at}"><img src="/i/${at}.jpg" alt=""
      class="${at % 3 === 2 ? 'only-image' : 'primary-image'}"></a></figure><h3><a href="/p/${at}">${name}</a></h3></div>`;
  assert.deepEqual(
    collect(list(card), ['title', 'image']).map(({ image }) => image),
    names.map((_, at) => `https://quay.example/i/${at}.jpg`),
  );
});

test('a second row of headings in a table is no record', () => {
  const rows = names.map((name, at) => `<tr><td><a href="/p/${at}">${name}</a></td><td>${at + 2}</td></tr>`);
  const table = `<table><thead><tr><th>Name</th><th>Pieces</th></tr></thead>
    <tbody><tr><th>Sort by name</th><th>Sort by pieces</th></tr>${rows.join('')}</tbody></table>`;
  assert.deepEqual(
    collect(table, ['name', 'pieces']).map((record) => record.name),
    names,
  );
});
