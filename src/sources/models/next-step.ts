import type { ModelFault, ModelFaultCode } from '../../domain/model.ts';
import { retryAfterMs } from '../../web/retry-after.ts';
import type { EndpointAnswer } from '../operator-endpoint.ts';
import { type Completion, type Manners, readCompletion, readRefusal } from './chat-exchange.ts';
import { afterRefusal, oneRungLower } from './ladder.ts';
import { type FoundJson, readJson } from './read-json.ts';

/** Why there is no answer. */
export type Fault = Pick<ModelFault, 'code' | 'message'>;

/** JSON that the model wrote. */
export interface Written extends FoundJson {
  completion: Completion;
}

/** What one request came to: the end of the question, another way of asking, or a pause before the same again. */
export type Step =
  | { next: 'end'; reply: Fault | Written }
  | { next: 'ask'; manners: Manners }
  | {
      next: 'wait';
      ms: number;
      /** What it was, should there be no time to wait. */
      fault: Fault;
      /** Whether the endpoint named the pause, so that it holds for everybody. */
      isForAll: boolean;
    };

/** How a request was made. */
export interface Asked {
  manners: Manners;
  /** Passing failures of the question so far, this one included if it is one. */
  failures: number;
  /** The endpoint, for people. */
  shown: string;
  now: Date;
}

const firstPauseMs = 400;

/** Milliseconds before the next try, with some chance in it, so that many do not come back at once. */
export function backoff(failures: number): number {
  return firstPauseMs * 2 ** (failures - 1) * (0.75 + Math.random() / 2);
}

/** The end of a question for a reason. */
export function end(code: ModelFaultCode, message: string): Step {
  return { next: 'end', reply: { code, message } };
}

/** What an answer of the endpoint comes to. */
export function nextStep(answer: EndpointAnswer, asked: Asked): Step {
  const { statusCode } = answer;
  if (statusCode >= 200 && statusCode < 300) return afterSuccess(answer, asked);
  if (statusCode >= 300 && statusCode < 400) {
    return end('refused', `the model endpoint redirects elsewhere (${statusCode}), which is not followed`);
  }
  const said = readRefusal(answer.text);
  const told = `the model endpoint answered ${statusCode}${said === '' ? '' : `: ${said}`}`;
  if (statusCode === 401 || statusCode === 403) return end('unauthorized', told);
  if (statusCode === 429 || statusCode >= 500) return afterTrouble(answer, asked, told);
  const other = statusCode === 404 || statusCode === 405 ? null : afterRefusal(asked.manners, said);
  return other === null ? end('refused', told) : { next: 'ask', manners: other };
}

function afterSuccess({ text }: EndpointAnswer, { manners, shown }: Asked): Step {
  const completion = readCompletion(text);
  if (completion === null) return end('refused', `what answers at ${shown} speaks no chat completions`);
  const found = readJson(completion.text);
  if (found !== null) return { next: 'end', reply: { completion, ...found } };
  if (completion.isCut) return end('no_json', 'the answer of the model broke off');
  return lowerUnlessProven(manners) ?? end('no_json', 'the model answered no JSON');
}

function afterTrouble({ statusCode, headers }: EndpointAnswer, asked: Asked, told: string): Step {
  // Some servers break on a format that they do not know.
  if (statusCode === 501 || (statusCode === 500 && asked.failures > 1)) {
    const lower = lowerUnlessProven(asked.manners);
    if (lower !== null) return lower;
  }
  const wanted = retryAfterMs(headers['retry-after'], asked.now);
  const code = statusCode === 429 ? 'rate_limited' : 'unreachable';
  const ms = wanted ?? backoff(asked.failures);
  return { next: 'wait', ms, fault: { code, message: told }, isForAll: wanted !== null };
}

function lowerUnlessProven(manners: Manners): Step | null {
  const lower = manners.isProven ? null : oneRungLower(manners);
  return lower === null ? null : { next: 'ask', manners: lower };
}
