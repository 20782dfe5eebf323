import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endsOfRange } from './range-text.ts';

/** Rows: text, lower end, upper end, language. */
const rows: [text: string, lower: string | null, upper: string | null, language?: string][] = [
  ['€50–60k', '€50k', '60k'],
  ['50–60k €', '50k', '60k €'],
  ['$1.5–2 million', '$1.5 million', '2 million'],
  ['₹12–15 Lakh', '₹12 Lakh', '15 Lakh'],
  ['50–60 Tsd. €', '50 Tsd.', '60 Tsd. €', 'de'],
  ['400～500万円', '400万', '500万円', 'ja'],
  ['between £45 and £55k', '£45k', '£55k'],
  ['500–1.2k €', '500', '1.2k €'],
  ['€50k – €60k', '€50k', '€60k'],
  ['50 € – 60 €', '50 €', '60 €'],
  ['4 to 12 people', '4', '12 people'],
  ['from €20', 'from €20', null],
  ['up to €20', null, 'up to €20'],
  ['€20', null, null],
  ['Berth 4', null, null],
];

describe('the ends of a range', () => {
  for (const [text, lower, upper, language = 'en'] of rows)
    test(text, () =>
      assert.deepEqual(endsOfRange(text, { language, isMoney: /\p{Sc}/u.test(text) }), { lower, upper }),
    );
});
