import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../domain/clock.ts';
import type { ModelClient, ModelQuestion, ModelReply, ModelState } from '../../domain/model.ts';
import type { EndpointAnswer } from '../operator-endpoint.ts';
import type { ChatEndpoint } from './chat-endpoint.ts';
import { chatBody, type Manners, readCompletion } from './chat-exchange.ts';
import { countEffort, type EffortCount } from './effort.ts';
import { afterAnswer } from './ladder.ts';
import type { MannersMemory } from './manners-memory.ts';
import { backoff, end, type Fault, nextStep, type Step, type Written } from './next-step.ts';
import type { SharedSlots } from './shared-slots.ts';

/** What a chat client is made of. */
export interface ChatClientOptions {
  endpoint: ChatEndpoint;
  /** The model's name; null takes the first that the endpoint lists. */
  model: string | null;
  memory: MannersMemory;
  slots: SharedSlots;
  clock: Clock;
}

/** Requests that failed for a passing reason before the question is given up; other ways of asking do not count. */
const mostFailures = 5;
/** A question that cannot be answered within this is not worth sending. */
const leastMs = 50;

/** A client of an OpenAI-compatible chat endpoint that finds out by asking what the endpoint understands. */
export function createChatClient(options: ChatClientOptions): ModelClient {
  const { endpoint, memory, slots, clock } = options;
  const { shown } = endpoint;
  let model = options.model;
  let last: ModelState['last'] = null;

  async function nameOf(signal: AbortSignal): Promise<string> {
    if (model !== null) return model;
    const [first] = await endpoint.listModels(signal);
    // Servers of one model take any name; one that needs a name will say so.
    if (first === undefined) return 'default';
    model = first;
    return first;
  }

  /** Asks until there is an answer, a reason why not, or no time. */
  async function pursue(
    question: ModelQuestion,
    effort: EffortCount,
    deadline: number,
    signal: AbortSignal,
  ): Promise<ModelReply> {
    const name = await nameOf(signal);
    let manners = await memory.recall();
    for (let failures = 0; ; ) {
      effort.call(manners.rung);
      const answer = await endpoint.post(chatBody(question, name, manners), signal);
      let step: Step;
      if (answer.kind === 'answer')
        step = nextStep(answer, { manners, failures: failures + 1, shown, now: clock.now() });
      else if (answer.code === 'too_large') step = end('too_large', answer.message);
      else {
        const fault: Fault = { code: 'unreachable', message: answer.message };
        step = { next: 'wait', ms: backoff(failures + 1), fault, isForAll: false };
      }
      if (answer.kind === 'answer') spend(question, answer, effort);
      if (step.next === 'end') return settle(step.reply, question, manners, effort);
      if (step.next === 'ask') {
        manners = step.manners;
        continue;
      }
      failures += 1;
      if (step.isForAll) await slots.hold(step.ms);
      const isTooLate = performance.now() + step.ms + leastMs > deadline;
      if (failures >= mostFailures || isTooLate) return { kind: 'fault', ...step.fault, ...effort.soFar() };
      await pause(step.ms, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  function spend(question: ModelQuestion, answer: EndpointAnswer, effort: EffortCount): void {
    if (answer.statusCode >= 300) return;
    const completion = readCompletion(answer.text);
    if (completion === null) return;
    effort.spend(question, completion.text, completion.inputTokens, completion.outputTokens);
  }

  async function settle(
    reply: Fault | Written,
    question: ModelQuestion,
    manners: Manners,
    effort: EffortCount,
  ): Promise<ModelReply> {
    if ('code' in reply) return { kind: 'fault', ...reply, ...effort.soFar() };
    const { completion, value, isWhole } = reply;
    const seen = { value, isWhole, isCut: completion.isCut };
    await memory.learn(afterAnswer(manners, seen, question.schema));
    return {
      kind: 'answer',
      value,
      text: completion.text,
      isWhole: isWhole && !completion.isCut,
      ...effort.soFar(),
    };
  }

  async function askWithin(
    question: ModelQuestion,
    effort: EffortCount,
    signal: AbortSignal,
  ): Promise<ModelReply> {
    const late = AbortSignal.timeout(question.withinMs);
    const either = AbortSignal.any([signal, late]);
    const deadline = performance.now() + question.withinMs;
    try {
      const giveBack = await slots.take(question.withinMs, either);
      if (giveBack === null) {
        const message = 'the model endpoint wants no question for longer than there is time';
        return { kind: 'fault', code: 'rate_limited', message, ...effort.soFar() };
      }
      try {
        return await pursue(question, effort, deadline, either);
      } finally {
        await giveBack();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!late.aborted) throw error;
      const message = `the model gave no answer within ${Math.round(question.withinMs / 100) / 10} s`;
      return { kind: 'fault', code: 'timeout', message, ...effort.soFar() };
    }
  }

  return {
    async ask(question, signal) {
      signal.throwIfAborted();
      const effort = countEffort(model ?? 'default', 'strict_schema');
      const reply = await askWithin(question, effort, signal);
      last = reply.kind === 'answer' ? { kind: 'answer' } : { kind: 'fault', message: reply.message };
      return { ...reply, model: model ?? reply.model };
    },
    state: () => ({ name: `${model ?? 'the first model'} at ${shown}`, last }),
    close: () => endpoint.close(),
  };
}
