// Made from the service's OpenAPI document by scripts/write-client.ts; changes here are lost.

export type Account = {
  account_id: string;
  name: string;
  plan: string;
  /**
   * whether nothing is refused for lack of credits
   */
  unlimited: boolean;
  renews_at: string;
  credits: Credits;
  keys: Array<Key>;
  /**
   * of the whole account; a key may have tighter ones
   */
  limits: {
    requests_per_minute: number;
    concurrent: number;
  };
};
export type ActOnMonitorAnswer = {
  mid: string;
  /**
   * the check that was begun, or that was under way already
   */
  jid: string | null;
  monitor: Monitor;
};
export type ActOnRunRequest = {
  /**
   * for `answer`: what was asked for; `repeat`, `skip` or `stop` where a step was cut off
   */
  answer?: unknown;
};
export type AddCreditsAnswer = {
  account_id: string;
  credits: Credits;
};
export type AddCreditsRequest = {
  credits: number;
  /**
   * shown in the ledger
   */
  note?: string | null;
};
export type ArchiveAnswer =
  | ArchiveGetAnswer
  | ArchiveSnapshotsAnswer
  | ArchiveDiffAnswer
  | ArchiveHistoryAnswer
  | ArchiveUrlsAnswer
  | EstimateAnswer
  | Job;
export type ArchiveDiffAnswer = {
  status: PageStatus;
  error?: ArchiveError;
  /**
   * as asked
   */
  url: string;
  /**
   * the archive that answered
   */
  source: string | null;
  /**
   * what became of each archive
   */
  sources: Array<ArchiveSource>;
  warnings: Array<Warning>;
  receipt: Receipt;
  action: 'diff';
  from: {
    /**
     * null for the live page
     */
    captured_at: string | null;
    archive_url: string | null;
    original_url: string | null;
    status_code: number | null;
    source: string;
  } | null;
  to: {
    /**
     * null for the live page
     */
    captured_at: string | null;
    archive_url: string | null;
    original_url: string | null;
    status_code: number | null;
    source: string;
  } | null;
  /**
   * null when the two could not be compared
   */
  changed: boolean | null;
  blocks: Array<{
    type: 'added' | 'removed' | 'changed';
    section: string | null;
    before: string | null;
    after: string | null;
  }>;
  fields?: Record<
    string,
    {
      old: unknown;
      new: unknown;
    }
  >;
  summary: {
    added: number;
    removed: number;
    changed: number;
  };
};
export type ArchiveError = {
  code:
    | 'not_archived'
    | 'excluded'
    | 'unplayable'
    | 'truncated'
    | 'http_404'
    | 'http_410'
    | 'soft_404'
    | 'dns'
    | 'challenge'
    | 'captcha'
    | 'login_required'
    | 'rate_limited'
    | 'geo'
    | 'refused'
    | 'robots'
    | 'http_5xx'
    | 'timeout'
    | 'reset'
    | 'tls'
    | 'redirects'
    | 'too_large'
    | 'encoding'
    | 'document'
    | 'step'
    | 'country_unavailable'
    | 'no_browser'
    | 'no_exit'
    | 'dependency'
    | 'max_credits'
    | 'account_credits'
    | 'url'
    | 'scheme'
    | 'private_address'
    | 'port'
    | 'credentials';
  message: string;
};
export type ArchiveGetAnswer = {
  status: PageStatus;
  error?: ArchiveError;
  /**
   * as asked
   */
  url: string;
  /**
   * the archive that answered
   */
  source: string | null;
  /**
   * what became of each archive
   */
  sources: Array<ArchiveSource>;
  warnings: Array<Warning>;
  receipt: Receipt;
  action: 'get';
  requested: {
    at: string | null;
    /**
     * first second of the span that `at` means
     */
    from: string | null;
    /**
     * its last second
     */
    until: string | null;
    direction: string;
  };
  /**
   * when the copy was made
   */
  captured_at: string | null;
  /**
   * between the copy and the span asked for; 0 inside it
   */
  distance_seconds: number | null;
  /**
   * where a person can look at it
   */
  archive_url: string | null;
  /**
   * the address that was captured
   */
  original_url: string | null;
  /**
   * the copy before this one
   */
  previous: ArchivedCopy | null;
  /**
   * the copy after this one
   */
  next: ArchivedCopy | null;
  final_url: string | null;
  /**
   * as archived
   */
  status_code: number | null;
  title: string | null;
  /**
   * with `focus` only the sections about it
   */
  markdown?: string;
  metadata: Record<string, unknown>;
  passages?: Array<Passage>;
  /**
   * present for long pages; read on with GET /v1/read
   */
  ref?: string;
  expires_at?: string;
  length: number;
  truncated: boolean;
  data?: unknown;
  unverified?: Array<string>;
  missing?: Array<string>;
  /**
   * by JSON pointer into `data`: where each value stands
   */
  evidence?: Record<string, unknown>;
};
export type ArchiveHistoryAnswer = {
  status: PageStatus;
  error?: ArchiveError;
  /**
   * as asked
   */
  url: string;
  /**
   * the archive that answered
   */
  source: string | null;
  /**
   * what became of each archive
   */
  sources: Array<ArchiveSource>;
  warnings: Array<Warning>;
  receipt: Receipt;
  action: 'history';
  points: Array<{
    captured_at: string;
    /**
     * where the schema has one field
     */
    value?: unknown;
    data?: unknown;
    /**
     * the section or page, where no fields were asked for
     */
    text?: string;
    /**
     * against the point before; null for the first and for a missing one
     */
    changed: boolean | null;
    archive_url: string;
    missing?: {
      reason: string;
      message: string;
    };
  }>;
  /**
   * versions that there are by their bytes
   */
  versions: number;
  complete: boolean;
};
export type ArchiveRequest = {
  /**
   * get: the page on a date; snapshots: captures and real changes; diff: then and now, or two dates; history: a field or section across time; urls: every address a site or path ever had
   */
  action: 'get' | 'snapshots' | 'diff' | 'history' | 'urls';
  /**
   * for urls: a site or a path
   */
  url: string;
  /**
   * for get and diff: a year (2019), a month (2019-06), a date (2019-06-03), an ISO time, 4 to 14 digits, first, latest, or words such as "last year", "3 months ago", "June 2019", "Q3 2020", "spring 2017", "mid 2018", "late 1990s"; omitted: the newest copy
   */
  at?: string | null;
  /**
   * for get: nearest to `at`, the last one up to its end, or the first one from its start
   */
  direction?: 'nearest' | 'before' | 'after';
  /**
   * for diff: live, or a second date
   */
  compare_to?: string;
  /**
   * for snapshots, history, urls
   */
  since?: string | null;
  /**
   * for snapshots, history, urls
   */
  until?: string | null;
  /**
   * for snapshots and history: each real change, one copy a period, or every copy
   */
  every?: 'change' | 'day' | 'month' | 'year' | 'all';
  /**
   * only sections about this
   */
  focus?: string | null;
  /**
   * for get, diff, history: fields to read from each version (JSON Schema)
   */
  schema?: Record<string, unknown> | null;
  /**
   * for get, diff, history: fields to read, in words
   */
  prompt?: string | null;
  /**
   * for history: versions to read
   */
  points?: number;
  /**
   * rows of snapshots (50 if not given) or addresses of urls (1000 if not given)
   */
  limit?: number | null;
  /**
   * for urls; auto: prefix for a path, host for a bare site
   */
  match?: 'auto' | 'exact' | 'prefix' | 'host' | 'domain';
  /**
   * for urls
   */
  kind?: 'pages' | 'documents' | 'images' | 'feeds' | 'all';
  /**
   * for urls: only addresses that contain these words
   */
  search?: string | null;
  /**
   * for urls: also look at so many of them on the live site
   */
  check_live?: number;
  /**
   * auto asks wayback first, then commoncrawl, then the archives that were set up
   */
  source?: string;
};
export type ArchiveSnapshotsAnswer = {
  status: PageStatus;
  error?: ArchiveError;
  /**
   * as asked
   */
  url: string;
  /**
   * the archive that answered
   */
  source: string | null;
  /**
   * what became of each archive
   */
  sources: Array<ArchiveSource>;
  warnings: Array<Warning>;
  receipt: Receipt;
  action: 'snapshots';
  captures: Array<Snapshot>;
  changes: number;
  /**
   * captures in the window
   */
  total: number;
  complete: boolean;
  /**
   * where to go on: `since` of the next call
   */
  continue?: string;
};
export type ArchiveSource = {
  source: string;
  outcome: 'used' | 'empty' | 'failed' | 'skipped';
  reason?: string;
  /**
   * since its index was asked; absent when it was asked just now
   */
  index_age_seconds?: number;
};
export type ArchiveUrlsAnswer = {
  status: PageStatus;
  error?: ArchiveError;
  /**
   * as asked
   */
  url: string;
  /**
   * the archive that answered
   */
  source: string | null;
  /**
   * what became of each archive
   */
  sources: Array<ArchiveSource>;
  warnings: Array<Warning>;
  receipt: Receipt;
  action: 'urls';
  urls: Array<{
    url: string;
    kind: 'page' | 'document' | 'image' | 'feed' | 'other';
    first_seen: string;
    last_seen: string;
    captures: number | null;
    status_code: number | null;
    mime: string | null;
    live?: {
      state: 'live' | 'redirected' | 'gone' | 'blocked' | 'error';
      status_code: number | null;
      target?: string;
      reason?: string;
    };
  }>;
  total: number;
  complete: boolean;
  truncated_by?: 'limit' | 'archive' | 'time';
  counts: Record<string, number>;
};
export type ArchivedCopy = {
  captured_at: string;
  archive_url: string;
};
export type Attempt = {
  route:
    | 'http'
    | 'browser'
    | 'residential'
    | 'residential_browser'
    | 'unblock'
    | 'cache'
    | 'archive'
    | 'none';
  exit_country: string | null;
  outcome:
    | 'ok'
    | 'http_404'
    | 'http_410'
    | 'soft_404'
    | 'dns'
    | 'challenge'
    | 'captcha'
    | 'login_required'
    | 'rate_limited'
    | 'geo'
    | 'refused'
    | 'robots'
    | 'http_5xx'
    | 'timeout'
    | 'reset'
    | 'tls'
    | 'redirects'
    | 'too_large'
    | 'encoding'
    | 'document'
    | 'step'
    | 'country_unavailable'
    | 'no_browser'
    | 'no_exit'
    | 'dependency'
    | 'max_credits'
    | 'account_credits'
    | 'url'
    | 'scheme'
    | 'private_address'
    | 'port'
    | 'credentials';
  status_code: number | null;
  /**
   * milliseconds
   */
  ms: number;
  /**
   * bytes over the wire
   */
  bytes: number;
};
export type AuditEntry = {
  id: number;
  at: string;
  action:
    | 'account_created'
    | 'credits_added'
    | 'key_created'
    | 'key_revoked'
    | 'key_rotated'
    | 'secret_rotated';
  /**
   * id of the key or account that was changed, or of the new receipt key
   */
  subject: string;
  /**
   * a key of this account, an operator, or whoever holds the data directory
   */
  by: 'account' | 'operator' | 'data_directory';
  /**
   * the key that did it, where that is one of this account
   */
  key_id: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
};
export type BillingAnswer = {
  plan: string;
  renews_at: string;
  /**
   * plan credits that each renewal brings; unspent ones expire just before
   */
  plan_allowance: number;
  plan_credits: number;
  top_up_credits: number;
  reservations: Array<{
    id: string;
    credits: number;
    request_id?: string;
    job?: string;
    created_at: string;
    expires_at: string;
  }>;
  ledger: Array<LedgerRow>;
  usage: Usage;
};
export type BrowserSession = {
  sid: string;
  status: 'open' | 'closed' | 'expired';
  /**
   * why it is no longer open
   */
  reason: string | null;
  url: string;
  title: string;
  exit: Exit | null;
  /**
   * id of the saved login that it began with
   */
  login: string | null;
  steps: number;
  /**
   * charged so far: one for each started minute
   */
  credits: number;
  opened_at: string;
  last_step_at: string;
  expires_at: string;
  closed_at: string | null;
};
export type BrowserSessionWithRecording = {
  sid: string;
  status: 'open' | 'closed' | 'expired';
  /**
   * why it is no longer open
   */
  reason: string | null;
  url: string;
  title: string;
  exit: Exit | null;
  /**
   * id of the saved login that it began with
   */
  login: string | null;
  steps: number;
  /**
   * charged so far: one for each started minute
   */
  credits: number;
  opened_at: string;
  last_step_at: string;
  expires_at: string;
  closed_at: string | null;
  recording?: SessionRecording;
};
export type BrowserStepRequest = {
  type:
    | 'goto'
    | 'click'
    | 'type'
    | 'press'
    | 'select'
    | 'hover'
    | 'scroll'
    | 'wait'
    | 'wait_for'
    | 'evaluate'
    | 'back'
    | 'forward'
    | 'reload'
    | 'snapshot'
    | 'read'
    | 'screenshot'
    | 'extract'
    | 'upload'
    | 'download'
    | 'save_login'
    | 'close_tab'
    | 'switch_tab'
    | 'live';
  target?: number | string | null;
  /**
   * the same as `target`
   */
  selector?: string | null;
  /**
   * type: what is typed; select: the option; wait_for: words that must appear; evaluate: the script
   */
  text?: string | null;
  /**
   * for goto and download
   */
  url?: string | null;
  /**
   * for press: Enter, Control+A
   */
  key?: string | null;
  /**
   * for select, where several options are chosen
   */
  values?: Array<string> | null;
  /**
   * milliseconds, for wait
   */
  ms?: number | null;
  /**
   * for scroll
   */
  direction?: 'up' | 'down' | 'left' | 'right' | null;
  /**
   * CSS pixels, for scroll
   */
  amount?: number | null;
  /**
   * number of the tab, for close_tab and switch_tab
   */
  tab?: number | null;
  /**
   * for upload: ids or links of stored files
   */
  files?: Array<string> | null;
  /**
   * type: press Enter at the end
   */
  submit?: boolean;
  /**
   * type: add to what the field holds
   */
  append?: boolean;
  /**
   * click: a double click
   */
  double?: boolean;
  /**
   * how dialogs that this step opens are answered; else alerts are accepted and all others dismissed
   */
  dialog?: {
    accept: boolean;
    text?: string | null;
  } | null;
  /**
   * screenshot: the whole height of the page
   */
  full_page?: boolean;
  /**
   * screenshot: of a JPEG; without it the picture is a PNG
   */
  quality?: number | null;
  /**
   * extract: JSON Schema of what is wanted
   */
  schema?: Record<string, unknown> | null;
  /**
   * extract: what is wanted, in words
   */
  prompt?: string | null;
  /**
   * save_login: what the login is called
   */
  name?: string | null;
  /**
   * live: whether the viewer may act
   */
  interactive?: boolean;
  /**
   * milliseconds that this step may take
   */
  timeout_ms?: number | null;
  /**
   * whether the page’s snapshot is answered
   */
  snapshot?: boolean;
  /**
   * characters of the snapshot, or code points of what is read, at most
   */
  max_length?: number;
};
export type BrowserStepResult = {
  sid: string;
  ok: boolean;
  url: string;
  title: string;
  /**
   * the page as text; what one can act on begins with its number
   */
  snapshot: string | null;
  /**
   * what the step gave: of a script, what was read, the login that was saved
   */
  result?: unknown;
  error?: PageError;
  /**
   * link to the picture
   */
  screenshot?: string;
  files?: Array<{
    file_id: string;
    name: string;
    media_type: string;
    bytes: number;
    url: string;
  }>;
  dialogs?: Array<{
    type: string;
    message: string;
    accepted: boolean;
  }>;
  tabs: Array<{
    tab: number;
    url: string;
    title: string;
    active: boolean;
  }>;
  warnings: Array<Warning>;
  receipt: Receipt;
};
export type Catalog = {
  version: string;
  tools: Array<{
    name: string;
    title: string;
    description: string;
    method: string;
    path: string;
    input_schema: Record<string, unknown>;
    output_schema: Record<string, unknown>;
    price: string;
  }>;
  formats: Array<string>;
  networks: Array<{
    network: 'service' | 'residential' | 'unblock';
    countries: Array<string>;
    verified: boolean;
  }>;
  rate_card: Record<string, unknown>;
  /**
   * public key that receipts are signed with (JWK)
   */
  receipt_key: Record<string, unknown>;
  /**
   * that key and those it replaced, newest first (JWK)
   */
  receipt_keys: Array<Record<string, unknown>>;
};
export type ChangeMonitorRequest = {
  name?: string | null;
  /**
   * the page; null where a dataset is watched
   */
  url?: string | null;
  /**
   * what is watched: the page, a section of it, values on it, or a dataset
   */
  watch?:
    | {
        kind: 'page';
        /**
         * true: all of the page, not only its main content
         */
        whole?: boolean;
      }
    | {
        kind: 'section';
        /**
         * the heading of the section, or words that it is about
         */
        focus?: string;
        /**
         * a CSS selector
         */
        selector?: string;
      }
    | {
        kind: 'fields';
        schema?: Record<string, unknown> | null;
        /**
         * what to find, in words
         */
        prompt?: string | null;
      }
    | {
        kind: 'dataset';
        did: string;
      };
  schedule?: ScheduleWish;
  country?: string | null;
  strict_country?: boolean;
  render?: 'auto' | 'never' | 'always';
  /**
   * id of a saved login
   */
  login?: string | null;
  ignore?: Array<IgnoreRule>;
  /**
   * asked after something has changed: it is told of only when they hold; drops and rises count from what was last told of
   */
  conditions?: Array<Condition>;
  /**
   * whether all conditions must hold, or one of them
   */
  match?: 'all' | 'any';
  /**
   * times that a page that differs is read again before that is told; each is charged as a page
   */
  confirm?: number;
  /**
   * failed checks in a row after which that is told of
   */
  failing_after?: number;
  /**
   * keep a picture of each version, and show what differs
   */
  screenshot?: boolean;
  /**
   * who is told of changes, of failing and of recovery
   */
  notify?: {
    webhook?:
      | string
      | {
          /**
           * where events are delivered to, signed as Standard Webhooks; https is better
           */
          url: string;
          /**
           * how messages are written; told from the address where it is one of Slack, Discord, Telegram or ntfy
           */
          form?: 'standard' | 'slack' | 'discord' | 'telegram' | 'ntfy';
        }
      | Array<
          | string
          | {
              /**
               * where events are delivered to, signed as Standard Webhooks; https is better
               */
              url: string;
              /**
               * how messages are written; told from the address where it is one of Slack, Discord, Telegram or ntfy
               */
              form?: 'standard' | 'slack' | 'discord' | 'telegram' | 'ntfy';
            }
        >
      | null;
    email?: string | Array<string> | null;
  };
};
export type CollectAnswer = Collected | EstimateAnswer | Job;
export type CollectRequest = {
  /**
   * a listing, search or category page, or data in JSON or a feed
   */
  url: string;
  /**
   * what to return per record, in words: `["name", "price", "link to the product"]`
   */
  fields: Array<string>;
  /**
   * records at most
   */
  limit?: number;
  /**
   * pages of records at most
   */
  max_pages?: number;
  /**
   * two-letter code of the exit country
   */
  country?: string | null;
  /**
   * fail rather than use another country
   */
  strict_country?: boolean;
};
export type Collected = {
  status: PageStatus;
  error?: PageError;
  /**
   * as asked
   */
  url: string;
  /**
   * each with exactly the fields asked for; null where there is no value
   */
  records: Array<Record<string, unknown>>;
  /**
   * true only when the end of the listing was seen
   */
  complete: boolean;
  fields: Record<string, CollectedField>;
  /**
   * null when no records were found
   */
  source: CollectedSource | null;
  /**
   * pages and answers that brought records
   */
  pages: number;
  /**
   * the recipe: POST /v1/recipes/{rid}/run gets the records again without looking for them
   */
  rid: string | null;
  /**
   * JSON pointers into `records`: values that the page was looked at for and does not show
   */
  unverified: Array<string>;
  /**
   * records that were compared with what the page shows
   */
  checked: number;
  model_calls: number;
  /**
   * present when it ended before the listing did: POST /v1/recipes/{rid}/run goes on with it
   */
  continue?: string;
  warnings: Array<Warning>;
  receipt: Receipt;
};
export type CollectedField = {
  /**
   * JSON pointer into a record of the source; null when nothing was found for the field
   */
  path: string | null;
  /**
   * 0 to 1
   */
  confidence: number;
  /**
   * part of the records that hold a value
   */
  filled: number;
  /**
   * part of the compared values that the page shows beside the record; null when none could be compared
   */
  verified: number | null;
};
export type CollectedSource = {
  kind: 'api' | 'graphql' | 'embedded' | 'json_ld' | 'microdata' | 'feed' | 'table' | 'listing';
  method: 'GET' | 'POST';
  url: string;
  /**
   * JSON pointer of the list, or the place of the elements on the page
   */
  path: string;
  /**
   * whether a browser is needed for it
   */
  rendered: boolean;
};
export type CompareAnswer = Comparison | EstimateAnswer | Job;
export type CompareRequest = {
  /**
   * two-letter codes (ISO 3166-1 alpha-2); one row each, in this order
   */
  countries: Array<string>;
  /**
   * page to read from every country
   */
  url?: string | null;
  /**
   * addresses by country, such as {"DE": "https://shop.example/de/lamp"}; before `url`
   */
  urls?: Record<string, string> | null;
  /**
   * JSON Schema of what to read from every page as `data`; name, price, currency and availability when left out
   */
  schema?: Record<string, unknown> | null;
  /**
   * currency (ISO 4217) that prices are converted to
   */
  base_currency?: string;
  /**
   * give no page rather than one through an exit that was not seen in the country
   */
  strict_country?: boolean;
};
export type CompareRow = {
  country: string;
  status: PageStatus;
  error?: PageError;
  /**
   * as asked
   */
  url: string;
  final_url: string | null;
  /**
   * where the page was really read from
   */
  exit: Exit | null;
  name: string | null;
  /**
   * the price asked now, not what it cost before
   */
  price: number | null;
  /**
   * ISO 4217; null when nothing tells whose sign it is
   */
  currency: string | null;
  /**
   * in the base currency, rounded to its minor units
   */
  price_base: number | null;
  /**
   * units of the base currency for one of `currency`
   */
  rate: number | null;
  /**
   * day of that rate
   */
  rate_date: string | null;
  availability: 'in_stock' | 'limited' | 'preorder' | 'backorder' | 'out_of_stock' | 'discontinued' | null;
  /**
   * absent when the page does not say
   */
  tax_included?: boolean;
  /**
   * what is usual in the country; null when not known
   */
  tax_usually_included: boolean | null;
  same_product: 'same' | 'different' | 'unknown';
  /**
   * what tells: gtin, mpn, sku, model, name, brand, or what the variant differs in
   */
  same_product_basis: string | null;
  /**
   * whether `cheapest` and `dearest` were chosen among this row too
   */
  comparable: boolean;
  price_detail: PriceDetail | null;
  /**
   * what tells the product from others
   */
  product: {
    gtin: string | null;
    mpn: string | null;
    sku: string | null;
    brand: string | null;
    model: string | null;
    color: string | null;
    size: string | null;
  } | null;
  /**
   * the fields of `schema`, or name, price, currency and availability; null when the page was not read
   */
  data: unknown;
  /**
   * JSON pointers into `data`: values that the page does not show
   */
  unverified: Array<string>;
  /**
   * JSON pointers of what was not found
   */
  missing: Array<string>;
  warnings: Array<Warning>;
  receipt: Receipt;
};
export type Comparison = {
  /**
   * one a country, in the order asked; those that failed keep their reason
   */
  rows: Array<CompareRow>;
  base_currency: string;
  /**
   * reference rates of the European Central Bank, for information only
   */
  rates: {
    /**
     * `packaged`: a table of the ECB that came with this version
     */
    source: 'ecb' | 'packaged';
    /**
     * day of the rates
     */
    date: string;
    /**
     * older than four days
     */
    stale: boolean;
  };
  /**
   * country of the lowest price among comparable rows: a verified exit, an unambiguous price, the same product, not sold out
   */
  cheapest: string | null;
  /**
   * country of the highest price among them
   */
  dearest: string | null;
  /**
   * `same` when all rows that were read are
   */
  same_product: 'same' | 'different' | 'unknown';
  /**
   * from cheapest to dearest, in the base currency
   */
  spread: {
    amount: number;
    /**
     * of the cheapest
     */
    percent: number;
  } | null;
  warnings: Array<Warning>;
  receipt: Receipt;
};
export type Condition = {
  /**
   * of values: a name, dotted path or JSON pointer; of a text: `text`, `added`, `removed` or `previous`
   */
  field: string;
  op:
    | 'any'
    | 'contains'
    | 'lacks'
    | 'matches'
    | 'appears'
    | 'disappears'
    | '='
    | '!='
    | '<'
    | '<='
    | '>'
    | '>='
    | 'drops_by'
    | 'rises_by'
    | 'drops_by_percent'
    | 'rises_by_percent';
  value?: string | number | boolean | null;
};
export type CrawlAnswer = Job | EstimateAnswer;
export type CrawlRequest = {
  /**
   * where the crawl begins; it keeps to this host, with any path
   */
  url: string;
  /**
   * pages delivered at most
   */
  limit?: number;
  /**
   * links from the start page; 0 is that page alone
   */
  max_depth?: number;
  /**
   * RE2 expressions, matched anywhere in the path: only pages that match one are read; the start page always is
   */
  include_paths?: Array<string> | null;
  /**
   * RE2 expressions: pages whose path matches one are not read
   */
  exclude_paths?: Array<string> | null;
  formats?: Array<
    | 'markdown'
    | 'html'
    | 'raw_html'
    | 'text'
    | 'links'
    | 'images'
    | 'metadata'
    | 'structured_data'
    | 'screenshot'
    | 'network'
  >;
  /**
   * two-letter code of the exit country
   */
  country?: string | null;
  /**
   * fail rather than use another country
   */
  strict_country?: boolean;
  /**
   * keep to the registrable domain instead of the host
   */
  include_subdomains?: boolean;
  /**
   * also begin at the pages that sitemaps name
   */
  use_sitemap?: boolean;
  /**
   * told when the crawl starts, delivers pages and ends
   */
  webhook?: string | null;
};
export type CreateAccountAnswer = {
  account_id: string;
  name: string;
  plan: string;
  plan_credits: number;
  unlimited: boolean;
  renews_at: string;
  key_id: string;
  /**
   * shown this once; null when the answer is given again for an Idempotency-Key
   */
  key: string | null;
};
export type CreateAccountRequest = {
  /**
   * unique
   */
  name: string;
  /**
   * what the plan is called
   */
  plan?: string;
  /**
   * credits a month; unspent ones expire at renewal
   */
  plan_credits: number;
  /**
   * credits are counted, but nothing is refused for lack of them
   */
  unlimited?: boolean;
  /**
   * day of the month of renewals, at midnight UTC; the last day where the month is shorter. The day of creation unless told.
   */
  renewal_day?: number | null;
};
export type CreateDatasetRequest = {
  name: string;
  /**
   * where the records come from
   */
  source:
    | {
        kind: 'recipe';
        /**
         * a saved recipe
         */
        rid: string;
        /**
         * records of one refresh at most
         */
        limit?: number;
        /**
         * pages of one refresh at most
         */
        max_pages?: number;
      }
    | {
        kind: 'collect';
        /**
         * a page that lists records
         */
        url: string;
        /**
         * what to return per record, in words: `["name", "price", "link to the product"]`
         */
        fields: Array<string>;
        /**
         * records of one refresh at most
         */
        limit?: number;
        /**
         * pages of one refresh at most
         */
        max_pages?: number;
      }
    | {
        kind: 'extract';
        /**
         * one page a record, or lists
         */
        urls: Array<string>;
        /**
         * JSON Schema (2020-12 or draft-07) of what to find: an object with properties, or an array; local references only
         */
        schema: Record<string, unknown>;
      }
    | {
        kind: 'records';
        /**
         * objects of any fields; a body may have 2 MB
         */
        records: Array<Record<string, unknown>>;
      };
  /**
   * fields that together tell records apart; found by their names and values unless told
   */
  key?: Array<string> | null;
  /**
   * when to refresh; only on request unless told
   */
  schedule?: ScheduleWish | null;
  webhook?: string | null;
  /**
   * two-letter code of the exit country
   */
  country?: string | null;
  /**
   * complete refreshes in a row without a record until it is removed; until then it is missing
   */
  removed_after?: number;
};
export type CreateKeyAnswer = {
  key_id: string;
  name: string;
  scopes: Array<'read' | 'write' | 'admin' | 'operator'>;
  created_at: string;
  /**
   * when it ends; null when it does not
   */
  expires_at: string | null;
  /**
   * to the minute
   */
  last_used_at: string | null;
  /**
   * bounds of the key’s own; null where only the account’s hold
   */
  limits: {
    requests_per_minute: number | null;
    concurrent: number | null;
  };
  /**
   * shown this once; null when the answer is given again for an Idempotency-Key
   */
  key: string | null;
};
export type CreateKeyRequest = {
  /**
   * tells keys apart in lists and in the history
   */
  name: string;
  /**
   * `read`, `write`, `admin` (keys, webhooks and logins), `operator`; the maker’s own or fewer
   */
  scopes?: Array<'read' | 'write' | 'admin' | 'operator'>;
  /**
   * when it ends by itself
   */
  expires_at?: string | null;
  /**
   * a bound below the account’s
   */
  requests_per_minute?: number | null;
  /**
   * a bound below the account’s
   */
  concurrent?: number | null;
};
export type CreateMonitorAnswer = {
  mid: string;
  name: string | null;
  url: string | null;
  watch: Record<string, unknown>;
  schedule: Record<string, unknown>;
  country: string | null;
  strict_country: boolean;
  render: 'auto' | 'never' | 'always';
  login: string | null;
  ignore: Array<unknown>;
  conditions: Array<Record<string, unknown>>;
  match: 'all' | 'any';
  confirm: number;
  failing_after: number;
  screenshot: boolean;
  notify: Record<string, unknown>;
  /**
   * `needs_attention`: the page is there, but not what is watched on it; checks go on
   */
  status: 'active' | 'paused' | 'needs_attention';
  created_at: string;
  updated_at: string;
  last_check: string | null;
  last_change: string | null;
  /**
   * when a check last worked
   */
  last_success: string | null;
  next_run_at: string | null;
  /**
   * the next three
   */
  next_runs: Array<string>;
  consecutive_failures: number;
  check_count: number;
  /**
   * the job of the check under way
   */
  checking: string | null;
  warnings: Array<Warning>;
};
export type CreateMonitorRequest = {
  name?: string | null;
  /**
   * the page; null where a dataset is watched
   */
  url?: string | null;
  /**
   * what is watched: the page, a section of it, values on it, or a dataset
   */
  watch?:
    | {
        kind: 'page';
        /**
         * true: all of the page, not only its main content
         */
        whole?: boolean;
      }
    | {
        kind: 'section';
        /**
         * the heading of the section, or words that it is about
         */
        focus?: string;
        /**
         * a CSS selector
         */
        selector?: string;
      }
    | {
        kind: 'fields';
        schema?: Record<string, unknown> | null;
        /**
         * what to find, in words
         */
        prompt?: string | null;
      }
    | {
        kind: 'dataset';
        did: string;
      };
  schedule?: ScheduleWish;
  country?: string | null;
  strict_country?: boolean;
  render?: 'auto' | 'never' | 'always';
  /**
   * id of a saved login
   */
  login?: string | null;
  ignore?: Array<IgnoreRule>;
  /**
   * asked after something has changed: it is told of only when they hold; drops and rises count from what was last told of
   */
  conditions?: Array<Condition>;
  /**
   * whether all conditions must hold, or one of them
   */
  match?: 'all' | 'any';
  /**
   * times that a page that differs is read again before that is told; each is charged as a page
   */
  confirm?: number;
  /**
   * failed checks in a row after which that is told of
   */
  failing_after?: number;
  /**
   * keep a picture of each version, and show what differs
   */
  screenshot?: boolean;
  /**
   * who is told of changes, of failing and of recovery
   */
  notify?: {
    webhook?:
      | string
      | {
          /**
           * where events are delivered to, signed as Standard Webhooks; https is better
           */
          url: string;
          /**
           * how messages are written; told from the address where it is one of Slack, Discord, Telegram or ntfy
           */
          form?: 'standard' | 'slack' | 'discord' | 'telegram' | 'ntfy';
        }
      | Array<
          | string
          | {
              /**
               * where events are delivered to, signed as Standard Webhooks; https is better
               */
              url: string;
              /**
               * how messages are written; told from the address where it is one of Slack, Discord, Telegram or ntfy
               */
              form?: 'standard' | 'slack' | 'discord' | 'telegram' | 'ntfy';
            }
        >
      | null;
    email?: string | Array<string> | null;
  };
};
export type CreateRecipeRequest = {
  name?: string | null;
  url: string;
  /**
   * what to return per record, in words: `["name", "price", "link to the product"]`
   */
  fields: Array<string>;
  country?: string | null;
  source?: {
    kind: 'api' | 'graphql' | 'embedded' | 'json_ld' | 'microdata' | 'feed' | 'table' | 'listing';
    method?: 'GET' | 'POST';
    /**
     * the call that brings the records; null where the page itself does
     */
    url_template?: string | null;
    /**
     * JSON that is posted: a query of GraphQL
     */
    body?: string | null;
    /**
     * by name, where each value comes from
     */
    headers?: Record<
      string,
      | {
          kind: 'fixed';
          value: string;
        }
      | {
          kind: 'cookie';
          name: string;
        }
      | {
          kind: 'text';
          url: string | null;
          before: string;
          after: string;
        }
    >;
    cookies?: Record<
      string,
      | {
          kind: 'fixed';
          value: string;
        }
      | {
          kind: 'cookie';
          name: string;
        }
      | {
          kind: 'text';
          url: string | null;
          before: string;
          after: string;
        }
    >;
    /**
     * whether a browser is needed
     */
    rendered?: boolean;
    /**
     * JSON pointer of the list; `*` for every entry of one on the way
     */
    record_path: string;
    /**
     * pointers into a record, by field
     */
    field_map: Record<string, Array<string>>;
    types?: Record<
      string,
      | 'text'
      | 'number'
      | 'money'
      | 'currency'
      | 'boolean'
      | 'date'
      | 'url'
      | 'image'
      | 'email'
      | 'phone'
      | 'html'
      | 'list'
    >;
    transforms?: Record<
      string,
      | {
          kind: 'divide';
          by: number;
        }
      | {
          kind: 'epoch';
          unit: 's' | 'ms';
        }
      | {
          kind: 'template';
          before: string;
          after: string;
        }
    >;
    /**
     * how often each field held a value
     */
    filled?: Record<string, number>;
    pagination?: {
      /**
       * how one gets from a page to the next
       */
      way:
        | {
            kind: 'none';
          }
        | {
            kind: 'link';
          }
        | {
            kind: 'number';
            place:
              | {
                  in: 'query';
                  name: string;
                }
              | {
                  in: 'path';
                  index: number;
                }
              | {
                  in: 'body';
                  path: string;
                };
            from: number;
            step: number;
          }
        | {
            kind: 'cursor';
            place:
              | {
                  in: 'query';
                  name: string;
                }
              | {
                  in: 'path';
                  index: number;
                }
              | {
                  in: 'body';
                  path: string;
                };
            path: string;
          }
        | {
            kind: 'address';
            path: string;
          }
        | {
            kind: 'header';
          };
      /**
       * where an answer says whether there is more
       */
      more: string | null;
      /**
       * where it says how many records there are
       */
      total: string | null;
      /**
       * where it says how many pages there are
       */
      pages: string | null;
      /**
       * records of a full page
       */
      size: number;
    };
  } | null;
};
export type CreateWorkflowRequest = {
  /**
   * what it is called
   */
  name: string;
  steps: Array<WorkflowStep>;
  inputs?: Record<string, unknown> | null;
  /**
   * two-letter code of the exit country
   */
  country?: string | null;
  /**
   * fail rather than use another country
   */
  strict_country?: boolean;
  network?: 'auto' | 'service' | 'residential';
  /**
   * id of a saved login that runs begin with
   */
  login?: string | null;
  /**
   * when runs begin by themselves, with the defaults of `inputs`
   */
  schedule?: ScheduleWish | null;
  /**
   * told of workflow.needs_input and workflow.completed
   */
  webhook?: string | null;
};
export type Credits = {
  plan: number;
  top_up: number;
  /**
   * held for work under way
   */
  reserved: number;
  available: number;
};
export type Dataset = {
  did: string;
  name: string;
  source:
    | {
        kind: 'recipe';
        rid: string;
        limit: number;
        max_pages: number;
      }
    | {
        kind: 'collect';
        url: string;
        fields: Array<string>;
        limit: number;
        max_pages: number;
      }
    | {
        kind: 'extract';
        urls: Array<string>;
        schema: Record<string, unknown>;
      }
    | {
        kind: 'records';
      };
  /**
   * fields that tell records apart; empty: all that they hold; null before the first records
   */
  key: Array<string> | null;
  /**
   * every field that a record has or had, in the order first seen
   */
  fields: Array<string>;
  country: string | null;
  counts: {
    active: number;
    missing: number;
    removed: number;
  };
  /**
   * number of the last change; 0 before the first
   */
  last_seq: number;
  created_at: string;
  last_refresh: RefreshReport | null;
  /**
   * job of the refresh that waits or runs
   */
  refreshing: string | null;
  schedule: Schedule | null;
  /**
   * the refresh starts within a minute of it
   */
  next_run_at: string | null;
  /**
   * the next three
   */
  next_runs: Array<string>;
  webhook: string | null;
  /**
   * complete refreshes in a row without a record until it is removed
   */
  removed_after: number;
};
export type DatasetChange = {
  seq: number;
  at: string;
  type: 'added' | 'changed' | 'removed' | 'returned';
  record_id: string;
  key: Record<string, unknown> | null;
  /**
   * what differs; every field of a record that was added or removed
   */
  fields: Record<
    string,
    {
      old: unknown;
      new: unknown;
    }
  >;
  /**
   * the refresh that saw it
   */
  jid: string | null;
};
export type DatasetRecord = {
  record_id: string;
  /**
   * the key fields and their values
   */
  key: Record<string, unknown> | null;
  status: 'active' | 'missing' | 'removed';
  data: Record<string, unknown>;
  first_seen: string;
  last_seen: string;
  last_changed: string;
};
export type DeleteDatasetAnswer = {
  did: string;
  deleted: true;
};
export type DeleteJobAnswer = {
  jid: string;
  deleted: true;
};
export type DeleteLoginAnswer = {
  lid: string;
  deleted: boolean;
};
export type DeleteMonitorAnswer = {
  mid: string;
  deleted: true;
};
export type DeleteRecipeAnswer = {
  rid: string;
  deleted: true;
};
export type DeleteWorkflowAnswer = {
  id: string;
  deleted: true;
};
export type Delivery = {
  /**
   * the same as the header `webhook-id`, on every attempt
   */
  id: string;
  type:
    | 'job.started'
    | 'job.page'
    | 'job.completed'
    | 'job.failed'
    | 'job.cancelled'
    | 'dataset.changed'
    | 'monitor.changed'
    | 'monitor.failing'
    | 'monitor.recovered'
    | 'workflow.needs_input'
    | 'workflow.completed'
    | 'webhook.test';
  jid: string | null;
  /**
   * values of its query that look like secrets are masked
   */
  url: string;
  /**
   * `disabled`: the receiver answered 410, so this job tells it nothing more, or took nothing for days, so nobody does; `failed`: given up after eight attempts in a day and a half
   */
  status: 'pending' | 'delivered' | 'failed' | 'disabled';
  /**
   * when it happened
   */
  at: string;
  attempt_count: number;
  next_attempt_at: string | null;
  delivered_at: string | null;
};
export type DeliveryAttempt = {
  attempt: number;
  at: string;
  /**
   * null while it runs, and when the process that made it ended unexpectedly
   */
  ms: number | null;
  status_code: number | null;
  /**
   * the first kilobyte of what the receiver answered; untrusted text
   */
  answer: string | null;
  error: string | null;
};
export type DeliveryDetail = {
  /**
   * the same as the header `webhook-id`, on every attempt
   */
  id: string;
  type:
    | 'job.started'
    | 'job.page'
    | 'job.completed'
    | 'job.failed'
    | 'job.cancelled'
    | 'dataset.changed'
    | 'monitor.changed'
    | 'monitor.failing'
    | 'monitor.recovered'
    | 'workflow.needs_input'
    | 'workflow.completed'
    | 'webhook.test';
  jid: string | null;
  /**
   * values of its query that look like secrets are masked
   */
  url: string;
  /**
   * `disabled`: the receiver answered 410, so this job tells it nothing more, or took nothing for days, so nobody does; `failed`: given up after eight attempts in a day and a half
   */
  status: 'pending' | 'delivered' | 'failed' | 'disabled';
  /**
   * when it happened
   */
  at: string;
  attempt_count: number;
  next_attempt_at: string | null;
  delivered_at: string | null;
  data: Record<string, unknown>;
  attempts: Array<DeliveryAttempt>;
};
export type DiffMonitorAnswer = {
  from: MonitorVersion;
  to: MonitorVersion;
  changed: boolean;
  summary: string;
  diff: VersionDiff;
};
export type EstimateAnswer = {
  /**
   * only with `?dry_run=true`: credits that it would cost at least and at most
   */
  estimate: {
    min: number;
    max: number;
    lines: Array<{
      item: string;
      quantity: number;
      credits: number;
      note: string;
    }>;
  };
};
export type Exit = {
  /**
   * ISO 3166-1 alpha-2; null when nobody knows
   */
  country: string | null;
  city: string | null;
  network: 'service' | 'residential' | 'unblock';
  ip: string | null;
  /**
   * true only when the address was observed through the same upstream and session
   */
  verified: boolean;
  verified_at: string | null;
  evidence: Array<{
    /**
     * a database, the operator’s `geo` map, or the exits file
     */
    source: string;
    country: string | null;
    /**
     * day that a database was made
     */
    db_date: string | null;
  }>;
};
export type ExportDatasetAnswer = {
  export_id: string;
  did: string;
  format: 'csv' | 'json' | 'ndjson' | 'xlsx' | 'parquet';
  filename: string;
  rows: number;
  bytes: number;
  /**
   * of the file, in hex
   */
  sha256: string;
  /**
   * number of the last change that is in it: go on with `changes?since=` from there
   */
  seq: number;
  /**
   * whether cells were defused; null where cells cannot be formulas
   */
  safe: boolean | null;
  /**
   * what could not be written whole
   */
  notes: Array<string>;
  expires_at: string;
  /**
   * where the file is fetched, whole or in ranges, with a key of the account
   */
  url: string;
};
export type ExportDatasetRequest = {
  /**
   * `csv` unless told, or unless the request accepts application/x-ndjson
   */
  format?: 'csv' | 'json' | 'ndjson' | 'xlsx' | 'parquet';
  status?: 'active' | 'missing' | 'removed' | 'all';
  /**
   * columns in this order; every field unless told
   */
  fields?: Array<string> | null;
  /**
   * csv: cells that a spreadsheet would run as a formula get an apostrophe before them, which alters them; not for machines
   */
  safe?: boolean;
  /**
   * csv: begin with a byte order mark, for spreadsheets
   */
  bom?: boolean;
  /**
   * csv and xlsx: objects as JSON text, or as columns of their own (`offer.price`)
   */
  nested?: 'json' | 'columns';
  /**
   * also columns about the record: `_record_id`, `_status`, `_first_seen`, `_last_seen`, `_last_changed`
   */
  meta?: boolean;
};
export type ExportMonitorsAnswer = {
  monitors: Array<Record<string, unknown>>;
};
export type ExtractAnswer =
  | {
      status: PageStatus;
      error?: PageError;
      /**
       * as asked
       */
      url: string;
      /**
       * in the shape of the schema, converted to its types; null where nothing was found
       */
      data: unknown;
      /**
       * JSON pointers into `data`: values that the page does not show
       */
      unverified: Array<string>;
      /**
       * JSON pointers of what was not found
       */
      missing: Array<string>;
      /**
       * by JSON pointer into `data`: where each value comes from
       */
      evidence: Record<
        string,
        {
          method: 'page_data' | 'selector' | 'heuristic' | 'model';
          /**
           * text that the page shows, an attribute or meta tag, or JSON that it carries
           */
          source: 'visible' | 'attribute' | 'json';
          /**
           * where it stands
           */
          locator: string;
          /**
           * what stands there, as written; at most 300 characters
           */
          quote: string;
          /**
           * little speaks for it: nothing but its shape or a word nearby
           */
          weak?: true;
        }
      >;
      /**
       * by JSON pointer: how each value was found
       */
      methods: Record<string, 'page_data' | 'selector' | 'heuristic' | 'model'>;
      /**
       * JSON pointers of values that selectors were learned from
       */
      learned: Array<string>;
      warnings: Array<Warning>;
      receipt: Receipt;
    }
  | EstimateAnswer;
export type ExtractRequest = {
  /**
   * the page to read
   */
  url: string;
  schema?: Record<string, unknown> | null;
  /**
   * what to extract, in words, with or without a schema; without both the page's own typed data is given
   */
  prompt?: string | null;
  /**
   * two-letter code of the exit country
   */
  country?: string | null;
  /**
   * fail rather than use another country
   */
  strict_country?: boolean;
  render?: 'auto' | 'never' | 'always';
  /**
   * learn selectors for the next page with this layout
   */
  learn?: boolean;
};
export type FollowJobAnswer = {
  id: string;
  type: string;
  data: Record<string, unknown>;
};
export type ForgetLayoutAnswer = {
  layout_id: string;
  deleted: true;
};
export type FoundImage = {
  url: string;
  thumbnail_url?: string;
  /**
   * pixels
   */
  width?: number;
  /**
   * pixels
   */
  height?: number;
};
export type GetDatasetChangesAnswer = {
  did: string;
  changes: Array<DatasetChange>;
  /**
   * `since` of the next call, now or later
   */
  next_since: number;
  /**
   * number of the last change that there is
   */
  last_seq: number;
};
export type GetDatasetRecordsAnswer = {
  did: string;
  records: Array<DatasetRecord>;
  offset: number;
  /**
   * records of this status
   */
  total: number;
  next_offset: number | null;
};
export type GetJobResultsAnswer = {
  jid: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /**
   * pages; of a job that does one piece of work, the single answer that its direct call gives
   */
  results: Array<
    | PageResult
    | {
        receipt: Receipt;
        [field: string]: unknown;
      }
  >;
  offset: number;
  total: number;
  next_offset: number | null;
};
export type GetMonitorAnswer = {
  mid: string;
  name: string | null;
  url: string | null;
  watch: Record<string, unknown>;
  schedule: Record<string, unknown>;
  country: string | null;
  strict_country: boolean;
  render: 'auto' | 'never' | 'always';
  login: string | null;
  ignore: Array<unknown>;
  conditions: Array<Record<string, unknown>>;
  match: 'all' | 'any';
  confirm: number;
  failing_after: number;
  screenshot: boolean;
  notify: Record<string, unknown>;
  /**
   * `needs_attention`: the page is there, but not what is watched on it; checks go on
   */
  status: 'active' | 'paused' | 'needs_attention';
  created_at: string;
  updated_at: string;
  last_check: string | null;
  last_change: string | null;
  /**
   * when a check last worked
   */
  last_success: string | null;
  next_run_at: string | null;
  /**
   * the next three
   */
  next_runs: Array<string>;
  consecutive_failures: number;
  check_count: number;
  /**
   * the job of the check under way
   */
  checking: string | null;
  /**
   * the last 50, newest first
   */
  checks: Array<MonitorCheck>;
  /**
   * the last good version; its text is cut at 20,000 characters
   */
  baseline: MonitorVersion | null;
};
export type GetMonitorCheckAnswer = {
  check: MonitorCheck;
  version: MonitorVersion | null;
};
export type GetRunRecordsAnswer = {
  run_id: string;
  records: Array<unknown>;
  offset: number;
  total: number;
  next_offset: number | null;
};
export type Health = {
  status: 'ok' | 'degraded';
  version: string;
  checks: Record<
    string,
    {
      status: 'ok' | 'degraded' | 'unavailable' | 'not_configured';
      detail?: string;
    }
  >;
};
export type HistoryDetail = {
  rid: string;
  at: string;
  tool: string;
  origin: 'http' | 'mcp' | 'cli' | 'v2' | 'job' | 'schedule';
  key_id: string | null;
  /**
   * page status for page operations, else `ok` or the code of the problem
   */
  status: string;
  country: string | null;
  url: string | null;
  credits: number;
  ms: number;
  error?: {
    code: string;
    message: string;
  };
  /**
   * what was asked, secrets masked
   */
  params: Record<string, unknown>;
  receipt: Receipt | null;
};
export type HistoryEntry = {
  rid: string;
  at: string;
  tool: string;
  origin: 'http' | 'mcp' | 'cli' | 'v2' | 'job' | 'schedule';
  key_id: string | null;
  /**
   * page status for page operations, else `ok` or the code of the problem
   */
  status: string;
  country: string | null;
  url: string | null;
  credits: number;
  ms: number;
  error?: {
    code: string;
    message: string;
  };
};
/**
 * a CSS selector, or an RE2 expression between slashes such as `/updated [0-9:]+/i`: what it matches is neither compared nor shown
 */
export type IgnoreRule =
  | string
  | {
      expression: string;
      /**
       * true: it is shown in differences, and decides nothing
       */
      shown?: boolean;
    };
export type ImportMonitorsAnswer = {
  /**
   * in the order given
   */
  mids: Array<string>;
};
export type ImportMonitorsRequest = {
  /**
   * as GET /v1/monitors/export gives them
   */
  monitors: Array<{
    name?: string | null;
    /**
     * the page; null where a dataset is watched
     */
    url?: string | null;
    /**
     * what is watched: the page, a section of it, values on it, or a dataset
     */
    watch?:
      | {
          kind: 'page';
          /**
           * true: all of the page, not only its main content
           */
          whole?: boolean;
        }
      | {
          kind: 'section';
          /**
           * the heading of the section, or words that it is about
           */
          focus?: string;
          /**
           * a CSS selector
           */
          selector?: string;
        }
      | {
          kind: 'fields';
          schema?: Record<string, unknown> | null;
          /**
           * what to find, in words
           */
          prompt?: string | null;
        }
      | {
          kind: 'dataset';
          did: string;
        };
    schedule?: ScheduleWish;
    country?: string | null;
    strict_country?: boolean;
    render?: 'auto' | 'never' | 'always';
    /**
     * id of a saved login
     */
    login?: string | null;
    ignore?: Array<IgnoreRule>;
    /**
     * asked after something has changed: it is told of only when they hold; drops and rises count from what was last told of
     */
    conditions?: Array<Condition>;
    /**
     * whether all conditions must hold, or one of them
     */
    match?: 'all' | 'any';
    /**
     * times that a page that differs is read again before that is told; each is charged as a page
     */
    confirm?: number;
    /**
     * failed checks in a row after which that is told of
     */
    failing_after?: number;
    /**
     * keep a picture of each version, and show what differs
     */
    screenshot?: boolean;
    /**
     * who is told of changes, of failing and of recovery
     */
    notify?: {
      webhook?:
        | string
        | {
            /**
             * where events are delivered to, signed as Standard Webhooks; https is better
             */
            url: string;
            /**
             * how messages are written; told from the address where it is one of Slack, Discord, Telegram or ntfy
             */
            form?: 'standard' | 'slack' | 'discord' | 'telegram' | 'ntfy';
          }
        | Array<
            | string
            | {
                /**
                 * where events are delivered to, signed as Standard Webhooks; https is better
                 */
                url: string;
                /**
                 * how messages are written; told from the address where it is one of Slack, Discord, Telegram or ntfy
                 */
                form?: 'standard' | 'slack' | 'discord' | 'telegram' | 'ntfy';
              }
          >
        | null;
      email?: string | Array<string> | null;
    };
  }>;
};
export type InspectAnswer =
  | {
      status: PageStatus;
      error?: PageError;
      /**
       * as asked
       */
      url: string;
      /**
       * whether the page says next to nothing before its scripts have run
       */
      needs_browser: boolean;
      /**
       * the cheapest to get again first, of these what the page shows most of
       */
      sources: Array<InspectedSource>;
      pagination: {
        /**
         * the next page, as the page itself links to it
         */
        next: string | null;
        by: 'rel' | 'label' | 'number' | null;
        /**
         * the highest page number that is linked
         */
        last: number | null;
      };
      /**
       * id of the source to take
       */
      cheapest: string | null;
      feeds: Array<string>;
      /**
       * named by the page itself
       */
      sitemaps: Array<string>;
      /**
       * whether the calls of the page’s scripts were looked at
       */
      calls_seen: boolean;
      warnings: Array<Warning>;
      receipt: Receipt;
    }
  | EstimateAnswer;
export type InspectRequest = {
  /**
   * the page to look at
   */
  url: string;
  /**
   * two-letter code of the exit country
   */
  country?: string | null;
  /**
   * fail rather than use another country
   */
  strict_country?: boolean;
};
export type InspectedSource = {
  id: string;
  kind: 'api' | 'graphql' | 'embedded' | 'json_ld' | 'microdata' | 'feed' | 'table' | 'listing';
  method: 'GET' | 'POST';
  /**
   * what is asked for its records
   */
  url: string;
  /**
   * JSON pointer of the list, or the place of the elements on the page
   */
  path: string;
  records: number;
  /**
   * part of the page's own records that it holds in their order; null when the page shows none
   */
  shown: number | null;
  fields: Array<{
    name: string;
    type:
      | 'text'
      | 'number'
      | 'money'
      | 'currency'
      | 'boolean'
      | 'date'
      | 'url'
      | 'image'
      | 'email'
      | 'phone'
      | 'html'
      | 'list';
    example: unknown;
  }>;
  /**
   * for calls of the page’s scripts: sent again without the page; the page itself needs no test
   */
  replay: {
    tested: boolean;
    /**
     * whether it brings the same records without the page
     */
    ok: boolean;
    /**
     * those that it needs
     */
    headers: Array<string>;
    cookies: Array<string>;
    /**
     * requests that it took to find out
     */
    calls: number;
    /**
     * why it was not tested, or does not work
     */
    reason?: string;
  };
  pagination: {
    kind: 'none' | 'link' | 'number' | 'cursor' | 'address' | 'header';
    /**
     * whether an answer says how many records there are
     */
    total: boolean;
  };
  /**
   * whether a browser is needed for it
   */
  rendered: boolean;
  /**
   * for one page of it
   */
  credits_per_run: number;
};
export type IpAnswer = {
  /**
   * IPv4 or IPv6; null where the request came through no network
   */
  ip: string | null;
};
export type Job = {
  jid: string;
  type:
    | 'crawl'
    | 'batch_scrape'
    | 'scrape'
    | 'extract'
    | 'collect'
    | 'compare'
    | 'archive'
    | 'dataset_refresh'
    | 'monitor_check'
    | 'workflow_run';
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  paused: boolean;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /**
   * when the job is removed with its pages; null while it runs
   */
  expires_at: string | null;
  /**
   * as asked, secrets masked
   */
  params: Record<string, unknown>;
  progress: {
    /**
     * addresses found within the job’s bounds
     */
    discovered: number;
    queued: number;
    running: number;
    /**
     * pages delivered, whatever became of them
     */
    done: number;
    ok: number;
    not_found: number;
    blocked: number;
    failed: number;
    unavailable: number;
    budget_exhausted: number;
    invalid: number;
  };
  credits: {
    reserved: number;
    charged: number;
  };
  error: {
    code: string;
    message: string;
  } | null;
  webhook: {
    url: string;
    delivered: number;
    failed: number;
    /**
     * present when the target was disabled
     */
    notice?: string;
  } | null;
  /**
   * addresses that robots rules exclude, at most about a thousand
   */
  robots_blocked: Array<string>;
  robots_blocked_total: number;
  warnings: Array<Warning>;
};
export type Key = {
  key_id: string;
  name: string;
  scopes: Array<'read' | 'write' | 'admin' | 'operator'>;
  created_at: string;
  /**
   * when it ends; null when it does not
   */
  expires_at: string | null;
  /**
   * to the minute
   */
  last_used_at: string | null;
  /**
   * bounds of the key’s own; null where only the account’s hold
   */
  limits: {
    requests_per_minute: number | null;
    concurrent: number | null;
  };
};
export type LedgerAnswer = {
  ledger: Array<LedgerRow>;
  next_before: number | null;
};
export type LedgerRow = {
  id: number;
  at: string;
  kind: 'renewal' | 'expiry' | 'top_up' | 'charge' | 'refund';
  bucket: 'plan' | 'top_up';
  /**
   * what the row adds to the balance; negative for charges
   */
  credits: number;
  /**
   * the sum of all rows up to this one
   */
  balance: number;
  request_id?: string;
  job?: string;
  pages?: number;
  note?: string;
};
export type ListAuditAnswer = {
  audit: Array<AuditEntry>;
  next_before: number | null;
};
export type ListBrowsersAnswer = {
  sessions: Array<BrowserSession>;
};
export type ListDatasetsAnswer = {
  datasets: Array<Dataset>;
  total: number;
  next_offset: number | null;
};
export type ListJobsAnswer = {
  jobs: Array<Job>;
  total: number;
  next_offset: number | null;
};
export type ListKeysAnswer = {
  keys: Array<Key>;
};
export type ListLayoutsAnswer = {
  layouts: Array<{
    layout_id: string;
    /**
     * registrable host and pattern of the address; `*` is what changes from page to page
     */
    site: string;
    /**
     * `provisional`: right on one page; `active`: on two; `suspect`: less than half of the rules held on the last page; `stale`: on three in a row, and no longer asked until it is learned anew
     */
    state: 'provisional' | 'active' | 'suspect' | 'stale';
    fields: Array<{
      /**
       * JSON pointer of the schema’s field
       */
      pointer: string;
      /**
       * scalar, list or records
       */
      structure: string;
      /**
       * whether its rule was right on two pages
       */
      proven: boolean;
    }>;
    /**
     * pages that it was learned from
     */
    taught: number;
    /**
     * pages that were read by it; many a minute are counted once
     */
    used: number;
    /**
     * those of them on which at least half of the rules held
     */
    held: number;
    /**
     * how many of the last pages, in a row, they did not
     */
    misses: number;
    created_at: string;
    learned_at: string;
    used_at: string;
  }>;
  total: number;
  next_offset: number | null;
};
export type ListLoginsAnswer = {
  logins: Array<Login>;
};
export type ListMonitorChecksAnswer = {
  checks: Array<MonitorCheck>;
  total: number;
  next_before: number | null;
};
export type ListMonitorsAnswer = {
  monitors: Array<Monitor>;
  total: number;
  next_offset: number | null;
};
export type ListRecipesAnswer = {
  recipes: Array<Recipe>;
  total: number;
  next_offset: number | null;
};
export type ListRequestsAnswer = {
  requests: Array<HistoryEntry>;
  next_before: number | null;
};
export type ListWebhookDeliveriesAnswer = {
  deliveries: Array<Delivery>;
  next_before: string | null;
};
export type ListWebhookTargetsAnswer = {
  targets: Array<WebhookTarget>;
};
export type ListWorkflowRunsAnswer = {
  runs: Array<RunSummary>;
  total: number;
  next_offset: number | null;
};
export type ListWorkflowsAnswer = {
  workflows: Array<Workflow>;
  total: number;
  next_offset: number | null;
};
export type Login = {
  lid: string;
  name: string;
  /**
   * the site that it is of, and the only one that it is sent to
   */
  domain: string;
  /**
   * where it was made
   */
  country: string | null;
  created_at: string;
  saved_at: string;
  last_used_at: string | null;
  /**
   * `expired`: the site asked to log in although it was used
   */
  status: 'ok' | 'expired';
};
export type MapAnswer = {
  status: PageStatus;
  error?: PageError;
  /**
   * as asked
   */
  url: string;
  links: Array<{
    url: string;
    /**
     * of the page, else the text of the link to it
     */
    title?: string;
    description?: string;
    /**
     * as the sitemap or feed says
     */
    lastmod?: string;
    /**
     * where it was found first; a feed is a sitemap
     */
    source: 'sitemap' | 'link' | 'robots';
  }>;
  /**
   * addresses found that match; `links` holds at most `limit` of them
   */
  total: number;
  /**
   * true when the sitemaps of the site were read whole and everything found is listed; else `warnings` say why
   */
  complete: boolean;
  warnings: Array<Warning>;
  receipt: Receipt;
};
export type MapRequest = {
  /**
   * where the site begins; its host is what is mapped
   */
  url: string;
  /**
   * keeps addresses that match the words (in the address, title or description), best first
   */
  search?: string | null;
  limit?: number;
  /**
   * the whole registrable domain
   */
  include_subdomains?: boolean;
  /**
   * sitemaps beside the links of the start page, alone, or not at all
   */
  sitemap?: 'include' | 'only' | 'skip';
  /**
   * two-letter code of the exit country
   */
  country?: string | null;
};
/**
 * what a small model was asked; absent when none was called
 */
export type ModelUse = {
  model: string;
  /**
   * how the answer was kept to its schema
   */
  rung: 'strict_schema' | 'schema' | 'grammar' | 'json_object' | 'text';
  /**
   * requests, repeated ones included
   */
  calls: number;
  input_tokens: number;
  output_tokens: number;
  /**
   * true when the model did not count its tokens
   */
  estimated: boolean;
  /**
   * milliseconds
   */
  ms: number;
};
export type Monitor = {
  mid: string;
  name: string | null;
  url: string | null;
  watch: Record<string, unknown>;
  schedule: Record<string, unknown>;
  country: string | null;
  strict_country: boolean;
  render: 'auto' | 'never' | 'always';
  login: string | null;
  ignore: Array<unknown>;
  conditions: Array<Record<string, unknown>>;
  match: 'all' | 'any';
  confirm: number;
  failing_after: number;
  screenshot: boolean;
  notify: Record<string, unknown>;
  /**
   * `needs_attention`: the page is there, but not what is watched on it; checks go on
   */
  status: 'active' | 'paused' | 'needs_attention';
  created_at: string;
  updated_at: string;
  last_check: string | null;
  last_change: string | null;
  /**
   * when a check last worked
   */
  last_success: string | null;
  next_run_at: string | null;
  /**
   * the next three
   */
  next_runs: Array<string>;
  consecutive_failures: number;
  check_count: number;
  /**
   * the job of the check under way
   */
  checking: string | null;
};
export type MonitorCheck = {
  /**
   * numbers the checks of a monitor
   */
  check: number;
  at: string;
  /**
   * `new`: the first version; `removed`: the page was not there twice in a row; `error`: nothing that could be compared, and nothing was changed by it
   */
  state: 'new' | 'same' | 'changed' | 'removed' | 'error';
  /**
   * what changed, in a line; holds text of the page, which is untrusted
   */
  summary: string;
  diff: VersionDiff | null;
  /**
   * whether the change was told of: its conditions held
   */
  told: boolean;
  error: {
    code: string;
    message: string;
  } | null;
  screenshot?: string;
  visual_diff?: {
    url: string;
    /**
     * of the picture, 0 to 1
     */
    share: number;
  };
  credits: number;
  jid: string | null;
  receipt: Receipt | null;
};
export type MonitorVersion = {
  at: string;
  title: string | null;
  /**
   * the address that answered
   */
  url: string | null;
  /**
   * Markdown; untrusted
   */
  text: string | null;
  data: unknown;
};
export type NetworkCall = {
  url: string;
  method: string;
  status: number | null;
  content_type: string | null;
  bytes: number;
  ms: number;
  json?: unknown;
};
export type OpenBrowserRequest = {
  /**
   * where to begin; an empty page when left out
   */
  url?: string | null;
  /**
   * two-letter code of the exit country
   */
  country?: string | null;
  /**
   * fail rather than use another country
   */
  strict_country?: boolean;
  /**
   * `auto`: our own network where it has an exit, else a residential one
   */
  network?: 'auto' | 'service' | 'residential';
  /**
   * id of a saved login
   */
  login?: string | null;
  /**
   * CSS pixels of the window; 1280 × 800 when left out
   */
  viewport?: {
    width: number;
    height: number;
  } | null;
  /**
   * as `de-AT`; the language of the exit’s country when left out
   */
  locale?: string | null;
  /**
   * as `Europe/Vienna`; that of the exit’s country when left out
   */
  timezone?: string | null;
  /**
   * seconds after which it is closed, whatever goes on
   */
  ttl_seconds?: number;
  /**
   * seconds without a step after which it is closed
   */
  idle_seconds?: number;
  /**
   * seconds to wait for a place where as many sessions are open as may be; 0 is refused with 503 at once
   */
  wait_seconds?: number;
  /**
   * keep the steps as a workflow that can be replayed, told when the session is read or closed
   */
  record?: boolean;
};
export type OpenedBrowserSession = {
  sid: string;
  status: 'open' | 'closed' | 'expired';
  /**
   * why it is no longer open
   */
  reason: string | null;
  url: string;
  title: string;
  exit: Exit | null;
  /**
   * id of the saved login that it began with
   */
  login: string | null;
  steps: number;
  /**
   * charged so far: one for each started minute
   */
  credits: number;
  opened_at: string;
  last_step_at: string;
  expires_at: string;
  closed_at: string | null;
  /**
   * WebSocket that shows the session; opens once, within a minute
   */
  live_url: string;
  snapshot: string | null;
  error?: PageError;
  warnings: Array<Warning>;
  receipt: Receipt;
};
export type PageError = {
  code:
    | 'http_404'
    | 'http_410'
    | 'soft_404'
    | 'dns'
    | 'challenge'
    | 'captcha'
    | 'login_required'
    | 'rate_limited'
    | 'geo'
    | 'refused'
    | 'robots'
    | 'http_5xx'
    | 'timeout'
    | 'reset'
    | 'tls'
    | 'redirects'
    | 'too_large'
    | 'encoding'
    | 'document'
    | 'step'
    | 'country_unavailable'
    | 'no_browser'
    | 'no_exit'
    | 'dependency'
    | 'max_credits'
    | 'account_credits'
    | 'url'
    | 'scheme'
    | 'private_address'
    | 'port'
    | 'credentials';
  message: string;
};
/**
 * what the page says about itself; absent means that it does not say
 */
export type PageMetadata = {
  title?: string;
  description?: string;
  language?: string;
  canonical?: string;
  author?: string;
  site_name?: string;
  published?: string;
  modified?: string;
  favicon?: string;
  image?: string;
  robots?: string;
  content_type?: string;
  charset?: string;
  [field: string]: unknown;
};
export type PageResult = {
  status: PageStatus;
  /**
   * as asked
   */
  url: string;
  /**
   * after redirects
   */
  final_url: string | null;
  status_code: number | null;
  title: string | null;
  /**
   * at most `max_length` code points; the rest is behind `ref`
   */
  markdown?: string;
  html?: string;
  raw_html?: string;
  text?: string;
  links?: Array<{
    url: string;
    text: string;
  }>;
  images?: Array<{
    url: string;
    alt: string;
  }>;
  metadata: PageMetadata;
  structured_data?: StructuredData;
  /**
   * address of the picture: GET /v1/blob/{id}
   */
  screenshot?: string;
  /**
   * the calls of the page's own scripts
   */
  network?: Array<NetworkCall>;
  /**
   * values found on the page, where a job of /v2 asked for the format `json`
   */
  json?: unknown;
  /**
   * JSON pointers into `json`: values that the page does not show
   */
  json_unverified?: Array<string>;
  attributes?: Array<{
    selector: string;
    attribute: string;
    values: Array<string>;
  }>;
  actions?: StepResults;
  /**
   * present for long pages; read on with GET /v1/read
   */
  ref?: string;
  /**
   * when `ref` stops working
   */
  expires_at?: string;
  /**
   * code points of the whole Markdown
   */
  length: number;
  truncated: boolean;
  passages?: Array<Passage>;
  warnings: Array<Warning>;
  error?: PageError;
  receipt: Receipt;
};
export type PageResults = {
  results: Array<PageResult>;
  receipt: Receipt;
};
export type PageStatus =
  | 'ok'
  | 'not_found'
  | 'blocked'
  | 'failed'
  | 'unavailable'
  | 'budget_exhausted'
  | 'invalid';
export type Passage = {
  offset: number;
  length: number;
  score: number;
  section: string | null;
  text: string;
};
export type PriceDetail = {
  /**
   * as the page writes it
   */
  text: string;
  /**
   * decimal string, exact
   */
  amount: string;
  /**
   * converted, before rounding
   */
  amount_base: string | null;
  /**
   * `from`: a lower bound
   */
  kind: 'exact' | 'range' | 'from';
  /**
   * the upper end of a range
   */
  up_to: string | null;
  /**
   * what the price is for when not for the thing itself: `kg`, `month`
   */
  unit: string | null;
  /**
   * what it cost before, or is said to be worth
   */
  list_price: string | null;
  /**
   * whether the page shows it, rather than only carrying it for machines
   */
  shown: boolean;
  /**
   * where it stands
   */
  locator: string;
};
export type Problem = {
  /**
   * a URI reference; `about:blank` where `code` says it all
   */
  type: string;
  title: string;
  /**
   * the HTTP status again
   */
  status: number;
  /**
   * what exactly went wrong, for people
   */
  detail: string;
  code:
    | 'unauthorized'
    | 'insufficient_credits'
    | 'forbidden'
    | 'not_found'
    | 'conflict'
    | 'expired'
    | 'too_large'
    | 'unsupported_media_type'
    | 'invalid'
    | 'malformed_json'
    | 'rate_limited'
    | 'internal'
    | 'unavailable';
  /**
   * as in the header X-Request-Id and in the request history
   */
  request_id: string;
  /**
   * with 422, one entry per fault: a JSON pointer into the body, or /query/NAME, /path/NAME
   */
  errors?: Array<{
    pointer: string;
    detail: string;
  }>;
};
export type ReadAnswer = {
  ref: string;
  url: string;
  title: string | null;
  content: string;
  /**
   * code points before `content`, from the start of the page or of the section asked
   */
  offset: number;
  /**
   * code points of `content`
   */
  length: number;
  /**
   * code points of the page, or of the section asked
   */
  total_length: number;
  /**
   * the `offset` to read on with; null at the end
   */
  next_offset: number | null;
  section: string | null;
  sections: Array<Section>;
  /**
   * best first; their offsets count from the start of the page
   */
  passages?: Array<Passage>;
};
export type Receipt = {
  version: 1;
  id: string;
  /**
   * id of the instance that signed
   */
  issuer: string;
  request_id: string;
  /**
   * as asked; null on the receipt of a request for many pages
   */
  url: string | null;
  final_url: string | null;
  status: PageStatus | null;
  status_code: number | null;
  /**
   * id of the receipt behind a `cache` result
   */
  derived_from: string | null;
  route:
    | 'http'
    | 'browser'
    | 'residential'
    | 'residential_browser'
    | 'unblock'
    | 'cache'
    | 'archive'
    | 'none'
    | null;
  exit: Exit | null;
  credits: number;
  charges: Array<{
    item:
      | 'http'
      | 'browser'
      | 'residential'
      | 'residential_browser'
      | 'unblock'
      | 'cache'
      | 'archive'
      | 'none'
      | 'map'
      | 'search'
      | 'ai_extraction'
      | 'browser_minute'
      | 'read';
    credits: number;
  }>;
  attempts: Array<Attempt>;
  /**
   * ISO 8601, UTC
   */
  fetched_at: string;
  /**
   * milliseconds from the start of the work to its end
   */
  ms: number;
  /**
   * bytes over the wire, all attempts together
   */
  bytes: number;
  /**
   * SHA-256 of the decoded body in UTF-8, as in `raw_html`
   */
  content_sha256: string | null;
  robots: {
    policy: 'respect' | 'ignore';
    verdict: 'allowed' | 'disallowed' | 'unknown';
  } | null;
  model?: ModelUse;
  /**
   * ids of the pages’ receipts, on the receipt of many pages
   */
  pages?: Array<string>;
  /**
   * detached JWS (EdDSA) over the RFC 8785 form of the other fields
   */
  signature: string;
};
export type Recipe = {
  rid: string;
  name: string;
  url: string;
  fields: Array<string>;
  country: string | null;
  /**
   * null until the first run has found one
   */
  source: RecipeSource | null;
  /**
   * a short signature of the records’ keys when the source was found
   */
  layout: string | null;
  created_at: string;
  last_run: {
    at: string;
    status: 'ok' | 'not_found' | 'blocked' | 'failed' | 'unavailable' | 'budget_exhausted' | 'invalid';
    records: number;
    complete: boolean;
  } | null;
  health: {
    runs: number;
    /**
     * runs that brought what the recipe promises
     */
    ok: number;
    last_error: string | null;
  };
};
export type RecipeSource = {
  kind: 'api' | 'graphql' | 'embedded' | 'json_ld' | 'microdata' | 'feed' | 'table' | 'listing';
  method: 'GET' | 'POST';
  /**
   * the call that brings the records; null where the page itself does
   */
  url_template: string | null;
  /**
   * JSON that is posted: a query of GraphQL
   */
  body: string | null;
  /**
   * by name, where each value comes from
   */
  headers: Record<
    string,
    | {
        kind: 'fixed';
        value: string;
      }
    | {
        kind: 'cookie';
        name: string;
      }
    | {
        kind: 'text';
        url: string | null;
        before: string;
        after: string;
      }
  >;
  cookies: Record<
    string,
    | {
        kind: 'fixed';
        value: string;
      }
    | {
        kind: 'cookie';
        name: string;
      }
    | {
        kind: 'text';
        url: string | null;
        before: string;
        after: string;
      }
  >;
  /**
   * whether a browser is needed
   */
  rendered: boolean;
  /**
   * JSON pointer of the list; `*` for every entry of one on the way
   */
  record_path: string;
  /**
   * pointers into a record, by field
   */
  field_map: Record<string, Array<string>>;
  types: Record<
    string,
    | 'text'
    | 'number'
    | 'money'
    | 'currency'
    | 'boolean'
    | 'date'
    | 'url'
    | 'image'
    | 'email'
    | 'phone'
    | 'html'
    | 'list'
  >;
  transforms: Record<
    string,
    | {
        kind: 'divide';
        by: number;
      }
    | {
        kind: 'epoch';
        unit: 's' | 'ms';
      }
    | {
        kind: 'template';
        before: string;
        after: string;
      }
  >;
  /**
   * how often each field held a value
   */
  filled: Record<string, number>;
  pagination: {
    /**
     * how one gets from a page to the next
     */
    way:
      | {
          kind: 'none';
        }
      | {
          kind: 'link';
        }
      | {
          kind: 'number';
          place:
            | {
                in: 'query';
                name: string;
              }
            | {
                in: 'path';
                index: number;
              }
            | {
                in: 'body';
                path: string;
              };
          from: number;
          step: number;
        }
      | {
          kind: 'cursor';
          place:
            | {
                in: 'query';
                name: string;
              }
            | {
                in: 'path';
                index: number;
              }
            | {
                in: 'body';
                path: string;
              };
          path: string;
        }
      | {
          kind: 'address';
          path: string;
        }
      | {
          kind: 'header';
        };
    /**
     * where an answer says whether there is more
     */
    more: string | null;
    /**
     * where it says how many records there are
     */
    total: string | null;
    /**
     * where it says how many pages there are
     */
    pages: string | null;
    /**
     * records of a full page
     */
    size: number;
  };
};
export type RedeliverWebhookRequest = Record<string, never>;
export type RefreshDatasetAnswer = {
  did: string;
  jid: string;
};
export type RefreshReport = {
  /**
   * null for the records that a dataset was created with
   */
  jid: string | null;
  /**
   * `stopped`: more than half of the records were gone, and nothing was merged; `error` says what to do
   */
  status: 'completed' | 'stopped' | 'failed';
  at: string;
  added: number;
  changed: number;
  removed: number;
  returned: number;
  /**
   * not there this time; removed only when still missing in later complete refreshes
   */
  missing: number;
  /**
   * records that the source gave, each key once
   */
  records: number;
  /**
   * whether the source was seen whole; otherwise nothing goes missing
   */
  complete: boolean;
  /**
   * left out because an earlier record has their key
   */
  duplicates: number;
  /**
   * left out because none of their key fields has a value
   */
  without_key: number;
  error: {
    code: string;
    message: string;
  } | null;
};
export type ReplaceWorkflowRequest = {
  /**
   * what it is called
   */
  name: string;
  steps: Array<WorkflowStep>;
  inputs?: Record<string, unknown> | null;
  /**
   * two-letter code of the exit country
   */
  country?: string | null;
  /**
   * fail rather than use another country
   */
  strict_country?: boolean;
  network?: 'auto' | 'service' | 'residential';
  /**
   * id of a saved login that runs begin with
   */
  login?: string | null;
  /**
   * when runs begin by themselves, with the defaults of `inputs`
   */
  schedule?: ScheduleWish | null;
  /**
   * told of workflow.needs_input and workflow.completed
   */
  webhook?: string | null;
};
export type RevokeKeyAnswer = {
  key_id: string;
  revoked: true;
};
export type RotateKeyAnswer = {
  key_id: string;
  name: string;
  scopes: Array<'read' | 'write' | 'admin' | 'operator'>;
  created_at: string;
  /**
   * when it ends; null when it does not
   */
  expires_at: string | null;
  /**
   * to the minute
   */
  last_used_at: string | null;
  /**
   * bounds of the key’s own; null where only the account’s hold
   */
  limits: {
    requests_per_minute: number | null;
    concurrent: number | null;
  };
  /**
   * shown this once; null when the answer is given again for an Idempotency-Key
   */
  key: string | null;
  replaces: {
    key_id: string;
    valid_until: string;
  };
};
export type RotateKeyRequest = {
  /**
   * seconds that the old key stays valid; 0 ends it at once
   */
  grace_s?: number;
};
export type RotateWebhookSecretAnswer = {
  /**
   * null when the answer is given again for an Idempotency-Key
   */
  secret: string | null;
  created_at: string;
  /**
   * until when messages are signed with the secret before as well
   */
  previous_valid_until: string | null;
};
export type RotateWebhookSecretRequest = Record<string, never>;
export type RunFile = {
  fid: string;
  name: string;
  media_type: string;
  bytes: number;
  step: string;
  url: string;
};
export type RunLogEntry = {
  seq: number;
  at: string;
  /**
   * JSON pointer of the step in the workflow
   */
  step: string;
  type: string;
  /**
   * `skipped`: an optional step that failed, or one that was told to be left out
   */
  status: 'ok' | 'failed' | 'skipped' | 'asked' | 'answered' | 'resumed';
  ms: number;
  detail: string | null;
  /**
   * where the browser was after it
   */
  url: string | null;
  /**
   * the page as it was: of screenshots, and where a step failed
   */
  screenshot: string | null;
  error: {
    code: string;
    message: string;
  } | null;
};
export type RunRecipeAnswer = Collected | EstimateAnswer | Job;
export type RunRecipeRequest = {
  /**
   * another listing of the same make; the recipe’s own when left out
   */
  url?: string | null;
  /**
   * records at most
   */
  limit?: number;
  /**
   * pages of records at most
   */
  max_pages?: number;
  country?: string | null;
  /**
   * what an answer gave as `continue`
   */
  continue?: string | null;
};
export type RunStatus = 'queued' | 'running' | 'needs_input' | 'completed' | 'failed' | 'cancelled';
export type RunSummary = {
  run_id: string;
  workflow_id: string;
  name: string;
  status: RunStatus;
  /**
   * JSON pointer of the step that was done last, or is being done
   */
  step: string | null;
  records_total: number;
  /**
   * charged so far
   */
  credits: number;
  error: {
    code: string;
    message: string;
  } | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
};
export type RunWorkflowRequest = {
  /**
   * what the workflow asks for; defaults fill what is left out
   */
  inputs?: Record<string, unknown> | null;
};
export type Schedule =
  | {
      every: string;
    }
  | {
      cron: string;
      timezone: string;
    }
  | {
      paused: true;
    };
export type ScheduleDatasetRequest = {
  /**
   * a span of time: a number and s, m, h, d or w
   */
  every?: string;
  /**
   * five fields, in `timezone`
   */
  cron?: string;
  /**
   * a zone of the IANA database, with `cron`; UTC unless told
   */
  timezone?: string;
  /**
   * no runs until another schedule is set
   */
  paused?: true;
};
/**
 * `{every}`, `{cron, timezone}` or `{paused: true}`
 */
export type ScheduleWish =
  | {
      /**
       * a span of time: a number and s, m, h, d or w
       */
      every: string;
    }
  | {
      /**
       * five fields: minute, hour, day of the month, month, day of the week
       */
      cron: string;
      /**
       * a zone of the IANA database; a set hour runs once a day there, also when the clock is changed
       */
      timezone?: string;
    }
  | {
      paused: true;
    };
export type ScheduleWorkflowRequest = {
  /**
   * a span of time: a number and s, m, h, d or w
   */
  every?: string;
  /**
   * five fields, in `timezone`
   */
  cron?: string;
  /**
   * a zone of the IANA database, with `cron`; UTC unless told
   */
  timezone?: string;
  /**
   * no runs until another schedule is set
   */
  paused?: true;
};
export type ScrapeAnswer = PageResult | PageResults | EstimateAnswer | Job;
export type ScrapeRequest = {
  /**
   * one page; exactly one of `url` and `urls`
   */
  url?: string;
  /**
   * up to 100 pages, read in parallel
   */
  urls?: Array<string>;
  /**
   * what is wanted of the page; `screenshot` and `network` (the calls of its scripts) need a browser
   */
  formats?: Array<
    | 'markdown'
    | 'html'
    | 'raw_html'
    | 'text'
    | 'links'
    | 'images'
    | 'metadata'
    | 'structured_data'
    | 'screenshot'
    | 'network'
  >;
  /**
   * two-letter code of the exit country
   */
  country?: string | null;
  /**
   * fail rather than use another country
   */
  strict_country?: boolean;
  /**
   * `auto`: our own network first, residential exits only where that is blocked and `max_credits` allows
   */
  network?: 'auto' | 'service' | 'residential';
  /**
   * whether a browser reads the page; `auto`: when it says nothing without its scripts
   */
  render?: 'auto' | 'never' | 'always';
  /**
   * browser steps run before the page is read
   */
  steps?: Array<Step>;
  /**
   * alias of `steps`
   */
  actions?: Array<Step>;
  /**
   * leave out navigation, advertisements and the like
   */
  only_main_content?: boolean;
  /**
   * CSS selectors: only what they match is read
   */
  include_selectors?: Array<string>;
  /**
   * CSS selectors: what they match is left out
   */
  exclude_selectors?: Array<string>;
  /**
   * milliseconds to wait in the browser after the page has loaded
   */
  wait_ms?: number;
  /**
   * milliseconds that one page may take
   */
  timeout_ms?: number;
  /**
   * sent to the origin of the address only
   */
  headers?: Record<string, string>;
  /**
   * as a telephone, in window and User-Agent
   */
  mobile?: boolean;
  /**
   * how the format `screenshot` is taken
   */
  screenshot?: ScreenshotOptions | null;
  /**
   * id of a saved login
   */
  login?: string | null;
  /**
   * the most one page may cost
   */
  max_credits?: number | null;
  /**
   * seconds that a result of yours for the same address and options may be old; then it is given again at 0 credits. An older one is given again when the site says that the page has not changed. Results are kept for two days; 0 is always fresh
   */
  max_age?: number;
  /**
   * words: the passages about them are given, best first, as `passages`
   */
  focus?: string | null;
  /**
   * code points of Markdown given at once; the rest is behind `ref`
   */
  max_length?: number;
  /**
   * whether robots.txt may forbid the page; what it says is in the receipt either way
   */
  robots?: 'respect' | 'ignore';
};
export type ScreenshotOptions = {
  /**
   * the whole height of the page instead of the window
   */
  full_page?: boolean;
  /**
   * of a JPEG; without it the picture is a PNG
   */
  quality?: number | null;
  /**
   * CSS pixels of the window
   */
  width?: number | null;
  /**
   * CSS pixels of the window
   */
  height?: number | null;
};
export type SearchAnswer = SearchResults | EstimateAnswer;
export type SearchRequest = {
  /**
   * what to look for; words such as `site:` are passed on to the provider
   */
  query: string;
  /**
   * results at most
   */
  limit?: number;
  /**
   * two-letter code of the country whose results are preferred; `country_applied` says how far
   */
  country?: string | null;
  /**
   * of the results: de, pt-BR
   */
  language?: string | null;
  /**
   * only results of the last day, week, month or year
   */
  freshness?: 'day' | 'week' | 'month' | 'year' | null;
  /**
   * only results on these domains or below them
   */
  include_domains?: Array<string> | null;
  /**
   * no results on these domains or below them
   */
  exclude_domains?: Array<string> | null;
  category?: 'web' | 'news' | 'images';
  /**
   * seconds that an answer to the same question of yours may be old; then it is given again at 0 credits. 0 always asks anew
   */
  max_age?: number;
  scrape?: {
    /**
     * what is wanted of the page; `screenshot` and `network` (the calls of its scripts) need a browser
     */
    formats?: Array<
      | 'markdown'
      | 'html'
      | 'raw_html'
      | 'text'
      | 'links'
      | 'images'
      | 'metadata'
      | 'structured_data'
      | 'screenshot'
      | 'network'
    >;
    /**
     * two-letter code of the exit country
     */
    country?: string | null;
    /**
     * fail rather than use another country
     */
    strict_country?: boolean;
    /**
     * `auto`: our own network first, residential exits only where that is blocked and `max_credits` allows
     */
    network?: 'auto' | 'service' | 'residential';
    /**
     * whether a browser reads the page; `auto`: when it says nothing without its scripts
     */
    render?: 'auto' | 'never' | 'always';
    /**
     * leave out navigation, advertisements and the like
     */
    only_main_content?: boolean;
    /**
     * CSS selectors: only what they match is read
     */
    include_selectors?: Array<string>;
    /**
     * CSS selectors: what they match is left out
     */
    exclude_selectors?: Array<string>;
    /**
     * milliseconds to wait in the browser after the page has loaded
     */
    wait_ms?: number;
    /**
     * milliseconds that one page may take
     */
    timeout_ms?: number;
    /**
     * as a telephone, in window and User-Agent
     */
    mobile?: boolean;
    /**
     * the most one page may cost
     */
    max_credits?: number | null;
    /**
     * seconds that a result of yours for the same address and options may be old; then it is given again at 0 credits. An older one is given again when the site says that the page has not changed. Results are kept for two days; 0 is always fresh
     */
    max_age?: number;
    /**
     * words: the passages about them are given, best first, as `passages`
     */
    focus?: string | null;
    /**
     * code points of Markdown given at once; the rest is behind `ref`
     */
    max_length?: number;
    /**
     * whether robots.txt may forbid the page; what it says is in the receipt either way
     */
    robots?: 'respect' | 'ignore';
  } | null;
};
export type SearchResult = {
  /**
   * from 1
   */
  rank: number;
  url: string;
  title: string;
  snippet: string;
  /**
   * ISO 8601; absent when the provider does not say
   */
  published_at?: string;
  /**
   * who found it
   */
  engines: Array<string>;
  image?: FoundImage;
  /**
   * of provider `local`: when the page was read
   */
  read_at?: string;
  page?: PageResult;
};
export type SearchResults = {
  status: 'ok';
  query: string;
  /**
   * best first; empty only when the provider really found nothing
   */
  results: Array<SearchResult>;
  /**
   * who answered
   */
  provider: 'searxng' | 'brave' | 'serper' | 'tavily' | 'exa' | 'mojeek' | 'kagi' | 'marginalia' | 'local';
  /**
   * what the provider did with `country`: kept to it, preferred it, took its language instead, or nothing (also when none was asked). It never says where the provider itself searched from
   */
  country_applied: 'exact' | 'bias' | 'language' | 'ignored';
  /**
   * true when `limit` was reached or the provider had no more, and none of its engines failed; else `warnings` say why
   */
  complete: boolean;
  /**
   * when the provider was asked, of an answer given again
   */
  cached_at?: string;
  /**
   * under which the provider lets its results be used
   */
  licence?: string;
  warnings: Array<Warning>;
  receipt: Receipt;
};
export type Section = {
  id: string;
  title: string;
  /**
   * 1 to 6; 0 for the text before the first heading
   */
  level: number;
  offset: number;
  length: number;
};
export type SessionRecording = {
  name: string;
  steps: Array<{
    type: string;
    [field: string]: unknown;
  }>;
  /**
   * JSON Schema of what must be given to replay it
   */
  inputs: Record<string, unknown>;
};
export type Snapshot = {
  captured_at: string;
  status_code: number | null;
  mime: string | null;
  /**
   * of the stored bytes
   */
  digest: string | null;
  archive_url: string;
  /**
   * null: the bytes differ from those before, and the content was not compared
   */
  change: 'first' | 'changed' | 'same' | 'gone' | 'returned' | 'moved' | null;
  /**
   * what decided it
   */
  basis: 'index' | 'content' | 'focus';
  /**
   * true when captures from here to `until` were taken to be the same without being read
   */
  assumed: boolean;
  /**
   * the last capture of this version
   */
  until?: string;
  /**
   * captures of this version
   */
  captures?: number;
  /**
   * the change happened after this and at `captured_at` at the latest
   */
  last_seen_before?: string;
  /**
   * blocks that differ from the version before
   */
  size?: {
    added: number;
    removed: number;
    changed: number;
  };
  added?: Array<string>;
  removed?: Array<string>;
};
export type Step = {
  type: 'wait' | 'click' | 'type' | 'press' | 'scroll' | 'wait_for';
  /**
   * CSS selector, for click, type, press, scroll and wait_for
   */
  selector?: string | null;
  /**
   * for type
   */
  text?: string | null;
  /**
   * name of the key, for press: Enter, Tab, a
   */
  key?: string | null;
  /**
   * milliseconds, for wait
   */
  ms?: number | null;
  /**
   * for scroll
   */
  direction?: 'up' | 'down' | null;
  /**
   * CSS pixels, for scroll
   */
  amount?: number | null;
  /**
   * milliseconds that this step may take
   */
  timeout_ms?: number | null;
};
/**
 * what steps gave, where a job of /v2 asked for some that give something
 */
export type StepResults = {
  screenshots: Array<string>;
  scrapes: Array<{
    url: string;
    html: string;
  }>;
  javascript_returns: Array<{
    type: string;
    value: unknown;
  }>;
  pdfs: Array<string>;
};
export type StructuredData = {
  json_ld: Array<unknown>;
  microdata: Array<unknown>;
  rdfa: Array<unknown>;
  open_graph: Record<string, string | Array<string>>;
  twitter: Record<string, string | Array<string>>;
  embedded: Record<string, unknown>;
};
export type TestRecipeAnswer = {
  /**
   * whether every check holds
   */
  ok: boolean;
  checks: Array<{
    name: string;
    ok: boolean;
    detail: string;
  }>;
  /**
   * the first 5 records
   */
  sample: Array<Record<string, unknown>>;
  receipt: Receipt;
};
export type TestRecipeRequest = {
  url?: string | null;
  country?: string | null;
};
export type TestWebhookAnswer = {
  /**
   * the same as the header `webhook-id`, on every attempt
   */
  id: string;
  type:
    | 'job.started'
    | 'job.page'
    | 'job.completed'
    | 'job.failed'
    | 'job.cancelled'
    | 'dataset.changed'
    | 'monitor.changed'
    | 'monitor.failing'
    | 'monitor.recovered'
    | 'workflow.needs_input'
    | 'workflow.completed'
    | 'webhook.test';
  jid: string | null;
  /**
   * values of its query that look like secrets are masked
   */
  url: string;
  /**
   * `disabled`: the receiver answered 410, so this job tells it nothing more, or took nothing for days, so nobody does; `failed`: given up after eight attempts in a day and a half
   */
  status: 'pending' | 'delivered' | 'failed' | 'disabled';
  /**
   * when it happened
   */
  at: string;
  attempt_count: number;
  next_attempt_at: string | null;
  delivered_at: string | null;
  data: Record<string, unknown>;
  attempts: Array<DeliveryAttempt>;
  warnings: Array<Warning>;
};
export type TestWebhookRequest = {
  /**
   * where events are delivered to, signed as Standard Webhooks; https is better
   */
  url: string;
};
export type Usage = {
  from: string;
  to: string;
  total: {
    credits: number;
    /**
     * pages charged
     */
    pages: number;
  };
  by_day: Array<{
    day: string;
    credits: number;
    /**
     * pages charged
     */
    pages: number;
  }>;
  by_tool: Array<{
    tool: string | null;
    credits: number;
    /**
     * pages charged
     */
    pages: number;
  }>;
  by_route: Array<{
    /**
     * null: not known
     */
    route: string | null;
    credits: number;
    /**
     * pages charged
     */
    pages: number;
  }>;
  by_country: Array<{
    /**
     * null: not known
     */
    country: string | null;
    credits: number;
    /**
     * pages charged
     */
    pages: number;
  }>;
};
export type VersionDiff = {
  blocks: Array<{
    type: 'added' | 'removed' | 'changed';
    /**
     * the heading that it stands under
     */
    section: string | null;
    before: string | null;
    after: string | null;
  }>;
  /**
   * values by JSON pointer
   */
  fields: Record<
    string,
    {
      old: unknown;
      new: unknown;
    }
  >;
  summary: {
    added: number;
    removed: number;
    changed: number;
  };
  /**
   * true when there is more than is shown
   */
  truncated: boolean;
};
export type Warning = {
  code: string;
  message: string;
};
export type WebhookSecret = {
  /**
   * `whsec_` and the key in base64, as Standard Webhooks libraries take it
   */
  secret: string;
  created_at: string;
  /**
   * until when messages are signed with the secret before as well
   */
  previous_valid_until: string | null;
};
export type WebhookTarget = {
  /**
   * values of its query that look like secrets are masked
   */
  url: string;
  status: 'failing' | 'disabled';
  failing_since: string;
  /**
   * attempts that failed since then; none succeeded
   */
  failures: number;
  last_failure_at: string;
  last_error: string;
  disabled_at: string | null;
  notice: string;
};
export type Workflow = {
  id: string;
  name: string;
  steps: unknown;
  inputs: Record<string, unknown> | null;
  country: string | null;
  strict_country: boolean;
  network: 'auto' | 'service' | 'residential';
  login: string | null;
  webhook: string | null;
  schedule: Schedule | null;
  next_run_at: string | null;
  next_runs: Array<string>;
  last_run: {
    run_id: string;
    status: RunStatus;
    created_at: string;
  } | null;
  created_at: string;
  updated_at: string;
};
/**
 * exactly one of exists, text, url, var (with op and value), not, all, any
 */
export type WorkflowCondition = {
  /**
   * an element that is there, by selector or words
   */
  exists?: string;
  /**
   * words that the page shows
   */
  text?: string;
  /**
   * a part of the address
   */
  url?: string;
  /**
   * a variable, as `item.price`
   */
  var?: string;
  op?: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'exists' | 'empty';
  /**
   * what the variable is compared with
   */
  value?: unknown;
  not?: Record<string, unknown>;
  all?: Array<Record<string, unknown>>;
  any?: Array<Record<string, unknown>>;
};
export type WorkflowRun = {
  run_id: string;
  workflow_id: string;
  name: string;
  status: RunStatus;
  /**
   * JSON pointer of the step that was done last, or is being done
   */
  step: string | null;
  records_total: number;
  /**
   * charged so far
   */
  credits: number;
  error: {
    code: string;
    message: string;
  } | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /**
   * the job that does it; another one after an answer or a retry
   */
  jid: string;
  /**
   * what is to be answered while the status is `needs_input`
   */
  question: {
    /**
     * `repeat`: whether a step that was cut off is to be done again: repeat, skip or stop
     */
    kind: 'ask' | 'repeat';
    step: string;
    question: string;
    name: string | null;
    schema: Record<string, unknown> | null;
  } | null;
  /**
   * what was done, oldest first; the last 300 lines
   */
  log: Array<RunLogEntry>;
  log_total: number;
  /**
   * the first 100
   */
  records: unknown;
  files: Array<RunFile>;
  /**
   * of what was last charged; null before that
   */
  receipt: Receipt | null;
  /**
   * when an ended run is removed
   */
  expires_at: string | null;
};
export type WorkflowStep = {
  type:
    | 'goto'
    | 'click'
    | 'type'
    | 'press'
    | 'select'
    | 'hover'
    | 'scroll'
    | 'wait'
    | 'wait_for'
    | 'evaluate'
    | 'back'
    | 'forward'
    | 'reload'
    | 'read'
    | 'screenshot'
    | 'extract'
    | 'upload'
    | 'download'
    | 'save_login'
    | 'close_tab'
    | 'switch_tab'
    | 'collect_rows'
    | 'for_each'
    | 'repeat_until'
    | 'if'
    | 'set'
    | 'ask';
  /**
   * the element: a selector (CSS, or XPath from //), or the words that it shows
   */
  target?: string;
  /**
   * type: what is typed; select: the option; wait_for: words that must appear; evaluate: the script
   */
  text?: string;
  /**
   * for goto and download
   */
  url?: string;
  /**
   * for press: Enter, Control+A
   */
  key?: string;
  /**
   * for select
   */
  values?: Array<string>;
  /**
   * milliseconds, for wait
   */
  ms?: number;
  /**
   * for scroll
   */
  direction?: 'up' | 'down' | 'left' | 'right';
  /**
   * CSS pixels, for scroll
   */
  amount?: number;
  /**
   * for close_tab and switch_tab
   */
  tab?: number;
  /**
   * for upload: ids or links of stored files
   */
  files?: Array<string>;
  /**
   * type: press Enter at the end
   */
  submit?: boolean;
  /**
   * type: add to what the field holds
   */
  append?: boolean;
  /**
   * click: a double click
   */
  double?: boolean;
  /**
   * how dialogs that the step opens are answered
   */
  dialog?: {
    accept: boolean;
    text?: string | null;
  };
  /**
   * screenshot: the whole height
   */
  full_page?: boolean;
  /**
   * screenshot: of a JPEG
   */
  quality?: number;
  /**
   * read: code points at most
   */
  max_length?: number;
  /**
   * extract: what is wanted; ask: what the answer must be
   */
  schema?: Record<string, unknown>;
  /**
   * extract: what is wanted, in words
   */
  prompt?: string;
  /**
   * extract, collect_rows: whether what is found joins the records of the run; true unless told
   */
  record?: boolean;
  /**
   * collect_rows: what to take of every row, in words
   */
  fields?: Array<string>;
  /**
   * loops: turns at most, 100 unless told; collect_rows: rows at most
   */
  limit?: number;
  /**
   * for_each: a list, a variable that holds one (`{{rows}}`), or `{target}`: the elements that a CSS selector matches, as {text, url}
   */
  items?:
    | Array<unknown>
    | string
    | {
        target: string;
      };
  /**
   * for_each: what the entry is called, `item` unless told; `index` counts from 0
   */
  as?: string;
  /**
   * for_each, repeat_until: steps of one turn
   */
  steps?: Array<{
    type:
      | 'goto'
      | 'click'
      | 'type'
      | 'press'
      | 'select'
      | 'hover'
      | 'scroll'
      | 'wait'
      | 'wait_for'
      | 'evaluate'
      | 'back'
      | 'forward'
      | 'reload'
      | 'read'
      | 'screenshot'
      | 'extract'
      | 'upload'
      | 'download'
      | 'save_login'
      | 'close_tab'
      | 'switch_tab'
      | 'collect_rows'
      | 'for_each'
      | 'repeat_until'
      | 'if'
      | 'set'
      | 'ask';
    [field: string]: unknown;
  }>;
  until?: WorkflowCondition;
  condition?: WorkflowCondition;
  /**
   * for if
   */
  then?: Array<{
    type:
      | 'goto'
      | 'click'
      | 'type'
      | 'press'
      | 'select'
      | 'hover'
      | 'scroll'
      | 'wait'
      | 'wait_for'
      | 'evaluate'
      | 'back'
      | 'forward'
      | 'reload'
      | 'read'
      | 'screenshot'
      | 'extract'
      | 'upload'
      | 'download'
      | 'save_login'
      | 'close_tab'
      | 'switch_tab'
      | 'collect_rows'
      | 'for_each'
      | 'repeat_until'
      | 'if'
      | 'set'
      | 'ask';
    [field: string]: unknown;
  }>;
  /**
   * for if
   */
  else?: Array<{
    type:
      | 'goto'
      | 'click'
      | 'type'
      | 'press'
      | 'select'
      | 'hover'
      | 'scroll'
      | 'wait'
      | 'wait_for'
      | 'evaluate'
      | 'back'
      | 'forward'
      | 'reload'
      | 'read'
      | 'screenshot'
      | 'extract'
      | 'upload'
      | 'download'
      | 'save_login'
      | 'close_tab'
      | 'switch_tab'
      | 'collect_rows'
      | 'for_each'
      | 'repeat_until'
      | 'if'
      | 'set'
      | 'ask';
    [field: string]: unknown;
  }>;
  /**
   * set, ask: the variable; save_login: what the login is called
   */
  name?: string;
  /**
   * for set; texts may hold variables
   */
  value?: unknown;
  /**
   * ask: what is asked
   */
  question?: string;
  /**
   * ask: how long the browser is kept open for the answer, 300 unless told
   */
  wait_seconds?: number;
  /**
   * milliseconds that the step may take
   */
  timeout_ms?: number;
  /**
   * go on when the step fails
   */
  optional?: boolean;
  /**
   * whether it does something that is not to be done twice. click, press, evaluate, and type with submit do, unless told: when one was cut off, the run asks before it is done again
   */
  effect?: 'none' | 'outside';
  /**
   * the variable that keeps what the step gives
   */
  save_as?: string;
};
