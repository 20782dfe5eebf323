// Pages of invented authorities that list their meetings, each in another markup, with the records that a reader sees.

/** Meeting as a page shows it. */
export interface Meeting {
  title: string;
  /** ISO 8601. */
  date: string;
  /** Path of the document or page of the meeting. */
  url: string;
}

/** Page with its records and the names under which these are requested. */
export interface AgendaPage {
  name: string;
  html: string;
  fields: Readonly<Record<keyof Meeting, string>>;
  meetings: readonly Meeting[];
}

const bodies = [
  'Harbor Commission',
  'Planning Board',
  'Board of Education',
  'Water District Trustees',
  'Library Advisory Group',
  'Finance Committee',
  'Parks and Trees Panel',
  'Historic District Review',
];
const kinds = ['Regular Meeting', 'Special Session', 'Work Session', 'Public Hearing'];
const monthNames =
  'January February March April May June July August September October November December'.split(' ');
const germanMonths =
  'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Returns meetings of the year 2031, four days to three weeks apart, the latest first. */
function meetingsOf(count: number, extension: string): Meeting[] {
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.UTC(2031, 11, 16 - at * 13));
    const body = bodies[(at * 5) % bodies.length] ?? '';
    return {
      title: `${body} ${kinds[(at * 3) % kinds.length] ?? ''}`,
      date: day.toISOString().slice(0, 10),
      url: `/docs/2031/${700 - at}-${body.split(' ')[0]?.toLowerCase() ?? ''}${extension}`,
    };
  });
}

const yearOf = ({ date }: Meeting) => date.slice(0, 4);
const monthOf = ({ date }: Meeting) => Number(date.slice(5, 7)) - 1;
const dayOf = ({ date }: Meeting) => Number(date.slice(8));
const longDate = (one: Meeting) => `${monthNames[monthOf(one)]} ${dayOf(one)}, ${yearOf(one)}`;
const slashDate = (one: Meeting) => `${twoDigits(monthOf(one) + 1)}/${twoDigits(dayOf(one))}/${yearOf(one)}`;
const hourOf = (one: Meeting) => `${5 + (dayOf(one) % 3)}:30 p.m.`;

const menu = ['Residents', 'Business', 'Government', 'Visitors', 'Pay a bill', 'Jobs', 'News', 'Contact'];
const services = ['Permits', 'Trash pickup', 'Street parking', 'Dog licenses', 'Report a pothole', 'Taxes'];

/** Puts the main part of a page between the menus, notices and footers that such sites have. */
function withFrame(title: string, main: string, language = 'en'): string {
  const links = (names: readonly string[]) =>
    names
      .map((name) => `<li><a href="/${name.toLowerCase().replaceAll(' ', '-')}">${name}</a></li>`)
      .join('');
  return `<!doctype html><html lang="${language}"><head><title>${title}</title></head><body>
<header><a href="/">Town of Brackwater</a><nav><ul>${links(menu)}</ul></nav></header>
<div class="page"><aside class="side"><h2>Services</h2><ul>${links(services)}</ul></aside>
<main><h1>${title}</h1><p>All meetings take place in Town Hall, 12 Quay Street, unless noted.</p>${main}</main></div>
<footer><ul>${links(['Accessibility', 'Privacy', 'Site map', 'Employee login'])}</ul><p>© 2031 Town of Brackwater</p></footer>
</body></html>`;
}

const plainFields = { title: 'title', date: 'date', url: 'url' };
const meetingFields = { title: 'meeting', date: 'meeting_date', url: 'agenda_url' };

function groupBy(meetings: readonly Meeting[], keyOf: (meeting: Meeting) => string): [string, Meeting[]][] {
  return [...Map.groupBy(meetings, keyOf)];
}

/** Table with a row above the meetings of each month. */
function sectionTable(): AgendaPage {
  const meetings = meetingsOf(16, '.pdf');
  const rows = groupBy(meetings, (one) => `${monthNames[monthOf(one)]} ${yearOf(one)}`).map(
    ([month, own]) =>
      `<tr class="month"><td colspan="4"><strong>${month}</strong></td></tr>${own
        .map(
          (one) =>
            `<tr><td>${slashDate(one)}</td><td>${one.title}</td><td><a href="${one.url}">Agenda</a></td><td>${
              dayOf(one) % 2 === 0 ? `<a href="/minutes/${one.date}.pdf">Minutes</a>` : ''
            }</td></tr>`,
        )
        .join('')}`,
  );
  const head = '<thead><tr><th>Date</th><th>Meeting</th><th>Agenda</th><th>Minutes</th></tr></thead>';
  return {
    name: 'section-table',
    html: withFrame('Agendas and Minutes', `<table>${head}<tbody>${rows.join('')}</tbody></table>`),
    fields: meetingFields,
    meetings,
  };
}

/** Lists below headings that are the dates of their entries. */
function dateHeadings(): AgendaPage {
  const meetings = meetingsOf(15, '/').map((one, at, all) => ({
    ...one,
    date: all[at - (at % 3)]?.date ?? one.date,
  }));
  const lists = groupBy(meetings, longDate).map(
    ([date, own]) =>
      `<h3>${date}</h3><ul>${own.map((one) => `<li><a href="${one.url}">${one.title}</a></li>`).join('')}</ul>`,
  );
  return {
    name: 'date-headings',
    html: withFrame('Meeting Calendar', lists.join('\n')),
    fields: plainFields,
    meetings,
  };
}

/** Cards with the month, the day and the year in elements of their own. */
function cards(): AgendaPage {
  const meetings = meetingsOf(9, '');
  const items = meetings.map(
    (
      one,
    ) => `<div class="evt"><div class="evt-when"><span class="mo">${monthNames[monthOf(one)]?.slice(0, 3)}</span>
<span class="dy">${dayOf(one)}</span><span class="yr">${yearOf(one)}</span></div>
<div class="evt-body"><h4><a href="${one.url}">${one.title}</a></h4><p>${hourOf(one)} · Council Chamber</p>
<a class="btn" href="/calendar/add?id=${dayOf(one)}">Add to calendar</a></div></div>`,
  );
  return {
    name: 'cards',
    html: withFrame('Upcoming Meetings', `<div class="evts">${items.join('\n')}</div>`),
    fields: plainFields,
    meetings,
  };
}

/** Definition list: the date is the term. */
function definitionList(): AgendaPage {
  const meetings = meetingsOf(12, '.pdf');
  const items = meetings.map(
    (one) =>
      `<dt>${longDate(one)}</dt><dd><a href="${one.url}">${one.title}</a> <small>PDF, ${90 + dayOf(one)} KB</small></dd>`,
  );
  return {
    name: 'definition-list',
    html: withFrame('Agendas', `<dl>${items.join('\n')}</dl>`),
    fields: plainFields,
    meetings,
  };
}

/** Paragraphs of links to documents whose text ends with the date. */
function documentLinks(): AgendaPage {
  const meetings = meetingsOf(18, '.pdf');
  const items = meetings.map(
    (one) =>
      `<p><a href="${one.url}">${one.title} – ${longDate(one)}</a> (PDF, ${1 + (dayOf(one) % 4)} MB)</p>`,
  );
  return {
    name: 'document-links',
    html: withFrame('Agenda Packets', `<div class="content">${items.join('\n')}</div>`),
    fields: meetingFields,
    meetings,
  };
}

/** Table whose records have two rows: the name, then its date, place and document. */
function twoRows(): AgendaPage {
  const meetings = meetingsOf(10, '.pdf');
  const rows = meetings.map(
    (one) => `<tr class="name"><td colspan="3"><b>${one.title}</b></td></tr>
<tr class="facts"><td>${longDate(one)}, ${hourOf(one)}</td><td>Room ${100 + dayOf(one)}</td><td><a href="${one.url}">Download agenda</a></td></tr>`,
  );
  return {
    name: 'two-rows',
    html: withFrame('Public Meetings', `<table class="list"><tbody>${rows.join('\n')}</tbody></table>`),
    fields: meetingFields,
    meetings,
  };
}

/** Table without headings. */
function plainTable(): AgendaPage {
  const meetings = meetingsOf(14, '.html');
  const rows = meetings.map(
    (one) =>
      `<tr><td>${monthNames[monthOf(one)]?.slice(0, 3)}. ${dayOf(one)}, ${yearOf(one)}</td><td>${one.title}</td><td><a href="${one.url}">View</a></td><td><a href="/video/${one.date}">Video</a></td></tr>`,
  );
  return {
    name: 'plain-table',
    html: withFrame('Meetings Archive', `<table border="0">${rows.join('\n')}</table>`),
    fields: plainFields,
    meetings,
  };
}

/** Lines of one paragraph. */
function lines(): AgendaPage {
  const meetings = meetingsOf(11, '.pdf');
  const items = meetings.map(
    (one) => `${slashDate(one)} – <a href="${one.url}">${one.title}</a> – ${hourOf(one)}`,
  );
  return {
    name: 'lines',
    html: withFrame('Agendas 2031', `<p>${items.join('<br>\n')}</p>`),
    fields: plainFields,
    meetings,
  };
}

/** Sections of a year that open, with entries whose dates leave out the year. */
function yearSections(): AgendaPage {
  const latest = meetingsOf(8, '');
  const older = latest.map((one) => ({ ...one, date: `2030${one.date.slice(4)}`, url: `${one.url}-2030` }));
  const meetings = [...latest, ...older];
  const sections = groupBy(meetings, yearOf).map(
    ([year, own]) =>
      `<details open><summary>${year}</summary><ul>${own
        .map(
          (one) =>
            `<li><span class="when">${monthNames[monthOf(one)]} ${dayOf(one)}, ${hourOf(one)}</span> <a href="${one.url}">${one.title}</a></li>`,
        )
        .join('')}</ul></details>`,
  );
  return {
    name: 'year-sections',
    html: withFrame('Board Meetings', sections.join('\n')),
    fields: plainFields,
    meetings,
  };
}

/** Grid of elements of a German council, with the names of the columns above and the months between. */
function germanGrid(): AgendaPage {
  const committees = ['Hafenausschuss', 'Bauausschuss', 'Schulbeirat', 'Stadtrat', 'Umweltausschuss'];
  const meetings = meetingsOf(13, '').map((one, at) => ({
    ...one,
    title: `${30 - at}. Sitzung ${committees[at % committees.length]}`,
  }));
  const cell = (name: string, text: string) => `<div class="zelle ${name}">${text}</div>`;
  const head = `<div class="zeile kopf">${cell('termin', 'Datum')}${cell('gremium', 'Sitzung')}${cell('ort', 'Ort')}</div>`;
  const rows = groupBy(meetings, (one) => germanMonths[monthOf(one)] ?? '').map(
    ([month, own]) =>
      `<div class="monat">${month} 2031</div>${own
        .map(
          (one) =>
            `<div class="zeile">${cell('termin', `Di., ${twoDigits(dayOf(one))}.${twoDigits(monthOf(one) + 1)}.${yearOf(one)}, 18:30 Uhr`)}${cell('gremium', `<a href="${one.url}">${one.title}</a>`)}${cell('ort', 'Rathaus, Saal 2')}</div>`,
        )
        .join('')}`,
  );
  return {
    name: 'german-grid',
    html: withFrame('Sitzungskalender', `<div class="tabelle">${head}${rows.join('\n')}</div>`, 'de'),
    fields: { title: 'sitzung', date: 'datum', url: 'link' },
    meetings,
  };
}

/** Returns the pages. */
export function agendaPages(): AgendaPage[] {
  return [
    sectionTable(),
    dateHeadings(),
    cards(),
    definitionList(),
    documentLinks(),
    twoRows(),
    plainTable(),
    lines(),
    yearSections(),
    germanGrid(),
  ];
}
