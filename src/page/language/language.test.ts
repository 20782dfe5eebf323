import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../test/corpus/content-job.ts';
import type { PageMetadata } from '../../domain/pages/page.ts';
import { readResponse } from '../read/read-response.ts';
import { detectLanguage } from './detect-language.ts';
import { parseLanguage } from './parse-language.ts';

const declared: readonly (readonly [string, string | null])[] = [
  ['en', 'en'],
  ['EN-gb', 'en-GB'],
  ['en_US', 'en-US'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['zh_CN.UTF-8', 'zh-CN'],
  ['nl_BE@euro', 'nl-BE'],
  ['\\"de-DE\\"', 'de-DE'],
  ['“fr”', 'fr'],
  ['deu', 'de'],
  ['iw', 'he'],
  ['English', 'en'],
  ['Deutsch', 'de'],
  ['FRANÇAIS (Canada)', 'fr'],
  ['Español', 'es'],
  ['日本語', 'ja'],
  ['English - United States', 'en'],
  ['de-DE, de-AT', 'de-DE'],
  ['en-US,en;q=0.9', 'en-US'],
  ['jp', 'ja'],
  ['cz', 'cs'],
  ['en-EN', 'en'],
  ['en-UK', 'en-GB'],
  ['de-ere', 'de'],
  ['x-default', null],
  ['und', null],
  ['mul', null],
  ['xx', null],
  ['{{lang}}', null],
  ['$lang', null],
  ['<?php language_attributes(); ?>', null],
  ['%LANG%', null],
  ['auto', null],
  ['undefined', null],
  ['', null],
];

describe('declared languages', () => {
  for (const [text, language] of declared)
    test(JSON.stringify(text), () => assert.equal(parseLanguage(text), language));
});

const texts: Readonly<Record<string, string>> = {
  en: 'The ferry leaves the island every morning at eight and takes about forty minutes to reach the old harbour.',
  de: 'Die Fähre verlässt die Insel jeden Morgen um acht Uhr und braucht etwa vierzig Minuten bis zum alten Hafen.',
  fr: 'Le bac quitte l’île tous les matins à huit heures et met environ quarante minutes pour rejoindre le vieux port.',
  es: 'El transbordador sale de la isla todas las mañanas a las ocho y tarda unos cuarenta minutos en llegar al puerto viejo.',
  it: 'Il traghetto lascia l’isola ogni mattina alle otto e impiega circa quaranta minuti per raggiungere il vecchio porto.',
  nl: 'De veerboot vertrekt elke ochtend om acht uur van het eiland en doet er ongeveer veertig minuten over naar de haven.',
  pl: 'Prom odpływa z wyspy codziennie rano o ósmej i potrzebuje około czterdziestu minut, aby dotrzeć do starego portu.',
  sv: 'Färjan lämnar ön varje morgon klockan åtta och det tar ungefär fyrtio minuter att komma fram till den gamla hamnen.',
  fi: 'Lautta lähtee saarelta joka aamu kello kahdeksan, ja matka vanhaan satamaan kestää noin neljäkymmentä minuuttia.',
  tr: 'Feribot her sabah saat sekizde adadan ayrılıyor ve eski limana ulaşması yaklaşık kırk dakika sürüyor, bilet ucuzdur.',
  hu: 'A komp minden reggel nyolc órakor indul a szigetről, és körülbelül negyven perc alatt éri el a régi kikötőt.',
  ru: 'Паром отходит от острова каждое утро в восемь часов и идёт до старой гавани около сорока минут.',
  uk: 'Пором відходить від острова щоранку о восьмій годині і йде до старої гавані близько сорока хвилин, якщо немає шторму.',
  bg: 'Фериботът тръгва от острова всяка сутрин в осем часа и пътува до старото пристанище около четиридесет минути. Билетите се купуват на кея, но през лятото е по-добре да ги запазите предварително, защото местата са малко. Когато морето е бурно, корабът остава на пристанището и пътниците чакат до следващия ден.',
  sr: 'Трајект полази са острва сваког јутра у осам часова и потребно му је око четрдесет минута да стигне до старе луке.',
  mk: 'Траектот тргнува од островот секое утро во осум часот и му требаат околу четириесет минути за да стигне до старото пристаниште, кога морето е мирно и нема ѓубре.',
  be: 'Паром адыходзіць ад вострава кожную раніцу а восьмай гадзіне і ідзе да старой гавані каля сарака хвілін, калі мора спакойнае.',
  ar: 'تغادر العبارة الجزيرة كل صباح في الساعة الثامنة وتستغرق حوالي أربعين دقيقة للوصول إلى الميناء القديم.',
  fa: 'کشتی هر روز صبح ساعت هشت از جزیره حرکت می‌کند و حدود چهل دقیقه طول می‌کشد تا به بندر قدیمی برسد.',
  el: 'Το πλοίο φεύγει κάθε πρωί στις οκτώ.',
  he: 'המעבורת יוצאת בכל בוקר בשמונה.',
  ja: '船は毎朝八時に島を出ます。',
  zh: '渡轮每天早上八点从岛上出发。',
  ko: '배는 매일 아침 여덟 시에 떠난다.',
  th: 'เรือออกจากเกาะทุกเช้าเวลาแปดโมง',
  ka: 'ბორანი ყოველ დილით რვა საათზე გადის.',
  hy: 'Լաստանավը մեկնում է ամեն առավոտ ժամը ութին։',
  hi: 'नौका हर सुबह आठ बजे द्वीप से निकलती है और पुराने बंदरगाह तक पहुँचने में लगभग चालीस मिनट लगते हैं।',
};

describe('detected languages', () => {
  for (const [language, text] of Object.entries(texts))
    test(language, () => assert.equal(detectLanguage(text), language));

  test('none in a text that is too short, or has no words', () => {
    for (const text of ['', 'Test', 'OK – 12.50 €', 'Kettle A, Kettle B', '1 2 3 4 5 6 7 8 9'.repeat(50)])
      assert.equal(detectLanguage(text), null);
  });

  test('addresses and Latin names of a page in another script do not decide', () => {
    const address = 'https://example.com/the/way/to/the/house/of/the/rising/sun ';
    assert.equal(detectLanguage(`${address.repeat(20)}${texts.de}`), 'de');
    assert.equal(detectLanguage(`Shure SM58, Neumann KM184: ${texts.ja?.repeat(3)}`), 'ja');
  });
});

async function metadataOf(html: string, headers: Record<string, string> = {}): Promise<PageMetadata> {
  const job = jobFor(html, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
  return (await readResponse(job)).metadata;
}

async function languageOf(html: string, headers: Record<string, string> = {}): Promise<unknown[]> {
  const { language, language_source: source } = await metadataOf(html, headers);
  return [language, source];
}

describe('language of a page', () => {
  const german = `<main><p>${texts.de}</p></main>`;

  test('a declaration is used before the text', async () => {
    assert.deepEqual(await languageOf(`<html lang="en_US">${german}`), ['en-US', 'declared']);
    assert.deepEqual(await languageOf(german, { 'content-language': 'fr' }), ['fr', 'declared']);
    const jsonLd = '<script type="application/ld+json">{"@graph":[{"inLanguage":"it-IT"}]}</script>';
    assert.deepEqual(await languageOf(jsonLd + german), ['it-IT', 'declared']);
    const locale = '<meta property="og:locale" content="sv_SE">';
    assert.deepEqual(await languageOf(locale + german), ['sv-SE', 'declared']);
  });

  test('a declaration that names no language is passed over for the next one, and for the text', async () => {
    const meta = '<meta http-equiv="content-language" content="nl">';
    assert.deepEqual(await languageOf(`<html lang="{{lang}}">${meta}${german}`), ['nl', 'declared']);
    assert.deepEqual(await languageOf(`<html lang="x-default">${german}`), ['de', 'detected']);
    assert.deepEqual(await languageOf(german, { 'content-language': 'en, fr' }), ['de', 'detected']);
  });

  test('the main content decides, not what surrounds it', async () => {
    const around = '<nav><a href="/">Read the news of the day and all of the comments</a></nav>'.repeat(9);
    const html = `${around}<main><h1>Die Fähre</h1>${`<p>${texts.de}</p>`.repeat(6)}</main>${around}`;
    assert.deepEqual(await languageOf(html), ['de', 'detected']);
  });

  test('a page of few words has none', async () => {
    assert.deepEqual(await languageOf('<h1>Kettle</h1>'), [undefined, undefined]);
  });

  test('plain text', async () => {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    const { metadata } = await readResponse(jobFor(texts.fi ?? '', { headers }));
    assert.deepEqual([metadata.language, metadata.language_source], ['fi', 'detected']);
  });
});
