import { type Kysely, sql } from 'kysely';

const statements = [
  // State of a site for all processes. Times are the database's, because the clocks of several machines can differ.
  `create table politeness_sites (
    site text primary key,
    next_start_at timestamptz not null default '-infinity',
    crawl_delay_ms integer not null default 0 check (crawl_delay_ms >= 0),
    touched_at timestamptz not null
  )`,
  `create index politeness_sites_age on politeness_sites (touched_at)`,

  // Processes that fetch. The leases of a process end when its row expires, and are deleted with it.
  `create table politeness_processes (
    process text primary key,
    expires_at timestamptz not null
  )`,
  `create index politeness_processes_expiry on politeness_processes (expires_at)`,

  // Concurrent fetches that a process may run on a site, and how many it requests. Processes that wait for more are
  // served in the order of waiting_since.
  `create table politeness_leases (
    site text not null,
    process text not null references politeness_processes on delete cascade,
    slots integer not null check (slots >= 0),
    wanted integer not null check (wanted >= 0),
    waiting_since timestamptz not null,
    primary key (site, process)
  )`,
  `create index politeness_leases_process on politeness_leases (process)`,

  // Decides under the lock of the site's row how many fetches a process may run. A function, because each of its
  // statements sees the data committed while it waited for the lock, in one round trip.
  //
  // Without a gap a process gets a fair share of the site's slots. With a gap, or if there are more processes than
  // slots, it gets one start at a time. A slot in use counts until it is released, also if the share has become
  // smaller.
  `create function politeness_ask(
    asked_site text, asking text, running integer, wants integer, most integer, gap_ms integer, lease_ms integer
  ) returns table (slots integer, started boolean, by_start boolean, wait_ms double precision, crawl_delay_ms integer)
  language plpgsql as $$
  #variable_conflict use_column
  declare
    instant timestamptz;
    site_row politeness_sites%rowtype;
    ticket timestamptz;
    held integer;
    others integer;
    earlier integer;
    entitled integer;
    fair integer;
    granted integer;
    is_started boolean := false;
    is_by_start boolean;
    wait double precision;
  begin
    -- What is lost with the last moments before a crash of the database is asked for again.
    perform set_config('synchronous_commit', 'off', true);
    insert into politeness_processes (process, expires_at)
      values (asking, clock_timestamp() + lease_ms * interval '1 millisecond') on conflict do nothing;
    insert into politeness_sites as known (site, touched_at) values (asked_site, clock_timestamp())
      on conflict (site) do update set touched_at = excluded.touched_at,
        crawl_delay_ms = case when known.touched_at < excluded.touched_at - interval '10 minutes'
          then 0 else known.crawl_delay_ms end
      returning * into site_row;
    instant := clock_timestamp();
    if site_row.crawl_delay_ms > 0 then
      most := 1;
      gap_ms := greatest(gap_ms, site_row.crawl_delay_ms);
    end if;
    -- A database whose clock was set back stops no site for longer than a site may ask.
    -- (PostgreSQL before 17 cannot subtract from the infinite past that a site starts with.)
    wait := case when site_row.next_start_at <= instant then 0
      else least(600000, extract(epoch from site_row.next_start_at - instant) * 1000) end;
    select case when wanted > lease.slots then waiting_since end, lease.slots into ticket, held
      from politeness_leases lease where site = asked_site and process = asking;
    ticket := coalesce(ticket, instant);

    select count(*) + 1 into others
      from politeness_leases lease join politeness_processes using (process)
      where site = asked_site and process <> asking and wanted > 0 and expires_at > instant;
    fair := most / others;
    select coalesce(sum(lease.slots), 0), coalesce(sum(least(wanted, fair)), 0),
        count(*) filter (where wanted > lease.slots and waiting_since < ticket)
      into others, entitled, earlier
      from politeness_leases lease join politeness_processes using (process)
      where site = asked_site and process <> asking and expires_at > instant;

    is_by_start := gap_ms > 0 or fair = 0;
    if is_by_start then
      is_started := wants > running and wait = 0 and most - others - running > earlier;
      granted := running + is_started::integer;
      if is_started and gap_ms > 0 then
        update politeness_sites set next_start_at = instant + gap_ms * interval '1 millisecond'
          where site = asked_site;
        wait := gap_ms;
      end if;
    else
      granted := greatest(0, least(wants, most - greatest(others, entitled)));
    end if;
    held := coalesce(held, 0);

    insert into politeness_leases as lease (site, process, slots, wanted, waiting_since)
      values (asked_site, asking, greatest(running, granted), wants,
        case when is_started or granted > held then instant else ticket end)
      on conflict (site, process) do update set slots = excluded.slots, wanted = excluded.wanted,
        waiting_since = excluded.waiting_since;
    return query select granted, is_started, is_by_start, wait, site_row.crawl_delay_ms;
  end $$`,
];

/** Creates shared politeness limits for all processes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
