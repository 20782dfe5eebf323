import type { TargetConnection } from './frame-targets.ts';

/** JavaScript world of one document, separate from the scripts of the page. */
export interface IsolatedWorld {
  connection: TargetConnection;
  contextId: number;
}

const readerWorld = 'reader';

interface RemoteResult {
  result: { value?: unknown; objectId?: string };
  exceptionDetails?: { text: string };
}

/** Creates an isolated world of a frame's current document, or returns the one of this name. Rejects if the frame is not in the process of the target. */
export async function createWorld(
  connection: TargetConnection,
  frameId: string,
  worldName = readerWorld,
): Promise<IsolatedWorld> {
  const created = await connection.send('Page.createIsolatedWorld', { frameId, worldName });
  return { connection, contextId: (created as { executionContextId: number }).executionContextId };
}

async function call(
  { connection, contextId }: IsolatedWorld,
  script: string,
  argument: unknown,
  returnByValue: boolean,
): Promise<RemoteResult['result']> {
  const answer = await connection.send('Runtime.callFunctionOn', {
    functionDeclaration: script,
    executionContextId: contextId,
    arguments: [{ value: argument }],
    returnByValue,
  });
  const { result, exceptionDetails } = answer as RemoteResult;
  if (exceptionDetails !== undefined)
    throw new Error(`the document cannot be read: ${exceptionDetails.text}`);
  return result;
}

/** Calls a function in an isolated world with JSON data, and returns its result as JSON data. */
export async function callInWorld(world: IsolatedWorld, script: string, argument: unknown): Promise<unknown> {
  return (await call(world, script, argument, true)).value;
}

/** Returns the id of the frame in the element that a function returns; null if there is none. */
export async function findFrameId(
  world: IsolatedWorld,
  script: string,
  argument: unknown,
): Promise<string | null> {
  const { objectId } = await call(world, script, argument, false);
  if (objectId === undefined) return null;
  const described = await world.connection.send('DOM.describeNode', { objectId });
  return (described as { node: { frameId?: string } }).node.frameId ?? null;
}
