import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SampleAnswer } from '../../../test/corpus/outcomes/answer.ts';
import { goodAnswers, otherAnswers } from '../../../test/corpus/outcomes/pages.ts';
import { wallAnswers } from '../../../test/corpus/outcomes/walls.ts';
import { readResponse } from '../read/read-response.ts';

async function codeOf({ html, url, statusCode, headers }: SampleAnswer) {
  const content = await readResponse({
    bytes: Buffer.from(html),
    url,
    statusCode,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    formats: ['markdown'],
    onlyMainContent: true,
    includeSelectors: [],
    excludeSelectors: [],
    maxLength: 1_000,
    maxTokens: null,
    focus: null,
  });
  return content.error?.code ?? null;
}

for (const [group, answers] of Object.entries({ wallAnswers, goodAnswers, otherAnswers })) {
  describe(group, () => {
    for (const answer of answers) {
      test(answer.about, async () => {
        const code = await codeOf(answer);
        const expected = answer.expected ?? [null];
        assert.ok(expected.includes(code as never), `${code} instead of ${expected.join(' or ')}`);
      });
    }
  });
}
