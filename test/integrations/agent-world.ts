import type { TestContext } from 'node:test';
import { startTestService, type TestService } from '../service/running-service.ts';
import { startSearchServer } from '../world/search-server.ts';
import { startWorld, type World } from '../world/world.ts';
import { researchScript, type ScriptedModel, startScriptedModel } from './scripted-model.ts';

/** What the programs of an integration need: a service with a search provider, sites, and a language model. */
export interface AgentWorld {
  world: World;
  service: TestService;
  model: ScriptedModel;
  environment: Record<string, string>;
}

/** Query for which the search provider has one result: an article of the site. */
const query = 'harbour cranes';

/** Starts everything; it stops after the test. */
export async function startAgentWorld(t: TestContext): Promise<AgentWorld> {
  const world = await startWorld();
  t.after(() => world.close());
  const article = world.site.url('/articles/notes-on-harbour-cranes');
  const search = await startSearchServer('searxng', [
    { url: article, title: 'Cranes of the harbour', text: 'Who builds and repairs harbour cranes.' },
  ]);
  t.after(() => search.close());
  const service = await startTestService(t, { WEBDATA_SEARCH: `searxng=${search.url}` });
  const model = await startScriptedModel(t, researchScript(query));
  return {
    world,
    service,
    model,
    environment: {
      WEBDATA_URL: service.url,
      WEBDATA_KEY: service.key,
      MODEL_URL: model.url,
      SITE_URL: world.site.origin,
      SLOW_URL: world.site.url('/slow/8000'),
    },
  };
}
