import { type CallOptions, type ClientOptions, createCaller } from './call.ts';
import { createIteration, type Iteration } from './iteration.ts';
import { createLinks, type Links } from './links.ts';
import { type Operations, operationTable } from './operations.ts';
import { createPages, type Pages } from './pages.ts';
import type { Fields } from './request.ts';
import { createTools, type Tools } from './tools.ts';
import { createWaiters, type Waiters } from './waiters.ts';

export type { CallOptions, ClientOptions } from './call.ts';
export type { ServerEvent } from './events.ts';
export type { FieldsOf, Iteration } from './iteration.ts';
export type { Links } from './links.ts';
export type { Operations } from './operations.ts';
export type { CollectedRecord, PageOptions, Pages } from './pages.ts';
export { fetchReceiptKeys, type ReceiptKey, type ReceiptState, verifyReceipt } from './receipts.ts';
export { type ResultState, verifyResult } from './results.ts';
export type * from './schemas.ts';
export type { AgentTool, AgentToolsOptions, ToolAnswer, ToolCallOptions, Tools, Toolset } from './tools.ts';
export type { Waiters, WaitOptions } from './waiters.ts';
export { WebdataError } from './webdata-error.ts';
export { type VerifyOptions, verifyWebhook, type WebhookEvent, WebhookSignatureError } from './webhooks.ts';

/** Client of a webdata service: a method for each operation, and methods that combine several operations. */
export type Client = Operations & Waiters & Pages & Iteration & Links & Tools;

/** Creates a client. Its methods throw {@link WebdataError}. */
export function createClient(options: ClientOptions): Client {
  const caller = createCaller(options);
  const methods = Object.entries(operationTable).map(([name, entry]) => [
    name,
    (fields: Fields = {}, call?: CallOptions) => caller[entry.answers](entry, fields, call),
  ]);
  const operations = Object.fromEntries(methods) as Operations;
  const iteration = createIteration(operations);
  return {
    ...operations,
    ...createWaiters(operations),
    ...createPages(operations, iteration),
    ...iteration,
    ...createLinks(caller),
    ...createTools(caller, operations),
  };
}
