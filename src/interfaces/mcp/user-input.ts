import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type ElicitResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ClientQuestions } from './client-questions.ts';

/** A form for the user of a client, with the state in which its response is valid. */
export interface UserForm {
  message: string;
  schema: ElicitRequestFormParams['requestedSchema'];
  /** Identifies the question: a response to another one is not used. */
  state: string;
}

/** A request to the client to show the form and to repeat the call, or the response of the user. */
export type UserInput =
  | { kind: 'request'; request: InputRequiredResult }
  | { kind: 'response'; result: ElicitResult; isCurrent: boolean };

/** Asks the user of a client during one call. */
export interface UserPrompt {
  /** False if the client does not show forms to its user. */
  canAsk: boolean;
  ask(form: UserForm): Promise<UserInput>;
}

/** Key of the form among the requests of a result. */
const requestKey = 'answer';

/** Tells whether a client shows forms to its user. `elicitation: {}` stands for forms (revision 2025-06-18). */
export function offersForms({ elicitation }: ClientCapabilities): boolean {
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

function capabilitiesOf({ mcpReq }: ServerContext): ClientCapabilities | undefined {
  // The library validates the envelope of a request, but does not declare its keys.
  const envelope = mcpReq.envelope as Readonly<Record<string, ClientCapabilities>> | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY];
}

/** Returns the response that a client sent with its repeated call, or null. */
function readResponse({ mcpReq }: ServerContext): ElicitResult | null {
  const response = inputResponse(mcpReq.inputResponses, requestKey);
  if (response.kind !== 'elicit') return null;
  const { action, content } = response;
  return { action, ...(content !== undefined && { content: content as ElicitResult['content'] }) };
}

/**
 * Creates the prompt of one call. A client gets the form in the result of its call and repeats the call; with `questions`
 * (clients of 2025 over HTTP), it gets the form as a request while the call waits.
 */
export function createUserPrompt(
  ctx: ServerContext,
  declared: ClientCapabilities | undefined,
  questions: ClientQuestions | null,
  send: Parameters<ClientQuestions['ask']>[0],
): UserPrompt {
  return {
    canAsk: questions !== null || offersForms(capabilitiesOf(ctx) ?? declared ?? {}),
    async ask({ message, schema, state }) {
      const result = readResponse(ctx);
      if (result !== null)
        return { kind: 'response', result, isCurrent: ctx.mcpReq.requestState() === state };
      const params = { message, requestedSchema: schema };
      if (questions !== null) {
        const response = await questions.ask(send, { mode: 'form', ...params }, ctx.mcpReq.signal);
        return { kind: 'response', result: response, isCurrent: true };
      }
      const inputRequests = { [requestKey]: inputRequired.elicit(params) };
      return { kind: 'request', request: inputRequired({ inputRequests, requestState: state }) };
    },
  };
}
