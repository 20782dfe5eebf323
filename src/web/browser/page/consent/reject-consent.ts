import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import type { Warning } from '../../../../domain/pages/outcome.ts';
import { createPageConnection } from '../frame-targets.ts';
import { callInWorld, createWorld, type IsolatedWorld } from '../isolated-world.ts';
import type { ContentOptions } from '../wait-for-content.ts';
import { readConsentRules } from './consent-rules.ts';

/** Time in milliseconds after which a page without a recognised request for consent is read as it is. */
const maxSearchMs = 2_500;
/** Maximum time in milliseconds to answer a request for consent. */
const maxAnswerMs = 12_000;
const pollIntervalMs = 100;
const maxFrames = 10;

const config = {
  enabled: true,
  autoAction: 'optOut',
  enablePrehide: false,
  // Rules that only hide a banner leave the page without an answer.
  enableCosmeticRules: false,
  enableHeuristicDetection: true,
  heuristicMode: 'reject',
  detectRetries: 4,
  isMainWorld: false,
};

const startScript =
  'globalThis.consentMessages = []; globalThis.autoconsentSendMessage = async (one) => void consentMessages.push(one);';
const takeMessages = 'function () { return globalThis.consentMessages.splice(0); }';
const receiveMessage = 'function (message) { void globalThis.autoconsentReceiveMessage(message); }';
/** The script looks again only after a change of the document. */
const touchDocument =
  "function () { const mark = document.createComment(''); document.documentElement.append(mark); mark.remove(); }";

/** Message of the script in a frame. */
interface ConsentMessage {
  type: string;
  id?: string;
  code?: string;
  cmp?: string;
  result?: boolean;
  totalClicks?: number;
  state?: { lifecycle: string };
}

interface ConsentFrame {
  world: IsolatedWorld;
  isMain: boolean;
}

interface FrameTree {
  frame: { id: string; url: string };
  childFrames?: FrameTree[];
}

/** What was found and done so far. */
interface ConsentProgress {
  /** Name of the program that asks; null if none was found. */
  found: string | null;
  result: boolean | null;
  clicks: number;
  hasEnded: boolean;
}

/**
 * Rejects the request for consent that a page shows, with maintained rules for programs that ask for it and, for others, by the
 * words of its buttons. Never accepts. Returns a warning that states what was done; none if there is no such request.
 */
export async function rejectConsent({ session, settled }: ContentOptions): Promise<Warning[]> {
  const progress: ConsentProgress = { found: null, result: null, clicks: 0, hasEnded: false };
  try {
    await followFrames(session, await startFrames(session), progress);
  } catch {
    // The document was replaced meanwhile, often because of the answer. What is known until then is stated.
    await settled();
  }
  if (progress.clicks > 0) await settled();
  return progress.found === null ? [] : [toWarning(progress)];
}

async function startFrames(session: CDPSession): Promise<ConsentFrame[]> {
  const { script, rulesFor } = readConsentRules();
  const { frameTree } = (await session.send('Page.getFrameTree')) as { frameTree: FrameTree };
  const connection = createPageConnection(session);
  const frames: ConsentFrame[] = [];
  for (const { frame } of flatten(frameTree).slice(0, maxFrames)) {
    const isMain = frame.id === frameTree.frame.id;
    // A frame in its own process has no world here.
    const world = await createWorld(connection, frame.id, 'consent').catch(() => null);
    if (world === null) continue;
    await session.send('Runtime.evaluate', { expression: startScript, contextId: world.contextId });
    await session.send('Runtime.evaluate', { expression: script, contextId: world.contextId });
    await callInWorld(world, receiveMessage, {
      type: 'initResp',
      config,
      rules: rulesFor(frame.url, isMain),
    });
    frames.push({ world, isMain });
  }
  return frames;
}

function flatten(tree: FrameTree): FrameTree[] {
  return [tree, ...(tree.childFrames ?? []).flatMap(flatten)];
}

async function followFrames(
  session: CDPSession,
  frames: readonly ConsentFrame[],
  progress: ConsentProgress,
): Promise<void> {
  const startedAt = performance.now();
  while (!progress.hasEnded) {
    const elapsed = performance.now() - startedAt;
    if (elapsed > (progress.found === null ? maxSearchMs : maxAnswerMs)) break;
    for (const frame of frames) {
      const messages = (await callInWorld(frame.world, takeMessages, null)) as ConsentMessage[];
      for (const message of messages) await handle(session, frame, message, progress);
      if (progress.found === null && frame.isMain) await callInWorld(frame.world, touchDocument, null);
    }
    await delay(pollIntervalMs);
  }
}

async function handle(
  session: CDPSession,
  { world, isMain }: ConsentFrame,
  message: ConsentMessage,
  progress: ConsentProgress,
): Promise<void> {
  switch (message.type) {
    case 'eval':
      await callInWorld(world, receiveMessage, {
        type: 'evalResp',
        id: message.id,
        result: isMain && (await isTrueInPage(session, message.code ?? 'false')),
      });
      return;
    case 'popupFound':
      progress.found = message.cmp ?? 'unknown';
      return;
    case 'optOutResult':
      progress.result = message.result === true;
      progress.hasEnded = message.result !== true;
      return;
    case 'autoconsentDone':
      progress.clicks += message.totalClicks ?? 0;
      progress.hasEnded = true;
      return;
    case 'report':
      if (isMain && message.state?.lifecycle === 'nothingDetected') progress.hasEnded = true;
  }
}

/** Evaluates an expression of the rules among the scripts of the page, which programs for consent extend. */
async function isTrueInPage(session: CDPSession, expression: string): Promise<boolean> {
  // A rule whose expression fails does not apply.
  const answer = await session
    .send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true, timeout: 1_000 })
    .catch(() => null);
  return answer !== null && answer.exceptionDetails === undefined && Boolean(answer.result.value);
}

function toWarning({ found, result, clicks }: ConsentProgress): Warning {
  const name =
    found?.startsWith('HEURISTIC') === true
      ? 'The page asks for consent'
      : `The page asks for consent (${found})`;
  const done =
    result === true
      ? `it was rejected with ${clicks === 1 ? 'one click' : `${clicks} clicks`}.`
      : result === false
        ? 'it could not be rejected. Nothing was accepted.'
        : 'whether it was rejected is not known. Nothing was accepted.';
  return { code: 'consent', message: `${name}; ${done}` };
}
