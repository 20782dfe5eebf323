import { type Kysely, sql } from 'kysely';

const statements = [
  // Shared rate limit of an archive service: time of the next request, and the end of a pause after failures. Times are
  // the database's, because the clocks of several machines can differ.
  `create table archive_lanes (
    lane text primary key,
    next_at timestamptz not null default '-infinity',
    rests_until timestamptz not null default '-infinity',
    failures integer not null default 0 check (failures >= 0),
    reason text not null default ''
  )`,

  // Requests in progress. Expired rows do not count: their process has ended.
  `create table archive_turns (
    lane text not null references archive_lanes on delete cascade,
    turn integer not null,
    expires_at timestamptz not null,
    primary key (lane, turn)
  )`,

  // Acquires a slot under the lock of the lane's row, or returns the time to wait. Requests start gap_ms apart on
  // average, with bursts of at most `burst` (the virtual scheduling form of GCRA, ITU-T I.371).
  `create function archive_turn(asked text, gap_ms double precision, burst integer, most integer, lease_ms integer)
  returns table (turn integer, wait_ms double precision, rest_ms double precision, reason text, failures integer)
  language plpgsql as $$
  #variable_conflict use_column
  declare
    instant timestamptz;
    known archive_lanes%rowtype;
    free integer;
    due timestamptz;
    wait double precision;
  begin
    perform set_config('synchronous_commit', 'off', true);
    insert into archive_lanes (lane) values (asked) on conflict do nothing;
    select * into known from archive_lanes where lane = asked for no key update;
    instant := clock_timestamp();
    if known.rests_until > instant then
      return query select null::integer, 0::double precision,
        (extract(epoch from known.rests_until - instant) * 1000)::double precision, known.reason, known.failures;
      return;
    end if;
    delete from archive_turns where lane = asked and expires_at <= instant;
    select min(number) into free from generate_series(1, most) as number
      where not exists (select from archive_turns where lane = asked and turn = number);
    due := greatest(known.next_at, instant);
    wait := extract(epoch from due - instant) * 1000 - (burst - 1) * gap_ms;
    if free is null or wait > 0 then
      return query select null::integer, greatest(wait, 0)::double precision, 0::double precision, ''::text, known.failures;
      return;
    end if;
    update archive_lanes set next_at = due + gap_ms * interval '1 millisecond' where lane = asked;
    insert into archive_turns (lane, turn, expires_at) values (asked, free, instant + lease_ms * interval '1 millisecond');
    return query select free, 0::double precision, 0::double precision, ''::text, known.failures;
  end $$`,

  // Captures never change, so each is fetched once. They are public and shared by all accounts. The body is already
  // compressed.
  `create table archive_captures (
    key bytea primary key,
    source text not null,
    captured text not null,
    original text not null,
    head jsonb not null,
    body bytea not null,
    bytes integer not null,
    packed integer not null,
    used_at timestamptz not null
  )`,
  `alter table archive_captures alter column body set storage external`,
  `create index archive_captures_age on archive_captures (used_at)`,

  // Cached responses of archive indexes.
  `create table archive_answers (
    key bytea primary key,
    source text not null,
    stored_at timestamptz not null,
    expires_at timestamptz not null,
    answer bytea not null,
    bytes integer not null
  )`,
  `alter table archive_answers alter column answer set storage external`,
  `create index archive_answers_expiry on archive_answers (expires_at)`,
];

/** Creates shared state of web archives. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
