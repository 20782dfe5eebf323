import type { Rule } from './rule.ts';

/** Credits: ledger, balances, history, receipts and reservations agree, and nothing is charged twice. */
export const creditRules: readonly Rule[] = [
  {
    name: 'each balance is the sum of the ledger in its bucket',
    query: `
      select account_id, plan_balance, top_up_balance, plan_sum, top_up_sum from accounts
      cross join lateral (
        select coalesce(sum(credits) filter (where bucket = 'plan'), 0) as plan_sum,
          coalesce(sum(credits) filter (where bucket = 'top_up'), 0) as top_up_sum
        from ledger where ledger.account_id = accounts.account_id
      ) as sums
      where plan_balance <> plan_sum or top_up_balance <> top_up_sum`,
  },
  {
    name: 'the running balance of each ledger row is the sum up to it',
    query: `
      select id, account_id, balance, running from (
        select id, account_id, balance, sum(credits) over (partition by account_id order by id) as running from ledger
      ) as sums where balance <> running`,
  },
  {
    name: 'a request is charged once, as its history says',
    query: `
      select request_id, tool, url, credits, charged from requests
      left join (
        select request_id, -sum(credits) as charged from ledger where kind = 'charge' group by request_id
      ) as sums using (request_id)
      where credits <> coalesce(charged, 0)
        and not exists (select from browser_sessions where browser_sessions.request_id = requests.request_id)
        and not exists (select from jobs where jobs.request_id = requests.request_id)`,
  },
  {
    name: 'every charge belongs to a request, a job or a session',
    query: `
      select id, account_id, credits, request_id, job_id from ledger
      where kind = 'charge' and job_id is null
        and not exists (select from requests where requests.request_id = ledger.request_id)
        and not exists (select from browser_sessions where browser_sessions.request_id = ledger.request_id)`,
  },
  {
    // A session whose creation was interrupted before its charge is deleted when the lease of its process expires.
    name: 'a browser session is charged the minutes that it counts',
    query: `
      select session_id, status, credits, charged from browser_sessions
      cross join lateral (
        select coalesce(-sum(credits), 0) as charged from ledger where ledger.request_id = browser_sessions.request_id
      ) as sums
      where credits <> charged and not (
        status = 'open' and charged = 0
        and not exists (select from receipts where receipts.request_id = browser_sessions.request_id)
      )`,
  },
  {
    name: 'a job is charged what the ledger says',
    query: `
      select job_id, type, status, jobs.charged, sums.charged as in_ledger from jobs
      cross join lateral (
        select coalesce(-sum(credits), 0) as charged from ledger where ledger.job_id = jobs.job_id
      ) as sums where jobs.charged <> sums.charged`,
  },
  {
    name: 'a job over pages is charged the sum of the receipts of its pages',
    query: `
      select job_id, type, charged, receipts from jobs
      cross join lateral (
        select coalesce(sum((receipt->>'credits')::integer), 0) as receipts
        from results join receipts using (receipt_id) where results.job_id = jobs.job_id
      ) as sums
      where type in ('crawl', 'batch_scrape', 'extract') and charged <> receipts`,
  },
  {
    name: 'the receipt of a request says what its history says',
    query: `
      select requests.request_id, tool, credits, receipt->>'credits' as on_receipt from requests
      left join receipts using (receipt_id)
      where requests.receipt_id is not null and (receipt is null or (receipt->>'credits')::integer <> credits)`,
  },
  {
    name: 'the receipt of a request for many pages is the sum of theirs',
    query: `
      select receipts.receipt_id, receipt->>'credits' as credits, sums.credits as of_pages from receipts
      cross join lateral (
        select sum((page.receipt->>'credits')::integer) as credits, count(page.receipt_id) as known
        from json_array_elements_text(receipts.receipt->'pages') as listed (id)
        left join receipts as page on page.receipt_id = listed.id
      ) as sums
      where json_typeof(receipt->'pages') = 'array' and json_array_length(receipt->'pages') > 0
        and (sums.credits <> (receipt->>'credits')::integer or known <> json_array_length(receipt->'pages'))`,
  },
  {
    name: 'a scrape with an Idempotency-Key is charged at most once, however often it is sent',
    parameters: ['keyedUrls'],
    query: `
      select url, count(*) as charges from requests where credits > 0 and url = any($1::text[])
      group by url having count(*) > 1`,
  },
  {
    name: 'an ended job holds no credits',
    query: `
      select reservations.reservation_id, reservations.credits, job_id, type, status
      from reservations join jobs using (job_id) where status in ('completed', 'failed', 'cancelled')`,
  },
  {
    name: 'every reservation expires',
    parameters: ['latest'],
    query: `
      select reservation_id, request_id, job_id, created_at, expires_at from reservations
      where expires_at > $1::timestamptz + interval '70 minutes'`,
  },
];
