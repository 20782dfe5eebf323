import { createHash, randomUUID } from 'node:crypto';
import type { ModelSettings } from '../../capabilities/account/model-settings.ts';
import type { ModelClient } from '../../domain/resources/model.ts';
import type { ModelEndpoint } from '../../domain/resources/model-endpoint.ts';
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

/** The model of a process, which follows the settings in the database. */
export interface ServiceModel {
  /** Returns the model of the present settings; null if none is configured. */
  find(): ModelClient | null;
  settings: ModelSettings;
}

/** The state behind {@link ServiceModel}. */
class Models {
  readonly #app: AppContext;
  /** The endpoint of the database; null if there is none, or if the environment decides. */
  #stored: ModelEndpoint | null = null;
  #client: ModelClient | null = null;

  constructor(app: AppContext) {
    this.#app = app;
    const { modelUrl, model, modelKey, modelFile } = app.settings;
    if (modelUrl !== null) this.#client = openEndpoint(app, { url: modelUrl, model, key: modelKey });
    else if (modelFile !== null) this.#client = createGgufClient(modelFile, tokenBudgetOf(app));
    if (!this.isFixed) app.stored.follow('model', (value) => this.replace(value as ModelEndpoint | null));
  }

  get isFixed(): boolean {
    const { modelUrl, modelFile } = this.#app.settings;
    return modelUrl !== null || modelFile !== null;
  }

  get client(): ModelClient | null {
    return this.#client;
  }

  get stored(): ModelEndpoint | null {
    return this.#stored;
  }

  /** Uses the endpoint of the database. Running requests of a replaced model end by themselves. */
  async replace(stored: ModelEndpoint | null): Promise<void> {
    const replaced = this.#client;
    this.#stored = stored;
    this.#client = stored === null ? null : openEndpoint(this.#app, stored);
    await replaced?.close();
  }
}

const models = new WeakMap<AppContext, Models>();

function modelsOf(app: AppContext): Models {
  const known = models.get(app) ?? new Models(app);
  models.set(app, known);
  return known;
}

function tokenBudgetOf({ settings, database }: AppContext): TokenBudget {
  const { modelDailyTokens: limit } = settings;
  return limit === null ? unlimitedTokens : createTokenBudget(database, limit);
}

function openEndpoint(app: AppContext, { url, model, key }: ModelEndpoint): ModelClient {
  const { settings, database, clock, log } = app;
  const { modelConcurrency: count } = settings;
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

/** Returns where the model comes from, without its key. */
function describeEndpoint(app: AppContext) {
  const { modelUrl, model, modelKey, modelFile } = app.settings;
  if (modelUrl !== null)
    return { source: 'environment' as const, url: modelUrl, model, has_key: modelKey !== null, file: null };
  if (modelFile !== null)
    return { source: 'environment' as const, url: null, model: null, has_key: false, file: modelFile };
  const { stored } = modelsOf(app);
  const source = stored === null ? ('none' as const) : ('database' as const);
  return {
    source,
    url: stored?.url ?? null,
    model: stored?.model ?? null,
    has_key: stored !== null && stored.key !== null,
    file: null,
  };
}

/** Tests an endpoint that is not in use. */
async function testEndpoint(app: AppContext, endpoint: ModelEndpoint, signal: AbortSignal) {
  const client = openEndpoint(app, endpoint);
  try {
    return await checkModel(client, signal);
  } finally {
    await client.close();
  }
}

/** Returns the model of this process, which follows the database until the stack closes it. */
export function composeModel(app: AppContext, stack: AsyncDisposableStack): ServiceModel {
  const own = modelsOf(app);
  stack.defer(async () => own.client?.close());
  const last = own.client?.state().last;
  if (last?.kind === 'fault') app.log.warn({ model: own.client?.state().name ?? '' }, last.message);
  return {
    find: () => own.client,
    settings: {
      describe: () => describeEndpoint(app),
      stored: () => own.stored,
      refresh: () => app.stored.refresh(),
      test: async (endpoint, signal) => {
        if (endpoint !== null) return testEndpoint(app, endpoint, signal);
        return own.client === null ? null : checkModel(own.client, signal);
      },
    },
  };
}

/** Health check of the model: the outcome of its last request. Sends none, since requests cost money. */
export async function modelCheck(app: AppContext): Promise<Check> {
  const state = modelsOf(app).client?.state();
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
  const own = modelsOf(app);
  await app.stored.refresh();
  if (own.client === null) return { status: 'not_configured' };
  const { works, detail } = await checkModel(own.client, new AbortController().signal);
  return { status: works ? 'ok' : 'unavailable', detail, tested_at: app.clock.now().toISOString() };
}
