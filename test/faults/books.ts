import assert from 'node:assert/strict';
import type { PoolConfig } from 'pg';
import type { Receipt } from '../../src/domain/resources/receipt.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';

/** Runs `work` with a separate connection to the database of a service. */
export async function withDatabase<Result>(
  connection: PoolConfig,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { database, pool } = openDatabase(connection, 2);
  pool.on('error', () => {});
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/** Totals of all accounts. */
export interface Books {
  /** Credits charged according to the ledger. */
  charged: number;
  /** Credits of the recorded requests, by request id. */
  requests: Map<string, number>;
}

/** Checks that ledger, history, receipts and balance agree. */
export async function checkBooks(database: Database): Promise<Books> {
  const ledger = await database.selectFrom('ledger').selectAll().orderBy('id').execute();
  const requests = await database
    .selectFrom('requests')
    .select(['request_id', 'credits', 'receipt_id'])
    .execute();
  const receipts = await database.selectFrom('receipts').select(['request_id', 'receipt']).execute();
  const accounts = await database.selectFrom('accounts').selectAll().execute();
  const charges = ledger.filter(({ kind }) => kind === 'charge');
  const charged = charges.reduce((sum, { credits }) => sum - credits, 0);

  const creditsOf = new Map(requests.map((row) => [row.request_id, row.credits]));
  assert.equal(creditsOf.size, requests.length);
  const sumOfRequests = requests.reduce((sum, { credits }) => sum + credits, 0);
  assert.equal(charged, sumOfRequests, 'the ledger is the sum of what was recorded');
  for (const { request_id, credits } of charges) {
    assert.equal(creditsOf.get(request_id as string), -credits, `one charge a request: ${request_id}`);
  }
  assert.equal(new Set(charges.map((row) => row.request_id)).size, charges.length, 'none is charged twice');
  checkReceipts(
    receipts.map(({ receipt }) => receipt as unknown as Receipt),
    creditsOf,
  );
  for (const account of accounts) {
    const own = ledger.filter((row) => row.account_id === account.account_id);
    const sum = own.reduce((total, { credits }) => total + credits, 0);
    assert.equal(account.plan_balance + account.top_up_balance, sum, 'the balance is the sum of the ledger');
    let running = 0;
    for (const { id, credits, balance } of own) {
      running += credits;
      assert.equal(balance, running, `the running balance of ledger row ${id}`);
    }
  }
  return { charged, requests: creditsOf };
}

/** Checks that a request's receipt states its cost, and equals the sum of its pages if there are any. */
function checkReceipts(receipts: readonly Receipt[], creditsOf: ReadonlyMap<string, number>): void {
  const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]));
  const ofPages = new Set(receipts.flatMap(({ pages }) => pages ?? []));
  for (const { id, request_id, credits, pages = [] } of receipts) {
    if (!ofPages.has(id)) assert.equal(creditsOf.get(request_id), credits, request_id);
    if (pages.length === 0) continue;
    const sum = pages.reduce((total, page) => total + (byId.get(page)?.credits ?? Number.NaN), 0);
    assert.equal(credits, sum, `the receipt of ${request_id} is the sum of its pages`);
  }
}

/** Checks that every receipt that a client holds is stored unchanged. */
export async function checkAnswered(database: Database, answered: Receipt[]): Promise<Books> {
  const books = await checkBooks(database);
  const rows = await database.selectFrom('receipts').select(['receipt_id', 'receipt']).execute();
  const kept = new Map(rows.map((row) => [row.receipt_id, row.receipt]));
  const lost = answered.filter((receipt) => !kept.has(receipt.id));
  assert.deepEqual(
    lost.map((receipt) => receipt.request_id),
    [],
    'nothing acknowledged is lost',
  );
  for (const receipt of answered) {
    assert.deepEqual(kept.get(receipt.id), receipt);
    assert.equal(books.requests.get(receipt.request_id), receipt.credits, receipt.request_id);
  }
  return books;
}
