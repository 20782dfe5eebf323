// Generated from the OpenAPI document of the service by scripts/write-client.ts. Do not edit.
export interface components {
  schemas: {
    Account: {
      account_id: string;
      name: string;
      plan: string;
      /** @description True when requests are never rejected for lack of credits. */
      unlimited: boolean;
      renews_at: string;
      credits: components['schemas']['Credits'];
      keys: components['schemas']['Key'][];
      /** @description Limits of the whole account; a key can have lower limits. */
      limits: {
        requests_per_minute: number;
        concurrent: number;
      };
    };
    ActOnJobRequest: {
      /** @description new maximum number of pages, including those that were read; only for `continue` */
      limit?: number;
    };
    ActOnMonitorAnswer: {
      mid: string;
      /** @description Id of the job of the started or already running check, or null for `pause` and `resume`. */
      jid: string | null;
      monitor: components['schemas']['Monitor'];
    };
    ActOnRunRequest: {
      /** @description `answer`: the value that the question asks for, or `repeat`, `skip` or `stop` for an interrupted step. */
      answer?: unknown;
    };
    AddCreditsAnswer: {
      account_id: string;
      credits: components['schemas']['Credits'];
    };
    AddCreditsRequest: {
      /** @description Number of top-up credits to add. */
      credits: number;
      /** @description Text shown in the ledger. */
      note?: string | null;
    };
    ArchiveAnswer:
      | (
          | components['schemas']['ArchiveGetAnswer']
          | components['schemas']['ArchiveSnapshotsAnswer']
          | components['schemas']['ArchiveDiffAnswer']
          | components['schemas']['ArchiveHistoryAnswer']
          | components['schemas']['ArchiveUrlsAnswer']
        )
      | components['schemas']['EstimateAnswer']
      | components['schemas']['Job'];
    ArchiveDiffAnswer: {
      status: components['schemas']['PageStatus'];
      error?: components['schemas']['ArchiveError'];
      /** @description URL as given in the request. */
      url: string;
      /** @description Archive that returned the result. null: no archive did. */
      source: string | null;
      /** @description Result of each archive. */
      sources: components['schemas']['ArchiveSource'][];
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
      /** @constant */
      action: 'diff';
      from: {
        /** @description Capture time. null: the live page. */
        captured_at: string | null;
        archive_url: string | null;
        original_url: string | null;
        status_code: number | null;
        source: string;
      } | null;
      to: {
        /** @description Capture time. null: the live page. */
        captured_at: string | null;
        archive_url: string | null;
        original_url: string | null;
        status_code: number | null;
        source: string;
      } | null;
      /** @description null: the two copies could not be compared. */
      changed: boolean | null;
      blocks: {
        /** @enum {string} */
        type: 'added' | 'removed' | 'changed';
        section: string | null;
        before: string | null;
        after: string | null;
      }[];
      fields?: {
        [key: string]: {
          old: unknown;
          new: unknown;
        };
      };
      summary: {
        added: number;
        removed: number;
        changed: number;
      };
    };
    ArchiveError: {
      /** @enum {string} */
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
        | 'not_configured'
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
      /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
      advice?: string;
    };
    ArchiveGetAnswer: {
      status: components['schemas']['PageStatus'];
      error?: components['schemas']['ArchiveError'];
      /** @description URL as given in the request. */
      url: string;
      /** @description Archive that returned the result. null: no archive did. */
      source: string | null;
      /** @description Result of each archive. */
      sources: components['schemas']['ArchiveSource'][];
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
      /** @constant */
      action: 'get';
      requested: {
        at: string | null;
        /** @description First second of the time span that `at` states. */
        from: string | null;
        /** @description Last second of that time span. */
        until: string | null;
        direction: string;
      };
      /** @description Capture time of the copy. */
      captured_at: string | null;
      /** @description Seconds between the copy and the requested time span; 0 inside it. */
      distance_seconds: number | null;
      /** @description URL of the copy for a browser. */
      archive_url: string | null;
      /** @description URL that was captured. */
      original_url: string | null;
      /** @description Copy before this one. */
      previous: components['schemas']['ArchivedCopy'] | null;
      /** @description Copy after this one. */
      next: components['schemas']['ArchivedCopy'] | null;
      final_url: string | null;
      /** @description Archived HTTP status code. */
      status_code: number | null;
      title: string | null;
      /** @description Page as Markdown. With `focus`, only the relevant sections. */
      markdown?: string;
      metadata: {
        [key: string]: unknown;
      };
      passages?: components['schemas']['Passage'][];
      /** @description Identifier of the stored text of a long page. Read more with GET /v1/read. */
      ref?: string;
      expires_at?: string;
      length: number;
      truncated: boolean;
      data?: unknown;
      unverified?: string[];
      missing?: string[];
      /** @description What looked for each field of `missing`, by JSON Pointer. `rules`: no rule found a value; the page may state it, and a model could look for it. `model`: a model read the page as well and did not find it. */
      searched_by?: {
        [key: string]: 'rules' | 'model';
      };
      /** @description Source of each value, by JSON Pointer into `data`. */
      evidence?: {
        [key: string]: unknown;
      };
    };
    ArchiveHistoryAnswer: {
      status: components['schemas']['PageStatus'];
      error?: components['schemas']['ArchiveError'];
      /** @description URL as given in the request. */
      url: string;
      /** @description Archive that returned the result. null: no archive did. */
      source: string | null;
      /** @description Result of each archive. */
      sources: components['schemas']['ArchiveSource'][];
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
      /** @constant */
      action: 'history';
      points: {
        captured_at: string;
        /** @description Value of the field, if the schema has exactly one. */
        value?: unknown;
        data?: unknown;
        /** @description Text of the section or page, if no fields were requested. */
        text?: string;
        /** @description Compared with the previous point. null for the first point and for a missing one. */
        changed: boolean | null;
        archive_url: string;
        missing?: {
          reason: string;
          message: string;
        };
      }[];
      /** @description Number of versions with different bytes. */
      versions: number;
      complete: boolean;
      /** @description Token for the rest of the call, valid for 24 hours. Send the request again with `?continue=TOKEN`. Absent if nothing is left to continue. */
      continue?: string;
    };
    ArchiveRequest: {
      /**
       * @description `get`: the page on a date. `snapshots`: captures and real changes. `diff`: differences between a date and now, or between two dates. `history`: a field or section over time. `urls`: every URL that a site or path ever had.
       * @enum {string}
       */
      action: 'get' | 'snapshots' | 'diff' | 'history' | 'urls';
      /** @description URL of the page. For `urls`: a site or a path. */
      url: string;
      /** @description For `get` and `diff`: a year (2019), a month (2019-06), a date (2019-06-03), an ISO time, 4 to 14 digits, first, latest, or words such as "last year", "3 months ago", "June 2019", "Q3 2020", "spring 2017", "mid 2018", "late 1990s". Default: the newest copy. */
      at?: string | null;
      /**
       * @description For `get`: the copy nearest to `at`, the last one up to its end, or the first one from its start.
       * @default nearest
       * @enum {string}
       */
      direction?: 'nearest' | 'before' | 'after';
      /**
       * @description For `diff`: `live` or a second date, in the same forms as `at`.
       * @default live
       */
      compare_to?: string;
      /** @description For `snapshots`, `history` and `urls`: start of the time window, in the same forms as `at`. */
      since?: string | null;
      /** @description For `snapshots`, `history` and `urls`: end of the time window, in the same forms as `at`. */
      until?: string | null;
      /**
       * @description For `snapshots` and `history`: each real change, one copy per period, or every copy.
       * @default change
       * @enum {string}
       */
      every?: 'change' | 'day' | 'month' | 'year' | 'all';
      /** @description Return or compare only the sections about these words. */
      focus?: string | null;
      /** @description For `get`, `diff` and `history`: fields to extract from each version (JSON Schema). */
      schema?: {
        [key: string]: unknown;
      } | null;
      /** @description For `get`, `diff` and `history`: fields to extract, in words. A configured model names and completes them; without one, they are derived from the words. */
      prompt?: string | null;
      /**
       * @description For `history`: maximum number of versions to read.
       * @default 10
       */
      points?: number;
      /** @description Maximum number of rows of `snapshots` (default 50) or of URLs of `urls` (default 1000). */
      limit?: number | null;
      /**
       * @description For `urls`. `auto`: `prefix` for a path, `host` for a site.
       * @default auto
       * @enum {string}
       */
      match?: 'auto' | 'exact' | 'prefix' | 'host' | 'domain';
      /**
       * @description For `urls`: kind of content.
       * @default pages
       * @enum {string}
       */
      kind?: 'pages' | 'documents' | 'images' | 'feeds' | 'all';
      /** @description For `urls`: return only URLs that contain all these words. */
      search?: string | null;
      /**
       * @description For `urls`: number of URLs to request from the live site as well.
       * @default 0
       */
      check_live?: number;
      /**
       * @description Archive to read. `auto`: `wayback`, then `commoncrawl`, then the configured archives.
       * @default auto
       */
      source?: string;
    };
    ArchiveSnapshotsAnswer: {
      status: components['schemas']['PageStatus'];
      error?: components['schemas']['ArchiveError'];
      /** @description URL as given in the request. */
      url: string;
      /** @description Archive that returned the result. null: no archive did. */
      source: string | null;
      /** @description Result of each archive. */
      sources: components['schemas']['ArchiveSource'][];
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
      /** @constant */
      action: 'snapshots';
      captures: components['schemas']['Snapshot'][];
      changes: number;
      /** @description Number of captures in the time window. */
      total: number;
      complete: boolean;
      /** @description Token for the rest of the call, valid for 24 hours. Send the request again with `?continue=TOKEN`. Absent if nothing is left to continue. */
      continue?: string;
    };
    ArchiveSource: {
      source: string;
      /** @enum {string} */
      outcome: 'used' | 'empty' | 'failed' | 'skipped';
      reason?: string;
      /** @description Age of the index response in seconds. Absent for a new response. */
      index_age_seconds?: number;
    };
    ArchiveUrlsAnswer: {
      status: components['schemas']['PageStatus'];
      error?: components['schemas']['ArchiveError'];
      /** @description URL as given in the request. */
      url: string;
      /** @description Archive that returned the result. null: no archive did. */
      source: string | null;
      /** @description Result of each archive. */
      sources: components['schemas']['ArchiveSource'][];
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
      /** @constant */
      action: 'urls';
      urls: {
        url: string;
        /** @enum {string} */
        kind: 'page' | 'document' | 'image' | 'feed' | 'other';
        first_seen: string;
        last_seen: string;
        captures: number | null;
        status_code: number | null;
        mime: string | null;
        live?: {
          /** @enum {string} */
          state: 'live' | 'redirected' | 'gone' | 'blocked' | 'error';
          status_code: number | null;
          target?: string;
          reason?: string;
        };
      }[];
      /** @description Number of matching URLs. A continued call counts only URLs that were not listed before. */
      total: number;
      complete: boolean;
      /** @description Token for the rest of the call, valid for 24 hours. Send the request again with `?continue=TOKEN`. Absent if nothing is left to continue. */
      continue?: string;
      /** @enum {string} */
      truncated_by?: 'limit' | 'archive' | 'time';
      counts: {
        [key: string]: number;
      };
    };
    ArchivedCopy: {
      captured_at: string;
      archive_url: string;
    };
    Attempt: {
      /** @enum {string} */
      route:
        | 'http'
        | 'browser'
        | 'residential'
        | 'residential_browser'
        | 'unblock'
        | 'cache'
        | 'archive'
        | 'upload'
        | 'none';
      exit_country: string | null;
      /** @enum {string} */
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
        | 'not_configured'
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
      /** @description milliseconds */
      ms: number;
      /** @description transferred bytes */
      bytes: number;
    };
    AuditEntry: {
      id: number;
      at: string;
      /** @enum {string} */
      action:
        | 'account_created'
        | 'credits_added'
        | 'key_changed'
        | 'key_created'
        | 'key_revoked'
        | 'key_rotated'
        | 'secret_rotated'
        | 'sign_in_link_created'
        | 'signed_in';
      /** @description Identifier of the changed key or account, or of the new receipt key. */
      subject: string;
      /**
       * @description Actor of the change: a key of this account, an operator, or a local command with access to the data directory.
       * @enum {string}
       */
      by: 'account' | 'operator' | 'data_directory';
      /** @description Key that made the change, if it belongs to this account. */
      key_id: string | null;
      request_id: string | null;
      details: {
        [key: string]: unknown;
      };
    };
    BatchAnswer: components['schemas']['Job'] | components['schemas']['EstimateAnswer'];
    BatchRequest: {
      /** @description the list, at most 20 MB and 100000 URLs: one URL a line, NDJSON with `url` and an optional `name`, or a JSON list of them. HTTP takes it as a body of another type than JSON, with the other fields in the query, or as the part `file` of a form; in JSON its bytes are base64 */
      file?: Blob | Uint8Array | string;
      /** @description the list, instead of `file`; a body of JSON has at most 2 MiB */
      urls?: (
        | string
        | {
            url: string;
            /** @description name of the line, which its result repeats */
            name?: string | null;
          }
      )[];
      /** @description name of the file, which `params` of the job repeats */
      filename?: string | null;
      /** @description media type of the file; the list itself decides */
      content_type?: string | null;
      schema?: {
        [key: string]: unknown;
      } | null;
      /** @description values to extract from each page, in words, with or without a schema */
      prompt?: string | null;
      /**
       * @description formats of the result; `screenshot` and `network` (requests of the page’s scripts) need a browser
       * @default [
       *       "markdown"
       *     ]
       */
      formats?: (
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
      )[];
      /** @description Two-letter code of the country of the exit (ISO 3166-1 alpha-2). */
      country?: string | null;
      /**
       * @description Fail instead of using an exit in another country. Default: `false`.
       * @default false
       */
      strict_country?: boolean;
      /**
       * @description whether a browser loads the page; `auto`: if the page has no content without its scripts
       * @default auto
       * @enum {string}
       */
      render?: 'auto' | 'never' | 'always';
      /** @description browser steps to run before the page is read */
      steps?: {
        /** @enum {string} */
        type: 'wait' | 'click' | 'type' | 'press' | 'scroll' | 'wait_for' | 'script';
        /** @description element, for click, type, press, scroll and wait_for: a selector (CSS, or XPath that starts with //), or the text, label or placeholder that it shows */
        target?: string | null;
        /** @description selector of the element; use it or `target` */
        selector?: string | null;
        /** @description text to type, for type; text that must appear, for wait_for; JavaScript, for script, whose value is returned in `actions` */
        text?: string | null;
        /** @description name of the key, for press: Enter, Tab, a */
        key?: string | null;
        /** @description milliseconds, for wait */
        ms?: number | null;
        /** @description for scroll */
        direction?: ('up' | 'down') | null;
        /** @description CSS pixels, for scroll */
        amount?: number | null;
        /** @description timeout of this step in milliseconds */
        timeout_ms?: number | null;
      }[];
      /**
       * @description omit navigation, advertisements and similar parts
       * @default true
       */
      only_main_content?: boolean;
      /**
       * @description CSS selectors, or XPath that starts with //: only matching elements are read
       * @default []
       */
      include_selectors?: string[];
      /**
       * @description CSS selectors, or XPath that starts with //: matching elements are omitted
       * @default []
       */
      exclude_selectors?: string[];
      /**
       * @description milliseconds to wait in the browser after the page has loaded
       * @default 0
       */
      wait_ms?: number;
      /**
       * @description timeout of one page in milliseconds
       * @default 60000
       */
      timeout_ms?: number;
      /**
       * @description request headers, sent only to the origin of the URL
       * @default {}
       */
      headers?: {
        [key: string]: string;
      };
      /**
       * @description emulate a mobile viewport and User-Agent
       * @default false
       */
      mobile?: boolean;
      /** @description requests that a browser does not make. `ads`: advertisements, analytics and tag managers of other sites. Default: `ads`, `images`, `media` and `fonts`; nothing for screenshots, and no `ads` for the format `network` */
      block?: ('ads' | 'images' | 'media' | 'fonts' | 'stylesheets' | 'scripts')[] | null;
      /** @description `reject`: a browser rejects the request for consent to cookies before steps and screenshots; a warning states what it clicked */
      consent?: 'reject' | null;
      /** @description cookies that the site receives as if it had set them before: values by name, or a list with domains and paths */
      cookies?:
        | (
            | {
                [key: string]: string;
              }
            | components['schemas']['VisitorCookie'][]
          )
        | null;
      /** @description preferred languages, the first one first. Default: the language of the exit’s country */
      languages?: string[] | null;
      /** @description time zone of the browser. Default: that of the exit’s country */
      timezone?: string | null;
      /** @description place that the browser reports to sites that ask for it */
      geolocation?: components['schemas']['Geolocation'] | null;
      /** @description options of the format `screenshot` */
      screenshot?: components['schemas']['ScreenshotOptions'] | null;
      /** @description id of a saved login; `none`: also no login whose `use_for` names the operation */
      login?: string | null;
      /**
       * @description maximum age in seconds of a cached result for the same URL and options, which is returned for 0 credits. An older result is also returned if the site confirms that the page has not changed. Results are cached for two days; 0 always fetches
       * @default 0
       */
      max_age?: number;
      /** @description query: passages that answer it are returned as `passages`, best first */
      focus?: string | null;
      /**
       * @description maximum code points of Markdown in the result; `ref` gives access to the rest
       * @default 20000
       */
      max_length?: number;
      /** @description maximum tokens of Markdown in the result, estimated, for a model that reads it; `ref` gives access to the rest */
      max_tokens?: number | null;
      /** @description pages of a PDF to read, such as `3-7` or `1,4-6,12-`; all by default */
      pages?: string | null;
      /**
       * @description mark the start of each page of a PDF in the Markdown with `<!-- page 3 -->`
       * @default false
       */
      page_marks?: boolean;
      /**
       * @description links in the Markdown: `inline`; `references`: `[text][1]` with the addresses at the end; `none`: their text only
       * @default inline
       * @enum {string}
       */
      links?: 'inline' | 'references' | 'none';
      /**
       * @description which images are read with OCR, if the service has it. `auto`: image files, and pages of a PDF without text whose images cover most of the page; `always`: pages with text as well; `never`: none
       * @default auto
       * @enum {string}
       */
      ocr?: 'auto' | 'never' | 'always';
      /**
       * @description `service` uses only the exits of this service. `auto` also uses more expensive networks for pages that cheaper ones cannot fetch.
       * @default service
       * @enum {string}
       */
      network?: 'service' | 'auto';
      /** @description Maximum credits per page. With `network=auto`, this amount is reserved per page. */
      max_credits?: number;
      /**
       * @description Whether pages that robots.txt disallows are left out. Default: the setting of the service.
       * @enum {string}
       */
      robots?: 'respect' | 'ignore';
      /** @description Maximum number of pages read at once. */
      max_concurrency?: number;
      /**
       * @description Milliseconds between two pages, which are then read one at a time.
       * @default 0
       */
      delay_ms?: number;
      /** @description URL to which events are delivered, signed according to Standard Webhooks; prefer https */
      webhook?: string;
    };
    BillingAnswer: {
      plan: string;
      renews_at: string;
      /** @description Plan credits added at each renewal. Unspent plan credits expire just before. */
      plan_allowance: number;
      plan_credits: number;
      top_up_credits: number;
      reservations: {
        id: string;
        credits: number;
        request_id?: string;
        job?: string;
        created_at: string;
        expires_at: string;
      }[];
      ledger: components['schemas']['LedgerRow'][];
      usage: components['schemas']['Usage'];
    };
    BrowserSession: {
      sid: string;
      /** @enum {string} */
      status: 'open' | 'closed' | 'expired';
      /** @description Reason why the session is no longer open, or null. */
      reason: string | null;
      url: string;
      title: string;
      exit: components['schemas']['Exit'] | null;
      /** @description Id of the saved login that was loaded, or null. */
      login: string | null;
      steps: number;
      /** @description Credits charged so far: 1 per started minute. */
      credits: number;
      opened_at: string;
      last_step_at: string;
      expires_at: string;
      closed_at: string | null;
    };
    BrowserSessionWithRecording: {
      sid: string;
      /** @enum {string} */
      status: 'open' | 'closed' | 'expired';
      /** @description Reason why the session is no longer open, or null. */
      reason: string | null;
      url: string;
      title: string;
      exit: components['schemas']['Exit'] | null;
      /** @description Id of the saved login that was loaded, or null. */
      login: string | null;
      steps: number;
      /** @description Credits charged so far: 1 per started minute. */
      credits: number;
      opened_at: string;
      last_step_at: string;
      expires_at: string;
      closed_at: string | null;
      recording?: components['schemas']['SessionRecording'];
    };
    BrowserStepRequest: {
      /**
       * @description Kind of step.
       * @enum {string}
       */
      type:
        | 'goto'
        | 'click'
        | 'drag'
        | 'type'
        | 'fill'
        | 'press'
        | 'select'
        | 'hover'
        | 'scroll'
        | 'wait'
        | 'wait_for'
        | 'evaluate'
        | 'log'
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
      target?: (number | string) | null;
      /** @description Alias of `target`. */
      selector?: string | null;
      /** @description type: the text to type. select: the option. wait_for: the text to wait for. evaluate: the script. */
      text?: string | null;
      /** @description drag: the element at which it ends, named like `target`. */
      to?: (number | string) | null;
      /** @description click, hover: point in CSS pixels from the left edge of the target or, without one, of the window. drag: point in `to`, or else the distance to move. */
      x?: number | null;
      /** @description The same from the top edge. */
      y?: number | null;
      /** @description goto, download: the URL. */
      url?: string | null;
      /** @description press: the key, such as `Enter` or `Control+A`. */
      key?: string | null;
      /** @description fill: what each control is set to, by its name, number or selector: a text, `true` or `false` for a box, one or several options for a list. Up to 50. */
      form?: {
        [key: string]: string | boolean | string[];
      } | null;
      /** @description select: several options. */
      values?: string[] | null;
      /** @description wait: time in milliseconds, up to 60000. */
      ms?: number | null;
      /** @description scroll: the direction. */
      direction?: ('up' | 'down' | 'left' | 'right') | null;
      /** @description scroll: the distance in CSS pixels. */
      amount?: number | null;
      /** @description close_tab, switch_tab: the number of the tab. */
      tab?: number | null;
      /** @description upload: ids or URLs of up to 10 stored files. */
      files?: string[] | null;
      /**
       * @description type: press Enter after the text. Default: `false`.
       * @default false
       */
      submit?: boolean;
      /**
       * @description type: hide the text in snapshots and in the recording, such as a login code. Default: `false`.
       * @default false
       */
      secret?: boolean;
      /**
       * @description type: append to the field’s text instead of replacing it. Default: `false`.
       * @default false
       */
      append?: boolean;
      /**
       * @description click: double-click. Default: `false`.
       * @default false
       */
      double?: boolean;
      /** @description Response to dialogs that the step opens. Default: alerts are accepted, all others are dismissed. */
      dialog?: {
        accept: boolean;
        text?: string | null;
      } | null;
      /**
       * @description screenshot: capture the full height of the page. Default: `false`.
       * @default false
       */
      full_page?: boolean;
      /** @description screenshot: JPEG quality, 1 to 100. Default: a PNG. */
      quality?: number | null;
      /** @description extract: JSON Schema of the values to return. */
      schema?: {
        [key: string]: unknown;
      } | null;
      /** @description extract: description of the values to return. */
      prompt?: string | null;
      /** @description save_login: name of the login. */
      name?: string | null;
      /**
       * @description live: allow the viewer to send input. Default: `false`.
       * @default false
       */
      interactive?: boolean;
      /** @description Maximum duration of the step in milliseconds, up to 40000. */
      timeout_ms?: number | null;
      /**
       * @description Return the snapshot of the page: `true`, `false`, or `changes` for the lines that have changed since the snapshot before, if they are fewer. Default: `true`.
       * @default true
       */
      snapshot?: boolean | 'changes';
      /** @description Part of the page in the snapshot: the number of an element, a role such as `main`, `form` or `dialog`, or words of a line. Default: the whole page. */
      region?: (number | string) | null;
      /**
       * @description Maximum length of the snapshot in characters, or of the text that is read in code points, 100 to 200000. Default: 12000.
       * @default 12000
       */
      max_length?: number;
    };
    BrowserStepResult: {
      sid: string;
      ok: boolean;
      url: string;
      title: string;
      /** @description The page as text, in which each usable element starts with its number, or null. */
      snapshot: string | null;
      /** @description Value of the step: the result of a script, the page that was read, the extracted values or the saved login. */
      result?: unknown;
      error?: components['schemas']['PageError'];
      /** @description URL of the screenshot. */
      screenshot?: string;
      files?: {
        file_id: string;
        name: string;
        media_type: string;
        bytes: number;
        url: string;
        /** @description Content of a text file of at most 4,096 bytes. */
        text?: string;
      }[];
      dialogs?: {
        type: string;
        message: string;
        accepted: boolean;
      }[];
      tabs: {
        tab: number;
        url: string;
        title: string;
        active: boolean;
      }[];
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    Catalog: {
      version: string;
      tools: {
        name: string;
        title: string;
        description: string;
        method: string;
        path: string;
        input_schema: {
          [key: string]: unknown;
        };
        output_schema: {
          [key: string]: unknown;
        };
        price: string;
      }[];
      formats: string[];
      networks: {
        /** @enum {string} */
        network: 'service' | 'residential' | 'unblock';
        countries: {
          country: string;
          /** @description True if an exit was observed in the country. */
          verified: boolean;
        }[];
        /** @description True if one of its exits was observed in its country. */
        verified: boolean;
      }[];
      rate_card: {
        [key: string]: unknown;
      };
      /** @description Public key that signs receipts (JWK). */
      receipt_key: {
        [key: string]: unknown;
      };
      /** @description Current and earlier public receipt keys, newest first (JWK). */
      receipt_keys: {
        [key: string]: unknown;
      }[];
    };
    ChangeLoginRequest: {
      /** @description Operations that use this login for pages of its site without being asked to. Their `login` wins; `none` turns it off. */
      use_for?: ('scrape' | 'crawl' | 'map' | 'monitors' | 'datasets')[];
      /** @description Workflow that logs in again if the site asks for a login, at most once per hour; null removes it. */
      renewal?: {
        /** @description Id of a workflow that logs in to the site and ends on a page behind the login. */
        workflow: string;
        /** @description Inputs of its runs, such as the password. They are encrypted and never returned. An `otpauth://totp/` URI is inserted as its current one-time code. */
        inputs?: {
          [key: string]: unknown;
        } | null;
        /** @description When the login is renewed besides; at most once per hour. */
        schedule?: components['schemas']['ScheduleInput'] | null;
      } | null;
      /** @description URL that receives the event `login.expired` if the login cannot be renewed. */
      webhook?: string | null;
    };
    ChangeMonitorRequest: {
      /** @description Name in lists and messages. */
      name?: string | null;
      /** @description URL of the page; null if no page is watched. */
      url?: string | null;
      /** @description Up to 20 labels. The monitors of a label are listed with `tag`, and share a feed. */
      tags?: string[];
      /** @description The watched content: the page, a section of it, values on it, a dataset, the results of a search, or the records of a workflow. Default: the main content of the page. */
      watch?:
        | {
            /** @constant */
            kind: 'page';
            /** @description Watch the whole page instead of its main content. Default: `false`. */
            whole?: boolean;
          }
        | {
            /** @constant */
            kind: 'section';
            /** @description Heading of the section, or words that describe it. */
            focus?: string;
            /** @description Selector of the section: CSS, XPath that starts with `//`, or for an answer in JSON a JSONPath query (RFC 9535). */
            selector?: string;
          }
        | {
            /** @constant */
            kind: 'fields';
            schema?: {
              [key: string]: unknown;
            } | null;
            /** @description Description of the values to watch. */
            prompt?: string | null;
          }
        | {
            /** @constant */
            kind: 'dataset';
            did: string;
          }
        | {
            /** @constant */
            kind: 'search';
            /** @description Query whose results are watched. */
            query: string;
            /**
             * @description Number of results. Default: 10.
             * @default 10
             */
            limit?: number;
          }
        | {
            /** @constant */
            kind: 'workflow';
            /** @description Workflow whose records are watched: those of its last completed run. */
            id: string;
          };
      schedule?: components['schemas']['ScheduleInput'];
      /** @description Country of the exit, two-letter code. */
      country?: string | null;
      /** @description Fail instead of using an exit in another country. */
      strict_country?: boolean;
      /**
       * @description Whether a browser loads the page. `auto`: if the page has no content without its scripts.
       * @enum {string}
       */
      render?: 'auto' | 'never' | 'always';
      /** @description Id of a saved login for the site of `url`. */
      login?: string | null;
      request?: components['schemas']['PageRequest'];
      /** @description Parts of the page that are not compared. */
      ignore?: components['schemas']['IgnoreRule'][];
      /** @description Up to 20 conditions, evaluated after a change: it is notified only when they hold. Drops and rises count from the last notified value. */
      conditions?: components['schemas']['Condition'][];
      /** @description What a change must mean to be notified, such as `the price falls or a new size is added`. Decided by values where they show it, otherwise by a language model. */
      goal?: string | null;
      /**
       * @description All conditions must hold, or any one. Default: `all`.
       * @enum {string}
       */
      match?: 'all' | 'any';
      /** @description Number of times a changed page is read again before the change is notified, 0 to 3. Each reading is charged as a page. Default: 2. */
      confirm?: number;
      /** @description Number of failed checks in a row, 1 to 100, after which the monitor is reported as failing. Default: 3. */
      failing_after?: number;
      /** @description Take a screenshot of each version and mark the differences. Default: `false`. */
      screenshot?: boolean;
      /** @description Send the validators of the stored version (`If-None-Match`, `If-Modified-Since`). If the site answers that the page has not changed, the page is not read. Default: `false`. */
      only_changed?: boolean;
      /** @description Up to 5 webhooks and 5 e-mail addresses that receive the events changed, failing and recovered. */
      notify?: {
        webhook?:
          | (
              | string
              | {
                  /** @description URL to which events are delivered, signed according to Standard Webhooks; prefer https */
                  url: string;
                  /**
                   * @description Format of messages. Default: the format of the URL’s service (Slack, Discord, Telegram, ntfy.sh, Matrix or Teams), otherwise `standard`.
                   * @enum {string}
                   */
                  form?:
                    | 'standard'
                    | 'slack'
                    | 'discord'
                    | 'telegram'
                    | 'ntfy'
                    | 'gotify'
                    | 'matrix'
                    | 'teams'
                    | 'apprise';
                }
              | (
                  | string
                  | {
                      /** @description URL to which events are delivered, signed according to Standard Webhooks; prefer https */
                      url: string;
                      /**
                       * @description Format of messages. Default: the format of the URL’s service (Slack, Discord, Telegram, ntfy.sh, Matrix or Teams), otherwise `standard`.
                       * @enum {string}
                       */
                      form?:
                        | 'standard'
                        | 'slack'
                        | 'discord'
                        | 'telegram'
                        | 'ntfy'
                        | 'gotify'
                        | 'matrix'
                        | 'teams'
                        | 'apprise';
                    }
                )[]
            )
          | null;
        email?: (string | string[]) | null;
        /** @description `true`: checks continue, but no notification is sent. Default: `false`. */
        muted?: boolean;
        /** @description Texts of readable messages with fields such as `{{name}}`, `{{summary}}` and `{{url}}`. */
        template?: {
          title?: string;
          text?: string;
        } | null;
        /** @description Send the events together. Default: each at once. */
        digest?: ('hourly' | 'daily') | null;
        /** @description Time of the daily digest. Default: 08:00. */
        digest_at?: string | null;
        /** @description Events between these times are sent at their end. */
        quiet_hours?: {
          from: string;
          to: string;
        } | null;
        /** @description Time zone of these times. Default: UTC. */
        timezone?: string | null;
      };
    };
    CollectAnswer:
      | components['schemas']['Collected']
      | components['schemas']['EstimateAnswer']
      | components['schemas']['Job'];
    CollectRequest: {
      /** @description URL of a listing, search or category page, of JSON data, of a feed, or of a document with tables. */
      url: string;
      /** @description Fields to return per record, in words: `["name", "price", "link to the product"]`. At most 60. */
      fields: string[];
      /**
       * @description Maximum number of records.
       * @default 100
       */
      limit?: number;
      /**
       * @description Maximum number of pages with records.
       * @default 10
       */
      max_pages?: number;
      /** @description Two-letter code of the country of the exit (ISO 3166-1 alpha-2). */
      country?: string | null;
      /**
       * @description Fail instead of using an exit in another country. Default: `false`.
       * @default false
       */
      strict_country?: boolean;
    };
    Collected: {
      status: components['schemas']['PageStatus'];
      error?: components['schemas']['PageError'];
      /** @description URL as given in the request. */
      url: string;
      /** @description Records with exactly the requested fields. null: no value. */
      records: {
        [key: string]: unknown;
      }[];
      /** @description Number of records. */
      count: number;
      /** @description True only if the end of the listing was proven: its total was reached, its last page was read, or the source says that nothing follows. Otherwise, a warning states the reason. */
      complete: boolean;
      fields: {
        [key: string]: components['schemas']['CollectedField'];
      };
      /** @description Source of the records. null: no records were found. */
      source: components['schemas']['CollectedSource'] | null;
      /** @description Number of pages and API responses with records. */
      pages: number;
      /** @description Identifier of the recipe. POST /v1/recipes/{rid}/run reads the records again without discovery. */
      rid: string | null;
      /** @description JSON Pointers into `records` of compared values that the page does not show. */
      unverified: string[];
      /** @description Number of records that were compared with the visible page. */
      checked: number;
      model_calls: number;
      /** @description Position for the rest of the listing. Pass it to POST /v1/recipes/{rid}/run. Absent at the end of the listing. */
      continue?: string;
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    CollectedField: {
      /** @description JSON Pointer into a record of the source. null: nothing was found for the field. */
      path: string | null;
      /** @description Confidence of the match, from 0 to 1. */
      confidence: number;
      /** @description Share of the records that have a value, from 0 to 1. */
      filled: number;
      /** @description Share of the compared values that the page shows next to the record, from 0 to 1. null: no value was compared. */
      verified: number | null;
    };
    CollectedSource: {
      /** @enum {string} */
      kind: 'api' | 'graphql' | 'embedded' | 'json_ld' | 'microdata' | 'feed' | 'table' | 'listing';
      /** @enum {string} */
      method: 'GET' | 'POST';
      url: string;
      /** @description JSON Pointer of the list, or selector of the repeated elements. */
      path: string;
      /** @description True if the source needs a browser. */
      rendered: boolean;
    };
    CompareAnswer:
      | components['schemas']['Comparison']
      | components['schemas']['EstimateAnswer']
      | components['schemas']['Job'];
    CompareRequest: {
      /** @description Two-letter country codes (ISO 3166-1 alpha-2), at most 50. The response has one row per country, in this order. */
      countries: string[];
      /** @description URL to read from every country. */
      url?: string | null;
      /** @description URLs by country, such as {"DE": "https://shop.example/de/lamp"}. They take precedence over `url`. */
      urls?: {
        [key: string]: string;
      } | null;
      /** @description JSON Schema of the values to return as `data` for every page. Default: name, price, currency and availability. */
      schema?: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Currency (ISO 4217) to which prices are converted.
       * @default USD
       */
      base_currency?: string;
      /**
       * @description Return an error instead of a page that was not read through a verified exit in the country.
       * @default true
       */
      strict_country?: boolean;
    };
    CompareRow: {
      country: string;
      status: components['schemas']['PageStatus'];
      error?: components['schemas']['PageError'];
      /** @description URL as given in the request. */
      url: string;
      final_url: string | null;
      /** @description Time of the copy, if the page states that it is an archived one (`Memento-Datetime`, RFC 7089). Its price is converted with the rates of that day. */
      captured_at?: string;
      /** @description Exit through which the page was read. */
      exit: components['schemas']['Exit'] | null;
      name: string | null;
      /** @description Current price, not a previous or list price. */
      price: number | null;
      /** @description ISO 4217 code. null: the currency sign is ambiguous. */
      currency: string | null;
      /** @description Price in the base currency, rounded to its minor unit. */
      price_base: number | null;
      /** @description Units of the base currency for one unit of `currency`. */
      rate: number | null;
      /** @description Day of the exchange rate. */
      rate_date: string | null;
      availability:
        | ('in_stock' | 'limited' | 'preorder' | 'backorder' | 'out_of_stock' | 'discontinued')
        | null;
      /** @description Absent if the page does not state it. */
      tax_included?: boolean;
      /** @description True if prices in this country usually include tax. null: unknown. */
      tax_usually_included: boolean | null;
      /** @enum {string} */
      same_product: 'same' | 'different' | 'unknown';
      /** @description Identifiers that decide `same_product`: gtin, mpn, sku, model, name, brand, or the differences of the variant. */
      same_product_basis: string | null;
      /** @description True if `cheapest` and `dearest` take this row into account. */
      comparable: boolean;
      price_detail: components['schemas']['PriceDetail'] | null;
      /** @description Identifiers and variant of the product. */
      product: {
        gtin: string | null;
        mpn: string | null;
        sku: string | null;
        brand: string | null;
        model: string | null;
        color: string | null;
        size: string | null;
      } | null;
      /** @description Fields of `schema`, or name, price, currency and availability. null: the page was not read. */
      data: unknown;
      /** @description JSON Pointers into `data` of values that the page does not contain. */
      unverified: string[];
      /** @description JSON Pointers of fields without a value. */
      missing: string[];
      /** @description What looked for each field of `missing`, by JSON Pointer. `rules`: no rule found a value; the page may state it, and a model could look for it. `model`: a model read the page as well and did not find it. */
      searched_by: {
        [key: string]: 'rules' | 'model';
      };
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    Comparison: {
      /** @description One row per country, in the order of the request. Failed rows state their error. A continued call returns the rows of the earlier calls as well. */
      rows: components['schemas']['CompareRow'][];
      /** @description True if there is a row for each country, whatever its status. */
      complete: boolean;
      /** @description Token for the rest of the call, valid for 24 hours. Send the request again with `?continue=TOKEN`. Absent if nothing is left to continue. */
      continue?: string;
      base_currency: string;
      /** @description Reference rates of the European Central Bank, for information only. */
      rates: {
        /**
         * @description `packaged`: the table that is packaged with this version of the service.
         * @enum {string}
         */
        source: 'ecb' | 'packaged';
        /** @description Day of the rates. */
        date: string;
        /** @description True if the rates are older than four days. */
        stale: boolean;
      };
      /** @description Country with the lowest price among comparable rows: verified exit, unambiguous price, same product, not sold out. */
      cheapest: string | null;
      /** @description Country with the highest price among comparable rows. */
      dearest: string | null;
      /**
       * @description `same` if all rows that were read are about the same product.
       * @enum {string}
       */
      same_product: 'same' | 'different' | 'unknown';
      /** @description Difference between the highest and the lowest price, in the base currency. */
      spread: {
        amount: number;
        /** @description Difference in percent of the lowest price. */
        percent: number;
      } | null;
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    Condition: {
      /** @description For values: a name, dotted path or JSON Pointer. For a text: `text`, `added`, `removed` or `previous`. */
      field: string;
      /** @enum {string} */
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
      /** @default null */
      value?: string | number | boolean | null;
    };
    CrawlAnswer: components['schemas']['Job'] | components['schemas']['EstimateAnswer'];
    CrawlRequest: {
      /** @description Start page. The crawl stays on the host of this URL, on all paths. */
      url: string;
      /**
       * @description Maximum number of delivered pages.
       * @default 50
       */
      limit?: number;
      /**
       * @description Maximum number of links from the start page. 0 reads only the start page.
       * @default 3
       */
      max_depth?: number;
      /** @description RE2 expressions, matched anywhere in the path. Only pages that match one of them are read. The start page is always read. */
      include_paths?: string[] | null;
      /** @description RE2 expressions, matched anywhere in the path. Pages that match one of them are not read. */
      exclude_paths?: string[] | null;
      /**
       * @description Formats of each page.
       * @default [
       *       "markdown"
       *     ]
       */
      formats?: (
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
      )[];
      /** @description Two-letter code of the country of the exit (ISO 3166-1 alpha-2). */
      country?: string | null;
      /**
       * @description Fail instead of using an exit in another country. Default: `false`.
       * @default false
       */
      strict_country?: boolean;
      /**
       * @description Include all hosts of the registrable domain.
       * @default false
       */
      include_subdomains?: boolean;
      /**
       * @description Also start from the pages that sitemaps list.
       * @default true
       */
      use_sitemap?: boolean;
      /** @description URL that receives an event when the crawl starts, delivers pages and ends. */
      webhook?: string | null;
    };
    CreateAccountAnswer: {
      account_id: string;
      name: string;
      plan: string;
      plan_credits: number;
      unlimited: boolean;
      renews_at: string;
      key_id: string;
      /** @description Token of the key, returned only once. null in a response that is replayed for an Idempotency-Key. */
      key: string | null;
    };
    CreateAccountRequest: {
      /** @description Name of the account. Must be unique. */
      name: string;
      /**
       * @description Name of the plan.
       * @default standard
       */
      plan?: string;
      /** @description Credits per month. Unspent plan credits expire at renewal. */
      plan_credits: number;
      /**
       * @description Count credits but never reject requests for lack of them.
       * @default false
       */
      unlimited?: boolean;
      /** @description Day of the month on which the plan renews, at 00:00 UTC; in shorter months, the last day. Default: the day on which the account is created. */
      renewal_day?: number | null;
    };
    CreateDatasetRequest: {
      /** @description Name of the dataset. */
      name: string;
      /** @description Source of the records. */
      source:
        | {
            /** @constant */
            kind: 'recipe';
            /** @description Id of a saved recipe. */
            rid: string;
            /**
             * @description Maximum number of records of one refresh, 1 to 100000. Default: 10000.
             * @default 10000
             */
            limit?: number;
            /**
             * @description Maximum number of pages of one refresh, 1 to 1000. Default: 100.
             * @default 100
             */
            max_pages?: number;
          }
        | {
            /** @constant */
            kind: 'collect';
            /** @description URL of a page that lists records. */
            url: string;
            /** @description Fields to return per record, in words: `["name", "price", "link to the product"]`. At most 60. */
            fields: string[];
            /**
             * @description Maximum number of records of one refresh, 1 to 100000. Default: 10000.
             * @default 10000
             */
            limit?: number;
            /**
             * @description Maximum number of pages of one refresh, 1 to 1000. Default: 100.
             * @default 100
             */
            max_pages?: number;
          }
        | {
            /** @constant */
            kind: 'extract';
            /** @description URLs of up to 1000 pages, each with one record or a list of records. */
            urls: string[];
            /** @description JSON Schema (2020-12 or draft-07) of the values to extract: an object with properties, or an array. Only local references are allowed. */
            schema: {
              [key: string]: unknown;
            };
            /** @description Reads only pages that may have changed since the last refresh. The service sends the validators of the last reading (`If-None-Match`, `If-Modified-Since`), and does not request pages that the sitemap lists with an older `lastmod`. Each page is requested at least every 7 days. Default: false. */
            only_changed?: boolean;
            request?: components['schemas']['PageRequest'];
            /** @description Id of a saved login for the site of the pages. */
            login?: string;
          }
        | {
            /** @constant */
            kind: 'records';
            /** @description Records as objects with any fields. The request body is limited to 2 MB. */
            records: {
              [key: string]: unknown;
            }[];
          };
      /** @description Up to 10 fields whose values together identify a record. Default: detected from the names and values of the fields. */
      key?: string[] | null;
      /** @description Schedule of refreshes. Default: none; refreshes run on request. */
      schedule?: components['schemas']['ScheduleInput'] | null;
      /** @description URL that receives an event for each refresh that changed something. */
      webhook?: string | null;
      /** @description Two-letter code of the country of the exit (ISO 3166-1 alpha-2). */
      country?: string | null;
      /**
       * @description Fail instead of using an exit in another country. Default: `false`.
       * @default false
       */
      strict_country?: boolean;
      /**
       * @description Number of complete refreshes in a row without a record, 1 to 100, after which it is removed; until then its status is `missing`. Default: 2.
       * @default 2
       */
      removed_after?: number;
    };
    CreateKeyAnswer: {
      key_id: string;
      name: string;
      scopes: ('read' | 'write' | 'admin' | 'operator')[];
      created_at: string;
      /** @description Expiry time. null: the key does not expire. */
      expires_at: string | null;
      /** @description Time of the last use, to the minute. */
      last_used_at: string | null;
      /** @description Limits of this key. `null`: the limits of the account apply. */
      limits: {
        requests_per_minute: number | null;
        concurrent: number | null;
        credits_per_day: number | null;
      };
      /** @description Credits charged today (UTC) to this key and to those that share its `credits_per_day`. */
      credits_used_today: number;
      /** @description Ids of other active keys that share `credits_per_day` with this key. */
      shares_credits_with: string[];
      /** @description Token of the key, returned only once. null in a response that is replayed for an Idempotency-Key. */
      key: string | null;
    };
    CreateKeyRequest: {
      /** @description Name of the key in lists and in the request history. */
      name: string;
      /**
       * @description Permissions: `read`, `write`, `admin` (keys, webhooks and logins), `operator`. A key can grant only scopes that it has itself.
       * @default [
       *       "read",
       *       "write"
       *     ]
       */
      scopes?: ('read' | 'write' | 'admin' | 'operator')[];
      /** @description Expiry time, as RFC 3339. Default: the key does not expire. */
      expires_at?: string | null;
      /** @description Requests per minute. Must not exceed the limit of the account. */
      requests_per_minute?: number | null;
      /** @description Concurrent requests. Must not exceed the limit of the account. */
      concurrent?: number | null;
      /** @description Maximum credits per day (UTC) of everything that the key starts: requests, jobs, monitors, datasets, workflows and browsers. */
      credits_per_day?: number | null;
    };
    CreateMonitorAnswer: {
      mid: string;
      name: string | null;
      tags?: string[];
      url: string | null;
      watch: {
        [key: string]: unknown;
      };
      schedule: {
        [key: string]: unknown;
      };
      country: string | null;
      strict_country: boolean;
      /** @enum {string} */
      render: 'auto' | 'never' | 'always';
      login: string | null;
      /** @description How the page is requested, as it was saved. A key that may only read gets it without secrets. */
      request?: {
        headers?: {
          [key: string]: unknown;
        };
        cookies?:
          | (
              | {
                  [key: string]: unknown;
                }
              | unknown[]
            )
          | null;
        body?: string | null;
        steps?: unknown[];
      } & {
        [key: string]: unknown;
      };
      ignore: unknown[];
      conditions: {
        [key: string]: unknown;
      }[];
      goal?: string | null;
      /** @enum {string} */
      match: 'all' | 'any';
      confirm: number;
      failing_after: number;
      screenshot: boolean;
      only_changed?: boolean;
      /** @description A key that may only read gets the addresses of webhooks without tokens. */
      notify: {
        [key: string]: unknown;
      };
      /**
       * @description `needs_attention`: the page exists, but the watched part of it does not. Checks continue.
       * @enum {string}
       */
      status: 'active' | 'paused' | 'needs_attention';
      /** @description Time and result of the last check; null before the first one. */
      latest_check: {
        check: number;
        at: string;
        /** @enum {string} */
        state: 'new' | 'same' | 'changed' | 'removed' | 'error';
        summary: string;
      } | null;
      created_at: string;
      updated_at: string;
      last_check: string | null;
      last_change: string | null;
      /** @description Time of the last successful check. */
      last_success: string | null;
      next_run_at: string | null;
      /** @description Times of the next three checks. */
      next_runs: string[];
      consecutive_failures: number;
      check_count: number;
      /** @description Id of the job of the running check, or null. */
      checking: string | null;
      warnings: components['schemas']['Warning'][];
    };
    CreateMonitorRequest: {
      /**
       * @description Name in lists and messages.
       * @default null
       */
      name?: string | null;
      /** @description Up to 20 labels. The monitors of a label are listed with `tag`, and share a feed. */
      tags?: string[];
      /**
       * @description URL of the page; null if no page is watched.
       * @default null
       */
      url?: string | null;
      /**
       * @description The watched content: the page, a section of it, values on it, a dataset, the results of a search, or the records of a workflow. Default: the main content of the page.
       * @default {
       *       "kind": "page"
       *     }
       */
      watch?:
        | {
            /** @constant */
            kind: 'page';
            /** @description Watch the whole page instead of its main content. Default: `false`. */
            whole?: boolean;
          }
        | {
            /** @constant */
            kind: 'section';
            /** @description Heading of the section, or words that describe it. */
            focus?: string;
            /** @description Selector of the section: CSS, XPath that starts with `//`, or for an answer in JSON a JSONPath query (RFC 9535). */
            selector?: string;
          }
        | {
            /** @constant */
            kind: 'fields';
            schema?: {
              [key: string]: unknown;
            } | null;
            /** @description Description of the values to watch. */
            prompt?: string | null;
          }
        | {
            /** @constant */
            kind: 'dataset';
            did: string;
          }
        | {
            /** @constant */
            kind: 'search';
            /** @description Query whose results are watched. */
            query: string;
            /**
             * @description Number of results. Default: 10.
             * @default 10
             */
            limit?: number;
          }
        | {
            /** @constant */
            kind: 'workflow';
            /** @description Workflow whose records are watched: those of its last completed run. */
            id: string;
          };
      schedule?: components['schemas']['ScheduleInput'];
      /** @description Country of the exit, two-letter code. */
      country?: string | null;
      /**
       * @description Fail instead of using an exit in another country.
       * @default false
       */
      strict_country?: boolean;
      /**
       * @description Whether a browser loads the page. `auto`: if the page has no content without its scripts.
       * @default auto
       * @enum {string}
       */
      render?: 'auto' | 'never' | 'always';
      /**
       * @description Id of a saved login for the site of `url`.
       * @default null
       */
      login?: string | null;
      request?: components['schemas']['PageRequest'];
      /**
       * @description Parts of the page that are not compared.
       * @default []
       */
      ignore?: components['schemas']['IgnoreRule'][];
      /**
       * @description Up to 20 conditions, evaluated after a change: it is notified only when they hold. Drops and rises count from the last notified value.
       * @default []
       */
      conditions?: components['schemas']['Condition'][];
      /** @description What a change must mean to be notified, such as `the price falls or a new size is added`. Decided by values where they show it, otherwise by a language model. */
      goal?: string | null;
      /**
       * @description All conditions must hold, or any one. Default: `all`.
       * @default all
       * @enum {string}
       */
      match?: 'all' | 'any';
      /**
       * @description Number of times a changed page is read again before the change is notified, 0 to 3. Each reading is charged as a page. Default: 2.
       * @default 2
       */
      confirm?: number;
      /**
       * @description Number of failed checks in a row, 1 to 100, after which the monitor is reported as failing. Default: 3.
       * @default 3
       */
      failing_after?: number;
      /**
       * @description Take a screenshot of each version and mark the differences. Default: `false`.
       * @default false
       */
      screenshot?: boolean;
      /** @description Send the validators of the stored version (`If-None-Match`, `If-Modified-Since`). If the site answers that the page has not changed, the page is not read. Default: `false`. */
      only_changed?: boolean;
      /**
       * @description Up to 5 webhooks and 5 e-mail addresses that receive the events changed, failing and recovered.
       * @default {}
       */
      notify?: {
        webhook?:
          | (
              | string
              | {
                  /** @description URL to which events are delivered, signed according to Standard Webhooks; prefer https */
                  url: string;
                  /**
                   * @description Format of messages. Default: the format of the URL’s service (Slack, Discord, Telegram, ntfy.sh, Matrix or Teams), otherwise `standard`.
                   * @enum {string}
                   */
                  form?:
                    | 'standard'
                    | 'slack'
                    | 'discord'
                    | 'telegram'
                    | 'ntfy'
                    | 'gotify'
                    | 'matrix'
                    | 'teams'
                    | 'apprise';
                }
              | (
                  | string
                  | {
                      /** @description URL to which events are delivered, signed according to Standard Webhooks; prefer https */
                      url: string;
                      /**
                       * @description Format of messages. Default: the format of the URL’s service (Slack, Discord, Telegram, ntfy.sh, Matrix or Teams), otherwise `standard`.
                       * @enum {string}
                       */
                      form?:
                        | 'standard'
                        | 'slack'
                        | 'discord'
                        | 'telegram'
                        | 'ntfy'
                        | 'gotify'
                        | 'matrix'
                        | 'teams'
                        | 'apprise';
                    }
                )[]
            )
          | null;
        email?: (string | string[]) | null;
        /** @description `true`: checks continue, but no notification is sent. Default: `false`. */
        muted?: boolean;
        /** @description Texts of readable messages with fields such as `{{name}}`, `{{summary}}` and `{{url}}`. */
        template?: {
          title?: string;
          text?: string;
        } | null;
        /** @description Send the events together. Default: each at once. */
        digest?: ('hourly' | 'daily') | null;
        /** @description Time of the daily digest. Default: 08:00. */
        digest_at?: string | null;
        /** @description Events between these times are sent at their end. */
        quiet_hours?: {
          from: string;
          to: string;
        } | null;
        /** @description Time zone of these times. Default: UTC. */
        timezone?: string | null;
      };
    };
    CreateRecipeRequest: {
      /** @description Name of the recipe. */
      name?: string | null;
      /** @description URL of the listing page. */
      url: string;
      /** @description Fields to return per record, in words: `["name", "price", "link to the product"]`. At most 60. */
      fields: string[];
      /** @description Two-letter code of the country of the exit (ISO 3166-1 alpha-2). */
      country?: string | null;
      /**
       * @description Fail instead of using an exit in another country. Default: `false`.
       * @default false
       */
      strict_country?: boolean;
      /** @description Source of the records, as another recipe contains it. Default: the first run discovers one. */
      source?: {
        /** @enum {string} */
        kind: 'api' | 'graphql' | 'embedded' | 'json_ld' | 'microdata' | 'feed' | 'table' | 'listing';
        /**
         * @default GET
         * @enum {string}
         */
        method?: 'GET' | 'POST';
        /**
         * @description URL of the call that returns the records. null: the page itself contains them.
         * @default null
         */
        url_template?: string | null;
        /**
         * @description JSON body of a POST call, such as a GraphQL query.
         * @default null
         */
        body?: string | null;
        /**
         * @description Source of each header value, by name.
         * @default {}
         */
        headers?: {
          [key: string]:
            | {
                /** @constant */
                kind: 'fixed';
                value: string;
              }
            | {
                /** @constant */
                kind: 'cookie';
                name: string;
              }
            | {
                /** @constant */
                kind: 'text';
                url: string | null;
                before: string;
                after: string;
              };
        };
        /** @default {} */
        cookies?: {
          [key: string]:
            | {
                /** @constant */
                kind: 'fixed';
                value: string;
              }
            | {
                /** @constant */
                kind: 'cookie';
                name: string;
              }
            | {
                /** @constant */
                kind: 'text';
                url: string | null;
                before: string;
                after: string;
              };
        };
        /**
         * @description True if the source needs a browser.
         * @default false
         */
        rendered?: boolean;
        /** @description JSON Pointer of the list; `*` stands for every entry of a list on the path. */
        record_path: string;
        /** @description JSON Pointers into a record, by field; the first one with a value is used. */
        field_map: {
          [key: string]: string[];
        };
        /** @default {} */
        types?: {
          [key: string]:
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
        };
        /** @default {} */
        transforms?: {
          [key: string]:
            | {
                /** @constant */
                kind: 'divide';
                by: number;
              }
            | {
                /** @constant */
                kind: 'epoch';
                /** @enum {string} */
                unit: 's' | 'ms';
              }
            | {
                /** @constant */
                kind: 'template';
                before: string;
                after: string;
              }
            | {
                /** @constant */
                kind: 'code';
              };
        };
        /**
         * @description Share of the records with a value when the recipe was saved, by field.
         * @default {}
         */
        filled?: {
          [key: string]: number;
        };
        /**
         * @default {
         *       "way": {
         *         "kind": "none"
         *       },
         *       "more": null,
         *       "total": null,
         *       "pages": null,
         *       "size": 1
         *     }
         */
        pagination?: {
          /** @description Method to get from one page to the next. */
          way:
            | {
                /** @constant */
                kind: 'none';
              }
            | {
                /** @constant */
                kind: 'link';
              }
            | {
                /** @constant */
                kind: 'number';
                place:
                  | {
                      /** @constant */
                      in: 'query';
                      name: string;
                    }
                  | {
                      /** @constant */
                      in: 'path';
                      index: number;
                    }
                  | {
                      /** @constant */
                      in: 'body';
                      path: string;
                    };
                from: number;
                step: number;
              }
            | {
                /** @constant */
                kind: 'cursor';
                place:
                  | {
                      /** @constant */
                      in: 'query';
                      name: string;
                    }
                  | {
                      /** @constant */
                      in: 'path';
                      index: number;
                    }
                  | {
                      /** @constant */
                      in: 'body';
                      path: string;
                    };
                path: string;
              }
            | {
                /** @constant */
                kind: 'address';
                path: string;
              }
            | {
                /** @constant */
                kind: 'header';
              };
          /** @description JSON Pointer to the value in a response that states whether there are more pages. */
          more: string | null;
          /** @description JSON Pointer to the number of records. */
          total: string | null;
          /** @description JSON Pointer to the number of pages. */
          pages: string | null;
          /** @description Number of records on a full page. */
          size: number;
        };
      } | null;
    };
    CreateSignInLinkAnswer: {
      key_id: string;
      /** @description Link, returned only once. null in a response that is replayed for an Idempotency-Key. */
      url: string | null;
      /** @description Time until which the link can be used. */
      expires_at: string;
    };
    CreateSignInLinkRequest: {
      /**
       * @description Seconds for which the link is valid. Default: one week.
       * @default 604800
       */
      valid_s?: number;
    };
    CreateWorkflowRequest: {
      /** @description Name of the workflow. */
      name: string;
      /** @description Steps in the order in which they run. */
      steps: components['schemas']['WorkflowStep'][];
      inputs?: {
        [key: string]: unknown;
      } | null;
      /** @description Two-letter code of the country of the exit (ISO 3166-1 alpha-2). */
      country?: string | null;
      /**
       * @description Fail instead of using an exit in another country. Default: `false`.
       * @default false
       */
      strict_country?: boolean;
      /**
       * @description Network of the exit. `auto` uses the service's own network if it has an exit in the country, otherwise a residential one.
       * @default auto
       * @enum {string}
       */
      network?: 'auto' | 'service' | 'residential';
      /** @description Id of a saved login to load. It must belong to the site of a step’s URL. */
      login?: string | null;
      /** @description Schedule of automatic runs, which use the defaults of `inputs`. */
      schedule?: components['schemas']['ScheduleInput'] | null;
      /** @description URL that receives the events workflow.needs_input and workflow.completed. */
      webhook?: string | null;
    };
    Credits: {
      plan: number;
      top_up: number;
      /** @description Credits held for running work. */
      reserved: number;
      available: number;
    };
    Dataset: {
      did: string;
      name: string;
      source:
        | {
            /** @constant */
            kind: 'recipe';
            rid: string;
            limit: number;
            max_pages: number;
          }
        | {
            /** @constant */
            kind: 'collect';
            url: string;
            fields: string[];
            limit: number;
            max_pages: number;
          }
        | {
            /** @constant */
            kind: 'extract';
            urls: string[];
            schema: {
              [key: string]: unknown;
            };
            only_changed?: boolean;
            /** @description How the page is requested, as it was saved. A key that may only read gets it without secrets. */
            request?: {
              headers?: {
                [key: string]: unknown;
              };
              cookies?:
                | (
                    | {
                        [key: string]: unknown;
                      }
                    | unknown[]
                  )
                | null;
              body?: string | null;
              steps?: unknown[];
            } & {
              [key: string]: unknown;
            };
            login?: string;
          }
        | {
            /** @constant */
            kind: 'records';
          };
      /** @description Fields whose values identify a record. Empty: the whole content identifies it. Null before the first records. */
      key: string[] | null;
      /** @description All fields that any record has or had, in order of first appearance. */
      fields: string[];
      country: string | null;
      strict_country: boolean;
      counts: {
        active: number;
        missing: number;
        removed: number;
      };
      /** @description Number of the last change; 0 before the first. */
      last_seq: number;
      created_at: string;
      last_refresh: components['schemas']['RefreshReport'] | null;
      /** @description Id of the job of the queued or running refresh, or null. */
      refreshing: string | null;
      schedule: components['schemas']['Schedule'] | null;
      /** @description Time of the next refresh, which starts within one minute of it. */
      next_run_at: string | null;
      /** @description Times of the next three refreshes. */
      next_runs: string[];
      webhook: string | null;
      /** @description Number of complete refreshes in a row without a record after which it is removed. */
      removed_after: number;
    };
    DatasetChange: {
      seq: number;
      at: string;
      /** @enum {string} */
      type: 'added' | 'changed' | 'removed' | 'returned';
      record_id: string;
      key: {
        [key: string]: unknown;
      } | null;
      /** @description The fields that differ; all fields of an added or removed record. */
      fields: {
        [key: string]: {
          old: unknown;
          new: unknown;
        };
      };
      /** @description Id of the job of the refresh that found the change. */
      jid: string | null;
    };
    DatasetRecord: {
      record_id: string;
      /** @description The key fields and their values. */
      key: {
        [key: string]: unknown;
      } | null;
      /** @enum {string} */
      status: 'active' | 'missing' | 'removed';
      data: {
        [key: string]: unknown;
      };
      first_seen: string;
      last_seen: string;
      last_changed: string;
    };
    DeleteDatasetAnswer: {
      did: string;
      /** @constant */
      deleted: true;
    };
    DeleteJobAnswer: {
      jid: string;
      /** @constant */
      deleted: true;
    };
    DeleteLoginAnswer: {
      lid: string;
      deleted: boolean;
    };
    DeleteMonitorAnswer: {
      mid: string;
      /** @constant */
      deleted: true;
    };
    DeleteRecipeAnswer: {
      rid: string;
      /** @constant */
      deleted: true;
    };
    DeleteWorkflowAnswer: {
      id: string;
      /** @constant */
      deleted: true;
    };
    Delivery: {
      /** @description Identifier of the delivery; the header `webhook-id` has the same value on every attempt. */
      id: string;
      /** @enum {string} */
      type:
        | 'job.started'
        | 'job.page'
        | 'job.paused'
        | 'job.completed'
        | 'job.failed'
        | 'job.cancelled'
        | 'dataset.changed'
        | 'monitor.changed'
        | 'monitor.failing'
        | 'monitor.recovered'
        | 'monitor.digest'
        | 'workflow.needs_input'
        | 'workflow.completed'
        | 'login.expired'
        | 'webhook.test';
      jid: string | null;
      /** @description URL of the receiver. Tokens in the path and query values are masked. */
      url: string;
      /**
       * @description `failed`: given up after eight attempts in a day and a half, or because the mail server rejected the recipient or the message permanently. `disabled`: not sent, because the receiver answered 410 to an event of this job or accepted nothing for five days.
       * @enum {string}
       */
      status: 'pending' | 'delivered' | 'failed' | 'disabled';
      /** @description Time of the event. */
      at: string;
      attempt_count: number;
      next_attempt_at: string | null;
      delivered_at: string | null;
    };
    DeliveryAttempt: {
      attempt: number;
      at: string;
      /** @description Duration in milliseconds. null: the attempt is running, or its process ended unexpectedly. */
      ms: number | null;
      status_code: number | null;
      /** @description First kilobyte of the response of the receiver. Untrusted text. */
      answer: string | null;
      error: string | null;
    };
    DeliveryDetail: {
      /** @description Identifier of the delivery; the header `webhook-id` has the same value on every attempt. */
      id: string;
      /** @enum {string} */
      type:
        | 'job.started'
        | 'job.page'
        | 'job.paused'
        | 'job.completed'
        | 'job.failed'
        | 'job.cancelled'
        | 'dataset.changed'
        | 'monitor.changed'
        | 'monitor.failing'
        | 'monitor.recovered'
        | 'monitor.digest'
        | 'workflow.needs_input'
        | 'workflow.completed'
        | 'login.expired'
        | 'webhook.test';
      jid: string | null;
      /** @description URL of the receiver. Tokens in the path and query values are masked. */
      url: string;
      /**
       * @description `failed`: given up after eight attempts in a day and a half, or because the mail server rejected the recipient or the message permanently. `disabled`: not sent, because the receiver answered 410 to an event of this job or accepted nothing for five days.
       * @enum {string}
       */
      status: 'pending' | 'delivered' | 'failed' | 'disabled';
      /** @description Time of the event. */
      at: string;
      attempt_count: number;
      next_attempt_at: string | null;
      delivered_at: string | null;
      data: {
        [key: string]: unknown;
      };
      attempts: components['schemas']['DeliveryAttempt'][];
    };
    DiffMonitorAnswer: {
      from: components['schemas']['MonitorVersion'];
      to: components['schemas']['MonitorVersion'];
      changed: boolean;
      summary: string;
      diff: components['schemas']['VersionDiff'];
    };
    Doctor: {
      /**
       * @description `unavailable` if a required or configured part does not work
       * @enum {string}
       */
      status: 'ok' | 'degraded' | 'unavailable';
      version: string;
      checks: {
        [key: string]: {
          /**
           * @description `ok`: worked when it was last used or tested; `unavailable`: a required or configured part does not work; `unreachable`: an optional part does not answer, and the service works without it; `not_tested`: neither used nor tested by this process yet
           * @enum {string}
           */
          status: 'ok' | 'degraded' | 'unavailable' | 'unreachable' | 'not_tested' | 'not_configured';
          detail?: string;
          /** @description Time of the last use or test. Absent if the part is observed at each call, or was neither used nor tested. */
          tested_at?: string;
        };
      };
    };
    EstimateAnswer: {
      /** @description only with `?dry_run=true`: minimum and maximum cost in credits */
      estimate: {
        min: number;
        max: number;
        lines: {
          item: string;
          quantity: number;
          credits: number;
          note: string;
        }[];
      };
    };
    Exit: {
      /** @description ISO 3166-1 alpha-2; null if unknown */
      country: string | null;
      city: string | null;
      /** @enum {string} */
      network: 'service' | 'residential' | 'unblock';
      ip: string | null;
      /** @description true only if the IP address was observed through the same upstream and session */
      verified: boolean;
      verified_at: string | null;
      evidence: {
        /** @description a database, the operator’s `geo` map, or the exits file */
        source: string;
        country: string | null;
        /** @description build day of the database */
        db_date: string | null;
      }[];
    };
    ExportDatasetAnswer: {
      export_id: string;
      did: string;
      /** @enum {string} */
      format: 'csv' | 'json' | 'ndjson' | 'xlsx' | 'parquet';
      filename: string;
      rows: number;
      bytes: number;
      /** @description SHA-256 checksum of the file, in hexadecimal. */
      sha256: string;
      /** @description Number of the last change that the file contains. Continue from it with `changes?since=`. */
      seq: number;
      /** @description `true` when formulas in cells were escaped; null for formats without formulas. */
      safe: boolean | null;
      /** @description Content that was shortened or left out. */
      notes: string[];
      expires_at: string;
      /** @description URL of the file. It supports ranges and requires a key of the account. */
      url: string;
    };
    ExportDatasetRequest: {
      /**
       * @description Format of the file. Default: `csv`, or `ndjson` when the request accepts application/x-ndjson.
       * @enum {string}
       */
      format?: 'csv' | 'json' | 'ndjson' | 'xlsx' | 'parquet';
      /**
       * @description Status of the exported records.
       * @default active
       * @enum {string}
       */
      status?: 'active' | 'missing' | 'removed' | 'all';
      /** @description Columns in this order. Default: all fields. */
      fields?: string[] | null;
      /**
       * @description csv: prefix cells that a spreadsheet would run as a formula with an apostrophe. This changes the values; set `false` for machine-readable files. Default: `true`.
       * @default true
       */
      safe?: boolean;
      /**
       * @description csv: start with a byte order mark, for spreadsheets. Default: `false`.
       * @default false
       */
      bom?: boolean;
      /**
       * @description csv and xlsx: write objects as JSON text, or as columns of their own (`offer.price`). Default: `json`.
       * @default json
       * @enum {string}
       */
      nested?: 'json' | 'columns';
      /**
       * @description Add columns about the record: `_record_id`, `_status`, `_first_seen`, `_last_seen`, `_last_changed`. Default: `false`.
       * @default false
       */
      meta?: boolean;
    };
    ExportMonitorsAnswer: {
      monitors: {
        [key: string]: unknown;
      }[];
    };
    ExtractAnswer:
      | {
          status: components['schemas']['PageStatus'];
          error?: components['schemas']['PageError'];
          /** @description URL as given in the request. */
          url: string;
          /** @description Extracted values in the structure and types of the schema. null: no value was found. */
          data: unknown;
          /** @description JSON Pointers into `data` of values that neither the visible text nor the data of the page contains. `evidence` states the source of all others. */
          unverified: string[];
          /** @description JSON Pointers of fields without a value. This does not mean that the page states none: see `searched_by`. */
          missing: string[];
          /** @description What looked for each field of `missing`, by JSON Pointer. `rules`: no rule found a value; the page may state it, and a model could look for it. `model`: a model read the page as well and did not find it. */
          searched_by: {
            [key: string]: 'rules' | 'model';
          };
          /** @description Source of each value, by JSON Pointer into `data`. */
          evidence: {
            [key: string]: {
              /** @enum {string} */
              method: 'page_data' | 'selector' | 'heuristic' | 'derived' | 'model';
              /**
               * @description `visible`: text that the page shows. `attribute`: an attribute or meta tag. `json`: JSON embedded in the page.
               * @enum {string}
               */
              source: 'visible' | 'attribute' | 'json';
              /** @description Location of the value on the page. */
              locator: string;
              /** @description Quoted text at that location; at most 300 characters. */
              quote: string;
              /**
               * @description True if little evidence supports the value: only its format or a nearby word.
               * @constant
               */
              weak?: true;
            };
          };
          /** @description Method that found each value, by JSON Pointer into `data`. */
          methods: {
            [key: string]: 'page_data' | 'selector' | 'heuristic' | 'derived' | 'model';
          };
          /** @description JSON Pointers of values from which selectors were learned. */
          learned: string[];
          warnings: components['schemas']['Warning'][];
          receipt: components['schemas']['Receipt'];
        }
      | components['schemas']['EstimateAnswer'];
    ExtractRequest: {
      /** @description URL of the page. */
      url: string;
      schema?: {
        [key: string]: unknown;
      } | null;
      /** @description Values to extract, in words, with or without a schema. Without `schema` and `prompt`, the structured data of the page is returned. */
      prompt?: string | null;
      /** @description Two-letter code of the country of the exit (ISO 3166-1 alpha-2). */
      country?: string | null;
      /**
       * @description Fail instead of using an exit in another country. Default: `false`.
       * @default false
       */
      strict_country?: boolean;
      /**
       * @description Whether a browser loads the page. `auto`: if the page has no content without its scripts.
       * @default auto
       * @enum {string}
       */
      render?: 'auto' | 'never' | 'always';
      /**
       * @description Learn selectors from this page for other pages with the same layout.
       * @default true
       */
      learn?: boolean;
    };
    FindJobPassagesAnswer: {
      jid: string;
      /** @enum {string} */
      type:
        | 'crawl'
        | 'batch_scrape'
        | 'scrape'
        | 'extract'
        | 'parse'
        | 'collect'
        | 'compare'
        | 'archive'
        | 'dataset_refresh'
        | 'monitor_check'
        | 'workflow_run';
      /** @enum {string} */
      status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
      pages: {
        url: string;
        title: string | null;
        /** @description Identifier of a long page, for GET /v1/read. */
        ref: string | null;
        /** @description Up to three, best first. */
        passages: components['schemas']['Passage'][];
      }[];
      /** @description Addresses of the read pages without a passage. */
      without: string[];
      /** @description Number of searched pages, from `offset`. */
      searched: number;
      /** @description Number of delivered pages. */
      total: number;
      next_offset: number | null;
    };
    FollowJobAnswer: {
      id: string;
      type: string;
      data: {
        [key: string]: unknown;
      };
    };
    ForgetLayoutAnswer: {
      layout_id: string;
      /** @constant */
      deleted: true;
    };
    FoundImage: {
      url: string;
      thumbnail_url?: string;
      /** @description Width in pixels. */
      width?: number;
      /** @description Height in pixels. */
      height?: number;
    };
    Functions: {
      /** @description The value of the field `tools` in a request of the chosen API of a language model. */
      tools: {
        [key: string]: unknown;
      }[];
    };
    Geolocation: {
      latitude: number;
      longitude: number;
      /**
       * @description metres
       * @default 50
       */
      accuracy?: number;
    };
    GetDatasetChangesAnswer: {
      did: string;
      changes: components['schemas']['DatasetChange'][];
      /** @description Value of `since` for the next request. */
      next_since: number;
      /** @description Number of the newest change. */
      last_seq: number;
    };
    GetDatasetRecordsAnswer: {
      did: string;
      records: components['schemas']['DatasetRecord'][];
      offset: number;
      /** @description Number of records with this status. */
      total: number;
      next_offset: number | null;
    };
    GetJobResultsAnswer: {
      jid: string;
      /** @enum {string} */
      type:
        | 'crawl'
        | 'batch_scrape'
        | 'scrape'
        | 'extract'
        | 'parse'
        | 'collect'
        | 'compare'
        | 'archive'
        | 'dataset_refresh'
        | 'monitor_check'
        | 'workflow_run';
      /** @enum {string} */
      status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
      /** @description Delivered pages. For a job of one task: the response that its direct call returns. */
      results: (
        | components['schemas']['PageResult']
        | ({
            receipt: components['schemas']['Receipt'];
          } & {
            [key: string]: unknown;
          })
      )[];
      offset: number;
      total: number;
      next_offset: number | null;
    };
    GetMonitorAnswer: {
      mid: string;
      name: string | null;
      tags?: string[];
      url: string | null;
      watch: {
        [key: string]: unknown;
      };
      schedule: {
        [key: string]: unknown;
      };
      country: string | null;
      strict_country: boolean;
      /** @enum {string} */
      render: 'auto' | 'never' | 'always';
      login: string | null;
      /** @description How the page is requested, as it was saved. A key that may only read gets it without secrets. */
      request?: {
        headers?: {
          [key: string]: unknown;
        };
        cookies?:
          | (
              | {
                  [key: string]: unknown;
                }
              | unknown[]
            )
          | null;
        body?: string | null;
        steps?: unknown[];
      } & {
        [key: string]: unknown;
      };
      ignore: unknown[];
      conditions: {
        [key: string]: unknown;
      }[];
      goal?: string | null;
      /** @enum {string} */
      match: 'all' | 'any';
      confirm: number;
      failing_after: number;
      screenshot: boolean;
      only_changed?: boolean;
      /** @description A key that may only read gets the addresses of webhooks without tokens. */
      notify: {
        [key: string]: unknown;
      };
      /**
       * @description `needs_attention`: the page exists, but the watched part of it does not. Checks continue.
       * @enum {string}
       */
      status: 'active' | 'paused' | 'needs_attention';
      /** @description Time and result of the last check; null before the first one. */
      latest_check: {
        check: number;
        at: string;
        /** @enum {string} */
        state: 'new' | 'same' | 'changed' | 'removed' | 'error';
        summary: string;
      } | null;
      created_at: string;
      updated_at: string;
      last_check: string | null;
      last_change: string | null;
      /** @description Time of the last successful check. */
      last_success: string | null;
      next_run_at: string | null;
      /** @description Times of the next three checks. */
      next_runs: string[];
      consecutive_failures: number;
      check_count: number;
      /** @description Id of the job of the running check, or null. */
      checking: string | null;
      /** @description Whether the conditions hold for the baseline. null: there are none, or they depend on the next change. */
      condition_met: boolean | null;
      /** @description The last 50 checks, newest first. */
      checks: components['schemas']['MonitorCheck'][];
      /** @description The last good version, with which the next check is compared. Its text is limited to 20,000 characters. */
      baseline: components['schemas']['MonitorVersion'] | null;
    };
    GetMonitorCheckAnswer: {
      check: components['schemas']['MonitorCheck'];
      version: components['schemas']['MonitorVersion'] | null;
    };
    GetRunRecordsAnswer: {
      run_id: string;
      records: unknown[];
      offset: number;
      total: number;
      next_offset: number | null;
    };
    /** @description Decision whether the change meets the goal; absent if there was nothing to decide. */
    GoalDecision: {
      /** @description `null`: it could not be decided. Such a change is notified. */
      met: boolean | null;
      /**
       * @description `values`: by values of the page, without a model.
       * @enum {string}
       */
      by: 'values' | 'model' | 'none';
      /** @description The changes that meet the goal: the JSON Pointer of a value or the heading of a section, and both texts. */
      evidence: {
        place: string | null;
        old: string | null;
        new: string | null;
      }[];
      /** @description Why it could not be decided. */
      reason?: string;
    };
    Health: {
      /** @enum {string} */
      status: 'ok' | 'degraded';
      version: string;
      checks: {
        [key: string]: {
          /**
           * @description `ok`: worked when it was last used or tested; `unavailable`: a required or configured part does not work; `unreachable`: an optional part does not answer, and the service works without it; `not_tested`: neither used nor tested by this process yet
           * @enum {string}
           */
          status: 'ok' | 'degraded' | 'unavailable' | 'unreachable' | 'not_tested' | 'not_configured';
          detail?: string;
          /** @description Time of the last use or test. Absent if the part is observed at each call, or was neither used nor tested. */
          tested_at?: string;
        };
      };
    };
    HistoryDetail: {
      rid: string;
      at: string;
      tool: string;
      /** @enum {string} */
      origin: 'http' | 'mcp' | 'cli' | 'v2' | 'job' | 'schedule';
      key_id: string | null;
      /** @description Status of the page for page operations; otherwise `ok` or the error code. */
      status: string;
      country: string | null;
      url: string | null;
      credits: number;
      ms: number;
      error?: {
        code: string;
        message: string;
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      };
      /** @description Parameters of the request, with secrets masked. */
      params: {
        [key: string]: unknown;
      };
      receipt: components['schemas']['Receipt'] | null;
    };
    HistoryEntry: {
      rid: string;
      at: string;
      tool: string;
      /** @enum {string} */
      origin: 'http' | 'mcp' | 'cli' | 'v2' | 'job' | 'schedule';
      key_id: string | null;
      /** @description Status of the page for page operations; otherwise `ok` or the error code. */
      status: string;
      country: string | null;
      url: string | null;
      credits: number;
      ms: number;
      error?: {
        code: string;
        message: string;
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      };
    };
    /** @description A selector (CSS, XPath that starts with `//`, or for JSON a JSONPath query), or an RE2 expression between slashes such as `/updated [0-9:]+/i`. Matches are neither compared nor shown. */
    IgnoreRule:
      | string
      | {
          expression: string;
          /**
           * @description `true`: matches are shown in differences but do not count as changes. Default: `true`.
           * @default true
           */
          shown?: boolean;
        };
    ImportMonitorsAnswer: {
      /** @description Ids of the created monitors, in the order of the request. */
      mids: string[];
    };
    ImportMonitorsRequest: {
      /** @description Up to 1000 monitors, in the format of GET /v1/monitors/export. */
      monitors: {
        /**
         * @description Name in lists and messages.
         * @default null
         */
        name?: string | null;
        /** @description Up to 20 labels. The monitors of a label are listed with `tag`, and share a feed. */
        tags?: string[];
        /**
         * @description URL of the page; null if no page is watched.
         * @default null
         */
        url?: string | null;
        /**
         * @description The watched content: the page, a section of it, values on it, a dataset, the results of a search, or the records of a workflow. Default: the main content of the page.
         * @default {
         *       "kind": "page"
         *     }
         */
        watch?:
          | {
              /** @constant */
              kind: 'page';
              /** @description Watch the whole page instead of its main content. Default: `false`. */
              whole?: boolean;
            }
          | {
              /** @constant */
              kind: 'section';
              /** @description Heading of the section, or words that describe it. */
              focus?: string;
              /** @description Selector of the section: CSS, XPath that starts with `//`, or for an answer in JSON a JSONPath query (RFC 9535). */
              selector?: string;
            }
          | {
              /** @constant */
              kind: 'fields';
              schema?: {
                [key: string]: unknown;
              } | null;
              /** @description Description of the values to watch. */
              prompt?: string | null;
            }
          | {
              /** @constant */
              kind: 'dataset';
              did: string;
            }
          | {
              /** @constant */
              kind: 'search';
              /** @description Query whose results are watched. */
              query: string;
              /**
               * @description Number of results. Default: 10.
               * @default 10
               */
              limit?: number;
            }
          | {
              /** @constant */
              kind: 'workflow';
              /** @description Workflow whose records are watched: those of its last completed run. */
              id: string;
            };
        schedule?: components['schemas']['ScheduleInput'];
        /** @description Country of the exit, two-letter code. */
        country?: string | null;
        /**
         * @description Fail instead of using an exit in another country.
         * @default false
         */
        strict_country?: boolean;
        /**
         * @description Whether a browser loads the page. `auto`: if the page has no content without its scripts.
         * @default auto
         * @enum {string}
         */
        render?: 'auto' | 'never' | 'always';
        /**
         * @description Id of a saved login for the site of `url`.
         * @default null
         */
        login?: string | null;
        request?: components['schemas']['PageRequest'];
        /**
         * @description Parts of the page that are not compared.
         * @default []
         */
        ignore?: components['schemas']['IgnoreRule'][];
        /**
         * @description Up to 20 conditions, evaluated after a change: it is notified only when they hold. Drops and rises count from the last notified value.
         * @default []
         */
        conditions?: components['schemas']['Condition'][];
        /** @description What a change must mean to be notified, such as `the price falls or a new size is added`. Decided by values where they show it, otherwise by a language model. */
        goal?: string | null;
        /**
         * @description All conditions must hold, or any one. Default: `all`.
         * @default all
         * @enum {string}
         */
        match?: 'all' | 'any';
        /**
         * @description Number of times a changed page is read again before the change is notified, 0 to 3. Each reading is charged as a page. Default: 2.
         * @default 2
         */
        confirm?: number;
        /**
         * @description Number of failed checks in a row, 1 to 100, after which the monitor is reported as failing. Default: 3.
         * @default 3
         */
        failing_after?: number;
        /**
         * @description Take a screenshot of each version and mark the differences. Default: `false`.
         * @default false
         */
        screenshot?: boolean;
        /** @description Send the validators of the stored version (`If-None-Match`, `If-Modified-Since`). If the site answers that the page has not changed, the page is not read. Default: `false`. */
        only_changed?: boolean;
        /**
         * @description Up to 5 webhooks and 5 e-mail addresses that receive the events changed, failing and recovered.
         * @default {}
         */
        notify?: {
          webhook?:
            | (
                | string
                | {
                    /** @description URL to which events are delivered, signed according to Standard Webhooks; prefer https */
                    url: string;
                    /**
                     * @description Format of messages. Default: the format of the URL’s service (Slack, Discord, Telegram, ntfy.sh, Matrix or Teams), otherwise `standard`.
                     * @enum {string}
                     */
                    form?:
                      | 'standard'
                      | 'slack'
                      | 'discord'
                      | 'telegram'
                      | 'ntfy'
                      | 'gotify'
                      | 'matrix'
                      | 'teams'
                      | 'apprise';
                  }
                | (
                    | string
                    | {
                        /** @description URL to which events are delivered, signed according to Standard Webhooks; prefer https */
                        url: string;
                        /**
                         * @description Format of messages. Default: the format of the URL’s service (Slack, Discord, Telegram, ntfy.sh, Matrix or Teams), otherwise `standard`.
                         * @enum {string}
                         */
                        form?:
                          | 'standard'
                          | 'slack'
                          | 'discord'
                          | 'telegram'
                          | 'ntfy'
                          | 'gotify'
                          | 'matrix'
                          | 'teams'
                          | 'apprise';
                      }
                  )[]
              )
            | null;
          email?: (string | string[]) | null;
          /** @description `true`: checks continue, but no notification is sent. Default: `false`. */
          muted?: boolean;
          /** @description Texts of readable messages with fields such as `{{name}}`, `{{summary}}` and `{{url}}`. */
          template?: {
            title?: string;
            text?: string;
          } | null;
          /** @description Send the events together. Default: each at once. */
          digest?: ('hourly' | 'daily') | null;
          /** @description Time of the daily digest. Default: 08:00. */
          digest_at?: string | null;
          /** @description Events between these times are sent at their end. */
          quiet_hours?: {
            from: string;
            to: string;
          } | null;
          /** @description Time zone of these times. Default: UTC. */
          timezone?: string | null;
        };
      }[];
    };
    InspectAnswer:
      | {
          status: components['schemas']['PageStatus'];
          error?: components['schemas']['PageError'];
          /** @description URL as given in the request. */
          url: string;
          /** @description True if the page has almost no content before its scripts run. */
          needs_browser: boolean;
          /** @description Sources, those of the main records of the page first; sources of the same records cheapest first. */
          sources: components['schemas']['InspectedSource'][];
          pagination: {
            /** @description URL of the next page, from a link on the page. */
            next: string | null;
            by: ('rel' | 'label' | 'number') | null;
            /** @description Highest linked page number. */
            last: number | null;
          };
          /** @description Identifier of the recommended source. */
          cheapest: string | null;
          feeds: string[];
          /** @description URLs of sitemaps that the page links to. */
          sitemaps: string[];
          /** @description URLs of the texts for language models that the site has: `llms.txt` and `llms-full.txt`. */
          llms_txt: string[];
          /** @description True if the calls of the page’s scripts were observed, or the page has none that could call anything. */
          calls_seen: boolean;
          /** @description True if the page was read, and its sources were tested before the time limit. */
          complete: boolean;
          /** @description Token for the rest of the call, valid for 24 hours. Send the request again with `?continue=TOKEN`. Absent if nothing is left to continue. */
          continue?: string;
          warnings: components['schemas']['Warning'][];
          receipt: components['schemas']['Receipt'];
        }
      | components['schemas']['EstimateAnswer'];
    InspectRequest: {
      /** @description URL of the page. */
      url: string;
      /** @description Two-letter code of the country of the exit (ISO 3166-1 alpha-2). */
      country?: string | null;
      /**
       * @description Fail instead of using an exit in another country. Default: `false`.
       * @default false
       */
      strict_country?: boolean;
    };
    InspectedSource: {
      id: string;
      /** @enum {string} */
      kind: 'api' | 'graphql' | 'embedded' | 'json_ld' | 'microdata' | 'feed' | 'table' | 'listing';
      /** @enum {string} */
      method: 'GET' | 'POST';
      /** @description URL that returns the records. */
      url: string;
      /** @description JSON Pointer of the list, or selector of the repeated elements. */
      path: string;
      records: number;
      /** @description Share of the visible records that this source contains in the same order, from 0 to 1. null: the page shows no records. */
      shown: number | null;
      fields: {
        name: string;
        /** @enum {string} */
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
      }[];
      /** @description Result of repeating a call of the page’s scripts without the page. The page itself needs no test. */
      replay: {
        tested: boolean;
        /** @description True if the call returns the same records without the page. */
        ok: boolean;
        /** @description Names of the required headers. */
        headers: string[];
        cookies: string[];
        /** @description Number of requests that the test needed. */
        calls: number;
        /** @description Reason why the call was not tested or does not work. */
        reason?: string;
      };
      pagination: {
        /** @enum {string} */
        kind: 'none' | 'link' | 'number' | 'cursor' | 'address' | 'header';
        /** @description True if a response states the number of records. */
        total: boolean;
      };
      /** @description True if the source needs a browser. */
      rendered: boolean;
      /** @description Credits for reading one page of the source. */
      credits_per_run: number;
    };
    IpAnswer: {
      /** @description IPv4 or IPv6 address. null: the request did not come through a network. */
      ip: string | null;
    };
    Job: {
      jid: string;
      /** @enum {string} */
      type:
        | 'crawl'
        | 'batch_scrape'
        | 'scrape'
        | 'extract'
        | 'parse'
        | 'collect'
        | 'compare'
        | 'archive'
        | 'dataset_refresh'
        | 'monitor_check'
        | 'workflow_run';
      /** @enum {string} */
      status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
      paused: boolean;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      /** @description time at which the job and its pages are deleted; null until it has ended */
      expires_at: string | null;
      /** @description as requested, with secrets masked */
      params: {
        [key: string]: unknown;
      };
      progress: {
        /** @description URLs found within the limits of the job */
        discovered: number;
        queued: number;
        running: number;
        /** @description finished pages of any status */
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
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      } | null;
      webhook: {
        url: string;
        delivered: number;
        failed: number;
        /** @description present if the target was disabled */
        notice?: string;
      } | null;
      /** @description URLs excluded by robots rules, at most about a thousand */
      robots_blocked: string[];
      robots_blocked_total: number;
      /** @description numbers of URLs that a crawl left out, by reason: `duplicate` (the content of a delivered page), `action` (a view, form or account page of the software), `trap` (an endless series), `path_rules`, `file`, `logout` (a link that ends the session of the login) */
      skipped: {
        duplicate?: number;
        action?: number;
        trap?: number;
        path_rules?: number;
        file?: number;
        logout?: number;
      };
      /** @description why pages of the job wait now; null if none waits */
      waiting: {
        /**
         * @description `retry_after`: the site asked for a pause. `login_expired`: the site asked for a login again, and the job is paused; save the login again and resume the job
         * @enum {string}
         */
        code: 'retry_after' | 'login_expired';
        /** @description origin that asked for the pause, or for a login */
        origin: string;
        /** @description time at which the job continues; null until it is resumed */
        until: string | null;
        /** @description id of the login whose session has ended */
        login?: string;
        /** @description id of the run that renews the login; the job continues after it */
        renewal?: string;
        message: string;
      } | null;
      warnings: components['schemas']['Warning'][];
    };
    Key: {
      key_id: string;
      name: string;
      scopes: ('read' | 'write' | 'admin' | 'operator')[];
      created_at: string;
      /** @description Expiry time. null: the key does not expire. */
      expires_at: string | null;
      /** @description Time of the last use, to the minute. */
      last_used_at: string | null;
      /** @description Limits of this key. `null`: the limits of the account apply. */
      limits: {
        requests_per_minute: number | null;
        concurrent: number | null;
        credits_per_day: number | null;
      };
      /** @description Credits charged today (UTC) to this key and to those that share its `credits_per_day`. */
      credits_used_today: number;
      /** @description Ids of other active keys that share `credits_per_day` with this key. */
      shares_credits_with: string[];
    };
    LedgerAnswer: {
      ledger: components['schemas']['LedgerRow'][];
      next_before: number | null;
    };
    LedgerRow: {
      id: number;
      at: string;
      /** @enum {string} */
      kind: 'renewal' | 'expiry' | 'top_up' | 'charge';
      /** @enum {string} */
      bucket: 'plan' | 'top_up';
      /** @description Credits that this row adds to the balance; negative for charges. */
      credits: number;
      /** @description Sum of all rows up to and including this one. */
      balance: number;
      request_id?: string;
      job?: string;
      pages?: number;
      note?: string;
    };
    ListAuditAnswer: {
      audit: components['schemas']['AuditEntry'][];
      next_before: number | null;
    };
    ListBrowsersAnswer: {
      sessions: components['schemas']['BrowserSession'][];
    };
    ListDatasetsAnswer: {
      datasets: components['schemas']['Dataset'][];
      total: number;
      next_offset: number | null;
    };
    ListJobsAnswer: {
      jobs: components['schemas']['Job'][];
      total: number;
      next_offset: number | null;
    };
    ListKeysAnswer: {
      keys: components['schemas']['Key'][];
    };
    ListLayoutsAnswer: {
      layouts: {
        layout_id: string;
        /** @description Registrable domain and URL pattern; `*` is the part that differs between pages. */
        site: string;
        /**
         * @description `provisional`: right on one page. `active`: right on two pages. `suspect`: less than half of the rules held on the last page. `stale`: the same on three consecutive pages; the layout is not used until it is learned again.
         * @enum {string}
         */
        state: 'provisional' | 'active' | 'suspect' | 'stale';
        fields: {
          /** @description JSON Pointer of the field in the schema. */
          pointer: string;
          /** @description Structure of the field: scalar, list or records. */
          structure: string;
          /** @description True if the rule was right on at least two pages. */
          proven: boolean;
        }[];
        /** @description Number of pages the layout was learned from. */
        taught: number;
        /** @description Number of pages read with the layout; several pages per minute count once. */
        used: number;
        /** @description Number of those pages on which at least half of the rules held. */
        held: number;
        /** @description Number of consecutive latest pages on which less than half of the rules held. */
        misses: number;
        created_at: string;
        learned_at: string;
        used_at: string;
      }[];
      total: number;
      next_offset: number | null;
    };
    ListLoginsAnswer: {
      logins: components['schemas']['Login'][];
    };
    ListMonitorChecksAnswer: {
      checks: components['schemas']['MonitorCheck'][];
      total: number;
      next_before: number | null;
    };
    ListMonitorsAnswer: {
      monitors: components['schemas']['Monitor'][];
      total: number;
      next_offset: number | null;
    };
    ListRecipesAnswer: {
      recipes: components['schemas']['Recipe'][];
      total: number;
      next_offset: number | null;
    };
    ListRequestsAnswer: {
      requests: components['schemas']['HistoryEntry'][];
      next_before: number | null;
    };
    ListWebhookDeliveriesAnswer: {
      deliveries: components['schemas']['Delivery'][];
      next_before: string | null;
    };
    ListWebhookTargetsAnswer: {
      targets: components['schemas']['WebhookTarget'][];
    };
    ListWorkflowRunsAnswer: {
      runs: components['schemas']['RunSummary'][];
      total: number;
      next_offset: number | null;
    };
    ListWorkflowsAnswer: {
      workflows: components['schemas']['Workflow'][];
      total: number;
      next_offset: number | null;
    };
    Login: {
      lid: string;
      name: string;
      /** @description Site of the login, and the only one that receives it. */
      domain: string;
      /** @description Country of the exit through which it was saved (ISO 3166-1 alpha-2), or null when unknown. */
      country: string | null;
      created_at: string;
      saved_at: string;
      last_used_at: string | null;
      /**
       * @description `expired`: the site asked for a login despite the saved one.
       * @enum {string}
       */
      status: 'ok' | 'expired';
      /** @description Operations that use this login for pages of its site without being asked to. */
      use_for: ('scrape' | 'crawl' | 'map' | 'monitors' | 'datasets')[];
      /** @description URL that receives the event `login.expired`. */
      webhook: string | null;
      /** @description The workflow that renews the login, or null. */
      renewal: {
        /** @description Id of the workflow that logs in again. */
        workflow: string;
        schedule: components['schemas']['Schedule'] | null;
        next_run_at: string | null;
        /** @description The last renewal, or null before the first. */
        last: {
          /** @description Run of the renewal: GET /v1/runs/{run_id}. */
          run_id: string | null;
          /** @enum {string} */
          status: 'running' | 'completed' | 'needs_input' | 'failed' | 'cancelled';
          started_at: string;
          error: {
            code: string;
            message: string;
          } | null;
        } | null;
      } | null;
    };
    MapAnswer: {
      status: components['schemas']['PageStatus'];
      error?: components['schemas']['PageError'];
      /** @description URL as given in the request. */
      url: string;
      links: {
        url: string;
        /** @description Title of the page, otherwise the text of a link to it. */
        title?: string;
        description?: string;
        /** @description Last modification as stated by the sitemap or feed. */
        lastmod?: string;
        /**
         * @description First source of the URL. Feeds count as sitemaps. `llms_txt`: `llms.txt` lists it.
         * @enum {string}
         */
        source: 'sitemap' | 'link' | 'robots' | 'llms_txt';
      }[];
      /** @description Number of matching URLs that this call found. `links` contains at most `limit` of them. A continued call counts only URLs that were not listed before. */
      total: number;
      /** @description True if all sitemaps of the site were read completely and all URLs are listed. Otherwise, `warnings` states the reason. */
      complete: boolean;
      /** @description URLs of the texts for language models that the site has: `llms.txt` and `llms-full.txt`. Absent if it has none, or for `sitemap` `only` and `skip`. */
      llms_txt?: string[];
      /** @description Token for the rest of the call, valid for 24 hours. Send the request again with `?continue=TOKEN`. Absent if nothing is left to continue. */
      continue?: string;
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    MapRequest: {
      /** @description Start page of the site. The host of this URL is mapped. */
      url: string;
      /** @description Words to search for in the URL, title or description. Only matching URLs are returned, best first. */
      search?: string | null;
      /**
       * @description Maximum number of URLs.
       * @default 200
       */
      limit?: number;
      /**
       * @description Include all hosts of the registrable domain.
       * @default false
       */
      include_subdomains?: boolean;
      /**
       * @description `include`: sitemaps and links of the start page. `only`: sitemaps. `skip`: links of the start page.
       * @default include
       * @enum {string}
       */
      sitemap?: 'include' | 'only' | 'skip';
      /** @description Two-letter code of the country of the exit (ISO 3166-1 alpha-2). */
      country?: string | null;
      /**
       * @description Fail instead of using an exit in another country. Default: `false`.
       * @default false
       */
      strict_country?: boolean;
    };
    /** @description model usage; absent if no model was called */
    ModelUse: {
      model: string;
      /**
       * @description how the output was constrained to the schema
       * @enum {string}
       */
      schema_mode: 'strict_schema' | 'schema' | 'grammar' | 'json_object' | 'text';
      /** @description requests, including repeated ones */
      calls: number;
      input_tokens: number;
      output_tokens: number;
      /** @description part of `input_tokens` that the model API read from its prompt cache */
      cached_tokens?: number;
      /** @description true if the model did not report its tokens */
      estimated: boolean;
      /** @description milliseconds */
      ms: number;
    };
    Monitor: {
      mid: string;
      name: string | null;
      tags?: string[];
      url: string | null;
      watch: {
        [key: string]: unknown;
      };
      schedule: {
        [key: string]: unknown;
      };
      country: string | null;
      strict_country: boolean;
      /** @enum {string} */
      render: 'auto' | 'never' | 'always';
      login: string | null;
      /** @description How the page is requested, as it was saved. A key that may only read gets it without secrets. */
      request?: {
        headers?: {
          [key: string]: unknown;
        };
        cookies?:
          | (
              | {
                  [key: string]: unknown;
                }
              | unknown[]
            )
          | null;
        body?: string | null;
        steps?: unknown[];
      } & {
        [key: string]: unknown;
      };
      ignore: unknown[];
      conditions: {
        [key: string]: unknown;
      }[];
      goal?: string | null;
      /** @enum {string} */
      match: 'all' | 'any';
      confirm: number;
      failing_after: number;
      screenshot: boolean;
      only_changed?: boolean;
      /** @description A key that may only read gets the addresses of webhooks without tokens. */
      notify: {
        [key: string]: unknown;
      };
      /**
       * @description `needs_attention`: the page exists, but the watched part of it does not. Checks continue.
       * @enum {string}
       */
      status: 'active' | 'paused' | 'needs_attention';
      /** @description Time and result of the last check; null before the first one. */
      latest_check: {
        check: number;
        at: string;
        /** @enum {string} */
        state: 'new' | 'same' | 'changed' | 'removed' | 'error';
        summary: string;
      } | null;
      created_at: string;
      updated_at: string;
      last_check: string | null;
      last_change: string | null;
      /** @description Time of the last successful check. */
      last_success: string | null;
      next_run_at: string | null;
      /** @description Times of the next three checks. */
      next_runs: string[];
      consecutive_failures: number;
      check_count: number;
      /** @description Id of the job of the running check, or null. */
      checking: string | null;
    };
    MonitorCheck: {
      /** @description Number of the check; the first is 1. */
      check: number;
      at: string;
      /**
       * @description `new`: the first version. `removed`: the page was missing twice in a row. `error`: the check failed; the baseline does not change.
       * @enum {string}
       */
      state: 'new' | 'same' | 'changed' | 'removed' | 'error';
      /** @description Description of the change in one line. It contains untrusted text of the page. */
      summary: string;
      diff: components['schemas']['VersionDiff'] | null;
      /** @description True for a change of which the conditions held and the goal was not missed, or that has no conditions. */
      condition_met: boolean;
      /** @description True when such a change was also sent to a recipient of `notify`. */
      notified: boolean;
      decision?: components['schemas']['GoalDecision'];
      error: {
        code: string;
        message: string;
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      } | null;
      /** @description Warnings about the exits of the check, such as `country_not_used`. */
      warnings: components['schemas']['Warning'][];
      screenshot?: string;
      visual_diff?: {
        url: string;
        /** @description Share of the pixels that differ, 0 to 1. */
        share: number;
      };
      credits: number;
      jid: string | null;
      receipt: components['schemas']['Receipt'] | null;
    };
    MonitorVersion: {
      at: string;
      title: string | null;
      /** @description URL of the page after redirects. */
      url: string | null;
      /** @description Markdown. Untrusted text. */
      text: string | null;
      data: unknown;
    };
    NetworkCall: {
      url: string;
      method: string;
      status: number | null;
      content_type: string | null;
      bytes: number;
      ms: number;
      json?: unknown;
    };
    OpenBrowserRequest: {
      /** @description URL of the first page. Default: an empty page. */
      url?: string | null;
      /** @description Two-letter code of the country of the exit (ISO 3166-1 alpha-2). */
      country?: string | null;
      /**
       * @description Fail instead of using an exit in another country. Default: `false`.
       * @default false
       */
      strict_country?: boolean;
      /**
       * @description `auto` uses the service's own network if it has an exit in the country, otherwise a residential one. Default: `auto`.
       * @default auto
       * @enum {string}
       */
      network?: 'auto' | 'service' | 'residential';
      /** @description Id of a saved login to load. */
      login?: string | null;
      /** @description Size of the viewport in CSS pixels, each side 200 to 4000. Default: 1280 × 800. */
      viewport?: {
        width: number;
        height: number;
      } | null;
      /** @description Language tag (BCP 47), such as `de-AT`. Default: the language of the exit’s country. */
      locale?: string | null;
      /** @description Time zone (IANA), such as `Europe/Vienna`. Default: the time zone of the exit’s country. */
      timezone?: string | null;
      /**
       * @description Maximum lifetime of the session in seconds, 10 to 14400. Default: 900.
       * @default 900
       */
      ttl_seconds?: number;
      /**
       * @description Seconds without a step after which the session is closed, 5 to 3600. Default: 300.
       * @default 300
       */
      idle_seconds?: number;
      /**
       * @description Seconds to wait for a free browser, 0 to 100. With 0, a full service returns 503 at once. Default: 0.
       * @default 0
       */
      wait_seconds?: number;
      /**
       * @description Record the steps as a workflow that can be replayed. It is returned when the session is read or closed. Default: `false`.
       * @default false
       */
      record?: boolean;
    };
    OpenedBrowserSession: {
      sid: string;
      /** @enum {string} */
      status: 'open' | 'closed' | 'expired';
      /** @description Reason why the session is no longer open, or null. */
      reason: string | null;
      url: string;
      title: string;
      exit: components['schemas']['Exit'] | null;
      /** @description Id of the saved login that was loaded, or null. */
      login: string | null;
      steps: number;
      /** @description Credits charged so far: 1 per started minute. */
      credits: number;
      opened_at: string;
      last_step_at: string;
      expires_at: string;
      closed_at: string | null;
      /** @description WebSocket URL of the live view. It opens once, within one minute. null in a response that is replayed for an Idempotency-Key. */
      live_url: string | null;
      snapshot: string | null;
      error?: components['schemas']['PageError'];
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    PageError: {
      /** @enum {string} */
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
        | 'not_configured'
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
      /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
      advice?: string;
    };
    /** @description metadata of the page; absent fields are not stated by the page */
    PageMetadata: {
      title?: string;
      description?: string;
      /** @description canonical language tag (BCP 47) */
      language?: string;
      /**
       * @description declared: by the page or its response; detected: from the text
       * @enum {string}
       */
      language_source?: 'declared' | 'detected';
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
    } & {
      [key: string]: unknown;
    };
    /** @description How the page is requested: headers, cookies, browser steps, or method and body. Each reading sends the request again. */
    PageRequest: {
      /** @description cookies that the site receives as if it had set them before: values by name, or a list with domains and paths */
      cookies?:
        | (
            | {
                [key: string]: string;
              }
            | components['schemas']['VisitorCookie'][]
          )
        | null;
      /** @description preferred languages, the first one first. Default: the language of the exit’s country */
      languages?: string[] | null;
      /** @description time zone of the browser. Default: that of the exit’s country */
      timezone?: string | null;
      /** @description place that the browser reports to sites that ask for it */
      geolocation?: components['schemas']['Geolocation'] | null;
      /** @description method of the request. Default: GET; another one than GET needs `allow_unsafe` and is sent over HTTP */
      method?: ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') | null;
      /** @description body of the request. Without a `Content-Type` in `headers`: JSON or form data if it is that, otherwise text */
      body?: string | null;
      /** @description confirms that a request with another method than GET may change something at the site */
      allow_unsafe?: boolean | null;
      /** @description request headers, sent only to the origin of the URL */
      headers?: {
        [key: string]: string;
      };
      /** @description browser steps to run before the page is read */
      steps?: {
        /** @enum {string} */
        type: 'wait' | 'click' | 'type' | 'press' | 'scroll' | 'wait_for' | 'script';
        /** @description element, for click, type, press, scroll and wait_for: a selector (CSS, or XPath that starts with //), or the text, label or placeholder that it shows */
        target?: string | null;
        /** @description selector of the element; use it or `target` */
        selector?: string | null;
        /** @description text to type, for type; text that must appear, for wait_for; JavaScript, for script, whose value is returned in `actions` */
        text?: string | null;
        /** @description name of the key, for press: Enter, Tab, a */
        key?: string | null;
        /** @description milliseconds, for wait */
        ms?: number | null;
        /** @description for scroll */
        direction?: ('up' | 'down') | null;
        /** @description CSS pixels, for scroll */
        amount?: number | null;
        /** @description timeout of this step in milliseconds */
        timeout_ms?: number | null;
      }[];
      /** @description selector or text of an element that must appear in the browser before the page is read */
      wait_for?: string;
      /** @description milliseconds to wait in the browser after the page has loaded */
      wait_ms?: number;
      /** @description emulate a mobile viewport and User-Agent */
      mobile?: boolean;
    };
    PageResult: {
      status: components['schemas']['PageStatus'];
      /** @description as requested */
      url: string;
      /** @description after redirects */
      final_url: string | null;
      status_code: number | null;
      title: string | null;
      /** @description at most `max_length` code points; `ref` gives access to the rest */
      markdown?: string;
      html?: string;
      raw_html?: string;
      text?: string;
      links?: {
        url: string;
        text: string;
        /**
         * @description Present if every link of the page to this URL has `rel="nofollow"`.
         * @constant
         */
        nofollow?: true;
      }[];
      images?: {
        url: string;
        alt: string;
      }[];
      metadata: components['schemas']['PageMetadata'];
      structured_data?: components['schemas']['StructuredData'];
      /** @description URL of the screenshot: GET /v1/blob/{id} */
      screenshot?: string;
      /** @description requests of the page's scripts */
      network?: components['schemas']['NetworkCall'][];
      /** @description extracted values, if a batch or a job of /v2 requested them */
      json?: unknown;
      /** @description JSON Pointers into `json`: values that the page does not contain */
      json_unverified?: string[];
      /** @description what looked for each value of `json` that was not found, by JSON Pointer: only `rules`, so that the page may state it, or a `model` as well */
      json_searched_by?: {
        [key: string]: 'rules' | 'model';
      };
      attributes?: {
        selector: string;
        attribute: string;
        values: string[];
      }[];
      actions?: components['schemas']['StepResults'];
      /** @description present for long pages: identifier for GET /v1/read */
      ref?: string;
      /** @description time at which `ref` expires */
      expires_at?: string;
      /** @description code points of the complete Markdown; 0 if no format shows the content */
      length: number;
      truncated: boolean;
      passages?: components['schemas']['Passage'][];
      /** @description in jobs over a list: line of the list, or element of a JSON list, from 1 */
      line?: number;
      /** @description name of the line, as the caller gave it */
      name?: string;
      warnings: components['schemas']['Warning'][];
      error?: components['schemas']['PageError'];
      receipt: components['schemas']['Receipt'];
    };
    PageResults: {
      /** @description pages in the order of the request; without those that `continue` reads */
      results: components['schemas']['PageResult'][];
      /** @description true if the response has a result for each page, whatever its status */
      complete: boolean;
      /** @description Token for the rest of the call, valid for 24 hours. Send the request again with `?continue=TOKEN`. Absent if nothing is left to continue. */
      continue?: string;
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    /** @enum {string} */
    PageStatus: 'ok' | 'not_found' | 'blocked' | 'failed' | 'unavailable' | 'budget_exhausted' | 'invalid';
    ParseAnswer:
      | components['schemas']['ParsedFile']
      | components['schemas']['EstimateAnswer']
      | components['schemas']['Job'];
    ParseRequest: {
      /** @description the file, at most 20 MB: its bytes in base64, or the id or URL of a file that the service has stored (`blob_…`), such as a download or a screenshot. HTTP also takes a form (`multipart/form-data`) with a part `file` and the other fields, or the bytes as body with their `Content-Type` and the other fields in the query */
      file: Blob | Uint8Array | string;
      /** @description name of the file; its extension tells the type of a text, such as `.md` */
      filename?: string | null;
      /** @description media type of the file, also with its `charset`; by default it is detected */
      content_type?: string | null;
      /** @description URL against which the links of the file are resolved; it is never fetched */
      base_url?: string | null;
      /**
       * @description formats of the result
       * @default [
       *       "markdown"
       *     ]
       */
      formats?: (
        | 'markdown'
        | 'html'
        | 'raw_html'
        | 'text'
        | 'links'
        | 'images'
        | 'metadata'
        | 'structured_data'
      )[];
      /**
       * @description omit navigation, advertisements and similar parts
       * @default true
       */
      only_main_content?: boolean;
      /**
       * @description CSS selectors, or XPath that starts with //: only matching elements are read
       * @default []
       */
      include_selectors?: string[];
      /**
       * @description CSS selectors, or XPath that starts with //: matching elements are omitted
       * @default []
       */
      exclude_selectors?: string[];
      schema?: {
        [key: string]: unknown;
      } | null;
      /** @description values to extract, in words, with or without a schema */
      prompt?: string | null;
      /** @description query: passages that answer it are returned as `passages`, best first */
      focus?: string | null;
      /**
       * @description maximum code points of Markdown in the result; `ref` gives access to the rest
       * @default 20000
       */
      max_length?: number;
      /** @description maximum tokens of Markdown in the result, estimated, for a model that reads it; `ref` gives access to the rest */
      max_tokens?: number | null;
      /** @description pages of a PDF to read, such as `3-7` or `1,4-6,12-`; all by default */
      pages?: string | null;
      /**
       * @description mark the start of each page of a PDF in the Markdown with `<!-- page 3 -->`
       * @default false
       */
      page_marks?: boolean;
      /**
       * @description links in the Markdown: `inline`; `references`: `[text][1]` with the addresses at the end; `none`: their text only
       * @default inline
       * @enum {string}
       */
      links?: 'inline' | 'references' | 'none';
      /**
       * @description which images are read with OCR, if the service has it. `auto`: image files, and pages of a PDF without text whose images cover most of the page; `always`: pages with text as well; `never`: none
       * @default auto
       * @enum {string}
       */
      ocr?: 'auto' | 'never' | 'always';
      /**
       * @description timeout in milliseconds
       * @default 60000
       */
      timeout_ms?: number;
    };
    ParsedFile: {
      status: components['schemas']['PageStatus'];
      /** @description always null: a sent file has no address */
      url: null;
      /** @description always null: a sent file has no address */
      final_url: null;
      /** @description always null: a sent file has no address */
      status_code: null;
      title: string | null;
      /** @description at most `max_length` code points; `ref` gives access to the rest */
      markdown?: string;
      html?: string;
      raw_html?: string;
      text?: string;
      links?: {
        url: string;
        text: string;
        /**
         * @description Present if every link of the page to this URL has `rel="nofollow"`.
         * @constant
         */
        nofollow?: true;
      }[];
      images?: {
        url: string;
        alt: string;
      }[];
      metadata: components['schemas']['PageMetadata'];
      structured_data?: components['schemas']['StructuredData'];
      /** @description present for long pages: identifier for GET /v1/read */
      ref?: string;
      /** @description time at which `ref` expires */
      expires_at?: string;
      /** @description code points of the complete Markdown; 0 if no format shows the content */
      length: number;
      truncated: boolean;
      passages?: components['schemas']['Passage'][];
      /** @description in jobs over a list: line of the list, or element of a JSON list, from 1 */
      line?: number;
      /** @description name of the line, as the caller gave it */
      name?: string;
      warnings: components['schemas']['Warning'][];
      error?: components['schemas']['PageError'];
      receipt: components['schemas']['Receipt'];
      file: {
        /** @description without its path; null if it was sent without a name */
        name: string | null;
        bytes: number;
        /** @description SHA-256 of the bytes in hex, as in the receipt */
        sha256: string;
      };
      /** @description Extracted values in the structure and types of the schema. null: no value was found. */
      data?: unknown;
      /** @description JSON Pointers into `data` of values that neither the visible text nor the data of the page contains. `evidence` states the source of all others. */
      unverified?: string[];
      /** @description JSON Pointers of fields without a value. This does not mean that the page states none: see `searched_by`. */
      missing?: string[];
      /** @description What looked for each field of `missing`, by JSON Pointer. `rules`: no rule found a value; the page may state it, and a model could look for it. `model`: a model read the page as well and did not find it. */
      searched_by?: {
        [key: string]: 'rules' | 'model';
      };
      /** @description Source of each value, by JSON Pointer into `data`. */
      evidence?: {
        [key: string]: {
          /** @enum {string} */
          method: 'page_data' | 'selector' | 'heuristic' | 'derived' | 'model';
          /**
           * @description `visible`: text that the page shows. `attribute`: an attribute or meta tag. `json`: JSON embedded in the page.
           * @enum {string}
           */
          source: 'visible' | 'attribute' | 'json';
          /** @description Location of the value on the page. */
          locator: string;
          /** @description Quoted text at that location; at most 300 characters. */
          quote: string;
          /**
           * @description True if little evidence supports the value: only its format or a nearby word.
           * @constant
           */
          weak?: true;
        };
      };
      /** @description Method that found each value, by JSON Pointer into `data`. */
      methods?: {
        [key: string]: 'page_data' | 'selector' | 'heuristic' | 'derived' | 'model';
      };
    };
    Passage: {
      offset: number;
      length: number;
      score: number;
      section: string | null;
      /** @description Heading of the section; absent in results of earlier releases. */
      heading?: string | null;
      text: string;
    };
    PriceDetail: {
      /** @description Price as written on the page. */
      text: string;
      /** @description Exact amount, as a decimal string. */
      amount: string;
      /** @description Amount in the base currency before rounding, as a decimal string. */
      amount_base: string | null;
      /**
       * @description `from`: a lower bound. `range`: see `up_to`.
       * @enum {string}
       */
      kind: 'exact' | 'range' | 'from';
      /** @description Upper end of a range. */
      up_to: string | null;
      /** @description Unit of the price, such as `kg` or `month`. null: the price of the product itself. */
      unit: string | null;
      /** @description Previous or list price. */
      list_price: string | null;
      /** @description True if the visible page shows the price; false if it is only in structured data. */
      shown: boolean;
      /** @description Location of the price on the page. */
      locator: string;
    };
    Problem: {
      /** @description URL of the section about `code` in the error reference of the service. */
      type: string;
      title: string;
      /** @description HTTP status code. */
      status: number;
      /** @description Explanation of this error, for people. */
      detail: string;
      /** @enum {string} */
      code:
        | 'unauthorized'
        | 'insufficient_credits'
        | 'forbidden'
        | 'not_found'
        | 'method_not_allowed'
        | 'conflict'
        | 'expired'
        | 'too_large'
        | 'unsupported_media_type'
        | 'invalid'
        | 'malformed_json'
        | 'rate_limited'
        | 'internal'
        | 'not_configured'
        | 'unavailable';
      /** @description Identifier of the request, the same as in the header X-Request-Id and in the request history. */
      request_id: string;
      /** @description With `not_configured`: the setting to set. */
      setting?: string;
      /** @description With `not_configured`: URL of the page about the setting. */
      documentation?: string;
      /** @description With 422: one entry per validation error, with a JSON Pointer into the body, or /query/NAME or /path/NAME. */
      errors?: {
        pointer: string;
        detail: string;
      }[];
    };
    ReadAnswer: {
      ref: string;
      url: string;
      title: string | null;
      content: string;
      /** @description Offset of `content` in Unicode code points, from the start of the page or of the requested section. */
      offset: number;
      /** @description Length of `content` in Unicode code points. */
      length: number;
      /** @description Length of the page or of the requested section in Unicode code points. */
      total_length: number;
      /** @description Value of `offset` for the next request. null: the end is reached. */
      next_offset: number | null;
      section: string | null;
      sections: components['schemas']['Section'][];
      /** @description Passages about `focus`, best first. Offsets count from the start of the page. */
      passages?: components['schemas']['Passage'][];
      /** @description Present if there are any. */
      warnings?: components['schemas']['Warning'][];
    };
    Receipt: {
      /** @constant */
      version: 1;
      id: string;
      /** @description id of the instance that signed the receipt */
      issuer: string;
      request_id: string;
      /** @description as requested, without credentials and secret parameters; null on the receipt of a request for many pages */
      url: string | null;
      /** @description SHA-256 (hex) of the complete URL; present if `url` is masked */
      url_sha256?: string;
      /** @description method of the request; present if it is not GET */
      method?: string;
      final_url: string | null;
      /** @description SHA-256 (hex) of the complete `final_url`; present if `final_url` is masked */
      final_url_sha256?: string;
      status: components['schemas']['PageStatus'] | null;
      status_code: number | null;
      /** @description id of the receipt of the original result, for a `cache` result */
      derived_from: string | null;
      route:
        | (
            | 'http'
            | 'browser'
            | 'residential'
            | 'residential_browser'
            | 'unblock'
            | 'cache'
            | 'archive'
            | 'upload'
            | 'none'
          )
        | null;
      exit: components['schemas']['Exit'] | null;
      credits: number;
      charges: {
        /** @enum {string} */
        item:
          | 'http'
          | 'browser'
          | 'residential'
          | 'residential_browser'
          | 'unblock'
          | 'cache'
          | 'archive'
          | 'upload'
          | 'none'
          | 'map'
          | 'search'
          | 'ai_extraction'
          | 'browser_minute'
          | 'read';
        credits: number;
      }[];
      attempts: components['schemas']['Attempt'][];
      /** @description ISO 8601, UTC */
      fetched_at: string;
      /** @description milliseconds from the start to the end of the work */
      ms: number;
      /** @description transferred bytes of all attempts */
      bytes: number;
      /** @description SHA-256 of the decoded body in UTF-8, as in `raw_html` */
      content_sha256: string | null;
      /** @description SHA-256 (hex) of the bytes of a file that the caller sent; present if `route` is `upload` */
      file_sha256?: string;
      /** @description SHA-256 (hex) of the canonical JSON (RFC 8785) of the result that was delivered with this receipt, without the receipt and its addresses; absent if the receipt covers no result */
      result_sha256?: string;
      /** @description id of the saved login with which the page was read; absent without one */
      login?: string;
      /** @description SHA-256 (hex) of single parts of that result by name: of a text in UTF-8, otherwise of its canonical JSON. `complete_markdown` is the whole text of a long page. */
      parts_sha256?: {
        [key: string]: string;
      };
      robots: {
        /** @enum {string} */
        policy: 'respect' | 'ignore';
        /** @enum {string} */
        verdict: 'allowed' | 'disallowed' | 'unknown';
      } | null;
      model?: components['schemas']['ModelUse'];
      /** @description ids of the pages’ receipts, on the receipt of a request for many pages */
      pages?: string[];
      /** @description detached JWS (EdDSA) over the RFC 8785 form of the other fields */
      signature: string;
    };
    ReceiptVerification: {
      /** @description the `id` of the receipt; null if it has none */
      id: string | null;
      /** @description true if this service signed the receipt, no field was changed since, and the result, if it was sent, does not differ from what was signed */
      valid: boolean;
      /** @description id of the key that signed; null if the signature is not valid */
      kid: string | null;
      /** @description why the receipt or its result is not valid; null if it is */
      reason: string | null;
      /** @description members of the result that were compared and do not differ */
      checked: string[];
      /** @description members of the result, and parts that the receipt covers, that could not be compared */
      unchecked: string[];
      /** @description the results in the lists of the result, which have receipts of their own */
      results?: components['schemas']['ResultVerification'][];
    };
    Recipe: {
      rid: string;
      name: string;
      url: string;
      fields: string[];
      country: string | null;
      strict_country: boolean;
      /** @description Source of the records. null: no run has found a source yet. */
      source: components['schemas']['RecipeSource'] | null;
      /** @description Short signature of the keys of the records when the source was found. */
      layout: string | null;
      created_at: string;
      last_run: {
        at: string;
        /** @enum {string} */
        status: 'ok' | 'not_found' | 'blocked' | 'failed' | 'unavailable' | 'budget_exhausted' | 'invalid';
        records: number;
        complete: boolean;
      } | null;
      health: {
        runs: number;
        /** @description Number of runs without error. */
        ok: number;
        last_error: string | null;
      };
    };
    RecipeSource: {
      /** @enum {string} */
      kind: 'api' | 'graphql' | 'embedded' | 'json_ld' | 'microdata' | 'feed' | 'table' | 'listing';
      /** @enum {string} */
      method: 'GET' | 'POST';
      /** @description URL of the call that returns the records. null: the page itself contains them. */
      url_template: string | null;
      /** @description JSON body of a POST call, such as a GraphQL query. */
      body: string | null;
      /** @description Source of each header value, by name. */
      headers: {
        [key: string]:
          | {
              /** @constant */
              kind: 'fixed';
              value: string;
            }
          | {
              /** @constant */
              kind: 'cookie';
              name: string;
            }
          | {
              /** @constant */
              kind: 'text';
              url: string | null;
              before: string;
              after: string;
            };
      };
      cookies: {
        [key: string]:
          | {
              /** @constant */
              kind: 'fixed';
              value: string;
            }
          | {
              /** @constant */
              kind: 'cookie';
              name: string;
            }
          | {
              /** @constant */
              kind: 'text';
              url: string | null;
              before: string;
              after: string;
            };
      };
      /** @description True if the source needs a browser. */
      rendered: boolean;
      /** @description JSON Pointer of the list; `*` stands for every entry of a list on the path. */
      record_path: string;
      /** @description JSON Pointers into a record, by field; the first one with a value is used. */
      field_map: {
        [key: string]: string[];
      };
      types: {
        [key: string]:
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
      };
      transforms: {
        [key: string]:
          | {
              /** @constant */
              kind: 'divide';
              by: number;
            }
          | {
              /** @constant */
              kind: 'epoch';
              /** @enum {string} */
              unit: 's' | 'ms';
            }
          | {
              /** @constant */
              kind: 'template';
              before: string;
              after: string;
            }
          | {
              /** @constant */
              kind: 'code';
            };
      };
      /** @description Share of the records with a value when the recipe was saved, by field. */
      filled: {
        [key: string]: number;
      };
      pagination: {
        /** @description Method to get from one page to the next. */
        way:
          | {
              /** @constant */
              kind: 'none';
            }
          | {
              /** @constant */
              kind: 'link';
            }
          | {
              /** @constant */
              kind: 'number';
              place:
                | {
                    /** @constant */
                    in: 'query';
                    name: string;
                  }
                | {
                    /** @constant */
                    in: 'path';
                    index: number;
                  }
                | {
                    /** @constant */
                    in: 'body';
                    path: string;
                  };
              from: number;
              step: number;
            }
          | {
              /** @constant */
              kind: 'cursor';
              place:
                | {
                    /** @constant */
                    in: 'query';
                    name: string;
                  }
                | {
                    /** @constant */
                    in: 'path';
                    index: number;
                  }
                | {
                    /** @constant */
                    in: 'body';
                    path: string;
                  };
              path: string;
            }
          | {
              /** @constant */
              kind: 'address';
              path: string;
            }
          | {
              /** @constant */
              kind: 'header';
            };
        /** @description JSON Pointer to the value in a response that states whether there are more pages. */
        more: string | null;
        /** @description JSON Pointer to the number of records. */
        total: string | null;
        /** @description JSON Pointer to the number of pages. */
        pages: string | null;
        /** @description Number of records on a full page. */
        size: number;
      };
    };
    RedeliverWebhookRequest: Record<string, never>;
    RefreshDatasetAnswer: {
      did: string;
      jid: string;
    };
    RefreshReport: {
      /** @description Id of the refresh’s job, or null for the records of the creating request. */
      jid: string | null;
      /**
       * @description `stopped`: more than half of the records would disappear, and nothing was merged; `error` states what to do.
       * @enum {string}
       */
      status: 'completed' | 'stopped' | 'failed';
      at: string;
      added: number;
      changed: number;
      removed: number;
      returned: number;
      /** @description Records that this refresh did not find. They are removed after `removed_after` complete refreshes in a row. */
      missing: number;
      /** @description Records of the source, without duplicates. */
      records: number;
      /** @description `true` when the whole source was read. An incomplete refresh marks nothing as missing. */
      complete: boolean;
      /** @description Records that were skipped because an earlier one has the same key. */
      duplicates: number;
      /** @description Records that were skipped because none of their key fields has a value. */
      without_key: number;
      /** @description With `only_changed`: pages that were not read, because the site confirmed that they have not changed. Their records are those of the last reading. */
      unchanged_pages?: number;
      /** @description Country through which the source was read; null if it is unknown, or if there were several. */
      country: string | null;
      /** @description Warnings about the exits through which the source was read, such as `country_not_used`. */
      warnings: components['schemas']['Warning'][];
      error: {
        code: string;
        message: string;
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      } | null;
    };
    ReplaceWorkflowRequest: {
      /** @description Name of the workflow. */
      name: string;
      /** @description Steps in the order in which they run. */
      steps: components['schemas']['WorkflowStep'][];
      inputs?: {
        [key: string]: unknown;
      } | null;
      /** @description Two-letter code of the country of the exit (ISO 3166-1 alpha-2). */
      country?: string | null;
      /**
       * @description Fail instead of using an exit in another country. Default: `false`.
       * @default false
       */
      strict_country?: boolean;
      /**
       * @description Network of the exit. `auto` uses the service's own network if it has an exit in the country, otherwise a residential one.
       * @default auto
       * @enum {string}
       */
      network?: 'auto' | 'service' | 'residential';
      /** @description Id of a saved login to load. It must belong to the site of a step’s URL. */
      login?: string | null;
      /** @description Schedule of automatic runs, which use the defaults of `inputs`. */
      schedule?: components['schemas']['ScheduleInput'] | null;
      /** @description URL that receives the events workflow.needs_input and workflow.completed. */
      webhook?: string | null;
    };
    ResultVerification: {
      /** @description the `id` of the receipt; null if it has none */
      id: string | null;
      /** @description true if this service signed the receipt, no field was changed since, and the result, if it was sent, does not differ from what was signed */
      valid: boolean;
      /** @description id of the key that signed; null if the signature is not valid */
      kid: string | null;
      /** @description why the receipt or its result is not valid; null if it is */
      reason: string | null;
      /** @description members of the result that were compared and do not differ */
      checked: string[];
      /** @description members of the result, and parts that the receipt covers, that could not be compared */
      unchecked: string[];
    };
    RevokeKeyAnswer: {
      key_id: string;
      /** @constant */
      revoked: true;
    };
    RotateKeyAnswer: {
      key_id: string;
      name: string;
      scopes: ('read' | 'write' | 'admin' | 'operator')[];
      created_at: string;
      /** @description Expiry time. null: the key does not expire. */
      expires_at: string | null;
      /** @description Time of the last use, to the minute. */
      last_used_at: string | null;
      /** @description Limits of this key. `null`: the limits of the account apply. */
      limits: {
        requests_per_minute: number | null;
        concurrent: number | null;
        credits_per_day: number | null;
      };
      /** @description Credits charged today (UTC) to this key and to those that share its `credits_per_day`. */
      credits_used_today: number;
      /** @description Ids of other active keys that share `credits_per_day` with this key. */
      shares_credits_with: string[];
      /** @description Token of the key, returned only once. null in a response that is replayed for an Idempotency-Key. */
      key: string | null;
      replaces: {
        key_id: string;
        valid_until: string;
      };
    };
    RotateKeyRequest: {
      /**
       * @description Seconds for which the old key stays valid. 0 revokes it immediately.
       * @default 86400
       */
      grace_s?: number;
    };
    RotateWebhookSecretAnswer: {
      /** @description null in a response that is replayed for an Idempotency-Key. */
      secret: string | null;
      created_at: string;
      /** @description Time until which messages are also signed with the previous secret. */
      previous_valid_until: string | null;
    };
    RotateWebhookSecretRequest: Record<string, never>;
    RunFile: {
      fid: string;
      name: string;
      media_type: string;
      bytes: number;
      step: string;
      url: string;
    };
    RunLogEntry: {
      seq: number;
      at: string;
      /** @description JSON Pointer of the step in the workflow. */
      step: string;
      type: string;
      /**
       * @description `skipped`: an optional step that failed, or an interrupted step that was answered with `skip`.
       * @enum {string}
       */
      status: 'ok' | 'failed' | 'skipped' | 'asked' | 'answered' | 'resumed';
      ms: number;
      detail: string | null;
      /** @description URL of the browser after the step. */
      url: string | null;
      /** @description URL of the screenshot, for `screenshot` steps and failed steps. */
      screenshot: string | null;
      error: {
        code: string;
        message: string;
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      } | null;
    };
    RunRecipeAnswer:
      | components['schemas']['Collected']
      | components['schemas']['EstimateAnswer']
      | components['schemas']['Job'];
    RunRecipeRequest: {
      /** @description URL of another listing with the same structure. Default: the URL of the recipe. */
      url?: string | null;
      /**
       * @description Maximum number of records.
       * @default 100
       */
      limit?: number;
      /**
       * @description Maximum number of pages with records.
       * @default 10
       */
      max_pages?: number;
      /** @description Two-letter code of the country of the exit. Default: that of the recipe. */
      country?: string | null;
      /** @description Fail instead of using an exit in another country. Default: as the recipe says. */
      strict_country?: boolean | null;
      /** @description Value of `continue` from an earlier response. */
      continue?: string | null;
    };
    /** @enum {string} */
    RunStatus: 'queued' | 'running' | 'needs_input' | 'completed' | 'failed' | 'cancelled';
    RunSummary: {
      run_id: string;
      workflow_id: string;
      name: string;
      status: components['schemas']['RunStatus'];
      /** @description JSON Pointer of the current or last step. */
      step: string | null;
      records_total: number;
      /** @description Credits charged so far. */
      credits: number;
      error: {
        code: string;
        message: string;
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      } | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
    };
    RunWorkflowRequest: {
      /** @description Inputs of the workflow. Missing ones get their defaults. */
      inputs?: {
        [key: string]: unknown;
      } | null;
    };
    Schedule:
      | {
          every: string;
        }
      | {
          cron: string;
          timezone: string;
        }
      | {
          /** @constant */
          paused: true;
        };
    ScheduleDatasetRequest: {
      /** @description an interval: a number and s, m, h, d or w */
      every?: string;
      /** @description cron expression of five fields, in `timezone` */
      cron?: string;
      /** @description a time zone of the IANA database, for `cron`; default UTC */
      timezone?: string;
      /**
       * @description stops runs until another schedule is set
       * @constant
       */
      paused?: true;
    };
    /** @description `{every}`, `{cron, timezone}` or `{paused: true}` */
    ScheduleInput:
      | {
          /** @description an interval: a number and s, m, h, d or w */
          every: string;
        }
      | {
          /** @description cron expression of five fields: minute, hour, day of the month, month, day of the week */
          cron: string;
          /**
           * @description a time zone of the IANA database; a fixed hour runs once on each day, also with a clock change
           * @default UTC
           */
          timezone?: string;
        }
      | {
          /** @constant */
          paused: true;
        };
    ScheduleWorkflowRequest: {
      /** @description an interval: a number and s, m, h, d or w */
      every?: string;
      /** @description cron expression of five fields, in `timezone` */
      cron?: string;
      /** @description a time zone of the IANA database, for `cron`; default UTC */
      timezone?: string;
      /**
       * @description stops runs until another schedule is set
       * @constant
       */
      paused?: true;
    };
    ScrapeAnswer:
      | (components['schemas']['PageResult'] | components['schemas']['PageResults'])
      | components['schemas']['EstimateAnswer']
      | components['schemas']['Job'];
    ScrapeRequest: {
      /** @description URL of one page. Set either `url` or `urls`. */
      url?: string;
      /** @description URLs of up to 100 pages, which are read in parallel. */
      urls?: string[];
      /**
       * @description formats of the result; `screenshot` and `network` (requests of the page’s scripts) need a browser
       * @default [
       *       "markdown"
       *     ]
       */
      formats?: (
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
      )[];
      /** @description Two-letter code of the country of the exit (ISO 3166-1 alpha-2). */
      country?: string | null;
      /**
       * @description Fail instead of using an exit in another country. Default: `false`.
       * @default false
       */
      strict_country?: boolean;
      /**
       * @description `auto`: the network of the service first, residential exits only if it is blocked and `max_credits` allows
       * @default auto
       * @enum {string}
       */
      network?: 'auto' | 'service' | 'residential';
      /**
       * @description whether a browser loads the page; `auto`: if the page has no content without its scripts
       * @default auto
       * @enum {string}
       */
      render?: 'auto' | 'never' | 'always';
      /** @description browser steps to run before the page is read */
      steps?: {
        /** @enum {string} */
        type: 'wait' | 'click' | 'type' | 'press' | 'scroll' | 'wait_for' | 'script';
        /** @description element, for click, type, press, scroll and wait_for: a selector (CSS, or XPath that starts with //), or the text, label or placeholder that it shows */
        target?: string | null;
        /** @description selector of the element; use it or `target` */
        selector?: string | null;
        /** @description text to type, for type; text that must appear, for wait_for; JavaScript, for script, whose value is returned in `actions` */
        text?: string | null;
        /** @description name of the key, for press: Enter, Tab, a */
        key?: string | null;
        /** @description milliseconds, for wait */
        ms?: number | null;
        /** @description for scroll */
        direction?: ('up' | 'down') | null;
        /** @description CSS pixels, for scroll */
        amount?: number | null;
        /** @description timeout of this step in milliseconds */
        timeout_ms?: number | null;
      }[];
      /** @description alias of `steps` */
      actions?: {
        /** @enum {string} */
        type: 'wait' | 'click' | 'type' | 'press' | 'scroll' | 'wait_for' | 'script';
        /** @description element, for click, type, press, scroll and wait_for: a selector (CSS, or XPath that starts with //), or the text, label or placeholder that it shows */
        target?: string | null;
        /** @description selector of the element; use it or `target` */
        selector?: string | null;
        /** @description text to type, for type; text that must appear, for wait_for; JavaScript, for script, whose value is returned in `actions` */
        text?: string | null;
        /** @description name of the key, for press: Enter, Tab, a */
        key?: string | null;
        /** @description milliseconds, for wait */
        ms?: number | null;
        /** @description for scroll */
        direction?: ('up' | 'down') | null;
        /** @description CSS pixels, for scroll */
        amount?: number | null;
        /** @description timeout of this step in milliseconds */
        timeout_ms?: number | null;
      }[];
      /**
       * @description omit navigation, advertisements and similar parts
       * @default true
       */
      only_main_content?: boolean;
      /**
       * @description CSS selectors, or XPath that starts with //: only matching elements are read
       * @default []
       */
      include_selectors?: string[];
      /**
       * @description CSS selectors, or XPath that starts with //: matching elements are omitted
       * @default []
       */
      exclude_selectors?: string[];
      /**
       * @description milliseconds to wait in the browser after the page has loaded
       * @default 0
       */
      wait_ms?: number;
      /**
       * @description timeout of one page in milliseconds
       * @default 60000
       */
      timeout_ms?: number;
      /**
       * @description request headers, sent only to the origin of the URL
       * @default {}
       */
      headers?: {
        [key: string]: string;
      };
      /**
       * @description emulate a mobile viewport and User-Agent
       * @default false
       */
      mobile?: boolean;
      /** @description requests that a browser does not make. `ads`: advertisements, analytics and tag managers of other sites. Default: `ads`, `images`, `media` and `fonts`; nothing for screenshots, and no `ads` for the format `network` */
      block?: ('ads' | 'images' | 'media' | 'fonts' | 'stylesheets' | 'scripts')[] | null;
      /** @description `reject`: a browser rejects the request for consent to cookies before steps and screenshots; a warning states what it clicked */
      consent?: 'reject' | null;
      /** @description cookies that the site receives as if it had set them before: values by name, or a list with domains and paths */
      cookies?:
        | (
            | {
                [key: string]: string;
              }
            | components['schemas']['VisitorCookie'][]
          )
        | null;
      /** @description preferred languages, the first one first. Default: the language of the exit’s country */
      languages?: string[] | null;
      /** @description time zone of the browser. Default: that of the exit’s country */
      timezone?: string | null;
      /** @description place that the browser reports to sites that ask for it */
      geolocation?: components['schemas']['Geolocation'] | null;
      /** @description method of the request. Default: GET; another one than GET needs `allow_unsafe` and is sent over HTTP */
      method?: ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') | null;
      /** @description body of the request. Without a `Content-Type` in `headers`: JSON or form data if it is that, otherwise text */
      body?: string | null;
      /** @description confirms that a request with another method than GET may change something at the site */
      allow_unsafe?: boolean | null;
      /** @description options of the format `screenshot` */
      screenshot?: components['schemas']['ScreenshotOptions'] | null;
      /** @description id of a saved login; `none`: also no login whose `use_for` names the operation */
      login?: string | null;
      /** @description maximum cost of one page in credits */
      max_credits?: number | null;
      /**
       * @description maximum age in seconds of a cached result for the same URL and options, which is returned for 0 credits. An older result is also returned if the site confirms that the page has not changed. Results are cached for two days; 0 always fetches
       * @default 0
       */
      max_age?: number;
      /** @description query: passages that answer it are returned as `passages`, best first */
      focus?: string | null;
      /**
       * @description maximum code points of Markdown in the result; `ref` gives access to the rest
       * @default 20000
       */
      max_length?: number;
      /** @description maximum tokens of Markdown in the result, estimated, for a model that reads it; `ref` gives access to the rest */
      max_tokens?: number | null;
      /** @description pages of a PDF to read, such as `3-7` or `1,4-6,12-`; all by default */
      pages?: string | null;
      /**
       * @description mark the start of each page of a PDF in the Markdown with `<!-- page 3 -->`
       * @default false
       */
      page_marks?: boolean;
      /**
       * @description links in the Markdown: `inline`; `references`: `[text][1]` with the addresses at the end; `none`: their text only
       * @default inline
       * @enum {string}
       */
      links?: 'inline' | 'references' | 'none';
      /**
       * @description which images are read with OCR, if the service has it. `auto`: image files, and pages of a PDF without text whose images cover most of the page; `always`: pages with text as well; `never`: none
       * @default auto
       * @enum {string}
       */
      ocr?: 'auto' | 'never' | 'always';
      /**
       * @description `respect`: do not fetch pages that robots.txt disallows; the receipt contains the verdict either way
       * @default ignore
       * @enum {string}
       */
      robots?: 'respect' | 'ignore';
    };
    ScreenshotOptions: {
      /**
       * @description capture the full height of the page instead of the window
       * @default false
       */
      full_page?: boolean;
      /** @description quality of a JPEG; without it the screenshot is a PNG */
      quality?: number | null;
      /** @description width of the window in CSS pixels */
      width?: number | null;
      /** @description height of the window in CSS pixels */
      height?: number | null;
    };
    SearchAnswer: components['schemas']['SearchResults'] | components['schemas']['EstimateAnswer'];
    SearchRequest: {
      /** @description Search query. Operators such as `site:` are passed on to the provider. */
      query: string;
      /**
       * @description Maximum number of results.
       * @default 10
       */
      limit?: number;
      /**
       * @description Number of results to skip. Use `next_offset` of the previous response.
       * @default 0
       */
      offset?: number;
      /** @description Two-letter code of the country whose results are preferred. `country_applied` states the effect. */
      country?: string | null;
      /** @description Language of the results, such as de or pt-BR. */
      language?: string | null;
      /** @description Return only results of the last day, week, month or year. */
      freshness?: ('day' | 'week' | 'month' | 'year') | null;
      /** @description Only results published on this day or later, such as 2026-01-31 (UTC). */
      since?: string | null;
      /** @description Only results published on this day or earlier. */
      until?: string | null;
      /** @description Return only results on these domains and their subdomains. */
      include_domains?: string[] | null;
      /** @description Exclude results on these domains and their subdomains. */
      exclude_domains?: string[] | null;
      /**
       * @description Kind of results.
       * @default web
       * @enum {string}
       */
      category?: 'web' | 'news' | 'images' | 'videos' | 'research';
      /**
       * @description Maximum age of a cached result of the same query, in seconds. Cached results cost 0 credits. 0 always queries the provider.
       * @default 600
       */
      max_age?: number;
      scrape?: {
        /**
         * @description formats of the result; `screenshot` and `network` (requests of the page’s scripts) need a browser
         * @default [
         *       "markdown"
         *     ]
         */
        formats?: (
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
        )[];
        /** @description Two-letter code of the country of the exit (ISO 3166-1 alpha-2). */
        country?: string | null;
        /**
         * @description Fail instead of using an exit in another country. Default: `false`.
         * @default false
         */
        strict_country?: boolean;
        /**
         * @description `auto`: the network of the service first, residential exits only if it is blocked and `max_credits` allows
         * @default auto
         * @enum {string}
         */
        network?: 'auto' | 'service' | 'residential';
        /**
         * @description whether a browser loads the page; `auto`: if the page has no content without its scripts
         * @default auto
         * @enum {string}
         */
        render?: 'auto' | 'never' | 'always';
        /**
         * @description omit navigation, advertisements and similar parts
         * @default true
         */
        only_main_content?: boolean;
        /**
         * @description CSS selectors, or XPath that starts with //: only matching elements are read
         * @default []
         */
        include_selectors?: string[];
        /**
         * @description CSS selectors, or XPath that starts with //: matching elements are omitted
         * @default []
         */
        exclude_selectors?: string[];
        /**
         * @description milliseconds to wait in the browser after the page has loaded
         * @default 0
         */
        wait_ms?: number;
        /**
         * @description timeout of one page in milliseconds
         * @default 60000
         */
        timeout_ms?: number;
        /**
         * @description emulate a mobile viewport and User-Agent
         * @default false
         */
        mobile?: boolean;
        /** @description requests that a browser does not make. `ads`: advertisements, analytics and tag managers of other sites. Default: `ads`, `images`, `media` and `fonts`; nothing for screenshots, and no `ads` for the format `network` */
        block?: ('ads' | 'images' | 'media' | 'fonts' | 'stylesheets' | 'scripts')[] | null;
        /** @description maximum cost of one page in credits */
        max_credits?: number | null;
        /**
         * @description maximum age in seconds of a cached result for the same URL and options, which is returned for 0 credits. An older result is also returned if the site confirms that the page has not changed. Results are cached for two days; 0 always fetches
         * @default 0
         */
        max_age?: number;
        /** @description query: passages that answer it are returned as `passages`, best first */
        focus?: string | null;
        /**
         * @description maximum code points of Markdown in the result; `ref` gives access to the rest
         * @default 20000
         */
        max_length?: number;
        /** @description maximum tokens of Markdown in the result, estimated, for a model that reads it; `ref` gives access to the rest */
        max_tokens?: number | null;
        /** @description pages of a PDF to read, such as `3-7` or `1,4-6,12-`; all by default */
        pages?: string | null;
        /**
         * @description mark the start of each page of a PDF in the Markdown with `<!-- page 3 -->`
         * @default false
         */
        page_marks?: boolean;
        /**
         * @description links in the Markdown: `inline`; `references`: `[text][1]` with the addresses at the end; `none`: their text only
         * @default inline
         * @enum {string}
         */
        links?: 'inline' | 'references' | 'none';
        /**
         * @description which images are read with OCR, if the service has it. `auto`: image files, and pages of a PDF without text whose images cover most of the page; `always`: pages with text as well; `never`: none
         * @default auto
         * @enum {string}
         */
        ocr?: 'auto' | 'never' | 'always';
        /**
         * @description `respect`: do not fetch pages that robots.txt disallows; the receipt contains the verdict either way
         * @default ignore
         * @enum {string}
         */
        robots?: 'respect' | 'ignore';
      } | null;
    };
    SearchResult: {
      /** @description Rank of the result, starting at 1 plus `offset`. */
      rank: number;
      url: string;
      title: string;
      snippet: string;
      /** @description Publication date (ISO 8601). Absent if the provider does not state it. */
      published_at?: string;
      /** @description Search engines that found the result. */
      engines: string[];
      /**
       * @description Present if several categories were searched.
       * @enum {string}
       */
      category?: 'web' | 'news' | 'images' | 'videos' | 'research';
      image?: components['schemas']['FoundImage'];
      /** @description Time at which the page was read. Only for the provider `local`. */
      read_at?: string;
      /** @description Words of the query that the page does not contain. Only for the provider `local`. */
      missing_words?: string[];
      page?: components['schemas']['PageResult'];
    };
    SearchResults: {
      /** @constant */
      status: 'ok';
      query: string;
      /** @description Results, best first. Empty only if the provider found nothing. */
      results: components['schemas']['SearchResult'][];
      /**
       * @description Provider that returned the results.
       * @enum {string}
       */
      provider:
        | 'searxng'
        | 'brave'
        | 'serper'
        | 'tavily'
        | 'exa'
        | 'mojeek'
        | 'kagi'
        | 'marginalia'
        | 'local';
      /**
       * @description Effect of `country` at the provider: results restricted to it, results preferred, its language used instead, or ignored (also if no country was requested). The location from which the provider searched is unknown.
       * @enum {string}
       */
      country_applied: 'exact' | 'bias' | 'language' | 'ignored';
      /** @description True if `limit` was reached or the provider had no more results, and none of its engines failed. Otherwise, `warnings` states the reason. */
      complete: boolean;
      /** @description `offset` of the following results. null: the provider has no more, or returns no more. */
      next_offset: number | null;
      /** @description Time of the search, if the response is served from the cache. */
      cached_at?: string;
      /** @description Licence of the results, as stated by the provider. */
      licence?: string;
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    Section: {
      id: string;
      title: string;
      /** @description 1 to 6; 0 for the text before the first heading */
      level: number;
      offset: number;
      length: number;
    };
    SessionRecording: {
      name: string;
      steps: ({
        type: string;
      } & {
        [key: string]: unknown;
      })[];
      /** @description JSON Schema of the inputs of a replay. */
      inputs: {
        [key: string]: unknown;
      };
    };
    Snapshot: {
      captured_at: string;
      status_code: number | null;
      mime: string | null;
      /** @description Digest of the stored bytes. */
      digest: string | null;
      archive_url: string;
      /** @description null: the bytes differ from the previous capture and the content was not compared. */
      change: ('first' | 'changed' | 'same' | 'gone' | 'returned' | 'moved') | null;
      /**
       * @description Source of `change`: the index of the archive, the whole content, or the sections about `focus`.
       * @enum {string}
       */
      basis: 'index' | 'content' | 'focus';
      /** @description True if the captures from here to `until` were assumed to be the same without being read. */
      assumed: boolean;
      /** @description Time of the last capture of this version. */
      until?: string;
      /** @description Number of captures of this version. */
      captures?: number;
      /** @description The change happened after this time, and at `captured_at` at the latest. */
      last_seen_before?: string;
      /** @description Number of blocks that differ from the previous version. */
      size?: {
        added: number;
        removed: number;
        changed: number;
      };
      added?: string[];
      removed?: string[];
    };
    /** @description output of the steps, if a job of /v2 had steps with output */
    StepResults: {
      screenshots: string[];
      scrapes: {
        url: string;
        html: string;
      }[];
      javascript_returns: {
        type: string;
        value: unknown;
      }[];
      pdfs: string[];
    };
    StructuredData: {
      json_ld: unknown[];
      microdata: unknown[];
      rdfa: unknown[];
      open_graph: {
        [key: string]: string | string[];
      };
      twitter: {
        [key: string]: string | string[];
      };
      embedded: {
        [key: string]: unknown;
      };
    };
    TestRecipeAnswer: {
      /** @description True if all checks passed. */
      ok: boolean;
      checks: {
        name: string;
        ok: boolean;
        detail: string;
      }[];
      /** @description First 5 records. */
      sample: {
        [key: string]: unknown;
      }[];
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    TestRecipeRequest: {
      /** @description URL of another listing with the same structure. Default: the URL of the recipe. */
      url?: string | null;
      /** @description Two-letter code of the country of the exit. Default: that of the recipe. */
      country?: string | null;
      /** @description Fail instead of using an exit in another country. Default: as the recipe says. */
      strict_country?: boolean | null;
    };
    TestWebhookAnswer: {
      /** @description Identifier of the delivery; the header `webhook-id` has the same value on every attempt. */
      id: string;
      /** @enum {string} */
      type:
        | 'job.started'
        | 'job.page'
        | 'job.paused'
        | 'job.completed'
        | 'job.failed'
        | 'job.cancelled'
        | 'dataset.changed'
        | 'monitor.changed'
        | 'monitor.failing'
        | 'monitor.recovered'
        | 'monitor.digest'
        | 'workflow.needs_input'
        | 'workflow.completed'
        | 'login.expired'
        | 'webhook.test';
      jid: string | null;
      /** @description URL of the receiver. Tokens in the path and query values are masked. */
      url: string;
      /**
       * @description `failed`: given up after eight attempts in a day and a half, or because the mail server rejected the recipient or the message permanently. `disabled`: not sent, because the receiver answered 410 to an event of this job or accepted nothing for five days.
       * @enum {string}
       */
      status: 'pending' | 'delivered' | 'failed' | 'disabled';
      /** @description Time of the event. */
      at: string;
      attempt_count: number;
      next_attempt_at: string | null;
      delivered_at: string | null;
      data: {
        [key: string]: unknown;
      };
      attempts: components['schemas']['DeliveryAttempt'][];
      warnings: components['schemas']['Warning'][];
    };
    TestWebhookRequest: {
      /** @description URL to which events are delivered, signed according to Standard Webhooks; prefer https */
      url?: string;
      /**
       * @description Format of the message. Default: the format of the URL’s service, otherwise `standard`.
       * @enum {string}
       */
      form?:
        | 'standard'
        | 'slack'
        | 'discord'
        | 'telegram'
        | 'ntfy'
        | 'gotify'
        | 'matrix'
        | 'teams'
        | 'apprise';
      /**
       * Format: email
       * @description E-mail address, instead of a URL.
       */
      email?: string;
    };
    UpdateKeyRequest: {
      /** @description Name of the key in lists and in the request history. */
      name?: string;
      /** @description Requests per minute. Must not exceed the limit of the account. */
      requests_per_minute?: number | null;
      /** @description Concurrent requests. Must not exceed the limit of the account. */
      concurrent?: number | null;
      /** @description Maximum credits per day (UTC) of everything that the key starts: requests, jobs, monitors, datasets, workflows and browsers. */
      credits_per_day?: number | null;
    };
    Usage: {
      from: string;
      to: string;
      total: {
        credits: number;
        /** @description Charged pages. */
        pages: number;
      };
      by_day: {
        day: string;
        credits: number;
        /** @description Charged pages. */
        pages: number;
      }[];
      by_tool: {
        tool: string | null;
        credits: number;
        /** @description Charged pages. */
        pages: number;
      }[];
      by_route: {
        /** @description null: unknown. */
        route: string | null;
        credits: number;
        /** @description Charged pages. */
        pages: number;
      }[];
      by_country: {
        /** @description null: unknown. */
        country: string | null;
        credits: number;
        /** @description Charged pages. */
        pages: number;
      }[];
    };
    VerifyReceiptRequest: {
      /** @description the receipt, with its `signature` */
      receipt?: {
        [key: string]: unknown;
      };
      /** @description the response that the receipt covers, as it was received, or single parts of it; without `receipt` in it, `receipt` is used */
      result?: {
        [key: string]: unknown;
      };
    };
    VersionDiff: {
      blocks: {
        /** @enum {string} */
        type: 'added' | 'removed' | 'changed';
        /** @description Heading of the section that contains the block. */
        section: string | null;
        before: string | null;
        after: string | null;
      }[];
      /** @description Changed values by JSON Pointer. */
      fields: {
        [key: string]: {
          old: unknown;
          new: unknown;
        };
      };
      summary: {
        added: number;
        removed: number;
        changed: number;
      };
      /** @description `true` when the lists are shortened. */
      truncated: boolean;
    };
    VisitorCookie: {
      name: string;
      value: string;
      /** @description domain whose hosts receive it; by default only the host of the page */
      domain?: string | null;
      /** @default / */
      path?: string;
    };
    Warning: {
      code: string;
      message: string;
    };
    WebhookSecret: {
      /** @description Secret: `whsec_` followed by the key in base64, as Standard Webhooks libraries expect it. */
      secret: string;
      created_at: string;
      /** @description Time until which messages are also signed with the previous secret. */
      previous_valid_until: string | null;
    };
    WebhookTarget: {
      /** @description URL of the receiver. Tokens in the path and query values are masked. */
      url: string;
      /** @enum {string} */
      status: 'failing' | 'disabled';
      failing_since: string;
      /** @description Number of failed attempts since `failing_since`. */
      failures: number;
      last_failure_at: string;
      last_error: string;
      disabled_at: string | null;
      notice: string;
    };
    Workflow: {
      id: string;
      name: string;
      steps: unknown;
      inputs: {
        [key: string]: unknown;
      } | null;
      country: string | null;
      strict_country: boolean;
      /** @enum {string} */
      network: 'auto' | 'service' | 'residential';
      login: string | null;
      /** @description A key that may only read gets it without tokens. */
      webhook: string | null;
      schedule: components['schemas']['Schedule'] | null;
      next_run_at: string | null;
      next_runs: string[];
      last_run: {
        run_id: string;
        status: components['schemas']['RunStatus'];
        created_at: string;
      } | null;
      created_at: string;
      updated_at: string;
    };
    /** @description Exactly one of exists, text, url, var (with op and value), not, all, any. */
    WorkflowCondition: {
      /** @description True if this element exists: a selector, or the text that it shows. */
      exists?: string;
      /** @description True if the page shows this text. */
      text?: string;
      /** @description True if the URL contains this text. */
      url?: string;
      /** @description Path of a variable, such as `item.price`. */
      var?: string;
      /** @enum {string} */
      op?: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'exists' | 'empty';
      /** @description Value to compare the variable with. */
      value?: unknown;
      not?: {
        [key: string]: unknown;
      };
      all?: {
        [key: string]: unknown;
      }[];
      any?: {
        [key: string]: unknown;
      }[];
    };
    WorkflowRun: {
      run_id: string;
      workflow_id: string;
      name: string;
      status: components['schemas']['RunStatus'];
      /** @description JSON Pointer of the current or last step. */
      step: string | null;
      records_total: number;
      /** @description Credits charged so far. */
      credits: number;
      error: {
        code: string;
        message: string;
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      } | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      /** @description Id of the job. An answer or a retry creates another job. */
      jid: string;
      /** @description The open question while the status is `needs_input`. */
      question: {
        /**
         * @description `ask`: the question of a step. `repeat`: an interrupted step needs a decision; answer `repeat`, `skip` or `stop`.
         * @enum {string}
         */
        kind: 'ask' | 'repeat';
        step: string;
        question: string;
        name: string | null;
        schema: {
          [key: string]: unknown;
        } | null;
      } | null;
      /** @description The last 300 log entries, oldest first. */
      log: components['schemas']['RunLogEntry'][];
      log_total: number;
      /** @description The first 100 records. */
      records: unknown;
      files: components['schemas']['RunFile'][];
      /** @description Warnings about the browser of the run, such as `country_not_used`. */
      warnings: components['schemas']['Warning'][];
      /** @description Receipt of the last charge, or null before the first. */
      receipt: components['schemas']['Receipt'] | null;
      /** @description Time at which an ended run is deleted. */
      expires_at: string | null;
    };
    WorkflowStep: {
      /** @enum {string} */
      type:
        | 'goto'
        | 'click'
        | 'drag'
        | 'type'
        | 'fill'
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
      /** @description The element: a selector (CSS, or XPath that starts with //), or the text that it shows. */
      target?: string;
      /** @description type: the text to type. select: the option. wait_for: the text to wait for. evaluate: the script. */
      text?: string;
      /** @description drag: the element at which it ends, named like `target`. */
      to?: string;
      /** @description click, hover: point in CSS pixels from the left edge of the target or, without one, of the window. drag: point in `to`, or else the distance to move. */
      x?: number;
      /** @description The same from the top edge. */
      y?: number;
      /** @description goto, download: the URL. */
      url?: string;
      /** @description press: the key, such as `Enter` or `Control+A`. */
      key?: string;
      /** @description fill: what each control is set to, by its name or selector: a text, `true` or `false` for a box, one or several options for a list. */
      form?: {
        [key: string]: string | boolean | string[];
      };
      /** @description select: several options. */
      values?: string[];
      /** @description wait: time in milliseconds, up to 60000. */
      ms?: number;
      /**
       * @description scroll: the direction.
       * @enum {string}
       */
      direction?: 'up' | 'down' | 'left' | 'right';
      /** @description scroll: the distance in CSS pixels. */
      amount?: number;
      /** @description close_tab, switch_tab: the number of the tab. */
      tab?: number;
      /** @description upload: ids or URLs of up to 10 stored files. */
      files?: string[];
      /** @description type: press Enter after the text. Default: `false`. */
      submit?: boolean;
      /** @description type: hide the text in log, errors and records. ask: hide the answer. Default: `false`. */
      secret?: boolean;
      /** @description type: append to the field’s text instead of replacing it. Default: `false`. */
      append?: boolean;
      /** @description click: double-click. Default: `false`. */
      double?: boolean;
      /** @description Response to dialogs that the step opens. Default: alerts are accepted, all others are dismissed. */
      dialog?: {
        accept: boolean;
        text?: string | null;
      };
      /** @description screenshot: capture the full height of the page. Default: `false`. */
      full_page?: boolean;
      /** @description screenshot: JPEG quality, 1 to 100. Default: a PNG. */
      quality?: number;
      /** @description read: maximum length of the text in code points, 100 to 200000. */
      max_length?: number;
      /** @description extract: JSON Schema of the values to return. ask: JSON Schema of the answer. */
      schema?: {
        [key: string]: unknown;
      };
      /** @description extract: description of the values to return. */
      prompt?: string;
      /** @description extract, collect_rows: add the values to the records of the run. Default: `true`. */
      record?: boolean;
      /** @description collect_rows: descriptions of the fields of a row, such as `price`. */
      fields?: string[];
      /** @description Loops: maximum number of iterations, 1 to 1000. Default: 100. collect_rows: maximum number of rows. */
      limit?: number;
      /** @description for_each: a list, a variable that holds one (`{{rows}}`), or `{target}`: the elements that a CSS selector matches, as `{text, url}`. */
      items?:
        | unknown[]
        | string
        | {
            target: string;
          };
      /** @description for_each: name of the variable of the current item. Default: `item`. The variable `index` counts from 0. */
      as?: string;
      /** @description for_each, repeat_until: the steps of one iteration. */
      steps?: ({
        /** @enum {string} */
        type:
          | 'goto'
          | 'click'
          | 'drag'
          | 'type'
          | 'fill'
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
      } & {
        [key: string]: unknown;
      })[];
      until?: components['schemas']['WorkflowCondition'];
      condition?: components['schemas']['WorkflowCondition'];
      /** @description if: steps when the condition is true. */
      then?: ({
        /** @enum {string} */
        type:
          | 'goto'
          | 'click'
          | 'drag'
          | 'type'
          | 'fill'
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
      } & {
        [key: string]: unknown;
      })[];
      /** @description if: steps when the condition is false. */
      else?: ({
        /** @enum {string} */
        type:
          | 'goto'
          | 'click'
          | 'drag'
          | 'type'
          | 'fill'
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
      } & {
        [key: string]: unknown;
      })[];
      /** @description set, ask: name of the variable. save_login: name of the login. */
      name?: string;
      /** @description set: the value; its texts may contain variables. */
      value?: unknown;
      /** @description ask: the question. */
      question?: string;
      /** @description ask: seconds to keep the browser open for the answer, 0 to 1800. Default: 300. */
      wait_seconds?: number;
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  scrape: {
    parameters: {
      query?: {
        /** @description return only `estimate`, the possible cost: nothing is fetched, charged or created */
        dry_run?: boolean;
        /** @description respond immediately with a job; its single result is the response of this call */
        async?: boolean;
        /** @description with `async=true`: URL that receives an event when the job starts and ends */
        webhook?: string;
        /** @description `continue` of an earlier response: does the rest of that call. The body can be absent; its fields must be those of the earlier call. Valid for 24 hours. */
        continue?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScrapeRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScrapeAnswer'];
        };
      };
    };
  };
  search: {
    parameters: {
      query?: {
        /** @description return only `estimate`, the possible cost: nothing is fetched, charged or created */
        dry_run?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SearchRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SearchAnswer'];
        };
      };
    };
  };
  extract: {
    parameters: {
      query?: {
        /** @description return only `estimate`, the possible cost: nothing is fetched, charged or created */
        dry_run?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExtractRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExtractAnswer'];
        };
      };
    };
  };
  list_layouts: {
    parameters: {
      query?: {
        /**
         * @description Prefix of the site, such as `example.com`.
         * @example example.com
         */
        site?: string;
        /** @description Number of items to skip. */
        offset?: number;
        /** @description Maximum number of items in the response. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListLayoutsAnswer'];
        };
      };
    };
  };
  forget_layout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example lay_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ForgetLayoutAnswer'];
        };
      };
    };
  };
  parse: {
    parameters: {
      query?: {
        /** @description return only `estimate`, the possible cost: nothing is fetched, charged or created */
        dry_run?: boolean;
        /** @description respond immediately with a job; its single result is the response of this call */
        async?: boolean;
        /** @description with `async=true`: URL that receives an event when the job starts and ends */
        webhook?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ParseRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ParseAnswer'];
        };
      };
    };
  };
  map: {
    parameters: {
      query?: {
        /** @description Id of a saved login of the site, with which the start page is read. */
        login?: string | null;
        /** @description `continue` of an earlier response: does the rest of that call. The body can be absent; its fields must be those of the earlier call. Valid for 24 hours. */
        continue?: string;
        /** @description Milliseconds after which the call returns what is done by then. Default and maximum: 100000; with `async`, the default is 50 minutes. */
        timeout_ms?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MapRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MapAnswer'];
        };
      };
    };
  };
  inspect: {
    parameters: {
      query?: {
        /** @description return only `estimate`, the possible cost: nothing is fetched, charged or created */
        dry_run?: boolean;
        /** @description `continue` of an earlier response: does the rest of that call. The body can be absent; its fields must be those of the earlier call. Valid for 24 hours. */
        continue?: string;
        /** @description Milliseconds after which the call returns what is done by then. Default and maximum: 100000; with `async`, the default is 50 minutes. */
        timeout_ms?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InspectRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InspectAnswer'];
        };
      };
    };
  };
  collect: {
    parameters: {
      query?: {
        /** @description return only `estimate`, the possible cost: nothing is fetched, charged or created */
        dry_run?: boolean;
        /** @description respond immediately with a job; its single result is the response of this call */
        async?: boolean;
        /** @description with `async=true`: URL that receives an event when the job starts and ends */
        webhook?: string;
        /** @description Milliseconds after which the call returns what is done by then. Default and maximum: 100000; with `async`, the default is 50 minutes. */
        timeout_ms?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CollectRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CollectAnswer'];
        };
      };
    };
  };
  list_recipes: {
    parameters: {
      query?: {
        /** @description Number of items to skip. */
        offset?: number;
        /** @description Maximum number of items in the response. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListRecipesAnswer'];
        };
      };
    };
  };
  create_recipe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateRecipeRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Recipe'];
        };
      };
    };
  };
  get_recipe: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example rcp_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        rid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Recipe'];
        };
      };
    };
  };
  delete_recipe: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example rcp_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        rid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeleteRecipeAnswer'];
        };
      };
    };
  };
  run_recipe: {
    parameters: {
      query?: {
        /** @description return only `estimate`, the possible cost: nothing is fetched, charged or created */
        dry_run?: boolean;
        /** @description respond immediately with a job; its single result is the response of this call */
        async?: boolean;
        /** @description with `async=true`: URL that receives an event when the job starts and ends */
        webhook?: string;
        /** @description Milliseconds after which the call returns what is done by then. Default and maximum: 100000; with `async`, the default is 50 minutes. */
        timeout_ms?: number;
      };
      header?: never;
      path: {
        /** @example rcp_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        rid: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RunRecipeRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunRecipeAnswer'];
        };
      };
    };
  };
  test_recipe: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example rcp_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        rid: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['TestRecipeRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestRecipeAnswer'];
        };
      };
    };
  };
  compare: {
    parameters: {
      query?: {
        /** @description return only `estimate`, the possible cost: nothing is fetched, charged or created */
        dry_run?: boolean;
        /** @description respond immediately with a job; its single result is the response of this call */
        async?: boolean;
        /** @description with `async=true`: URL that receives an event when the job starts and ends */
        webhook?: string;
        /** @description `continue` of an earlier response: does the rest of that call. The body can be absent; its fields must be those of the earlier call. Valid for 24 hours. */
        continue?: string;
        /** @description Milliseconds after which the call returns what is done by then. Default and maximum: 100000; with `async`, the default is 50 minutes. */
        timeout_ms?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CompareRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompareAnswer'];
        };
      };
    };
  };
  archive: {
    parameters: {
      query?: {
        /** @description return only `estimate`, the possible cost: nothing is fetched, charged or created */
        dry_run?: boolean;
        /** @description respond immediately with a job; its single result is the response of this call */
        async?: boolean;
        /** @description with `async=true`: URL that receives an event when the job starts and ends */
        webhook?: string;
        /** @description `continue` of an earlier response: does the rest of that call. The body can be absent; its fields must be those of the earlier call. Valid for 24 hours. */
        continue?: string;
        /** @description Milliseconds after which the call returns what is done by then. Default and maximum: 100000; with `async`, the default is 50 minutes. */
        timeout_ms?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ArchiveRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ArchiveAnswer'];
        };
      };
    };
  };
  read: {
    parameters: {
      query: {
        /**
         * @description Identifier of the stored text, from a page result.
         * @example ref_0123456789
         */
        ref: string;
        /**
         * @description Number of Unicode code points to skip.
         * @example 0
         */
        offset?: number;
        /**
         * @description Maximum number of Unicode code points to return.
         * @example 20000
         */
        length?: number;
        /** @description Maximum tokens to return, estimated, for a model that reads them. */
        max_tokens?: number;
        /** @description Identifier or heading of a section. */
        section?: string;
        /** @description Words to search for; returns the passages about them. */
        focus?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReadAnswer'];
        };
      };
    };
  };
  blob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example blob_00000000000000000000000000000000 */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': unknown;
        };
      };
    };
  };
  list_datasets: {
    parameters: {
      query?: {
        /** @description Number of items to skip. */
        offset?: number;
        /**
         * @description Maximum number of items in the response.
         * @example 100
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListDatasetsAnswer'];
        };
      };
    };
  };
  create_dataset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateDatasetRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Dataset'];
        };
      };
    };
  };
  get_dataset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        did: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Dataset'];
        };
      };
    };
  };
  delete_dataset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        did: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeleteDatasetAnswer'];
        };
      };
    };
  };
  get_dataset_records: {
    parameters: {
      query?: {
        /** @description Number of items to skip. */
        offset?: number;
        /**
         * @description Maximum number of items in the response.
         * @example 100
         */
        limit?: number;
        /**
         * @description Status of the returned records.
         * @example active
         */
        status?: 'active' | 'missing' | 'removed';
      };
      header?: never;
      path: {
        /** @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        did: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetDatasetRecordsAnswer'];
        };
      };
    };
  };
  get_dataset_changes: {
    parameters: {
      query?: {
        /**
         * @description Number of the last change that you have. Default: 0, which starts at the first change.
         * @example 0
         */
        since?: number | null;
        /**
         * @description Maximum number of items in the response.
         * @example 200
         */
        limit?: number;
      };
      header?: never;
      path: {
        /** @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        did: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetDatasetChangesAnswer'];
        };
      };
    };
  };
  refresh_dataset: {
    parameters: {
      query?: {
        /** @description Merge the refresh even if more than half of the records disappear. Default: `false`. */
        accept_drop?: boolean;
      };
      header?: never;
      path: {
        /** @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        did: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RefreshDatasetAnswer'];
        };
      };
    };
  };
  schedule_dataset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        did: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScheduleDatasetRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Dataset'];
        };
      };
    };
  };
  export_dataset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        did: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ExportDatasetRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExportDatasetAnswer'];
          'text/csv': unknown;
          'application/x-ndjson': unknown;
        };
      };
    };
  };
  get_dataset_export: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        did: string;
        /** @example file_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        export_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': unknown;
        };
      };
    };
  };
  list_monitors: {
    parameters: {
      query?: {
        /** @description Only monitors with this status. */
        status?: 'active' | 'paused' | 'needs_attention';
        /** @description Part of the name or the URL. */
        q?: string;
        /** @description Only monitors with this tag. */
        tag?: string;
        /** @description Number of items to skip. */
        offset?: number;
        /**
         * @description Maximum number of items in the response.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListMonitorsAnswer'];
        };
      };
    };
  };
  create_monitor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateMonitorRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreateMonitorAnswer'];
        };
      };
    };
  };
  export_monitors: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExportMonitorsAnswer'];
        };
      };
    };
  };
  import_monitors: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ImportMonitorsRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportMonitorsAnswer'];
        };
      };
    };
  };
  monitors_feed: {
    parameters: {
      query?: {
        /**
         * @description Only monitors with this tag.
         * @example prices
         */
        tag?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': unknown;
        };
      };
    };
  };
  get_monitor: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        mid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetMonitorAnswer'];
        };
      };
    };
  };
  delete_monitor: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        mid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeleteMonitorAnswer'];
        };
      };
    };
  };
  change_monitor: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        mid: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ChangeMonitorRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Monitor'];
        };
      };
    };
  };
  act_on_monitor: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        mid: string;
        /** @example run */
        action: 'run' | 'pause' | 'resume';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActOnMonitorAnswer'];
        };
      };
    };
  };
  list_monitor_checks: {
    parameters: {
      query?: {
        /** @description Only checks with a lower number. */
        before?: number;
        /**
         * @description Only checks with this state.
         * @example changed
         */
        state?: 'new' | 'same' | 'changed' | 'removed' | 'error';
        /** @description Maximum number of items in the response. */
        limit?: number;
      };
      header?: never;
      path: {
        /** @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        mid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListMonitorChecksAnswer'];
        };
      };
    };
  };
  get_monitor_check: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        mid: string;
        /** @example 2 */
        check: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetMonitorCheckAnswer'];
        };
      };
    };
  };
  diff_monitor: {
    parameters: {
      query?: {
        /**
         * @description Number of a check. Default: the oldest stored version.
         * @example 1
         */
        from?: number;
        /**
         * @description Number of a check. Default: the newest version.
         * @example 2
         */
        to?: number;
      };
      header?: never;
      path: {
        /** @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        mid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DiffMonitorAnswer'];
        };
      };
    };
  };
  monitor_feed: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        mid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': unknown;
        };
      };
    };
  };
  list_browsers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListBrowsersAnswer'];
        };
      };
    };
  };
  open_browser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OpenBrowserRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenedBrowserSession'];
        };
      };
    };
  };
  get_browser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example ses_00000000000000000000000000 */
        sid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BrowserSessionWithRecording'];
        };
      };
    };
  };
  browser_step: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example ses_00000000000000000000000000 */
        sid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BrowserStepRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BrowserStepResult'];
        };
      };
    };
  };
  close_browser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example ses_00000000000000000000000000 */
        sid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BrowserSessionWithRecording'];
        };
      };
    };
  };
  list_logins: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListLoginsAnswer'];
        };
      };
    };
  };
  get_login: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example login_00000000000000000000000000 */
        lid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Login'];
        };
      };
    };
  };
  delete_login: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example login_00000000000000000000000000 */
        lid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeleteLoginAnswer'];
        };
      };
    };
  };
  change_login: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example login_00000000000000000000000000 */
        lid: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ChangeLoginRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Login'];
        };
      };
    };
  };
  list_workflows: {
    parameters: {
      query?: {
        /** @description Number of items to skip. */
        offset?: number;
        /**
         * @description Maximum number of items in the response.
         * @example 100
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListWorkflowsAnswer'];
        };
      };
    };
  };
  create_workflow: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWorkflowRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workflow'];
        };
      };
    };
  };
  get_workflow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example wf_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workflow'];
        };
      };
    };
  };
  replace_workflow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example wf_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplaceWorkflowRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workflow'];
        };
      };
    };
  };
  delete_workflow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example wf_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeleteWorkflowAnswer'];
        };
      };
    };
  };
  schedule_workflow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example wf_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScheduleWorkflowRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workflow'];
        };
      };
    };
  };
  list_workflow_runs: {
    parameters: {
      query?: {
        /** @description Number of items to skip. */
        offset?: number;
        /**
         * @description Maximum number of items in the response.
         * @example 20
         */
        limit?: number;
      };
      header?: never;
      path: {
        /** @example wf_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListWorkflowRunsAnswer'];
        };
      };
    };
  };
  run_workflow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example wf_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RunWorkflowRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WorkflowRun'];
        };
      };
    };
  };
  get_run: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example run_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WorkflowRun'];
        };
      };
    };
  };
  get_run_records: {
    parameters: {
      query?: {
        /** @description Number of items to skip. */
        offset?: number;
        /**
         * @description Maximum number of items in the response.
         * @example 100
         */
        limit?: number;
      };
      header?: never;
      path: {
        /** @example run_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetRunRecordsAnswer'];
        };
      };
    };
  };
  export_run: {
    parameters: {
      query?: {
        /**
         * @description Format of the file.
         * @example csv
         */
        format?: 'csv' | 'json' | 'ndjson' | 'xlsx' | 'parquet';
        /** @description csv: prefix cells that a spreadsheet would run as a formula with an apostrophe. Default: `true`. */
        safe?: boolean;
      };
      header?: never;
      path: {
        /** @example run_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': unknown;
        };
      };
    };
  };
  get_run_file: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example run_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        run_id: string;
        /** @example file_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        fid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': unknown;
        };
      };
    };
  };
  act_on_run: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example run_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        run_id: string;
        /** @example cancel */
        action: 'cancel' | 'retry' | 'answer';
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ActOnRunRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WorkflowRun'];
        };
      };
    };
  };
  crawl: {
    parameters: {
      query?: {
        /** @description `service` uses only the exits of this service. `auto` also uses more expensive networks for pages that cheaper ones cannot fetch. */
        network?: 'service' | 'auto';
        /** @description Maximum credits per page. With `network=auto`, this amount is reserved per page. */
        max_credits?: number;
        /** @description Id of a saved login of the site. Links that log out are not followed. If the site asks for a login again, the job pauses until the login was saved again and the job is resumed. */
        login?: string | null;
        /** @description Words to look for. Links that match them in their text, URL or page are read first (`strategy` `best`). */
        search?: string;
        /** @description Order of the pages. `best` needs `search`. Default: `best` with `search`, otherwise `breadth`. */
        strategy?: 'breadth' | 'best';
        /** @description whether a browser loads the page; `auto`: if the page has no content without its scripts */
        render?: 'auto' | 'never' | 'always';
        /** @description omit navigation, advertisements and similar parts */
        only_main_content?: boolean;
        /** @description CSS selectors, or XPath that starts with //: only matching elements are read */
        include_selectors?: string[];
        /** @description CSS selectors, or XPath that starts with //: matching elements are omitted */
        exclude_selectors?: string[];
        /** @description Request headers, sent only to the site of the start page: a JSON object, or `Name: value` once for each header. */
        headers?: {
          [key: string]: string;
        };
        /** @description milliseconds to wait in the browser after the page has loaded */
        wait_ms?: number;
        /** @description emulate a mobile viewport and User-Agent */
        mobile?: boolean;
        /** @description Maximum age in seconds of a cached page, which is delivered for 0 credits. The pages of this crawl are cached for others. 0 always fetches. */
        max_age?: number;
        /** @description Maximum number of pages read at once. */
        max_concurrency?: number;
        /** @description Milliseconds between two pages, which are then read one at a time. */
        delay_ms?: number;
        /** @description Treat URLs that differ only in their query as one page. */
        ignore_query_parameters?: boolean;
        /** @description Also follow links to other sites. They receive neither `headers` nor `login`. */
        allow_external_links?: boolean;
        /** @description Whether pages that robots.txt disallows are left out. Default: the setting of the service. */
        robots?: 'respect' | 'ignore';
        /** @description return only `estimate`, the possible cost: nothing is fetched, charged or created */
        dry_run?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CrawlRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CrawlAnswer'];
        };
      };
    };
  };
  batch: {
    parameters: {
      query?: {
        /** @description return only `estimate`, the possible cost: nothing is fetched, charged or created */
        dry_run?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BatchRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchAnswer'];
        };
      };
    };
  };
  list_jobs: {
    parameters: {
      query?: {
        /**
         * @description Return only jobs of this type.
         * @example crawl
         */
        type?:
          | 'crawl'
          | 'batch_scrape'
          | 'scrape'
          | 'extract'
          | 'parse'
          | 'collect'
          | 'compare'
          | 'archive'
          | 'dataset_refresh'
          | 'monitor_check'
          | 'workflow_run';
        /**
         * @description Return only jobs with this status.
         * @example running
         */
        status?: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
        /** @description Identifier of a job; returns only older jobs. */
        before?: string;
        /** @description Number of items to skip. */
        offset?: number;
        /** @description Maximum number of items in the response. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListJobsAnswer'];
        };
      };
    };
  };
  get_job: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example job_0123456789 */
        jid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
    };
  };
  delete_job: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example job_0123456789 */
        jid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeleteJobAnswer'];
        };
      };
    };
  };
  get_job_results: {
    parameters: {
      query?: {
        /**
         * @description Number of items to skip.
         * @example 0
         */
        offset?: number;
        /**
         * @description Maximum number of items in the response.
         * @example 50
         */
        limit?: number;
        /** @description `list`: in the order of the lines of a batch, where `offset` is the line after which the results start. Pages that `retry` replaced are left out. */
        order?: 'delivery' | 'list';
      };
      header?: never;
      path: {
        /** @example job_0123456789 */
        jid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetJobResultsAnswer'];
        };
      };
    };
  };
  follow_job: {
    parameters: {
      query?: {
        /** @description Return only events after this one. Equivalent to the header Last-Event-ID. */
        last_event_id?: string;
      };
      header?: never;
      path: {
        /** @example job_0123456789 */
        jid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': {
            id?: string;
            event: string;
            data: string;
          };
        };
      };
    };
  };
  act_on_job: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example job_0123456789 */
        jid: string;
        /** @example cancel */
        action: 'cancel' | 'pause' | 'resume' | 'retry' | 'continue';
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ActOnJobRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
    };
  };
  find_job_passages: {
    parameters: {
      query: {
        /**
         * @description Words to search for.
         * @example opening hours
         */
        focus: string;
        /** @description Number of items to skip. */
        offset?: number;
        /** @description Maximum number of items in the response. */
        limit?: number;
      };
      header?: never;
      path: {
        /** @example job_0123456789 */
        jid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FindJobPassagesAnswer'];
        };
      };
    };
  };
  export_job: {
    parameters: {
      query?: {
        /**
         * @description Format of the file.
         * @example zip
         */
        format?: 'ndjson' | 'zip' | 'csv' | 'json' | 'xlsx' | 'parquet' | 'warc';
        /** @description Number of pages. Default: all that are delivered. Set it to resume the download of a running job. */
        pages?: number;
      };
      header?: never;
      path: {
        /** @example job_0123456789 */
        jid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': unknown;
        };
      };
    };
  };
  webhook_secret: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookSecret'];
        };
      };
    };
  };
  rotate_webhook_secret: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RotateWebhookSecretRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RotateWebhookSecretAnswer'];
        };
      };
    };
  };
  list_webhook_deliveries: {
    parameters: {
      query?: {
        /** @description Maximum number of items in the response. */
        limit?: number;
        /** @description Identifier of a delivery; returns only older deliveries. Use `next_before` of the previous page. */
        before?: string;
        /**
         * @description Only deliveries with this status.
         * @example failed
         */
        status?: 'pending' | 'delivered' | 'failed' | 'disabled';
        /** @description Only deliveries of this job. */
        job?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListWebhookDeliveriesAnswer'];
        };
      };
    };
  };
  get_webhook_delivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example evt_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryDetail'];
        };
      };
    };
  };
  redeliver_webhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example evt_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RedeliverWebhookRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryDetail'];
        };
      };
    };
  };
  list_webhook_targets: {
    parameters: {
      query?: {
        /**
         * @description Maximum number of items in the response.
         * @example 100
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListWebhookTargetsAnswer'];
        };
      };
    };
  };
  test_webhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestWebhookRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestWebhookAnswer'];
        };
      };
    };
  };
  account: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
    };
  };
  billing: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BillingAnswer'];
        };
      };
    };
  };
  ledger: {
    parameters: {
      query?: {
        /** @description Identifier of a row; returns only older rows. Use `next_before` of the previous page. */
        before?: number | null;
        /**
         * @description Maximum number of items in the response.
         * @example 20
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LedgerAnswer'];
        };
      };
    };
  };
  usage: {
    parameters: {
      query?: {
        /**
         * @description First day, as YYYY-MM-DD. Default: 29 days before `to`.
         * @example 2026-09-01
         */
        from?: string;
        /**
         * @description Last day, as YYYY-MM-DD. Default: today.
         * @example 2026-09-30
         */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Usage'];
        };
      };
    };
  };
  list_keys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListKeysAnswer'];
        };
      };
    };
  };
  create_key: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateKeyRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreateKeyAnswer'];
        };
      };
    };
  };
  revoke_key: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example key_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RevokeKeyAnswer'];
        };
      };
    };
  };
  update_key: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example key_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['UpdateKeyRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Key'];
        };
      };
    };
  };
  rotate_key: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example key_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RotateKeyRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RotateKeyAnswer'];
        };
      };
    };
  };
  create_sign_in_link: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example key_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CreateSignInLinkRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreateSignInLinkAnswer'];
        };
      };
    };
  };
  list_audit: {
    parameters: {
      query?: {
        /**
         * @description Only entries with this action.
         * @example key_created
         */
        action?:
          | 'account_created'
          | 'credits_added'
          | 'key_changed'
          | 'key_created'
          | 'key_revoked'
          | 'key_rotated'
          | 'secret_rotated'
          | 'sign_in_link_created'
          | 'signed_in';
        /** @description Only changes that this key made. */
        key_id?: string;
        /** @description Only changes of this key or account, by its identifier. */
        subject?: string;
        /** @description Only entries from this time on, as RFC 3339. */
        since?: string;
        /** @description Only entries before this time. */
        until?: string;
        /** @description Identifier of an entry; returns only older entries. Use `next_before` of the previous page. */
        before?: number | null;
        /**
         * @description Maximum number of items in the response.
         * @example 20
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListAuditAnswer'];
        };
      };
    };
  };
  create_account: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAccountRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreateAccountAnswer'];
        };
      };
    };
  };
  add_credits: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example acct_06f3p8k2v1s4m7q9w5x0y2z3a4 */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AddCreditsRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddCreditsAnswer'];
        };
      };
    };
  };
  list_requests: {
    parameters: {
      query?: {
        /**
         * @description Maximum number of items in the response.
         * @example 50
         */
        limit?: number;
        /** @description Unix time in seconds; returns only older requests. Use `next_before` of the previous page. */
        before?: number;
        /**
         * @description Name of an operation, such as `scrape`.
         * @example scrape
         */
        tool?: string;
        /**
         * @description Status of a page (ok, blocked, not_found, …) or error code of a rejected request (invalid, forbidden, …).
         * @example ok
         */
        status?: string;
        /** @description Interface or part that made the request. */
        origin?: 'http' | 'mcp' | 'cli' | 'v2' | 'job' | 'schedule';
        /** @description Two-letter country code of the exit. */
        country?: string;
        /** @description Text to search for in the URL and the error. */
        q?: string;
        /** @description Identifier of the key that made the request. */
        key_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListRequestsAnswer'];
        };
      };
    };
  };
  get_request: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example req_0123456789 */
        rid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoryDetail'];
        };
      };
    };
  };
  get_receipt: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example rct_06gzx8fx8ntr9894pq6nnmnsq0 */
        receipt_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Receipt'];
        };
      };
    };
  };
  verify_receipt: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['VerifyReceiptRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReceiptVerification'];
        };
      };
    };
  };
  catalog: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Catalog'];
        };
      };
    };
  };
  list_functions: {
    parameters: {
      query?: {
        /**
         * @description The API: `responses` and `chat_completions` of OpenAI and compatible servers, `anthropic` (Messages), or `gemini`.
         * @example chat_completions
         */
        api?: 'responses' | 'chat_completions' | 'anthropic' | 'gemini';
        /**
         * @description Toolsets, separated by commas: `read`, `extract`, `keep` and `act`. Default: all.
         * @example read
         */
        tools?: string;
        /** @description Schemas for strict mode: all arguments are required, and null for those that are not given. Objects are JSON text. */
        strict?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Functions'];
        };
      };
    };
  };
  health: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
    };
  };
  doctor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Doctor'];
        };
      };
    };
  };
  ip: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IpAnswer'];
        };
      };
    };
  };
}
