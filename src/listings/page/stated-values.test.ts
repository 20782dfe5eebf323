import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findOnPage } from './sources/find-on-page.ts';

interface Response {
  fields: string[];
  language?: string;
  type?: string;
}

function recordsOf(body: string, { fields, language = 'en', type = 'text/html' }: Response) {
  const isPage = body.startsWith('<main');
  const text = isPage
    ? `<!doctype html><html lang="${language}"><head><title>List</title></head><body>${body}</body></html>`
    : body;
  const { sources } = findOnPage({
    bytes: Buffer.from(text),
    headers: { 'content-type': type },
    url: 'https://quay.example/list',
    fields,
    reading: null,
    answers: [],
  });
  return sources[0]?.read?.records ?? [];
}

const ships = ['Grey Heron', 'Northern Diver', 'Little Tern', 'Mute Swan', 'Wild Goose', 'Black Kite'];
const write = (each: (ship: string, at: number) => string) => ships.map(each).join('\n');
const main = (content: string) => `<main>${content}</main>`;
const valuesOf = (records: readonly Readonly<Record<string, unknown>>[], field: string) =>
  records.map((record) => record[field] ?? null);
const days = ['03', '05', '14', '07', '09', '21'];

describe('the order of day and month', () => {
  const numbers = (order: (day: string) => string) =>
    recordsOf(
      main(
        `<table><tr><th>Ship</th><th>Date</th></tr>${write((ship, at) => `<tr><td>${ship}</td><td>${order(days[at] ?? '')}</td></tr>`)}</table>`,
      ),
      { fields: ['ship', 'date'] },
    );

  test('is that of the other dates of the list', () => {
    const wanted = days.map((day) => `2031-08-${day}`);
    assert.deepEqual(
      valuesOf(
        numbers((day) => `08/${day}/2031`),
        'date',
      ),
      wanted,
    );
    assert.deepEqual(
      valuesOf(
        numbers((day) => `${day}/08/2031`),
        'date',
      ),
      wanted,
    );
  });

  test('is unknown if dates show both, or none', () => {
    const both = numbers((day) => (day === '21' ? '21/08/2031' : `08/${day}/2031`));
    assert.deepEqual(valuesOf(both, 'date').slice(0, 2), [null, null]);
    const none = numbers(() => '08/07/2031');
    assert.ok(valuesOf(none, 'date').every((date) => date === null));
  });

  test('is that of a list of JSON, too', () => {
    const list = ships.map((ship, at) => ({ ship, date: `08/${days[at]}/2031` }));
    const records = recordsOf(JSON.stringify({ list }), {
      fields: ['ship', 'date'],
      type: 'application/json',
    });
    assert.equal(records[0]?.date, '2031-08-03');
  });
});

test('a feed that is sent as HTML is a feed', () => {
  const items = write(
    (ship, at) => `<item><title>${ship} arrived</title><link>https://quay.example/${at}</link></item>`,
  );
  const records = recordsOf(`<rss version="2.0"><channel><title>Arrivals</title>${items}</channel></rss>`, {
    fields: ['title', 'link'],
  });
  assert.deepEqual(records[1], { title: 'Northern Diver arrived', link: 'https://quay.example/1' });
});

describe('rows whose cells look like records', () => {
  const fields = ['title', 'date', 'link'];
  const wanted = { title: 'Little Tern recalled', date: '2031-08-14', link: 'https://quay.example/r/2' };

  test('are the records if these answer the fields: elements', () => {
    const cell = (name: string, text: string) =>
      `<div class="views-field ${name}"><span class="content">${text}</span></div>`;
    const list = write(
      (ship, at) =>
        `<article class="row">${cell('name', `<a href="/r/${at}">${ship} recalled</a>`)}${cell('when', `<time datetime="2031-08-${days[at]}">${days[at]} August</time>`)}${cell('part', 'Rudder of oak')}${cell('code', `R-${at}31`)}</article>`,
    );
    assert.deepEqual(recordsOf(main(`<section>${list}</section>`), { fields })[2], wanted);
  });

  test('are the records if these answer the fields: cells with labels in bold', () => {
    const list = write(
      (ship, at) =>
        `<tr><td class="left"><b>No: </b><a href="/r/${at}">R-${at}31</a></td><td class="right"><b>Date: </b>August ${days[at]}, 2031<br><b>Title: </b>${ship} recalled<br></td></tr>`,
    );
    assert.deepEqual(recordsOf(main(`<table>${list}</table>`), { fields })[2], wanted);
  });

  test('are no records if each cell is one', () => {
    const card = (ship: string, at: number) =>
      `<div class="card"><img src="/${at}.jpg" alt=""><h3><a href="/r/${at}">${ship} recalled</a></h3><p>Built of oak in ${1900 + at}</p></div>`;
    const cards = ships.map(card);
    const grid = [0, 2, 4]
      .map((at) => `<div class="line">${cards.slice(at, at + 2).join('')}</div>`)
      .join('');
    assert.equal(recordsOf(main(grid), { fields: ['title', 'link'] }).length, ships.length);
  });
});

describe('texts between elements', () => {
  test('a label in an element names the text behind it', () => {
    const list = write(
      (ship, at) =>
        `<li><h3><a href="/${at}">${ship}</a></h3><strong>Berth:</strong> Pier ${at + 4}<br><strong>Master:</strong> Ada Crane of Leith<br></li>`,
    );
    const records = recordsOf(main(`<ul>${list}</ul>`), { fields: ['title', 'berth', 'master'] });
    assert.deepEqual(records[3], { title: 'Mute Swan', berth: 'Pier 7', master: 'Ada Crane of Leith' });
  });

  test('a date between a title and its description', () => {
    const list = write(
      (ship, at) =>
        `<p><a href="/${at}">26-10${at}</a> <b>${ship}</b><br>August ${days[at]}, 2031 The council of the harbour discusses at length whether the ship may stay for the winter, and who pays for it.</p>`,
    );
    const records = recordsOf(main(list), { fields: ['ship_name', 'docket_number', 'date'] });
    assert.deepEqual(records[1], {
      ship_name: 'Northern Diver',
      docket_number: '26-101',
      date: '2031-08-05',
    });
  });

  test('a date whose month, day and year are elements', () => {
    const list = write(
      (ship, at) =>
        `<li><div><i>Aug</i><b>${days[at]}</b><i>2031</i></div><h4><a href="/${at}">${ship} sails</a></h4></li>`,
    );
    const records = recordsOf(main(`<ul>${list}</ul>`), { fields: ['title', 'date'] });
    assert.deepEqual(records[2], { title: 'Little Tern sails', date: '2031-08-14' });
  });
});

describe('titles of records whose links are numbers or actions', () => {
  test('are the first text, also one that some records share', () => {
    const list = write(
      (_ship, at) =>
        `<tr><td>August ${days[at]}, 2031</td><td>${ships[at % 3]} committee</td><td><a href="/${at}.pdf">View</a></td></tr>`,
    );
    const records = recordsOf(main(`<table>${list}</table>`), { fields: ['title', 'date', 'url'] });
    assert.deepEqual(records[4], {
      title: 'Northern Diver committee',
      date: '2031-08-09',
      url: 'https://quay.example/4.pdf',
    });
  });

  test('are no text that is made of other values', () => {
    const list = write(
      (_ship, at) => `<li><a href="/${at}">Open</a> <p>by <u>Ada Crane</u> of berth ${at} <s>x</s></p></li>`,
    );
    const records = recordsOf(main(`<ul>${list}</ul>`), { fields: ['title', 'url'] });
    assert.ok(valuesOf(records, 'title').every((title) => !String(title).startsWith('by ')));
  });

  test('have the second link if the first one is an action', () => {
    const list = write(
      (ship, at) =>
        `<li><p><a href="/short/${at}">Summary</a><br><a href="/full/${at}">${ship} against the harbour</a><br><b>Berth:</b> ${at + 4}<br></p></li>`,
    );
    const records = recordsOf(main(`<ul>${list}</ul>`), { fields: ['title', 'url'] });
    assert.deepEqual(records[0], {
      title: 'Grey Heron against the harbour',
      url: 'https://quay.example/full/0',
    });
  });
});

describe('dates above groups of records', () => {
  const groups = (heading: (at: number) => string, item: (ship: string, at: number) => string) =>
    [0, 1, 2]
      .map(
        (group) =>
          `${heading(group)}<ul>${[0, 1].map((at) => item(ships[2 * group + at] ?? '', 2 * group + at)).join('')}</ul>`,
      )
      .join('');
  const link = (ship: string, at: number) => `<li><a href="/${at}">${ship} against the harbour</a></li>`;
  const fields = ['title', 'date', 'url'];

  test('are the dates of the records: headings and plain lines', () => {
    const wanted = ['03', '03', '04', '04', '05', '05'].map((day) => `2031-08-${day}`);
    const headings = groups((at) => `<h3>August ${at + 3}, 2031</h3>`, link);
    assert.deepEqual(valuesOf(recordsOf(main(headings), { fields }), 'date'), wanted);
    const lines = groups((at) => `<p><b>August ${at + 3}, 2031</b></p>`, link);
    assert.deepEqual(valuesOf(recordsOf(main(lines), { fields }), 'date'), wanted);
  });

  test('give their year to dates that leave it out', () => {
    const years = groups(
      (at) => `<h3>Sailings of ${2029 + at}</h3>`,
      (ship, at) =>
        `<li><i>August ${days[at]}, 7:30 p.m.</i> <a href="/${at}">${ship} against the harbour</a></li>`,
    );
    const records = recordsOf(main(years), { fields });
    assert.deepEqual(valuesOf(records, 'date').slice(0, 3), ['2029-08-03', '2029-08-05', '2030-08-14']);
  });

  test('are not those of a line that only stands above the list', () => {
    const list = `<p>August 28, 2031</p><ul>${write(link)}</ul>`;
    assert.ok(valuesOf(recordsOf(main(list), { fields }), 'date').every((date) => date === null));
  });
});

test('the meetings of each day are the records, and not the days', () => {
  const list = [0, 1, 2]
    .map(
      (day) =>
        `<h3>August ${day + 3}, 2031</h3><ul>${[0, 1].map((at) => `<li><a href="/${2 * day + at}">${ships[2 * day + at]} and the state of its hull</a></li>`).join('')}</ul>`,
    )
    .join('');
  const records = recordsOf(main(list), { fields: ['title', 'date', 'url'] });
  assert.equal(records.length, ships.length);
});

describe('a row of headings', () => {
  const cells = (...texts: string[]) =>
    `<div class="line">${texts.map((text) => `<div>${text}</div>`).join('')}</div>`;
  const lines = write((ship, at) =>
    cells(`August ${days[at]}, 2031`, `<a href="/${at}">${ship}</a>`, 'Pier'),
  );

  test('is no record', () => {
    const records = recordsOf(main(cells('Sailing', 'Vessel', 'Berth') + lines), {
      fields: ['title', 'date'],
    });
    assert.equal(records.length, ships.length);
    assert.deepEqual(records[0], { title: 'Grey Heron', date: '2031-08-03' });
  });

  test('is a record if it has a link like the others', () => {
    const first = cells('Soon', '<a href="/x">Sea Eagle</a>', 'Pier');
    assert.equal(recordsOf(main(first + lines), { fields: ['title', 'url'] }).length, ships.length + 1);
  });
});

describe('values that a text states beside other words', () => {
  const fields = ['ship_name', 'docket_number', 'date'];
  const list = (text: (ship: string, at: number) => string) =>
    recordsOf(main(`<ul>${write((ship, at) => `<li><a href="/${at}">${text(ship, at)}</a></li>`)}</ul>`), {
      fields,
    });

  test('the number of a file behind a name, and the only date', () => {
    const records = list(
      (ship, at) =>
        `${ship} v. Harbour, No. 26-10${at}, decided on August ${days[at]}, 2031 by the board of the quay`,
    );
    assert.deepEqual(valuesOf(records, 'docket_number').slice(0, 2), ['26-100', '26-101']);
    assert.deepEqual(valuesOf(records, 'date').slice(0, 2), ['2031-08-03', '2031-08-05']);
  });

  test('the number in the titles of a feed', () => {
    const items = write(
      (ship, at) =>
        `<item><title>Tender T-${at}4418: paint for the ${ship}</title><link>https://quay.example/${at}</link></item>`,
    );
    const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Tenders</title>${items}</channel></rss>`;
    const records = recordsOf(feed, { fields: ['title', 'tender_number'], type: 'application/rss+xml' });
    assert.equal(records[2]?.tender_number, 'T-24418');
  });

  test('are none if a text has several, or only sizes, years and names of files', () => {
    const isMissing = (field: string, text: (ship: string, at: number) => string) =>
      valuesOf(list(text), field).every((value) => value === null);
    assert.ok(isMissing('docket_number', (ship, at) => `${ship}: A-10${at} and B-20${at}`));
    assert.ok(isMissing('docket_number', (ship, at) => `${ship} of 19${at}4, 14${at}7K, plan-${at}188.pdf`));
    assert.ok(
      isMissing(
        'date',
        (ship, at) => `${ship} from August ${days[at]}, 2031 to September 2, 2031 in the old dock`,
      ),
    );
  });
});

test('a field that asks for any date has that of the thing, and not that of the entry', () => {
  const rows = (first: string, second: string) =>
    recordsOf(
      main(
        `<table><tr><th>Case</th><th>${first}</th><th>${second}</th></tr>${write((ship, at) => `<tr><td><a href="/${at}">${ship}</a></td><td>August ${days[at]}, 2031</td><td>October ${days[at]}, 2031</td></tr>`)}</table>`,
      ),
      { fields: ['case_name', 'date'] },
    )[0]?.date;
  assert.equal(rows('Decided', 'Posted'), '2031-08-03');
  assert.equal(rows('Posted', 'Inspected'), '2031-10-03');
  assert.equal(rows('Posted', 'Deadline'), '2031-08-03');
});

test('a field with the word that others start with is the title of the records', () => {
  const list = write(
    (ship, at) => `<li><a href="/${at}.pdf">${ship} committee</a> <i>August ${days[at]}, 2031</i></li>`,
  );
  const records = recordsOf(main(`<ul>${list}</ul>`), { fields: ['meeting', 'meeting_date', 'agenda_url'] });
  assert.deepEqual(records[5], {
    meeting: 'Black Kite committee',
    meeting_date: '2031-08-21',
    agenda_url: 'https://quay.example/5.pdf',
  });
});
