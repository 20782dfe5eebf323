import { type AgentTool, createGenerateAgentRequest } from './agent-requests.ts';
import type { Api, ApiOperation } from './api-operations.ts';
import { createDice, type Dice } from './dice.ts';
import { documentRequest } from './document-requests.ts';
import type { FuzzAccounts } from './fuzz-accounts.ts';
import type { FuzzAccount, FuzzRequest } from './fuzz-request.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { createRequestGenerator } from './generate-request.ts';
import type { ResourceIds } from './resource-ids.ts';
import { upgradeRequest, wireRequest } from './wire-requests.ts';

/** Options of the choice. */
export interface ChoiceOptions {
  world: Pick<FuzzWorld, 'host' | 'port' | 'targets' | 'browser'>;
  api: Api;
  tools: readonly AgentTool[];
  accounts: FuzzAccounts;
  ids: ResourceIds;
  seed: number;
  /** Expression for the names of operations (`POST /v1/scrape`) to include; null includes everything. */
  only: RegExp | null;
}

/** Requests of a run. */
export interface RequestChoice {
  /** Returns the request with this number, determined by the seed except for the ids in it. */
  at(index: number): FuzzRequest;
  /** Returns one valid request per operation for two accounts, ordered so that they find the resources they need. */
  first(): Generator<FuzzRequest>;
}

const surfaces = [
  [88, 'api'],
  [5, 'agents'],
  [4, 'documents'],
  [2, 'wire'],
  [1, 'upgrade'],
] as const;

/** Operations that cost pages or jobs; chosen less often, so that the request rate stays high. */
const costly =
  /^(POST|PUT) \/v[12]\/(scrape|search|extract|map|inspect|collect|compare|archive|crawl|batch|recipes|datasets|monitors|browser|workflows|admin\/accounts$)/;
const costlyWeight = 0.15;
/** Each open session is a browser context, which uses memory until it is closed. */
const browserWeight = 0.05;

function weightOf({ name }: ApiOperation): number {
  if (name === 'POST /v1/browser') return browserWeight;
  return costly.test(name) ? costlyWeight : 1;
}

/** Orders creating operations first, so that the others find resources. */
function rankOf({ method, pathParameters }: ApiOperation): number {
  if (method === 'POST') return pathParameters.length === 0 ? 0 : 1;
  return 2;
}

/** Creates the sequence of requests of a run. */
export function createRequestChoice({
  world,
  api,
  tools,
  accounts,
  ids,
  seed,
  only,
}: ChoiceOptions): RequestChoice {
  const generator = createRequestGenerator({ api, browser: world.browser });
  const generateForAgents = createGenerateAgentRequest(tools, world.browser);
  const weighted = api.operations
    .filter(({ name }) => only === null || only.test(name))
    .map((operation) => [weightOf(operation), operation] as const);
  const host = `${world.host}:${world.port}`;
  const aroundOf = (account: FuzzAccount) => ({ targets: world.targets, ids, account: account.owner });

  function accountFor(operation: ApiOperation | null, dice: Dice): FuzzAccount {
    if (operation?.scope === 'operator' && dice.chance(0.8)) return accounts.operator;
    return dice.weigh([
      [82, accounts.main],
      [8, accounts.other],
      [2, accounts.poor],
      [3, accounts.reader],
      [1, accounts.operator],
      [2, accounts.nobody],
      [2, accounts.stranger],
    ]);
  }

  return {
    at(index) {
      const dice = createDice(seed, index);
      const surface = only === null ? dice.weigh(surfaces) : 'api';
      const operation = surface === 'api' ? dice.weigh(weighted) : null;
      const account = accountFor(operation, dice);
      const around = aroundOf(account);
      if (operation !== null) return generator.any(operation, account, dice, around);
      if (surface === 'agents') return generateForAgents(account, dice, around);
      if (surface === 'documents') return documentRequest(account, dice, around);
      if (surface === 'wire') return wireRequest(host, account, dice);
      return upgradeRequest(host, account, ids.own(account.owner, 'v2 crawl', dice) ?? 'none', dice);
    },

    *first() {
      const dice = createDice(seed, -1);
      const inOrder = api.operations
        .filter(({ method }) => method !== 'DELETE')
        .toSorted((one, other) => rankOf(one) - rankOf(other));
      for (const account of [accounts.other, accounts.main]) {
        for (const operation of inOrder) {
          const owner = operation.scope === 'operator' ? accounts.operator : account;
          yield generator.careful(operation, owner, dice, aroundOf(owner));
        }
      }
    },
  };
}
