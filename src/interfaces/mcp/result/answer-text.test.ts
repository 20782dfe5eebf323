import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentText } from '../../../operations/declaration/answer-view.ts';
import type { ToolCall } from '../tools/tools.ts';
import { createAnswerText } from './answer-text.ts';

const rows = Array.from({ length: 300 }, (_, at) => `wf_${at}: ready, ran ${at} times`).join('\n');

function callOf(maxTokens: number): ToolCall {
  const args = { action: 'list' };
  return { tool: 'workflow', args, maxTokens, stored: null } as Partial<ToolCall> as ToolCall;
}

function answer(text: AgentText, maxTokens: number, answerId: string | null = null) {
  return createAnswerText(text, callOf(maxTokens), { answerId, continueToken: null });
}

test('a cut list of the service ends with the call that shows it whole', () => {
  const text: AgentText = { essence: rows, untrusted: null };
  const cut = answer(text, 1_000);
  assert.ok(cut.essence.length < rows.length);
  const [, args = ''] =
    /^The first part of the answer is cut\. Next: workflow (\{.*\})$/.exec(cut.next ?? '') ?? [];
  const { action, max_tokens: tokens } = JSON.parse(args) as { action: string; max_tokens: number };
  assert.equal(action, 'list');
  const whole = answer(text, tokens);
  assert.equal(whole.essence, rows);
  assert.equal(whole.next, null);
});

test('a stored answer is shown whole without a second call of the operation', () => {
  const { next } = answer({ essence: rows, untrusted: null }, 1_000, 'ans_1');
  assert.match(next ?? '', /"answer_id":"ans_1"/);
});

test('a cut introduction from the web is named, and the whole call shows it beside the items', () => {
  const text: AgentText = { essence: 'ok', untrusted: 'word '.repeat(3_000), body: ['first', 'second'] };
  const { next } = answer(text, 1_000);
  const tokens = Number(/"max_tokens":(\d+)/.exec(next ?? '')?.[1]);
  const whole = answer(text, tokens);
  assert.match(whole.untrusted ?? '', /second$/);
  assert.equal(whole.next, null);
});

test('the call for a cut first part does not ask for the whole text that follows it', () => {
  const text: AgentText = { essence: rows, untrusted: null, body: 'word '.repeat(100_000) };
  const { next } = answer(text, 1_000);
  const [head = '', rest = ''] = (next ?? '').split('\n');
  assert.ok(Number(/"max_tokens":(\d+)/.exec(head)?.[1]) < 10_000, head);
  assert.match(rest, /^The answer is cut after \d+ characters\. Next: /);
});

test('at the highest limit a cut is stated without a call', () => {
  const { next } = answer({ essence: `${rows}\n`.repeat(200), untrusted: null }, 200_000);
  assert.equal(next, 'The first part of the answer is cut.');
});
