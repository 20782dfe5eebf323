import { createHash, randomUUID } from 'node:crypto';
import type { ModelClient } from '../../domain/resources/model.ts';
import { createCapabilityMemory } from '../../integrations/models/capability-memory.ts';
import { createChatClient } from '../../integrations/models/chat-client.ts';
import { openChatEndpoint } from '../../integrations/models/chat-endpoint.ts';
import { checkModel } from '../../integrations/models/check-model.ts';
import { createGgufClient } from '../../integrations/models/gguf-client.ts';
import { createSharedSlots } from '../../integrations/models/shared-slots.ts';
import {
  createTokenBudget,
  type TokenBudget,
  unlimitedTokens,
} from '../../integrations/models/token-budget.ts';
import type { Check } from '../../operations/check.ts';
import type { AppContext } from '../app-context.ts';

const clients = new WeakMap<AppContext, ModelClient | null>();

function tokenBudgetOf({ settings, database }: AppContext): TokenBudget {
  const { modelDailyTokens: limit } = settings;
  return limit === null ? unlimitedTokens : createTokenBudget(database, limit);
}

function chatClient(app: AppContext, url: string): ModelClient {
  const { settings, database, clock, log } = app;
  const { model, modelKey: key, modelConcurrency: count } = settings;
  // The URL may contain a secret in its query, so the row is named by a digest.
  const digest = createHash('sha256')
    .update(JSON.stringify([url, model]))
    .digest('hex');
  const endpoint = digest.slice(0, 32);
  return createChatClient({
    endpoint: openChatEndpoint({ url, key, connections: count }),
    model,
    capabilityMemory: createCapabilityMemory(database, endpoint, log),
    slots: createSharedSlots({ database, endpoint, count, process: randomUUID(), log }),
    budget: tokenBudgetOf(app),
    clock,
  });
}

/** Returns the model of this process: the configured endpoint, else the file, else null. Opens it at its first use. */
function modelOf(app: AppContext): ModelClient | null {
  const known = clients.get(app);
  if (known !== undefined) return known;
  const { modelUrl, modelFile } = app.settings;
  let client: ModelClient | null = null;
  if (modelUrl !== null) client = chatClient(app, modelUrl);
  else if (modelFile !== null) client = createGgufClient(modelFile, tokenBudgetOf(app));
  clients.set(app, client);
  return client;
}

/** Returns the model of this process; the stack closes it. */
export function composeModel(app: AppContext, stack: AsyncDisposableStack): ModelClient | null {
  const client = modelOf(app);
  if (client !== null) stack.defer(() => client.close());
  const last = client?.state().last;
  if (last?.kind === 'fault') app.log.warn({ model: client?.state().name ?? '' }, last.message);
  return client;
}

/** Health check of the model: the outcome of its last request. Sends none, since requests cost money. */
export async function modelCheck(app: AppContext): Promise<Check> {
  const state = modelOf(app)?.state();
  if (state === undefined) return { status: 'not_configured' };
  const { name, last } = state;
  if (last === null)
    return { status: 'not_tested', detail: `${name}, not used yet; the command "doctor" tests it` };
  const testedAt = last.at.toISOString();
  return last.kind === 'fault'
    ? { status: 'degraded', detail: `${name}: ${last.message}`, tested_at: testedAt }
    : { status: 'ok', detail: name, tested_at: testedAt };
}

/** Doctor check of the model: sends a request. */
export async function modelDoctorCheck(app: AppContext): Promise<Check> {
  const client = modelOf(app);
  if (client === null) return { status: 'not_configured' };
  const { works, detail } = await checkModel(client, new AbortController().signal);
  return { status: works ? 'ok' : 'unavailable', detail, tested_at: app.clock.now().toISOString() };
}
