import { setTimeout as pause } from 'node:timers/promises';
import type { ModelClient, ModelRequest, ModelResponse, ModelState } from '../../domain/resources/model.ts';
import type { Clock } from '../../domain/system/clock.ts';
import type { EndpointError, EndpointResponse } from '../operator-endpoint.ts';
import { fallbackAfterAnswer } from './capability-fallback.ts';
import type { CapabilityMemory } from './capability-memory.ts';
import type { ChatEndpoint } from './chat-endpoint.ts';
import { createChatBody, type EndpointCapabilities, parseCompletion } from './chat-exchange.ts';
import { createEffortCounter, type EffortCounter, estimateInputTokens } from './effort-counter.ts';
import { joinStream } from './join-stream.ts';
import {
  computeBackoffMs,
  endWithError,
  type ModelErrorDetail,
  type NextStep,
  nextStep,
  type ParsedAnswer,
} from './next-step.ts';
import type { SharedSlots } from './shared-slots.ts';
import type { TokenBudget, TokenDenial } from './token-budget.ts';

/** Options of a chat client. */
export interface ChatClientOptions {
  endpoint: ChatEndpoint;
  /** Name of the model; null uses the first one that the endpoint lists. */
  model: string | null;
  capabilityMemory: CapabilityMemory;
  slots: SharedSlots;
  budget: TokenBudget;
  clock: Clock;
}

/** Maximum number of transient failures of a request; other request forms do not count. */
const maxFailures = 5;
/** Minimum time that must remain for another try. */
const minRemainingMs = 50;

/** Returns the maximum number of tokens that one request may use. */
function maxTokensOf(question: ModelRequest): number {
  return estimateInputTokens(question) + question.maxTokens;
}

/**
 * Creates a client of an OpenAI-compatible chat endpoint that learns the endpoint's capabilities from its responses.
 */
export function createChatClient(options: ChatClientOptions): ModelClient {
  const { endpoint, capabilityMemory, slots, budget, clock } = options;
  const { displayUrl } = endpoint;
  let model = options.model;
  let last: ModelState['last'] = null;

  async function findModelName(signal: AbortSignal): Promise<string> {
    if (model !== null) return model;
    const [first] = await endpoint.listModels(signal);
    // Servers of a single model accept any name; others report that they need one.
    if (first === undefined) return 'default';
    model = first;
    return first;
  }

  /** Sends one request within the tokens of the account, and counts it. */
  async function send(
    question: ModelRequest,
    name: string,
    capabilities: EndpointCapabilities,
    effort: EffortCounter,
    signal: AbortSignal,
  ): Promise<EndpointResponse | EndpointError | TokenDenial> {
    const reservation = await budget.reserve(question.accountId, maxTokensOf(question));
    if (reservation.kind === 'denied') return reservation;
    const before = effort.total().tokens;
    try {
      effort.addCall(capabilities.schemaMode);
      const answer = await endpoint.post(createChatBody(question, name, capabilities), signal);
      if (answer.kind !== 'answer') return answer;
      const joined = { ...answer, text: joinStream(answer.text) };
      countTokens(question, joined, effort);
      return joined;
    } finally {
      const { tokens } = effort.total();
      const usedTokens = tokens.input + tokens.output - before.input - before.output;
      // A request without an answer may have cost its input.
      const isUncertain = signal.aborted && usedTokens === 0;
      await reservation.settle(isUncertain ? estimateInputTokens(question) : usedTokens);
    }
  }

  /** Sends requests until there is an answer, a final error, or no time left. */
  async function requestUntilAnswer(
    question: ModelRequest,
    effort: EffortCounter,
    deadline: number,
    signal: AbortSignal,
  ): Promise<ModelResponse> {
    const name = await findModelName(signal);
    let capabilities = await capabilityMemory.read();
    for (let failures = 0; ; ) {
      const answer = await send(question, name, capabilities, effort, signal);
      let nextStepResult: NextStep;
      if (answer.kind === 'denied') nextStepResult = endWithError('token_limit', answer.message);
      else if (answer.kind === 'answer')
        nextStepResult = nextStep(answer, {
          capabilities,
          failures: failures + 1,
          displayUrl,
          now: clock.now(),
          schema: question.schema,
        });
      else if (answer.code === 'too_large') nextStepResult = endWithError('too_large', answer.message);
      else {
        const fault: ModelErrorDetail = { code: 'unreachable', message: answer.message };
        nextStepResult = {
          next: 'wait',
          ms: computeBackoffMs(failures + 1),
          error: fault,
          appliesToAll: false,
        };
      }
      if (nextStepResult.next === 'end')
        return createReply(nextStepResult.reply, question, capabilities, effort);
      if (nextStepResult.next === 'ask') {
        capabilities = nextStepResult.capabilities;
        continue;
      }
      failures += 1;
      if (nextStepResult.appliesToAll) await slots.pauseAll(nextStepResult.ms);
      const exceedsDeadline = performance.now() + nextStepResult.ms + minRemainingMs > deadline;
      if (failures >= maxFailures || exceedsDeadline)
        return { kind: 'fault', ...nextStepResult.error, ...effort.total() };
      // The wait rejects only when the signal aborts, whose reason is thrown.
      await pause(nextStepResult.ms, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  function countTokens(question: ModelRequest, answer: EndpointResponse, effort: EffortCounter): void {
    if (answer.statusCode >= 300) return;
    const completion = parseCompletion(answer.text);
    if (completion === null) return;
    effort.addTokens(question, completion);
  }

  async function createReply(
    reply: ModelErrorDetail | ParsedAnswer,
    question: ModelRequest,
    capabilities: EndpointCapabilities,
    effort: EffortCounter,
  ): Promise<ModelResponse> {
    if ('code' in reply) return { kind: 'fault', ...reply, ...effort.total() };
    const { completion, value, isWhole } = reply;
    const answerFacts = { value, isWhole, isCut: completion.isCut };
    await capabilityMemory.store(fallbackAfterAnswer(capabilities, answerFacts, question.schema));
    return {
      kind: 'answer',
      value,
      text: completion.text,
      isWhole: isWhole && !completion.isCut,
      ...effort.total(),
    };
  }

  async function askBeforeTimeout(
    question: ModelRequest,
    effort: EffortCounter,
    signal: AbortSignal,
  ): Promise<ModelResponse> {
    const timeout = AbortSignal.timeout(Math.floor(question.timeoutMs));
    const anySignal = AbortSignal.any([signal, timeout]);
    const deadline = performance.now() + question.timeoutMs;
    try {
      const release = await slots.acquire(question.timeoutMs, anySignal);
      if (release === null) {
        const message = 'The model endpoint asked for a pause that exceeds the timeout. Try again later.';
        return { kind: 'fault', code: 'rate_limited', message, ...effort.total() };
      }
      try {
        return await requestUntilAnswer(question, effort, deadline, anySignal);
      } finally {
        await release();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!timeout.aborted) throw error;
      const message = `The model did not answer within ${Math.round(question.timeoutMs / 100) / 10} s. Try again, or use a faster model.`;
      return { kind: 'fault', code: 'timeout', message, ...effort.total() };
    }
  }

  return {
    async generate(question, signal) {
      signal.throwIfAborted();
      const effort = createEffortCounter(model ?? 'default', 'strict_schema');
      const reply = await askBeforeTimeout(question, effort, signal);
      // A limit of the account says nothing about the model.
      if (reply.kind === 'fault' && reply.code === 'token_limit') return reply;
      const at = clock.now();
      last = reply.kind === 'answer' ? { kind: 'answer', at } : { kind: 'fault', message: reply.message, at };
      return { ...reply, model: model ?? reply.model };
    },
    state: () => ({ name: `${model ?? 'the first model'} at ${displayUrl}`, last }),
    close: () => endpoint.close(),
  };
}
