import { type Kysely, sql } from 'kysely';

const statements = [
  // The service encrypts the addresses of webhooks, so SQL compares their SHA-256.
  'alter table deliveries add column url_digest bytea',
  `update deliveries set url_digest = sha256(convert_to(url, 'UTF8'))`,
  'alter table jobs add column webhook_digest bytea',
  `update jobs set webhook_digest = sha256(convert_to(webhook, 'UTF8')) where webhook is not null`,
  // Rows that are not encrypted yet; empty as soon as the service has encrypted them.
  `create index deliveries_plain on deliveries (delivery_id) where url not like 'sealed:%'`,
  `create index jobs_plain_webhook on jobs (job_id) where webhook not like 'sealed:%'`,
  // Tags are searched, and the other settings of a monitor are encrypted.
  `alter table monitors add column tags text[] not null default '{}'`,
  `update monitors set tags = array(select json_array_elements_text(settings -> 'tags')) 
    where json_typeof(settings -> 'tags') = 'array'`,
];

/** Prepares columns whose values the service encrypts: see `sealed-columns.ts`. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
