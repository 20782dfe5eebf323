import { type Kysely, sql } from 'kysely';

const statements = [
  // How one of an archive's services may be asked, over all processes: when the next request may start, and until when it
  // is left alone. Times are the database's own: they are about real processes, whose clocks need not agree.
  `create table archive_lanes (
    lane text primary key,
    next_at timestamptz not null default '-infinity',
    rests_until timestamptz not null default '-infinity',
    failures integer not null default 0 check (failures >= 0),
    reason text not null default ''
  )`,

  // Requests under way. One whose time is over counts no more: its process has died.
  `create table archive_turns (
    lane text not null references archive_lanes on delete cascade,
    turn integer not null,
    expires_at timestamptz not null,
    primary key (lane, turn)
  )`,

  // Gives a turn under the lock of the lane's row, or says how long to wait. Requests start gap_ms apart in the long run,
  // and at most burst of them at once (the virtual scheduling form of GCRA, ITU-T I.371).
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

  // Captures never change, so that what was read once is read here from then on. The same for every account: they are
  // public. The body is compressed already.
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

  // What indexes answered, for as long as it may be believed.
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

/** What all processes know of web archives, and their turns with them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
