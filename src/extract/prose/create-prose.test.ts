import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { extractPage } from '../../app/threads/extract-page.ts';
import type { FoundValue, JsonSchema } from '../../domain/pages/extraction.ts';
import type { ParsedPage } from '../../page/parsed-page.ts';
import { readHtml } from '../../page/read/read-html.ts';
import { createPageFacts } from '../facts/create-page-facts.ts';
import { findSentences } from './sentences.ts';

const number: JsonSchema = { type: 'number' };
const text: JsonSchema = { type: 'string' };
const yesNo: JsonSchema = { type: 'boolean' };

function findValues(html: string, properties: Record<string, JsonSchema>): readonly FoundValue[] {
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
  const schema: JsonSchema = { type: 'object', properties };
  const job = { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  return extractPage(parsed as ParsedPage, job).values;
}

/** Returns the found values by the name of their field. */
function answersOf(html: string, properties: Record<string, JsonSchema>): Record<string, unknown> {
  return Object.fromEntries(
    findValues(html, properties).map(({ pointer, value }) => [pointer.slice(1), value]),
  );
}

const pageOf = (language: string, title: string, ...paragraphs: string[]) =>
  `<html lang="${language}"><title>${title}</title><h1>${title}</h1>${paragraphs.map((one) => `<p>${one}</p>`).join('')}`;

describe('values in sentences', () => {
  test('answer fields that no label names', () => {
    const page = pageOf(
      'en',
      'Ridge walk',
      'The walk has 180 m of climbing and ends at an inn.',
      'The deposit is 25 euros for each group.',
    );
    assert.deepEqual(answersOf(page, { climb_m: number, deposit: number }), { climb_m: 180, deposit: 25 });
  });

  test('are read in German, French, Spanish and Dutch', () => {
    const german = pageOf(
      'de',
      'Hütte am See',
      'Der Aufstieg dauert rund 3 Stunden.',
      'Die Kaution beträgt 200 Euro.',
    );
    assert.deepEqual(answersOf(german, { aufstieg: text, kaution: number }), {
      aufstieg: '3 Stunden',
      kaution: 200,
    });
    const french = pageOf('fr', 'Atelier de poterie', 'L’atelier accueille 8 participants au maximum.');
    assert.deepEqual(answersOf(french, { participants: number }), { participants: 8 });
    const spanish = pageOf(
      'es',
      'Casa El Olmo',
      'La casa tiene 120 m2 de superficie. La fianza es de 200 euros.',
    );
    assert.deepEqual(answersOf(spanish, { superficie_m2: number, fianza: number }), {
      superficie_m2: 120,
      fianza: 200,
    });
    const dutch = pageOf('nl', 'Museum De Sluis', 'Het museum trekt 40.000 bezoekers per jaar.');
    assert.deepEqual(answersOf(dutch, { bezoekers: number }), { bezoekers: 40_000 });
  });

  test('have the sentence as their quote', () => {
    const page = pageOf(
      'es',
      'Casa El Olmo',
      'La casa tiene 120 m2 de superficie. La fianza es de 200 euros.',
    );
    const [found] = findValues(page, { fianza: number });
    assert.equal(found?.evidence.quote, 'La fianza es de 200 euros.');
    assert.match(found.evidence.locator, /\(sentence\)$/);
  });

  test('are not invented for fields that the sentences do not answer', () => {
    const page = pageOf(
      'en',
      'Oak bridge',
      'The bridge is 212 metres long. It was built for £1.2 million. Every day 14,000 vehicles cross it.',
    );
    const fields = {
      toll: number,
      moon_phase: text,
      boiling_point: number,
      crew: number,
      runway_length_m: number,
    };
    assert.deepEqual(answersOf(page, fields), {});
  });

  test('of navigation, readers and other pages do not count', () => {
    const page = `<html lang="es"><h1>Casa El Olmo</h1><nav><p>La fianza es de 200 euros.</p></nav>
      <div class="comments"><p>La fianza es de 300 euros.</p></div><p>Está abierta.</p>`;
    assert.deepEqual(answersOf(page, { fianza: number }), {});
  });

  test('that give two values for one field give none', () => {
    const page = pageOf('es', 'Casa El Olmo', 'La fianza es de 200 euros.', 'La fianza es de 300 euros.');
    assert.deepEqual(answersOf(page, { fianza: number }), {});
  });
});

describe('sentences', () => {
  test('end neither at short forms nor at days, but at numbers before an article', () => {
    const html = pageOf(
      'de',
      'Hütte am See',
      'Sie öffnet am 14. Juni bei Dr. Moor. Der Weg hat Nr. 12. Die Hütte ist klein.',
    );
    const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
    const quotes = findSentences(createPageFacts(parsed as ParsedPage)).map(({ quote }) => quote);
    assert.deepEqual(quotes.slice(1), [
      'Sie öffnet am 14. Juni bei Dr. Moor.',
      'Der Weg hat Nr. 12.',
      'Die Hütte ist klein.',
    ]);
  });
});

describe('statements', () => {
  test('answer questions of yes and no with the words of the field', () => {
    const page = pageOf('en', 'Sound ferry', 'Dogs are not allowed on deck. The tickets are refundable.');
    assert.deepEqual(answersOf(page, { dogs_allowed: yesNo, tickets_refundable: yesNo }), {
      dogs_allowed: false,
      tickets_refundable: true,
    });
  });

  test('answer nothing if they are questions or conditions, or state the opposite with other words', () => {
    const page = pageOf(
      'en',
      'Sound ferry',
      'Are dogs allowed on deck?',
      'Tickets are refundable if the crossing is cancelled.',
      'Bicycles are forbidden on Sundays.',
    );
    const fields = { dogs_allowed: yesNo, tickets_refundable: yesNo, bicycles_allowed: yesNo };
    assert.deepEqual(answersOf(page, fields), {});
  });

  test('are false with each form of negation, and unknown in languages whose negations are parts of words', () => {
    const negations = [
      "Dogs aren't allowed on deck.",
      'Dogs cannot be allowed on deck.',
      'No dogs are allowed on deck.',
    ];
    for (const text of negations)
      assert.deepEqual(answersOf(pageOf('en', 'Sound ferry', text), { dogs_allowed: yesNo }), {
        dogs_allowed: false,
      });
    const danish = pageOf('da', 'Færgen', 'Hunde er ikke tilladt på dækket.');
    assert.deepEqual(answersOf(danish, { hunde_tilladt: yesNo }), { hunde_tilladt: false });
    const czech = pageOf('cs', 'Přívoz', 'Na palubě nejsou psi povoleni.');
    assert.deepEqual(answersOf(czech, { psi_povoleni: yesNo }), {});
  });

  test('name a choice', () => {
    const choices = (...names: string[]): JsonSchema => ({ type: 'string', enum: names });
    const german = pageOf('de', 'Hütte am See', 'Die Heizung der Hütte läuft mit Holz.');
    assert.deepEqual(answersOf(german, { heizung: choices('Gas', 'Holz', 'Strom') }), { heizung: 'Holz' });
    const both = pageOf('de', 'Hütte am See', 'Die Heizung läuft mit Holz.', 'Die Heizung läuft mit Gas.');
    assert.deepEqual(answersOf(both, { heizung: choices('Gas', 'Holz', 'Strom') }), {});
  });
});
