import type { AgentTool } from './agent-requests.ts';
import { type Api, readOpenApi, readV2Calls } from './api-operations.ts';
import { createCheckAnswer, type Violation } from './check-answer.ts';
import { createRequestChoice } from './choose-request.ts';
import { createFindings, type Findings } from './findings.ts';
import { createAccounts } from './fuzz-accounts.ts';
import type { FuzzResult } from './fuzz-report.ts';
import { type FuzzRequest, repeatCommand, writeRequest } from './fuzz-request.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { createGroupCounts } from './group-counts.ts';
import { harvestAnswer } from './harvest-answer.ts';
import { loggedErrors } from './logged-errors.ts';
import { createResourceIds } from './resource-ids.ts';
import { shrinkRequest } from './shrink-request.ts';
import { watchLivez } from './watch-livez.ts';
import { watchUse } from './watch-use.ts';
import { createWireClient, type Sent, type WireClient } from './wire-client.ts';

/** Options of a run. */
export interface FuzzOptions {
  seed: number;
  requests: number;
  /** Number of concurrent connections. */
  concurrency: number;
  /** Maximum duration of the run in milliseconds. */
  maxMs: number;
  /** Number of times the run pauses until the service is idle and measures its resource use. */
  checkpoints: number;
  /** Milliseconds within which every request must be answered. */
  answerWithinMs: number;
  /**
   * Milliseconds within which `/livez` must be answered, excluding the time that other programs used the processors.
   */
  livezWithinMs: number;
  /** Expression for the names of operations (`POST /v1/scrape`) to include. Default: all. */
  only?: RegExp;
  /** Called with a line of progress at each checkpoint. */
  onProgress?(line: string): void;
}

/** Violations whose first request is reduced to show its cause. */
const shrunkRules = /^(status 5|answer does not fit|accepted|status not declared|tool failed|JSON-RPC)/;
const shownAnswer = 600;

async function fetchApi({ service }: FuzzWorld): Promise<Api> {
  const answer = await fetch(`${service.url}/openapi.json`);
  const described = readOpenApi(await answer.json());
  return { ...described, operations: [...described.operations, ...readV2Calls()] };
}

async function fetchTools({ service }: FuzzWorld, key: string): Promise<AgentTool[]> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const answer = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body });
  const text = await answer.text();
  const json = /^(?:data: ?)?(\{.*)$/m.exec(text)?.[1] ?? '{}';
  return (JSON.parse(json) as { result: { tools: AgentTool[] } }).result.tools;
}

/** Adds findings visible from outside after the last request. */
function addOutsideFindings(
  { service, privateHits }: FuzzWorld,
  hasEnded: boolean,
  findings: Findings,
): void {
  const add = (violation: Violation, group: string, answer: string | null) =>
    findings.add(violation, group, () => ({ repeat: null, answer }));
  if (hasEnded) add({ rule: 'the service ended', detail: '' }, 'service', service.stderr().slice(-2_000));
  for (const [violation, line] of loggedErrors(`${service.stdout()}\n${service.stderr()}`))
    add(violation, 'log', line.slice(0, 2_000));
  if (privateHits() > 0) add({ rule: 'private address contacted', detail: '' }, 'service', null);
}

/** Sends generated requests to a service and checks its responses, resource use and log. */
export async function runFuzz(world: FuzzWorld, options: FuzzOptions): Promise<FuzzResult> {
  const { seed, requests, concurrency, maxMs, checkpoints, onProgress = () => {} } = options;
  const host = `${world.host}:${world.port}`;
  const accounts = await createAccounts(world);
  const api = await fetchApi(world);
  const tools = await fetchTools(world, accounts.main.key ?? '');
  const ids = createResourceIds();
  for (const id of accounts.protectedIds) ids.protect(id);
  ids.protectExamples(JSON.stringify([api, tools]));
  ids.add(accounts.operator.owner, 'acct', accounts.poorId);
  const choice = createRequestChoice({ world, api, tools, accounts, ids, seed, only: options.only ?? null });
  const check = createCheckAnswer(api, ids);
  const findings = createFindings();
  const counts = createGroupCounts();
  const toShrink: Array<{ request: FuzzRequest; violation: Violation }> = [];
  const clients = Array.from({ length: concurrency }, () => createWireClient(world.host, world.port));
  const [first] = clients as [WireClient];
  let hasEnded = false;
  world.service.ended.then(() => {
    hasEnded = true;
  });

  function send(client: WireClient, request: FuzzRequest): Promise<Sent> {
    const { method, stopsEarly, raw } = request;
    const bytes = writeRequest(request, host);
    return client.send({
      bytes,
      method,
      stopsEarly,
      isLast: raw !== null,
      timeoutMs: options.answerWithinMs,
    });
  }

  async function attempt(client: WireClient, request: FuzzRequest): Promise<void> {
    const sent = await send(client, request);
    counts.add(request.group, sent);
    for (const violation of check(request, sent)) {
      const isFirst = findings.add(violation, request.group, () => ({
        repeat: repeatCommand(request, host),
        answer:
          sent.kind === 'answer'
            ? `${sent.answer.status} ${sent.answer.body.toString('utf8', 0, shownAnswer)}`
            : sent.kind,
      }));
      if (isFirst && shrunkRules.test(violation.rule)) toShrink.push({ request, violation });
    }
    if (sent.kind === 'answer') harvestAnswer(request, sent.answer, ids);
  }

  async function shrinkAll(): Promise<void> {
    for (const { request, violation } of toShrink) {
      const isSame = ({ rule, detail }: Violation) => rule === violation.rule && detail === violation.detail;
      const smallest = await shrinkRequest(request, async (candidate) =>
        check(candidate, await send(first, candidate)).some(isSame),
      );
      findings.shorten(violation, request.group, repeatCommand(smallest, host));
    }
  }

  const livez = watchLivez(world, options.livezWithinMs, findings);
  const use = await watchUse(world);
  let sentCount = 0;
  let busyMs = 0;
  try {
    for (const request of choice.first()) await attempt(first, request);
    const since = performance.now();
    const goesOn = () => !hasEnded && performance.now() - since < maxMs;
    for (let checkpoint = 1; checkpoint <= checkpoints && goesOn(); checkpoint += 1) {
      const until = Math.round((requests * checkpoint) / checkpoints);
      const began = performance.now();
      const work = async (client: WireClient) => {
        while (sentCount < until && goesOn()) {
          sentCount += 1;
          await attempt(client, choice.at(sentCount - 1));
        }
      };
      await Promise.all(clients.map(work));
      busyMs += performance.now() - began;
      if (hasEnded) break;
      const { rssMb, heapMb } = await use.measure(sentCount, checkpoint === checkpoints || !goesOn());
      const memory = `${rssMb?.toFixed(0)} MB resident, ${heapMb?.toFixed(0)} MB of objects`;
      onProgress(`${sentCount} requests, ${findings.all().length} findings, ${memory}`);
    }
    if (!hasEnded) await shrinkAll();
  } finally {
    for (const client of clients) client.close();
    livez.stop();
  }
  await use.finish(findings);
  addOutsideFindings(world, hasEnded, findings);
  const seconds = busyMs / 1000;
  return {
    seed,
    requests: sentCount,
    seconds,
    requestsPerSecond: sentCount / seconds,
    slowestLivezMs: livez.slowestMs(),
    ...counts.summary(api.operations.map(({ name }) => name)),
    use: use.all(),
    findings: findings.all(),
  };
}
