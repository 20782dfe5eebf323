import { createHash, randomUUID } from 'node:crypto';
import type { ModelClient } from '../domain/model.ts';
import type { Check } from '../operations/check.ts';
import { createChatClient } from '../sources/models/chat-client.ts';
import { openChatEndpoint } from '../sources/models/chat-endpoint.ts';
import { checkModel } from '../sources/models/check-model.ts';
import { createGgufClient } from '../sources/models/gguf-client.ts';
import { createMannersMemory } from '../sources/models/manners-memory.ts';
import { createSharedSlots } from '../sources/models/shared-slots.ts';
import type { Footing } from './footing.ts';

const clients = new WeakMap<Footing, ModelClient | null>();

function chatClient(footing: Footing, url: string): ModelClient {
  const { settings, database, clock, log } = footing;
  const { model, modelKey: key, modelConcurrency: count } = settings;
  // The address may hold a secret in its query; the name of the row must not.
  const digest = createHash('sha256')
    .update(JSON.stringify([url, model]))
    .digest('hex');
  const endpoint = digest.slice(0, 32);
  return createChatClient({
    endpoint: openChatEndpoint({ url, key, connections: count }),
    model,
    memory: createMannersMemory(database, endpoint, log),
    slots: createSharedSlots({ database, endpoint, count, process: randomUUID(), log }),
    clock,
  });
}

/** The model of this process: the endpoint that is set, else the file, else none. Opens nothing before it is asked. */
export function modelOf(footing: Footing): ModelClient | null {
  const known = clients.get(footing);
  if (known !== undefined) return known;
  const { modelUrl, modelFile } = footing.settings;
  let client: ModelClient | null = null;
  if (modelUrl !== null) client = chatClient(footing, modelUrl);
  else if (modelFile !== null) client = createGgufClient(modelFile);
  clients.set(footing, client);
  return client;
}

/** The model of this process, closed with the stack. */
export function composeModel(footing: Footing, stack: AsyncDisposableStack): ModelClient | null {
  const client = modelOf(footing);
  if (client !== null) stack.defer(() => client.close());
  return client;
}

/** The model as health shows it: what came of the last question. Whoever looks at health must not cost an answer. */
export async function modelCheck(footing: Footing): Promise<Check> {
  const state = modelOf(footing)?.state();
  if (state === undefined) return { status: 'not_configured' };
  if (state.last?.kind === 'fault')
    return { status: 'degraded', detail: `${state.name}: ${state.last.message}` };
  const detail = state.last === null ? `${state.name}, not asked yet; doctor asks it` : state.name;
  return { status: 'ok', detail };
}

/** The model as doctor shows it: asked for real. */
export async function modelTrial(footing: Footing): Promise<Check> {
  const client = modelOf(footing);
  if (client === null) return { status: 'not_configured' };
  const { works, detail } = await checkModel(client, new AbortController().signal);
  return { status: works ? 'ok' : 'unavailable', detail };
}
