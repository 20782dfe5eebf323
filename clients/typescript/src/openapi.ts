// Generated from the OpenAPI document of the service by scripts/write-client.ts. Do not edit.
export interface components {
  schemas: {
    Account: {
      /** @description Identifier of the account. */
      account_id: string;
      /** @description Name of the account. */
      name: string;
      /** @description Name of the plan. */
      plan: string;
      /** @description True when requests are never rejected for lack of credits. */
      unlimited: boolean;
      /** @description Time of the next renewal of the plan credits (ISO 8601, UTC). */
      renews_at: string;
      credits: components['schemas']['Credits'];
      /** @description Active keys of the account. */
      keys: components['schemas']['Key'][];
      /** @description Limits of the whole account; a key can have lower limits. */
      limits: {
        /** @description Maximum number of requests per minute. */
        requests_per_minute: number;
        /** @description Maximum number of requests at the same time. */
        concurrent: number;
      };
    };
    ActOnJobRequest: {
      /** @description new maximum number of pages, including those that were read; only for `continue` */
      limit?: number;
    };
    ActOnMonitorAnswer: {
      /** @description Identifier of the monitor. */
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
      /** @description Identifier of the account. */
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
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
      /**
       * @description Action of the request.
       * @constant
       */
      action: 'diff';
      /** @description Earlier side of the comparison. null: it could not be read. */
      from: {
        /** @description Capture time. null: the live page. */
        captured_at: string | null;
        /** @description URL of the copy for a browser. null: the live page. */
        archive_url: string | null;
        /** @description URL that was captured. null: unknown. */
        original_url: string | null;
        /** @description HTTP status code of this side. null: unknown. */
        status_code: number | null;
        /** @description Archive of the copy, or the live page. */
        source: string;
      } | null;
      /** @description Later side of the comparison. null: it could not be read. */
      to: {
        /** @description Capture time. null: the live page. */
        captured_at: string | null;
        /** @description URL of the copy for a browser. null: the live page. */
        archive_url: string | null;
        /** @description URL that was captured. null: unknown. */
        original_url: string | null;
        /** @description HTTP status code of this side. null: unknown. */
        status_code: number | null;
        /** @description Archive of the copy, or the live page. */
        source: string;
      } | null;
      /** @description null: the two copies could not be compared. */
      changed: boolean | null;
      /** @description Blocks of the page that differ. */
      blocks: {
        /**
         * @description Kind of the difference.
         * @enum {string}
         */
        type: 'added' | 'removed' | 'changed';
        /** @description Heading of the section that contains the block. null: none. */
        section: string | null;
        /** @description Earlier text. null: the block was added. */
        before: string | null;
        /** @description Later text. null: the block was removed. */
        after: string | null;
      }[];
      /** @description Changed values by JSON Pointer, if the request has a schema. */
      fields?: {
        [key: string]: {
          /** @description Earlier value. */
          old: unknown;
          /** @description Later value. */
          new: unknown;
        };
      };
      /** @description Numbers of differences. */
      summary: {
        /** @description Number of added blocks or values. */
        added: number;
        /** @description Number of removed blocks or values. */
        removed: number;
        /** @description Number of changed blocks or values. */
        changed: number;
      };
    };
    /** @description Reason why the operation has no result. */
    ArchiveError: {
      /**
       * @description Code of the error, for programs.
       * @enum {string}
       */
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
      /** @description Explanation of the error, for people. */
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
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
      /**
       * @description Action of the request.
       * @constant
       */
      action: 'get';
      /** @description The requested time. */
      requested: {
        /** @description Time as given in the request. null: none was given. */
        at: string | null;
        /** @description First second of the time span that `at` states. */
        from: string | null;
        /** @description Last second of that time span. */
        until: string | null;
        /** @description Requested copy: the one nearest to `at`, the last one up to its end, or the first one from its start. */
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
      /** @description URL of the archived page after archived redirects. null: no copy was read. */
      final_url: string | null;
      /** @description Archived HTTP status code. */
      status_code: number | null;
      /** @description Title of the archived page. null: it has none. */
      title: string | null;
      /** @description Page as Markdown. With `focus`, only the relevant sections. */
      markdown?: string;
      /** @description Metadata of the archived page, as in page results. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description Passages that answer `focus`, best first. */
      passages?: components['schemas']['Passage'][];
      /** @description Identifier of the stored text of a long page. Read more with GET /v1/read. */
      ref?: string;
      /** @description Time at which `ref` expires. */
      expires_at?: string;
      /** @description Length of the complete Markdown in code points. */
      length: number;
      /** @description True if the Markdown was cut. */
      truncated: boolean;
      /** @description Extracted values, if the request has a schema or prompt. */
      data?: unknown;
      /** @description JSON Pointers into `data` of values that the page does not contain. */
      unverified?: string[];
      /** @description JSON Pointers of fields without a value. */
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
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
      /**
       * @description Action of the request.
       * @constant
       */
      action: 'history';
      /** @description Points in time, oldest first. */
      points: {
        /** @description Time of the capture (ISO 8601, UTC). */
        captured_at: string;
        /** @description Value of the field, if the schema has exactly one. */
        value?: unknown;
        /** @description Extracted values, if fields were requested. */
        data?: unknown;
        /** @description Text of the section or page, if no fields were requested. */
        text?: string;
        /** @description Compared with the previous point. null for the first point and for a missing one. */
        changed: boolean | null;
        /** @description URL of the copy for a browser. */
        archive_url: string;
        /** @description Reason why the point has no value; absent if it has one. */
        missing?: {
          /** @description Code of the reason, for programs. */
          reason: string;
          /** @description Explanation, for people. */
          message: string;
        };
      }[];
      /** @description Number of versions with different bytes. */
      versions: number;
      /** @description True if all versions of the time window were taken into account. */
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
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
      /**
       * @description Action of the request.
       * @constant
       */
      action: 'snapshots';
      /** @description Captures in the time window, as selected by `every`. */
      captures: components['schemas']['Snapshot'][];
      /** @description Number of changes, without the first capture. */
      changes: number;
      /** @description Number of captures in the time window. */
      total: number;
      /** @description True if all captures of the time window were taken into account. */
      complete: boolean;
      /** @description Token for the rest of the call, valid for 24 hours. Send the request again with `?continue=TOKEN`. Absent if nothing is left to continue. */
      continue?: string;
    };
    ArchiveSource: {
      /** @description Name of the archive. */
      source: string;
      /**
       * @description What the archive contributed: its result was used, it has nothing, it failed, or it was not asked.
       * @enum {string}
       */
      outcome: 'used' | 'empty' | 'failed' | 'skipped';
      /** @description Reason for `failed` or `skipped`. */
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
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
      /**
       * @description Action of the request.
       * @constant
       */
      action: 'urls';
      /** @description Archived URLs of the site. */
      urls: {
        /** @description Archived URL. */
        url: string;
        /**
         * @description Kind of the resource, by its media type.
         * @enum {string}
         */
        kind: 'page' | 'document' | 'image' | 'feed' | 'other';
        /** @description Time of the first capture. */
        first_seen: string;
        /** @description Time of the last capture. */
        last_seen: string;
        /** @description Number of captures. null: the archive does not count them. */
        captures: number | null;
        /** @description HTTP status code of the last capture. null: unknown. */
        status_code: number | null;
        /** @description Media type of the last capture. null: unknown. */
        mime: string | null;
        /** @description Present state of the URL on the web, if the request asks for it. */
        live?: {
          /**
           * @description Present state of the URL.
           * @enum {string}
           */
          state: 'live' | 'redirected' | 'gone' | 'blocked' | 'error';
          /** @description Present HTTP status code. null: no response. */
          status_code: number | null;
          /** @description URL to which the URL redirects now. */
          target?: string;
          /** @description Reason for `blocked` or `error`. */
          reason?: string;
        };
      }[];
      /** @description Number of matching URLs. A continued call counts only URLs that were not listed before. */
      total: number;
      /** @description True if all matching URLs were listed. */
      complete: boolean;
      /** @description Token for the rest of the call, valid for 24 hours. Send the request again with `?continue=TOKEN`. Absent if nothing is left to continue. */
      continue?: string;
      /**
       * @description Limit that ended the list; absent if it is complete.
       * @enum {string}
       */
      truncated_by?: 'limit' | 'archive' | 'time';
      /** @description Number of URLs by the archive that has them. */
      counts: {
        [key: string]: number;
      };
    };
    ArchivedCopy: {
      /** @description Time of the capture (ISO 8601, UTC). */
      captured_at: string;
      /** @description URL of the copy for a browser. */
      archive_url: string;
    };
    Attempt: {
      /**
       * @description Route of the attempt.
       * @enum {string}
       */
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
      /** @description Country of the exit of the attempt. null: unknown. */
      exit_country: string | null;
      /**
       * @description Outcome of the attempt: `ok` or an error code.
       * @enum {string}
       */
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
      /** @description HTTP status code. null: no response. */
      status_code: number | null;
      /** @description milliseconds */
      ms: number;
      /** @description transferred bytes */
      bytes: number;
    };
    AuditEntry: {
      /** @description Number of the entry; a later entry has a higher one. */
      id: number;
      /** @description Time of the change (ISO 8601, UTC). */
      at: string;
      /**
       * @description Kind of the change.
       * @enum {string}
       */
      action:
        | 'account_created'
        | 'credits_added'
        | 'key_changed'
        | 'key_created'
        | 'key_revoked'
        | 'key_rotated'
        | 'model_changed'
        | 'secret_rotated'
        | 'settings_changed'
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
      /** @description Identifier of the request that made the change. null: a local command made it. */
      request_id: string | null;
      /** @description Details of the change; the fields depend on `action`. */
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
            /** @description URL of the page */
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
      steps?: components['schemas']['Step'][];
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
    } & (
      | {
          file: Blob | Uint8Array | string;
        }
      | {
          urls: unknown[];
        }
    );
    BillingAnswer: {
      /** @description Name of the plan. */
      plan: string;
      /** @description Time of the next renewal (ISO 8601, UTC). */
      renews_at: string;
      /** @description Plan credits added at each renewal. Unspent plan credits expire just before. */
      plan_allowance: number;
      /** @description Plan credits left until the next renewal. */
      plan_credits: number;
      /** @description Top-up credits left. */
      top_up_credits: number;
      /** @description Credits held for running work. */
      reservations: {
        /** @description Identifier of the reservation. */
        id: string;
        /** @description Held credits. */
        credits: number;
        /** @description Identifier of the request that reserved the credits. */
        request_id?: string;
        /** @description Identifier of the job that reserved the credits. */
        job?: string;
        /** @description Time of the reservation (ISO 8601, UTC). */
        created_at: string;
        /** @description Time at which the reservation is released (ISO 8601, UTC). */
        expires_at: string;
      }[];
      /** @description The latest 100 rows of the ledger, newest first. */
      ledger: components['schemas']['LedgerRow'][];
      usage: components['schemas']['Usage'];
    };
    BrowserSession: {
      /** @description Identifier of the session. */
      sid: string;
      /**
       * @description Status of the session.
       * @enum {string}
       */
      status: 'open' | 'closed' | 'expired';
      /** @description Reason why the session is no longer open, or null. */
      reason: string | null;
      /** @description URL of the active page. */
      url: string;
      /** @description Title of the active page. */
      title: string;
      /** @description Exit of the session. null: it has not been observed. */
      exit: components['schemas']['Exit'] | null;
      /** @description Id of the saved login that was loaded, or null. */
      login: string | null;
      /** @description Number of steps so far. */
      steps: number;
      /** @description Credits charged so far: 1 per started minute. */
      credits: number;
      /** @description Time at which the session was opened (ISO 8601, UTC). */
      opened_at: string;
      /** @description Time of the last step, or of the opening. */
      last_step_at: string;
      /** @description Time at which the session expires. */
      expires_at: string;
      /** @description Time at which the session ended. null: it is open. */
      closed_at: string | null;
    };
    BrowserSessionWithRecording: {
      /** @description Identifier of the session. */
      sid: string;
      /**
       * @description Status of the session.
       * @enum {string}
       */
      status: 'open' | 'closed' | 'expired';
      /** @description Reason why the session is no longer open, or null. */
      reason: string | null;
      /** @description URL of the active page. */
      url: string;
      /** @description Title of the active page. */
      title: string;
      /** @description Exit of the session. null: it has not been observed. */
      exit: components['schemas']['Exit'] | null;
      /** @description Id of the saved login that was loaded, or null. */
      login: string | null;
      /** @description Number of steps so far. */
      steps: number;
      /** @description Credits charged so far: 1 per started minute. */
      credits: number;
      /** @description Time at which the session was opened (ISO 8601, UTC). */
      opened_at: string;
      /** @description Time of the last step, or of the opening. */
      last_step_at: string;
      /** @description Time at which the session expires. */
      expires_at: string;
      /** @description Time at which the session ended. null: it is open. */
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
      /** @description type: the text to type. fill: the value of `target`, in place of `form`. select: the option. wait_for: the text to wait for. evaluate: the script. */
      text?: string | null;
      /** @description drag: the element at which it ends, named like `target`. */
      to?: (number | string) | null;
      /** @description click, hover: point in CSS pixels from the left edge of the target or, without one, of the window. drag: point in `to`, or else the distance to move. */
      x?: number | null;
      /** @description The same from the top edge. */
      y?: number | null;
      /** @description drag: point at which it starts, in CSS pixels from the left edge of the target or, without one, of the window; negative: from the right edge of the target. Default: the centre of the target. */
      from_x?: number | null;
      /** @description The same from the top or bottom edge. */
      from_y?: number | null;
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
       * @description type, fill: press Enter in the last field. Default: `false`.
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
        /** @description True: accept the dialog. False: dismiss it. */
        accept: boolean;
        /** @description Answer to a prompt. */
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
       * @description Show more in the snapshot: size and place of each element and text in CSS pixels, shapes and icons that are drawn, and whole values of fields. Best with `region`. Default: `false`.
       * @default false
       */
      details?: boolean;
      /**
       * @description Maximum length of the snapshot in characters, or of the text that is read in code points, 100 to 200000. Default: 12000.
       * @default 12000
       */
      max_length?: number;
    } & (
      | {
          /** @constant */
          type: 'goto';
          url: string;
        }
      | ({
          /** @constant */
          type: 'click';
        } & (
          | {
              target: number | string;
            }
          | {
              selector: string;
            }
          | {
              x: number;
            }
        ))
      | ({
          /** @constant */
          type: 'drag';
        } & ((
          | {
              target: number | string;
            }
          | {
              selector: string;
            }
          | {
              from_x: number;
            }
        ) &
          (
            | {
                to: number | string;
              }
            | {
                x: number;
              }
            | {
                y: number;
              }
          )))
      | {
          /** @constant */
          type: 'type';
          text: string;
        }
      | ({
          /** @constant */
          type: 'fill';
        } & ((
          | {
              form: {
                [key: string]: unknown;
              };
            }
          | {
              text: string;
            }
        ) &
          (
            | {
                form: {
                  [key: string]: unknown;
                };
              }
            | {
                target: number | string;
              }
            | {
                selector: string;
              }
          )))
      | {
          /** @constant */
          type: 'press';
          key: string;
        }
      | ({
          /** @constant */
          type: 'select';
        } & ((
          | {
              target: number | string;
            }
          | {
              selector: string;
            }
        ) &
          (
            | {
                text: string;
              }
            | {
                values: unknown[];
              }
          )))
      | ({
          /** @constant */
          type: 'hover';
        } & (
          | {
              target: number | string;
            }
          | {
              selector: string;
            }
          | {
              x: number;
            }
        ))
      | ({
          /** @constant */
          type: 'wait_for';
        } & (
          | {
              target: number | string;
            }
          | {
              selector: string;
            }
          | {
              text: string;
            }
        ))
      | {
          /** @constant */
          type: 'evaluate';
          text: string;
        }
      | ({
          /** @constant */
          type: 'upload';
          files: unknown[];
        } & (
          | {
              target: number | string;
            }
          | {
              selector: string;
            }
        ))
      | ({
          /** @constant */
          type: 'download';
        } & (
          | {
              target: number | string;
            }
          | {
              selector: string;
            }
          | {
              url: string;
            }
        ))
      | {
          /** @constant */
          type: 'save_login';
          name: string;
        }
      | {
          /** @constant */
          type: 'switch_tab';
          tab: number;
        }
      | {
          /** @enum {unknown} */
          type:
            | 'scroll'
            | 'wait'
            | 'log'
            | 'back'
            | 'forward'
            | 'reload'
            | 'snapshot'
            | 'read'
            | 'screenshot'
            | 'extract'
            | 'close_tab'
            | 'live';
        }
    );
    BrowserStepResult: {
      /** @description Identifier of the session. */
      sid: string;
      /**
       * @description Type of the step.
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
      /** @description True if the step succeeded; otherwise, `error` states the reason. */
      ok: boolean;
      /** @description URL of the active page after the step. */
      url: string;
      /** @description Title of the active page after the step. */
      title: string;
      /** @description The page as text, in which each usable element starts with its number, or null. */
      snapshot: string | null;
      /** @description Value of the step: the result of a script, the page that was read, the extracted values or the saved login. */
      result?: unknown;
      error?: components['schemas']['PageError'];
      /** @description URL of the screenshot. */
      screenshot?: string;
      /** @description Files that the step downloaded. */
      files?: {
        /** @description Identifier of the file. */
        file_id: string;
        /** @description Name of the file. */
        name: string;
        /** @description Media type of the file. */
        media_type: string;
        /** @description Size of the file in bytes. */
        bytes: number;
        /** @description URL of the file. */
        url: string;
        /** @description Content of a text file of at most 4,096 bytes. */
        text?: string;
      }[];
      /** @description Dialogs that the step opened. */
      dialogs?: {
        /** @description Kind of the dialog. */
        type: string;
        /** @description Text of the dialog. */
        message: string;
        /** @description True if it was accepted, false if it was dismissed. */
        accepted: boolean;
      }[];
      /** @description Open tabs. */
      tabs: {
        /** @description Number of the tab. */
        tab: number;
        /** @description URL of the tab. */
        url: string;
        /** @description Title of the tab. */
        title: string;
        /** @description True for the tab that steps use. */
        active: boolean;
      }[];
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    Catalog: {
      /** @description Version of the API contract. */
      version: string;
      /** @description Operations of the service. */
      tools: {
        /** @description Name of the operation. */
        name: string;
        /** @description Title of the operation. */
        title: string;
        /** @description Description of the operation. */
        description: string;
        /** @description HTTP method. */
        method: string;
        /** @description Path of the operation under the address of the service. */
        path: string;
        /** @description JSON Schema of the input: fields of path, query and body in one object. */
        input_schema: {
          [key: string]: unknown;
        };
        /** @description JSON Schema of the response. */
        output_schema: {
          [key: string]: unknown;
        };
        /** @description Price of the operation in words. */
        price: string;
      }[];
      /** @description Formats of a page. */
      formats: string[];
      /** @description Networks that have exits. */
      networks: {
        /**
         * @description Name of the network.
         * @enum {string}
         */
        network: 'service' | 'residential' | 'unblock';
        /** @description Countries with an exit in the network. */
        countries: {
          /** @description Country code (ISO 3166-1 alpha-2). */
          country: string;
          /** @description True if an exit was observed in the country. */
          verified: boolean;
        }[];
        /** @description True if one of its exits was observed in its country. */
        verified: boolean;
      }[];
      /** @description Price of each item in credits. */
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
            /**
             * @description A page.
             * @constant
             */
            kind: 'page';
            /** @description Watch the whole page instead of its main content. Default: `false`. */
            whole?: boolean;
          }
        | ({
            /**
             * @description A section of a page.
             * @constant
             */
            kind: 'section';
            /** @description Heading of the section, or words that describe it. */
            focus?: string;
            /** @description Selector of the section: CSS, XPath that starts with `//`, or for an answer in JSON a JSONPath query (RFC 9535). */
            selector?: string;
          } & (
            | {
                focus: string;
              }
            | {
                selector: string;
              }
          ))
        | ({
            /**
             * @description Values on a page.
             * @constant
             */
            kind: 'fields';
            schema?: {
              [key: string]: unknown;
            } | null;
            /** @description Description of the values to watch. */
            prompt?: string | null;
          } & (
            | {
                schema: {
                  [key: string]: unknown;
                };
              }
            | {
                prompt: string;
              }
          ))
        | {
            /**
             * @description A dataset.
             * @constant
             */
            kind: 'dataset';
            /** @description Identifier of the dataset. */
            did: string;
          }
        | {
            /**
             * @description The results of a search.
             * @constant
             */
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
            /**
             * @description The records of a workflow.
             * @constant
             */
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
        /** @description Up to 5 receivers of events. */
        webhook?:
          | (
              | string
              | {
                  /** @description URL of the receiver. */
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
                      /** @description URL of the receiver. */
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
        /** @description Up to 5 recipients. */
        email?: (string | string[]) | null;
        /** @description `true`: checks continue, but no notification is sent. Default: `false`. */
        muted?: boolean;
        /** @description Texts of readable messages with fields such as `{{name}}`, `{{summary}}` and `{{url}}`. */
        template?: {
          /** @description Title of the message. */
          title?: string;
          /** @description Text of the message. */
          text?: string;
        } | null;
        /** @description Send the events together. Default: each at once. */
        digest?: ('hourly' | 'daily') | null;
        /** @description Time of the daily digest. Default: 08:00. */
        digest_at?: string | null;
        /** @description Events between these times are sent at their end. */
        quiet_hours?: {
          /** @description Start, such as 22:30. */
          from: string;
          /** @description End, such as 08:00. */
          to: string;
        } | null;
        /** @description Time zone of these times. Default: UTC. */
        timezone?: string | null;
      };
    };
    ChangeSettingsRequest: {
      /** @description New values by variable, as in the environment. null removes what was set here. */
      settings: {
        [key: string]: string | null;
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
      /** @description Result of each requested field, by its name. */
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
      /** @description Number of requests to the model. */
      model_calls: number;
      /** @description Position for the rest of the listing. Pass it to POST /v1/recipes/{rid}/run. Absent at the end of the listing. */
      continue?: string;
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
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
      /**
       * @description Kind of the source: where on the page, or in which call, the records are.
       * @enum {string}
       */
      kind: 'api' | 'graphql' | 'embedded' | 'json_ld' | 'microdata' | 'feed' | 'table' | 'listing';
      /**
       * @description HTTP method of the call that returns the records; GET for the page itself.
       * @enum {string}
       */
      method: 'GET' | 'POST';
      /** @description URL that returns the records. */
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
    } & (
      | {
          url: string;
        }
      | {
          urls: {
            [key: string]: unknown;
          };
        }
    );
    CompareRow: {
      /** @description Country of the row (ISO 3166-1 alpha-2). */
      country: string;
      status: components['schemas']['PageStatus'];
      error?: components['schemas']['PageError'];
      /** @description URL as given in the request. */
      url: string;
      /** @description URL after redirects. null: the page was not read. */
      final_url: string | null;
      /** @description Time of the copy, if the page states that it is an archived one (`Memento-Datetime`, RFC 7089). Its price is converted with the rates of that day. */
      captured_at?: string;
      /** @description Exit through which the page was read. */
      exit: components['schemas']['Exit'] | null;
      /** @description Name of the product. null: not found. */
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
      /** @description Availability of the product. null: the page does not state it. */
      availability:
        | ('in_stock' | 'limited' | 'preorder' | 'backorder' | 'out_of_stock' | 'discontinued')
        | null;
      /** @description Absent if the page does not state it. */
      tax_included?: boolean;
      /** @description True if prices in this country usually include tax. null: unknown. */
      tax_usually_included: boolean | null;
      /**
       * @description Whether the row is about the same product as the others.
       * @enum {string}
       */
      same_product: 'same' | 'different' | 'unknown';
      /** @description Identifiers that decide `same_product`: gtin, mpn, sku, model, name, brand, or the differences of the variant. */
      same_product_basis: string | null;
      /** @description True if `cheapest` and `dearest` take this row into account. */
      comparable: boolean;
      /** @description Details of the price. null: no price was found. */
      price_detail: components['schemas']['PriceDetail'] | null;
      /** @description Identifiers and variant of the product. */
      product: {
        /** @description GTIN (EAN, UPC or ISBN). null: not found. */
        gtin: string | null;
        /** @description Part number of the manufacturer. null: not found. */
        mpn: string | null;
        /** @description Article number of the shop. null: not found. */
        sku: string | null;
        /** @description Brand. null: not found. */
        brand: string | null;
        /** @description Model. null: not found. */
        model: string | null;
        /** @description Color of the variant. null: not found. */
        color: string | null;
        /** @description Size of the variant. null: not found. */
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
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
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
      /** @description ISO 4217 code of the currency of `price_base` and `spread`. */
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
        /** @description Difference in the base currency. */
        amount: number;
        /** @description Difference in percent of the lowest price. */
        percent: number;
      } | null;
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    Condition: {
      /** @description For values: a name, dotted path or JSON Pointer. For a text: `text`, `added`, `removed` or `previous`. */
      field: string;
      /**
       * @description Comparison.
       * @enum {string}
       */
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
      /**
       * @description Value to compare with.
       * @default null
       */
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
      /** @description Identifier of the account. */
      account_id: string;
      /** @description Name of the account. */
      name: string;
      /** @description Name of the plan. */
      plan: string;
      /** @description Plan credits added at each renewal. */
      plan_credits: number;
      /** @description True when requests are never rejected for lack of credits. */
      unlimited: boolean;
      /** @description Time of the next renewal of the plan credits (ISO 8601, UTC). */
      renews_at: string;
      /** @description Identifier of the first key. */
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
            /**
             * @description Runs a saved recipe.
             * @constant
             */
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
            /**
             * @description Reads the records of a listing.
             * @constant
             */
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
            /**
             * @description Extracts values from pages.
             * @constant
             */
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
            /**
             * @description Takes the records of the request.
             * @constant
             */
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
      /** @description Identifier of the key. */
      key_id: string;
      /** @description Name of the key. */
      name: string;
      /** @description Permissions of the key. */
      scopes: ('read' | 'write' | 'admin' | 'operator')[];
      /** @description Time of creation (ISO 8601, UTC). */
      created_at: string;
      /** @description Expiry time. null: the key does not expire. */
      expires_at: string | null;
      /** @description Time of the last use, to the minute. */
      last_used_at: string | null;
      /** @description Limits of this key. `null`: the limits of the account apply. */
      limits: {
        /** @description Maximum number of requests per minute. */
        requests_per_minute: number | null;
        /** @description Maximum number of requests at the same time. */
        concurrent: number | null;
        /** @description Maximum number of credits per day (UTC). */
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
       * @description Permissions: `read` gets stored pages and resources, `write` also reads pages of the web and creates and changes resources, `admin` also has keys, logins and the secret of webhooks, `operator` is for accounts and the model of the service. A key can grant only scopes that it has itself.
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
      /** @description Identifier of the monitor. */
      mid: string;
      /** @description Name of the monitor. null: it has none. */
      name: string | null;
      /** @description Tags of the monitor. */
      tags?: string[];
      /** @description URL of the watched page. null: no page is watched. */
      url: string | null;
      /** @description The watched content, as set. */
      watch: {
        [key: string]: unknown;
      };
      /** @description Schedule of the checks: `{every}`, `{cron, timezone}` or `{paused: true}`. */
      schedule: {
        [key: string]: unknown;
      };
      /** @description Country of the exit (ISO 3166-1 alpha-2). null: none was requested. */
      country: string | null;
      /** @description True if checks fail without an exit in the country. */
      strict_country: boolean;
      /**
       * @description Use of a browser for the checks.
       * @enum {string}
       */
      render: 'auto' | 'never' | 'always';
      /** @description Identifier of the saved login. null: none. */
      login: string | null;
      /** @description How the page is requested, as it was saved. A key that may only read gets it without secrets. */
      request?: {
        /** @description request headers by name */
        headers?: {
          [key: string]: unknown;
        };
        /** @description cookies by name, or a list with domain and path */
        cookies?:
          | (
              | {
                  [key: string]: unknown;
                }
              | unknown[]
            )
          | null;
        /** @description body of the request */
        body?: string | null;
        /** @description steps in the browser before the page is read */
        steps?: unknown[];
      } & {
        [key: string]: unknown;
      };
      /** @description Rules for content that is not compared. */
      ignore: unknown[];
      /** @description Conditions of a change that is notified. */
      conditions: {
        [key: string]: unknown;
      }[];
      /** @description Description of the changes that matter, in words. null: none. */
      goal?: string | null;
      /**
       * @description Whether `all` conditions must hold, or `any` of them.
       * @enum {string}
       */
      match: 'all' | 'any';
      /** @description Number of times a changed page is read again before the change is notified. */
      confirm: number;
      /** @description Number of failed checks in a row after which the monitor is reported as failing. */
      failing_after: number;
      /** @description True if each check takes a screenshot. */
      screenshot: boolean;
      /** @description True if checks ask the site for the page only if it has changed. */
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
        /** @description Number of the check. */
        check: number;
        /** @description Time of the check (ISO 8601, UTC). */
        at: string;
        /**
         * @description Result of the check.
         * @enum {string}
         */
        state: 'new' | 'same' | 'changed' | 'removed' | 'error';
        /** @description Description of the change in one line. It contains untrusted text of the page. */
        summary: string;
      } | null;
      /** @description Time of creation (ISO 8601, UTC). */
      created_at: string;
      /** @description Time of the last change of the settings. */
      updated_at: string;
      /** @description Time of the last check. null: none yet. */
      last_check: string | null;
      /** @description Time of the last change of the content. null: none yet. */
      last_change: string | null;
      /** @description Time of the last successful check. */
      last_success: string | null;
      /** @description Time of the next check. null: none is planned. */
      next_run_at: string | null;
      /** @description Times of the next three checks. */
      next_runs: string[];
      /** @description Number of failed checks since the last successful one. */
      consecutive_failures: number;
      /** @description Number of all checks. */
      check_count: number;
      /** @description Id of the job of the running check, or null. */
      checking: string | null;
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
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
            /**
             * @description A page.
             * @constant
             */
            kind: 'page';
            /** @description Watch the whole page instead of its main content. Default: `false`. */
            whole?: boolean;
          }
        | ({
            /**
             * @description A section of a page.
             * @constant
             */
            kind: 'section';
            /** @description Heading of the section, or words that describe it. */
            focus?: string;
            /** @description Selector of the section: CSS, XPath that starts with `//`, or for an answer in JSON a JSONPath query (RFC 9535). */
            selector?: string;
          } & (
            | {
                focus: string;
              }
            | {
                selector: string;
              }
          ))
        | ({
            /**
             * @description Values on a page.
             * @constant
             */
            kind: 'fields';
            schema?: {
              [key: string]: unknown;
            } | null;
            /** @description Description of the values to watch. */
            prompt?: string | null;
          } & (
            | {
                schema: {
                  [key: string]: unknown;
                };
              }
            | {
                prompt: string;
              }
          ))
        | {
            /**
             * @description A dataset.
             * @constant
             */
            kind: 'dataset';
            /** @description Identifier of the dataset. */
            did: string;
          }
        | {
            /**
             * @description The results of a search.
             * @constant
             */
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
            /**
             * @description The records of a workflow.
             * @constant
             */
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
        /** @description Up to 5 receivers of events. */
        webhook?:
          | (
              | string
              | {
                  /** @description URL of the receiver. */
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
                      /** @description URL of the receiver. */
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
        /** @description Up to 5 recipients. */
        email?: (string | string[]) | null;
        /** @description `true`: checks continue, but no notification is sent. Default: `false`. */
        muted?: boolean;
        /** @description Texts of readable messages with fields such as `{{name}}`, `{{summary}}` and `{{url}}`. */
        template?: {
          /** @description Title of the message. */
          title?: string;
          /** @description Text of the message. */
          text?: string;
        } | null;
        /** @description Send the events together. Default: each at once. */
        digest?: ('hourly' | 'daily') | null;
        /** @description Time of the daily digest. Default: 08:00. */
        digest_at?: string | null;
        /** @description Events between these times are sent at their end. */
        quiet_hours?: {
          /** @description Start, such as 22:30. */
          from: string;
          /** @description End, such as 08:00. */
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
        /**
         * @description Kind of the source.
         * @enum {string}
         */
        kind: 'api' | 'graphql' | 'embedded' | 'json_ld' | 'microdata' | 'feed' | 'table' | 'listing';
        /**
         * @description HTTP method of the call.
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
                /**
                 * @description A value that does not change.
                 * @constant
                 */
                kind: 'fixed';
                /** @description The value. */
                value: string;
              }
            | {
                /**
                 * @description The value of a cookie that the page sets.
                 * @constant
                 */
                kind: 'cookie';
                /** @description Name of the cookie. */
                name: string;
              }
            | {
                /**
                 * @description A part of a text.
                 * @constant
                 */
                kind: 'text';
                /** @description URL of the script that contains the value. null: the page contains it. */
                url: string | null;
                /** @description Text directly before the value. */
                before: string;
                /** @description Text directly after the value. */
                after: string;
              };
        };
        /**
         * @description Source of each cookie value, by name.
         * @default {}
         */
        cookies?: {
          [key: string]:
            | {
                /**
                 * @description A value that does not change.
                 * @constant
                 */
                kind: 'fixed';
                /** @description The value. */
                value: string;
              }
            | {
                /**
                 * @description The value of a cookie that the page sets.
                 * @constant
                 */
                kind: 'cookie';
                /** @description Name of the cookie. */
                name: string;
              }
            | {
                /**
                 * @description A part of a text.
                 * @constant
                 */
                kind: 'text';
                /** @description URL of the script that contains the value. null: the page contains it. */
                url: string | null;
                /** @description Text directly before the value. */
                before: string;
                /** @description Text directly after the value. */
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
        /**
         * @description Type of the values of each field, by name.
         * @default {}
         */
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
        /**
         * @description Conversion of the values of a field, by name; fields without one are not converted.
         * @default {}
         */
        transforms?: {
          [key: string]:
            | {
                /**
                 * @description Divides a number.
                 * @constant
                 */
                kind: 'divide';
                /** @description Divisor. */
                by: number;
              }
            | {
                /**
                 * @description Converts a Unix time to a date.
                 * @constant
                 */
                kind: 'epoch';
                /**
                 * @description Unit of the Unix time: seconds or milliseconds.
                 * @enum {string}
                 */
                unit: 's' | 'ms';
              }
            | {
                /**
                 * @description Puts the value between two texts.
                 * @constant
                 */
                kind: 'template';
                /** @description Text before the value. */
                before: string;
                /** @description Text after the value. */
                after: string;
              }
            | {
                /**
                 * @description Takes an identifying code out of a text.
                 * @constant
                 */
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
         * @description Pages of the listing.
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
                /**
                 * @description There is only one page.
                 * @constant
                 */
                kind: 'none';
              }
            | {
                /**
                 * @description The page shows a link or a form to the next one, or has a `Link` header.
                 * @constant
                 */
                kind: 'link';
              }
            | {
                /**
                 * @description A number of the page, or of its first record, increases from page to page.
                 * @constant
                 */
                kind: 'number';
                /** @description Location of the parameter. */
                place:
                  | {
                      /**
                       * @description A parameter of the query string.
                       * @constant
                       */
                      in: 'query';
                      /** @description Name of the parameter. */
                      name: string;
                    }
                  | {
                      /**
                       * @description A segment of the path.
                       * @constant
                       */
                      in: 'path';
                      /** @description Number of the segment, from 1. */
                      index: number;
                    }
                  | {
                      /**
                       * @description A value in the JSON body.
                       * @constant
                       */
                      in: 'body';
                      /** @description JSON Pointer of the value. */
                      path: string;
                    };
                /** @description Value for the first page. */
                from: number;
                /** @description Difference between the values of two consecutive pages. */
                step: number;
              }
            | {
                /**
                 * @description A parameter contains a value from the previous response.
                 * @constant
                 */
                kind: 'cursor';
                /** @description Location of the parameter. */
                place:
                  | {
                      /**
                       * @description A parameter of the query string.
                       * @constant
                       */
                      in: 'query';
                      /** @description Name of the parameter. */
                      name: string;
                    }
                  | {
                      /**
                       * @description A segment of the path.
                       * @constant
                       */
                      in: 'path';
                      /** @description Number of the segment, from 1. */
                      index: number;
                    }
                  | {
                      /**
                       * @description A value in the JSON body.
                       * @constant
                       */
                      in: 'body';
                      /** @description JSON Pointer of the value. */
                      path: string;
                    };
                /** @description JSON Pointer of the cursor in a response. */
                path: string;
              }
            | {
                /**
                 * @description A response contains the URL of the next page.
                 * @constant
                 */
                kind: 'address';
                /** @description JSON Pointer of the URL in a response. */
                path: string;
              }
            | {
                /**
                 * @description The `Link` header of a response contains the URL of the next page.
                 * @constant
                 */
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
      /** @description Identifier of the key. */
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
    /** @description Credits of the account. */
    Credits: {
      /** @description Plan credits left until the next renewal. */
      plan: number;
      /** @description Top-up credits left; they do not expire at renewal. */
      top_up: number;
      /** @description Credits held for running work. */
      reserved: number;
      /** @description Credits that can be spent now: plan and top-up credits without `reserved`. */
      available: number;
    };
    Dataset: {
      /** @description Identifier of the dataset. */
      did: string;
      /** @description Name of the dataset. */
      name: string;
      /** @description Source of the records. */
      source:
        | {
            /**
             * @description Runs a saved recipe.
             * @constant
             */
            kind: 'recipe';
            /** @description Identifier of the recipe. */
            rid: string;
            /** @description Maximum number of records of one refresh. */
            limit: number;
            /** @description Maximum number of pages of one refresh. */
            max_pages: number;
          }
        | {
            /**
             * @description Reads the records of a listing.
             * @constant
             */
            kind: 'collect';
            /** @description URL of the listing. */
            url: string;
            /** @description Names of the fields. */
            fields: string[];
            /** @description Maximum number of records of one refresh. */
            limit: number;
            /** @description Maximum number of pages of one refresh. */
            max_pages: number;
          }
        | {
            /**
             * @description Extracts values from pages.
             * @constant
             */
            kind: 'extract';
            /** @description URLs of the pages. */
            urls: string[];
            /** @description JSON Schema of the values. */
            schema: {
              [key: string]: unknown;
            };
            /** @description True if a refresh reads only pages that may have changed. */
            only_changed?: boolean;
            /** @description How the page is requested, as it was saved. A key that may only read gets it without secrets. */
            request?: {
              /** @description request headers by name */
              headers?: {
                [key: string]: unknown;
              };
              /** @description cookies by name, or a list with domain and path */
              cookies?:
                | (
                    | {
                        [key: string]: unknown;
                      }
                    | unknown[]
                  )
                | null;
              /** @description body of the request */
              body?: string | null;
              /** @description steps in the browser before the page is read */
              steps?: unknown[];
            } & {
              [key: string]: unknown;
            };
            /** @description Identifier of the saved login; absent without one. */
            login?: string;
          }
        | {
            /**
             * @description Records came with the request.
             * @constant
             */
            kind: 'records';
          };
      /** @description Fields whose values identify a record. Empty: the whole content identifies it. Null before the first records. */
      key: string[] | null;
      /** @description All fields that any record has or had, in order of first appearance. */
      fields: string[];
      /** @description Country of the exit (ISO 3166-1 alpha-2). null: none was requested. */
      country: string | null;
      /** @description True if refreshes fail without an exit in the country. */
      strict_country: boolean;
      /** @description Numbers of records by status. */
      counts: {
        /** @description Active records. */
        active: number;
        /** @description Records that the last complete refresh did not find, and that are not removed yet. */
        missing: number;
        /** @description Removed records. */
        removed: number;
      };
      /** @description Number of the last change; 0 before the first. */
      last_seq: number;
      /** @description Time of creation (ISO 8601, UTC). */
      created_at: string;
      /** @description Result of the last refresh. null: none has ended. */
      last_refresh: components['schemas']['RefreshReport'] | null;
      /** @description Id of the job of the queued or running refresh, or null. */
      refreshing: string | null;
      /** @description Schedule of the refreshes. null: none. */
      schedule: components['schemas']['Schedule'] | null;
      /** @description Time of the next refresh, which starts within one minute of it. */
      next_run_at: string | null;
      /** @description Times of the next three refreshes. */
      next_runs: string[];
      /** @description URL of the receiver of events, with tokens masked. null: none. */
      webhook: string | null;
      /** @description Number of complete refreshes in a row without a record after which it is removed. */
      removed_after: number;
    };
    DatasetChange: {
      /** @description Number of the change in the dataset; each change has the next number. */
      seq: number;
      /** @description Time of the change (ISO 8601, UTC). */
      at: string;
      /**
       * @description Kind of the change.
       * @enum {string}
       */
      type: 'added' | 'changed' | 'removed' | 'returned';
      /** @description Identifier of the record. */
      record_id: string;
      /** @description The key fields and their values. null: the dataset has no key fields. */
      key: {
        [key: string]: unknown;
      } | null;
      /** @description The fields that differ; all fields of an added or removed record. */
      fields: {
        [key: string]: {
          /** @description Earlier value; null if the record had none. */
          old: unknown;
          /** @description New value; null if the record has none. */
          new: unknown;
        };
      };
      /** @description Id of the job of the refresh that found the change. */
      jid: string | null;
    };
    DatasetChangedEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'dataset.changed';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Identifier of the job. */
        jid?: string;
        /** @description Identifier of the dataset. */
        did?: string;
        /** @description Name of the dataset. */
        name?: string;
        /** @description Number of added records. */
        added?: number;
        /** @description Number of changed records. */
        changed?: number;
        /** @description Number of removed records. */
        removed?: number;
        /** @description Number of removed records that were found again. */
        returned?: number;
        /** @description Value of `since` that returns exactly these changes and later ones. */
        since?: number;
        /** @description Number of the last change. */
        last_seq?: number;
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    DatasetRecord: {
      /** @description Identifier of the record in the dataset. */
      record_id: string;
      /** @description The key fields and their values. */
      key: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Status of the record.
       * @enum {string}
       */
      status: 'active' | 'missing' | 'removed';
      /** @description Fields of the record and their last values. */
      data: {
        [key: string]: unknown;
      };
      /** @description Time at which the record was found first (ISO 8601, UTC). */
      first_seen: string;
      /** @description Time at which the record was found last. */
      last_seen: string;
      /** @description Time of the last change of the record. */
      last_changed: string;
    };
    DeleteDatasetAnswer: {
      /** @description Identifier of the deleted dataset. */
      did: string;
      /**
       * @description The resource no longer exists.
       * @constant
       */
      deleted: true;
    };
    DeleteJobAnswer: {
      /** @description Identifier of the deleted job. */
      jid: string;
      /**
       * @description The resource no longer exists.
       * @constant
       */
      deleted: true;
    };
    DeleteLoginAnswer: {
      /** @description Identifier of the login. */
      lid: string;
      /**
       * @description The resource no longer exists.
       * @constant
       */
      deleted: true;
    };
    DeleteMonitorAnswer: {
      /** @description Identifier of the deleted monitor. */
      mid: string;
      /**
       * @description The resource no longer exists.
       * @constant
       */
      deleted: true;
    };
    DeleteRecipeAnswer: {
      /** @description Identifier of the deleted recipe. */
      rid: string;
      /**
       * @description The resource no longer exists.
       * @constant
       */
      deleted: true;
    };
    DeleteWorkflowAnswer: {
      /** @description Identifier of the deleted workflow. */
      id: string;
      /**
       * @description The resource no longer exists.
       * @constant
       */
      deleted: true;
    };
    Delivery: {
      /** @description Identifier of the delivery; the header `webhook-id` has the same value on every attempt. */
      id: string;
      /**
       * @description Type of the event.
       * @enum {string}
       */
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
      /** @description Identifier of the job. null: the event belongs to no job. */
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
      /** @description Number of attempts so far. */
      attempt_count: number;
      /** @description Time of the next attempt. null: none is planned. */
      next_attempt_at: string | null;
      /** @description Time at which the receiver accepted the delivery. null: it did not. */
      delivered_at: string | null;
    };
    DeliveryAttempt: {
      /** @description Number of the attempt; the first is 1. */
      attempt: number;
      /** @description Time of the attempt (ISO 8601, UTC). */
      at: string;
      /** @description Duration in milliseconds. null: the attempt is running, or its process ended unexpectedly. */
      ms: number | null;
      /** @description HTTP status code of the response. null: no response. */
      status_code: number | null;
      /** @description First kilobyte of the response of the receiver. Untrusted text. */
      answer: string | null;
      /** @description Reason why the attempt failed. null: it succeeded or is running. */
      error: string | null;
    };
    DeliveryDetail: {
      /** @description Identifier of the delivery; the header `webhook-id` has the same value on every attempt. */
      id: string;
      /**
       * @description Type of the event.
       * @enum {string}
       */
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
      /** @description Identifier of the job. null: the event belongs to no job. */
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
      /** @description Number of attempts so far. */
      attempt_count: number;
      /** @description Time of the next attempt. null: none is planned. */
      next_attempt_at: string | null;
      /** @description Time at which the receiver accepted the delivery. null: it did not. */
      delivered_at: string | null;
      /** @description Data of the event, as sent to the receiver without `links`. */
      data: {
        [key: string]: unknown;
      };
      /** @description Attempts, oldest first. */
      attempts: components['schemas']['DeliveryAttempt'][];
    };
    DiffMonitorAnswer: {
      /** @description Earlier version. */
      from: {
        /** @description Time at which the version was read (ISO 8601, UTC). */
        at: string;
        /** @description Title of the page. null: it has none. */
        title: string | null;
        /** @description URL of the page after redirects. */
        url: string | null;
        /** @description Markdown. Untrusted text. */
        text: string | null;
        /** @description Watched values. null: the monitor watches text. */
        data: unknown;
      };
      /** @description Later version. */
      to: {
        /** @description Time at which the version was read (ISO 8601, UTC). */
        at: string;
        /** @description Title of the page. null: it has none. */
        title: string | null;
        /** @description URL of the page after redirects. */
        url: string | null;
        /** @description Markdown. Untrusted text. */
        text: string | null;
        /** @description Watched values. null: the monitor watches text. */
        data: unknown;
      };
      /** @description True if the versions differ. */
      changed: boolean;
      /** @description Description of the differences in one line. It contains untrusted text of the page. */
      summary: string;
      /** @description Differences between the versions. */
      diff: {
        /** @description Blocks of the content that differ. */
        blocks: {
          /**
           * @description Kind of the difference.
           * @enum {string}
           */
          type: 'added' | 'removed' | 'changed';
          /** @description Heading of the section that contains the block. */
          section: string | null;
          /** @description Earlier text. null: the block was added. */
          before: string | null;
          /** @description Later text. null: the block was removed. */
          after: string | null;
        }[];
        /** @description Changed values by JSON Pointer. */
        fields: {
          [key: string]: {
            /** @description Earlier value. */
            old: unknown;
            /** @description Later value. */
            new: unknown;
          };
        };
        /** @description Numbers of differences. */
        summary: {
          /** @description Number of added blocks or values. */
          added: number;
          /** @description Number of removed blocks or values. */
          removed: number;
          /** @description Number of changed blocks or values. */
          changed: number;
        };
        /** @description `true` when the lists are shortened. */
        truncated: boolean;
      };
    };
    Doctor: {
      /**
       * @description `unavailable` if a required or configured part does not work
       * @enum {string}
       */
      status: 'ok' | 'degraded' | 'unavailable';
      /** @description Version of the service. */
      version: string;
      /** @description Result of each part, by its name. */
      checks: {
        [key: string]: {
          /**
           * @description `ok`: worked when it was last used or tested; `unavailable`: a required or configured part does not work; `unreachable`: an optional part does not answer, and the service works without it; `not_tested`: neither used nor tested by this process yet
           * @enum {string}
           */
          status: 'ok' | 'degraded' | 'unavailable' | 'unreachable' | 'not_tested' | 'not_configured';
          /** @description Explanation of the status, for people. */
          detail?: string;
          /** @description Time of the last use or test. Absent if the part is observed at each call, or was neither used nor tested. */
          tested_at?: string;
        };
      };
    };
    DoctorRequest: {
      /** @description Only these parts, such as `search`; `exit` stands for all exits. Default: all. */
      parts?: string[];
    };
    EstimateAnswer: {
      /** @description only with `?dry_run=true`: minimum and maximum cost in credits */
      estimate: {
        /** @description Lowest possible cost in credits. */
        min: number;
        /** @description Highest possible cost in credits. */
        max: number;
        /** @description Items of the highest cost. */
        lines: {
          /** @description Item of the rate card. */
          item: string;
          /** @description Number of units. */
          quantity: number;
          /** @description Credits of the item: price times quantity. */
          credits: number;
          /** @description Condition under which the item is charged. */
          note: string;
        }[];
      };
    };
    /** @description Exit through which the page was read, with the evidence for its country. */
    Exit: {
      /** @description ISO 3166-1 alpha-2; null if unknown */
      country: string | null;
      /** @description City of the IP address. null: unknown. */
      city: string | null;
      /**
       * @description Network of the exit: the service itself, a residential proxy, or an unblocking service.
       * @enum {string}
       */
      network: 'service' | 'residential' | 'unblock';
      /** @description IP address of the exit as observed. null: not observed. */
      ip: string | null;
      /** @description true only if the IP address was observed through the same upstream and session */
      verified: boolean;
      /** @description Time of the observation. null: not observed. */
      verified_at: string | null;
      /** @description Sources that state the country of the IP address. */
      evidence: {
        /** @description a database, the operator’s `geo` map, or the exits file */
        source: string;
        /** @description Country that this source states (ISO 3166-1 alpha-2). null: it states none. */
        country: string | null;
        /** @description build day of the database */
        db_date: string | null;
      }[];
    };
    ExportDatasetAnswer: {
      /** @description Identifier of the export. */
      export_id: string;
      /** @description Identifier of the dataset. */
      did: string;
      /**
       * @description Format of the file.
       * @enum {string}
       */
      format: 'csv' | 'json' | 'ndjson' | 'xlsx' | 'parquet';
      /** @description Name of the file. */
      filename: string;
      /** @description Number of exported records. */
      rows: number;
      /** @description Size of the file in bytes. */
      bytes: number;
      /** @description SHA-256 checksum of the file, in hexadecimal. */
      sha256: string;
      /** @description Number of the last change that the file contains. Continue from it with `changes?since=`. */
      seq: number;
      /** @description `true` when formulas in cells were escaped; null for formats without formulas. */
      safe: boolean | null;
      /** @description Content that was shortened or left out. */
      notes: string[];
      /** @description Time at which the file is deleted (ISO 8601, UTC). */
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
      /** @description Settings of the monitors, oldest first. */
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
              /**
               * @description Method that found the value.
               * @enum {string}
               */
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
          /** @description Plain text of the page, if it was requested. */
          text?: string;
          /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
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
      /**
       * @description Also return the plain text of the page, in which the quotes of visible values stand.
       * @default false
       */
      text?: boolean;
    };
    FindJobPassagesAnswer: {
      /** @description Identifier of the job. */
      jid: string;
      /**
       * @description Type of the job.
       * @enum {string}
       */
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
      /**
       * @description Status of the job.
       * @enum {string}
       */
      status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
      /** @description Pages with passages, in the order of delivery. */
      pages: {
        /** @description URL of the page. */
        url: string;
        /** @description Title of the page. null: it has none. */
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
      /** @description Value of `offset` for the next request. null: the end is reached. */
      next_offset: number | null;
    };
    FollowJobAnswer: {
      /** @description Identifier of the event, for `last_event_id`. */
      id: string;
      /** @description Type of the event, such as `job.page`. */
      type: string;
      /** @description Data of the event. */
      data: {
        [key: string]: unknown;
      };
    };
    ForgetLayoutAnswer: {
      /** @description Identifier of the deleted layout. */
      layout_id: string;
      /**
       * @description The resource no longer exists.
       * @constant
       */
      deleted: true;
    };
    /** @description The found image. */
    FoundImage: {
      /** @description URL of the image. */
      url: string;
      /** @description URL of a small version; absent if the provider states none. */
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
      /** @description latitude in degrees, -90 to 90 */
      latitude: number;
      /** @description longitude in degrees, -180 to 180 */
      longitude: number;
      /**
       * @description metres
       * @default 50
       */
      accuracy?: number;
    };
    GetDatasetChangesAnswer: {
      /** @description Identifier of the dataset. */
      did: string;
      /** @description Changes, oldest first. */
      changes: components['schemas']['DatasetChange'][];
      /** @description Value of `since` for the next request. */
      next_since: number;
      /** @description Number of the newest change. */
      last_seq: number;
    };
    GetDatasetRecordsAnswer: {
      /** @description Identifier of the dataset. */
      did: string;
      /** @description Records of the dataset. */
      records: components['schemas']['DatasetRecord'][];
      /** @description Number of records before the first one of this response. */
      offset: number;
      /** @description Number of records with this status. */
      total: number;
      /** @description Value of `offset` for the next request. null: the end is reached. */
      next_offset: number | null;
    };
    GetJobResultsAnswer: {
      /** @description Identifier of the job. */
      jid: string;
      /**
       * @description Type of the job.
       * @enum {string}
       */
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
      /**
       * @description Status of the job.
       * @enum {string}
       */
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
      /** @description Number of results before the first one of this response. */
      offset: number;
      /** @description Number of all results so far. */
      total: number;
      /** @description Value of `offset` for the next request. null: there are no more results so far. */
      next_offset: number | null;
    };
    GetMonitorAnswer: {
      /** @description Identifier of the monitor. */
      mid: string;
      /** @description Name of the monitor. null: it has none. */
      name: string | null;
      /** @description Tags of the monitor. */
      tags?: string[];
      /** @description URL of the watched page. null: no page is watched. */
      url: string | null;
      /** @description The watched content, as set. */
      watch: {
        [key: string]: unknown;
      };
      /** @description Schedule of the checks: `{every}`, `{cron, timezone}` or `{paused: true}`. */
      schedule: {
        [key: string]: unknown;
      };
      /** @description Country of the exit (ISO 3166-1 alpha-2). null: none was requested. */
      country: string | null;
      /** @description True if checks fail without an exit in the country. */
      strict_country: boolean;
      /**
       * @description Use of a browser for the checks.
       * @enum {string}
       */
      render: 'auto' | 'never' | 'always';
      /** @description Identifier of the saved login. null: none. */
      login: string | null;
      /** @description How the page is requested, as it was saved. A key that may only read gets it without secrets. */
      request?: {
        /** @description request headers by name */
        headers?: {
          [key: string]: unknown;
        };
        /** @description cookies by name, or a list with domain and path */
        cookies?:
          | (
              | {
                  [key: string]: unknown;
                }
              | unknown[]
            )
          | null;
        /** @description body of the request */
        body?: string | null;
        /** @description steps in the browser before the page is read */
        steps?: unknown[];
      } & {
        [key: string]: unknown;
      };
      /** @description Rules for content that is not compared. */
      ignore: unknown[];
      /** @description Conditions of a change that is notified. */
      conditions: {
        [key: string]: unknown;
      }[];
      /** @description Description of the changes that matter, in words. null: none. */
      goal?: string | null;
      /**
       * @description Whether `all` conditions must hold, or `any` of them.
       * @enum {string}
       */
      match: 'all' | 'any';
      /** @description Number of times a changed page is read again before the change is notified. */
      confirm: number;
      /** @description Number of failed checks in a row after which the monitor is reported as failing. */
      failing_after: number;
      /** @description True if each check takes a screenshot. */
      screenshot: boolean;
      /** @description True if checks ask the site for the page only if it has changed. */
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
        /** @description Number of the check. */
        check: number;
        /** @description Time of the check (ISO 8601, UTC). */
        at: string;
        /**
         * @description Result of the check.
         * @enum {string}
         */
        state: 'new' | 'same' | 'changed' | 'removed' | 'error';
        /** @description Description of the change in one line. It contains untrusted text of the page. */
        summary: string;
      } | null;
      /** @description Time of creation (ISO 8601, UTC). */
      created_at: string;
      /** @description Time of the last change of the settings. */
      updated_at: string;
      /** @description Time of the last check. null: none yet. */
      last_check: string | null;
      /** @description Time of the last change of the content. null: none yet. */
      last_change: string | null;
      /** @description Time of the last successful check. */
      last_success: string | null;
      /** @description Time of the next check. null: none is planned. */
      next_run_at: string | null;
      /** @description Times of the next three checks. */
      next_runs: string[];
      /** @description Number of failed checks since the last successful one. */
      consecutive_failures: number;
      /** @description Number of all checks. */
      check_count: number;
      /** @description Id of the job of the running check, or null. */
      checking: string | null;
      /** @description Whether the conditions hold for the baseline. null: there are none, or they depend on the next change. */
      condition_met: boolean | null;
      /** @description The last 50 checks, newest first. */
      checks: components['schemas']['MonitorCheck'][];
      /** @description The last good version, with which the next check is compared. Its text is limited to 20,000 characters. */
      baseline: components['schemas']['MonitorVersion'] | null;
      /** @description Recipients of `notify` whose last delivery failed. A change that is `notified` did not reach them. */
      undelivered: components['schemas']['UndeliveredRecipient'][];
    };
    GetMonitorCheckAnswer: {
      /** @description The check. */
      check: {
        /** @description Number of the check; the first is 1. */
        check: number;
        /** @description Time of the check (ISO 8601, UTC). */
        at: string;
        /**
         * @description `new`: the first version. `removed`: the page was missing twice in a row. `error`: the check failed; the baseline does not change.
         * @enum {string}
         */
        state: 'new' | 'same' | 'changed' | 'removed' | 'error';
        /** @description Description of the change in one line. It contains untrusted text of the page. */
        summary: string;
        /** @description Differences from the baseline. null: no change was found. */
        diff: components['schemas']['VersionDiff'] | null;
        /** @description True for a change of which the conditions held and the goal was not missed, or that has no conditions. */
        condition_met: boolean;
        /** @description True when such a change was also sent to a recipient of `notify`. */
        notified: boolean;
        decision?: components['schemas']['GoalDecision'];
        /** @description Error of the check. null: it succeeded. */
        error: {
          /** @description Code of the error, for programs. */
          code: string;
          /** @description Explanation of the error, for people. */
          message: string;
          /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
          advice?: string;
        } | null;
        /** @description Warnings about the exits of the check, such as `country_not_used`. */
        warnings: components['schemas']['Warning'][];
        /** @description URL of the screenshot; absent without one. */
        screenshot?: string;
        /** @description Visual difference from the earlier screenshot; absent without one. */
        visual_diff?: {
          /** @description URL of the image of the differences. */
          url: string;
          /** @description Share of the pixels that differ, 0 to 1. */
          share: number;
        };
        /** @description Credits charged for the check. */
        credits: number;
        /** @description Identifier of the job of the check. null: it had none. */
        jid: string | null;
        /** @description Receipt of the page that was read. null: none was read. */
        receipt: components['schemas']['Receipt'] | null;
      };
      /** @description Version that was the baseline after the check. null: none, or it was deleted. */
      version: components['schemas']['MonitorVersion'] | null;
    };
    GetRunRecordsAnswer: {
      /** @description Identifier of the run. */
      run_id: string;
      /** @description Records of the run. */
      records: unknown[];
      /** @description Number of records before the first one of this response. */
      offset: number;
      /** @description Number of all records. */
      total: number;
      /** @description Value of `offset` for the next request. null: the end is reached. */
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
        /** @description JSON Pointer of the value, or heading of the section. null: none. */
        place: string | null;
        /** @description Earlier text. null: there was none. */
        old: string | null;
        /** @description Later text. null: there is none. */
        new: string | null;
      }[];
      /** @description Why it could not be decided. */
      reason?: string;
    };
    Health: {
      /**
       * @description `degraded`: at least one part is `degraded` or `unavailable`.
       * @enum {string}
       */
      status: 'ok' | 'degraded';
      /** @description Version of the service. */
      version: string;
      /** @description State of each part, by its name. */
      checks: {
        [key: string]: {
          /**
           * @description `ok`: worked when it was last used or tested; `unavailable`: a required or configured part does not work; `unreachable`: an optional part does not answer, and the service works without it; `not_tested`: neither used nor tested by this process yet
           * @enum {string}
           */
          status: 'ok' | 'degraded' | 'unavailable' | 'unreachable' | 'not_tested' | 'not_configured';
          /** @description Explanation of the status, for people. */
          detail?: string;
          /** @description Time of the last use or test. Absent if the part is observed at each call, or was neither used nor tested. */
          tested_at?: string;
        };
      };
    };
    HistoryDetail: {
      /** @description Identifier of the request, as in the header X-Request-Id. */
      rid: string;
      /** @description Time of the request (ISO 8601, UTC). */
      at: string;
      /** @description Name of the operation. */
      tool: string;
      /**
       * @description Interface or part that made the request.
       * @enum {string}
       */
      origin: 'http' | 'mcp' | 'cli' | 'v2' | 'job' | 'schedule';
      /** @description Identifier of the key that made the request. null: no key. */
      key_id: string | null;
      /** @description Status of the page for page operations; otherwise `ok` or the error code. */
      status: string;
      /** @description Country of the exit (ISO 3166-1 alpha-2). null: none or unknown. */
      country: string | null;
      /** @description URL of the page, with secrets masked. null: the request is about no single page. */
      url: string | null;
      /** @description Charged credits. */
      credits: number;
      /** @description Duration in milliseconds. */
      ms: number;
      /** @description Error of the request; absent if it succeeded. */
      error?: {
        /** @description Code of the error, for programs. */
        code: string;
        /** @description Explanation of the error, for people. */
        message: string;
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      };
      /** @description Parameters of the request, with secrets masked. */
      params: {
        [key: string]: unknown;
      };
      /** @description Receipt of the request. null: it has none. */
      receipt: components['schemas']['Receipt'] | null;
    };
    HistoryEntry: {
      /** @description Identifier of the request, as in the header X-Request-Id. */
      rid: string;
      /** @description Time of the request (ISO 8601, UTC). */
      at: string;
      /** @description Name of the operation. */
      tool: string;
      /**
       * @description Interface or part that made the request.
       * @enum {string}
       */
      origin: 'http' | 'mcp' | 'cli' | 'v2' | 'job' | 'schedule';
      /** @description Identifier of the key that made the request. null: no key. */
      key_id: string | null;
      /** @description Status of the page for page operations; otherwise `ok` or the error code. */
      status: string;
      /** @description Country of the exit (ISO 3166-1 alpha-2). null: none or unknown. */
      country: string | null;
      /** @description URL of the page, with secrets masked. null: the request is about no single page. */
      url: string | null;
      /** @description Charged credits. */
      credits: number;
      /** @description Duration in milliseconds. */
      ms: number;
      /** @description Error of the request; absent if it succeeded. */
      error?: {
        /** @description Code of the error, for programs. */
        code: string;
        /** @description Explanation of the error, for people. */
        message: string;
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      };
      /** @description What the request is about. null: nothing with a name, or it no longer exists. */
      subject: {
        /** @description Such as `monitor` or `dataset`. */
        kind: string;
        /** @description Its identifier. */
        id: string;
        /** @description Its name. */
        name: string;
        /** @description What a check found, in one line. null: the status says it. */
        outcome: string | null;
      } | null;
    };
    /** @description A selector (CSS, XPath that starts with `//`, or for JSON a JSONPath query), or an RE2 expression between slashes such as `/updated [0-9:]+/i`. Matches are neither compared nor shown. */
    IgnoreRule:
      | string
      | {
          /** @description RE2 expression without slashes. */
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
              /**
               * @description A page.
               * @constant
               */
              kind: 'page';
              /** @description Watch the whole page instead of its main content. Default: `false`. */
              whole?: boolean;
            }
          | ({
              /**
               * @description A section of a page.
               * @constant
               */
              kind: 'section';
              /** @description Heading of the section, or words that describe it. */
              focus?: string;
              /** @description Selector of the section: CSS, XPath that starts with `//`, or for an answer in JSON a JSONPath query (RFC 9535). */
              selector?: string;
            } & (
              | {
                  focus: string;
                }
              | {
                  selector: string;
                }
            ))
          | ({
              /**
               * @description Values on a page.
               * @constant
               */
              kind: 'fields';
              schema?: {
                [key: string]: unknown;
              } | null;
              /** @description Description of the values to watch. */
              prompt?: string | null;
            } & (
              | {
                  schema: {
                    [key: string]: unknown;
                  };
                }
              | {
                  prompt: string;
                }
            ))
          | {
              /**
               * @description A dataset.
               * @constant
               */
              kind: 'dataset';
              /** @description Identifier of the dataset. */
              did: string;
            }
          | {
              /**
               * @description The results of a search.
               * @constant
               */
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
              /**
               * @description The records of a workflow.
               * @constant
               */
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
          /** @description Up to 5 receivers of events. */
          webhook?:
            | (
                | string
                | {
                    /** @description URL of the receiver. */
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
                        /** @description URL of the receiver. */
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
          /** @description Up to 5 recipients. */
          email?: (string | string[]) | null;
          /** @description `true`: checks continue, but no notification is sent. Default: `false`. */
          muted?: boolean;
          /** @description Texts of readable messages with fields such as `{{name}}`, `{{summary}}` and `{{url}}`. */
          template?: {
            /** @description Title of the message. */
            title?: string;
            /** @description Text of the message. */
            text?: string;
          } | null;
          /** @description Send the events together. Default: each at once. */
          digest?: ('hourly' | 'daily') | null;
          /** @description Time of the daily digest. Default: 08:00. */
          digest_at?: string | null;
          /** @description Events between these times are sent at their end. */
          quiet_hours?: {
            /** @description Start, such as 22:30. */
            from: string;
            /** @description End, such as 08:00. */
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
          /** @description Links from this page to further pages. */
          pagination: {
            /** @description URL of the next page, from a link on the page. */
            next: string | null;
            /** @description How the link was recognized. null: there is no next page. */
            by: ('rel' | 'label' | 'number') | null;
            /** @description Highest linked page number. */
            last: number | null;
          };
          /** @description Identifier of the recommended source. */
          cheapest: string | null;
          /** @description URLs of the feeds that the page links to. */
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
          /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
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
      /** @description Identifier of the source in this response. */
      id: string;
      /**
       * @description Kind of the source.
       * @enum {string}
       */
      kind: 'api' | 'graphql' | 'embedded' | 'json_ld' | 'microdata' | 'feed' | 'table' | 'listing';
      /**
       * @description HTTP method of the request for the records.
       * @enum {string}
       */
      method: 'GET' | 'POST';
      /** @description URL that returns the records. */
      url: string;
      /** @description JSON Pointer of the list, or selector of the repeated elements. */
      path: string;
      /** @description Number of records in the source. */
      records: number;
      /** @description Share of the visible records that this source contains in the same order, from 0 to 1. null: the page shows no records. */
      shown: number | null;
      /** @description Fields of the records. */
      fields: {
        /** @description Name of the field. */
        name: string;
        /**
         * @description Type of the values.
         * @enum {string}
         */
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
        /** @description Value of the field in one record. */
        example: unknown;
      }[];
      /** @description Result of repeating a call of the page’s scripts without the page. The page itself needs no test. */
      replay: {
        /** @description True if the call was repeated without the page. */
        tested: boolean;
        /** @description True if the call returns the same records without the page. */
        ok: boolean;
        /** @description Names of the required headers. */
        headers: string[];
        /** @description Names of the required cookies. */
        cookies: string[];
        /** @description Number of requests that the test needed. */
        calls: number;
        /** @description Reason why the call was not tested or does not work. */
        reason?: string;
      };
      /** @description Method to get from one page of records to the next. */
      pagination: {
        /**
         * @description Kind of the pagination: `none`, a `link`, a `number` or `cursor` in a parameter, the `address` of the next page in the response, or its `Link` header.
         * @enum {string}
         */
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
      /** @description Identifier of the job. */
      jid: string;
      /**
       * @description Type of the job: the operation that it runs.
       * @enum {string}
       */
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
      /**
       * @description Status of the job. `completed`, `failed` and `cancelled` are final.
       * @enum {string}
       */
      status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
      /** @description True while the job is paused; its status stays as it is. */
      paused: boolean;
      /** @description Time of creation (ISO 8601, UTC). */
      created_at: string;
      /** @description Time at which the first work of the job started. null: not started yet. */
      started_at: string | null;
      /** @description Time at which the job reached its final status. null: not ended yet. */
      finished_at: string | null;
      /** @description time at which the job and its pages are deleted; null until it has ended */
      expires_at: string | null;
      /** @description as requested, with secrets masked */
      params: {
        [key: string]: unknown;
      };
      /** @description Numbers of URLs and pages of the job. */
      progress: {
        /** @description URLs found within the limits of the job */
        discovered: number;
        /** @description URLs that wait to be read */
        queued: number;
        /** @description URLs that are being read */
        running: number;
        /** @description finished pages of any status */
        done: number;
        /** @description finished pages with the status `ok` */
        ok: number;
        /** @description finished pages with the status `not_found` */
        not_found: number;
        /** @description finished pages with the status `blocked` */
        blocked: number;
        /** @description finished pages with the status `failed` */
        failed: number;
        /** @description finished pages with the status `unavailable` */
        unavailable: number;
        /** @description finished pages with the status `budget_exhausted` */
        budget_exhausted: number;
        /** @description finished pages with the status `invalid` */
        invalid: number;
      };
      /** @description Credits of the job. */
      credits: {
        /** @description Credits held for pages that were not read yet. */
        reserved: number;
        /** @description Credits charged so far. */
        charged: number;
      };
      /** @description Reason why the job failed. null: the job did not fail. */
      error: {
        /** @description Code of the error, for programs. */
        code: string;
        /** @description Explanation of the error, for people. */
        message: string;
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      } | null;
      /** @description Receiver of the events of the job and its deliveries. null: the job has no webhook. */
      webhook: {
        /** @description URL of the receiver; tokens in it are masked */
        url: string;
        /** @description Number of events that the receiver accepted. */
        delivered: number;
        /** @description Number of events that were given up. */
        failed: number;
        /** @description present if the target was disabled */
        notice?: string;
      } | null;
      /** @description URLs excluded by robots rules, at most about a thousand */
      robots_blocked: string[];
      /** @description Number of all URLs excluded by robots rules. */
      robots_blocked_total: number;
      /** @description numbers of URLs that a crawl left out, by reason: `duplicate` (the content of a delivered page), `action` (a view, form or account page of the software), `trap` (an endless series), `path_rules`, `file`, `logout` (a link that ends the session of the login), `depth` (further from the start page than `max_depth` when they were found; one that is found again by a shorter way, or after a restart, may be counted as well) */
      skipped: {
        /** @description number of URLs left out as `duplicate`; absent for 0 */
        duplicate?: number;
        /** @description number of URLs left out as `action`; absent for 0 */
        action?: number;
        /** @description number of URLs left out as `trap`; absent for 0 */
        trap?: number;
        /** @description number of URLs left out as `path_rules`; absent for 0 */
        path_rules?: number;
        /** @description number of URLs left out as `file`; absent for 0 */
        file?: number;
        /** @description number of URLs left out as `logout`; absent for 0 */
        logout?: number;
        /** @description number of URLs left out as `depth`; absent for 0 */
        depth?: number;
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
        /** @description Explanation of the wait, for people. */
        message: string;
      } | null;
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
      warnings: components['schemas']['Warning'][];
    };
    JobCancelledEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'job.cancelled';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Identifier of the job. */
        jid?: string;
        /**
         * @description Final status of the job.
         * @enum {string}
         */
        status?: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
        /** @description Number of delivered pages. */
        pages?: number;
        /** @description Credits charged for the job. */
        credits?: number;
        /** @description Reason for the failure; absent if there was none. */
        error?: {
          /** @description Code of the error, for programs. */
          code: string;
          /** @description Explanation of the error, for people. */
          message: string;
          /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
          advice?: string;
        };
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    JobCompletedEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'job.completed';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Identifier of the job. */
        jid?: string;
        /**
         * @description Final status of the job.
         * @enum {string}
         */
        status?: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
        /** @description Number of delivered pages. */
        pages?: number;
        /** @description Credits charged for the job. */
        credits?: number;
        /** @description Reason for the failure; absent if there was none. */
        error?: {
          /** @description Code of the error, for programs. */
          code: string;
          /** @description Explanation of the error, for people. */
          message: string;
          /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
          advice?: string;
        };
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    JobFailedEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'job.failed';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Identifier of the job. */
        jid?: string;
        /**
         * @description Final status of the job.
         * @enum {string}
         */
        status?: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
        /** @description Number of delivered pages. */
        pages?: number;
        /** @description Credits charged for the job. */
        credits?: number;
        /** @description Reason for the failure; absent if there was none. */
        error?: {
          /** @description Code of the error, for programs. */
          code: string;
          /** @description Explanation of the error, for people. */
          message: string;
          /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
          advice?: string;
        };
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    JobPageEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'job.page';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Identifier of the job. */
        jid?: string;
        /** @description Delivered pages. */
        pages?: {
          /** @description Position of the page in the results of the job, from 0. */
          offset: number;
          /** @description URL of the page. */
          url: string;
          /**
           * @description Status of the page.
           * @enum {string}
           */
          status: 'ok' | 'not_found' | 'blocked' | 'failed' | 'unavailable' | 'budget_exhausted' | 'invalid';
          /** @description Identifier of the receipt of the page. */
          receipt: string;
          /** @description Credits charged for the page. */
          credits: number;
        }[];
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    JobPausedEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'job.paused';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Identifier of the job. */
        jid?: string;
        /**
         * @description Reason for the pause.
         * @enum {string}
         */
        code?: 'retry_after' | 'login_expired';
        /** @description Origin that asked for a login. */
        origin?: string;
        /** @description Always null: the job continues when it is resumed. */
        until?: string | null;
        /** @description Identifier of the login. */
        login?: string;
        /** @description Explanation of the pause, for people. */
        message?: string;
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    JobStartedEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'job.started';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Identifier of the job. */
        jid?: string;
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    Key: {
      /** @description Identifier of the key. */
      key_id: string;
      /** @description Name of the key. */
      name: string;
      /** @description Permissions of the key. */
      scopes: ('read' | 'write' | 'admin' | 'operator')[];
      /** @description Time of creation (ISO 8601, UTC). */
      created_at: string;
      /** @description Expiry time. null: the key does not expire. */
      expires_at: string | null;
      /** @description Time of the last use, to the minute. */
      last_used_at: string | null;
      /** @description Limits of this key. `null`: the limits of the account apply. */
      limits: {
        /** @description Maximum number of requests per minute. */
        requests_per_minute: number | null;
        /** @description Maximum number of requests at the same time. */
        concurrent: number | null;
        /** @description Maximum number of credits per day (UTC). */
        credits_per_day: number | null;
      };
      /** @description Credits charged today (UTC) to this key and to those that share its `credits_per_day`. */
      credits_used_today: number;
      /** @description Ids of other active keys that share `credits_per_day` with this key. */
      shares_credits_with: string[];
    };
    LedgerAnswer: {
      /** @description Rows of the ledger, newest first. */
      ledger: components['schemas']['LedgerRow'][];
      /** @description Value of `before` for the next page. null: there are no older rows. */
      next_before: number | null;
    };
    LedgerRow: {
      /** @description Number of the row; a later row has a higher one. */
      id: number;
      /** @description Time of the movement (ISO 8601, UTC). */
      at: string;
      /**
       * @description Kind of the movement.
       * @enum {string}
       */
      kind: 'renewal' | 'expiry' | 'top_up' | 'charge';
      /**
       * @description Credits that the row changes: plan or top-up credits.
       * @enum {string}
       */
      bucket: 'plan' | 'top_up';
      /** @description Credits that this row adds to the balance; negative for charges. */
      credits: number;
      /** @description Sum of all rows up to and including this one. */
      balance: number;
      /** @description Identifier of the charged request; absent for movements without one. */
      request_id?: string;
      /** @description Identifier of the charged job; absent for movements without one. */
      job?: string;
      /** @description Number of charged pages; absent if the charge is not for pages. */
      pages?: number;
      /** @description Text about the movement; absent without one. */
      note?: string;
    };
    ListAuditAnswer: {
      /** @description Entries, newest first. */
      audit: components['schemas']['AuditEntry'][];
      /** @description Value of `before` for the next page. null: there are no older entries. */
      next_before: number | null;
    };
    ListBrowsersAnswer: {
      /** @description Sessions of the account. */
      sessions: components['schemas']['BrowserSession'][];
    };
    ListDatasetsAnswer: {
      /** @description Items of this part of the list. */
      datasets: components['schemas']['Dataset'][];
      /** @description Number of all items of the list. */
      total: number;
      /** @description Value of `offset` for the next part of the list. null: this is the last part. */
      next_offset: number | null;
    };
    ListJobsAnswer: {
      /** @description Items of this part of the list. */
      jobs: components['schemas']['Job'][];
      /** @description Number of all items of the list. */
      total: number;
      /** @description Value of `offset` for the next part of the list. null: this is the last part. */
      next_offset: number | null;
    };
    ListKeysAnswer: {
      /** @description Active keys, oldest first. */
      keys: components['schemas']['Key'][];
    };
    ListLayoutsAnswer: {
      /** @description Items of this part of the list. */
      layouts: {
        /** @description Identifier of the layout. */
        layout_id: string;
        /** @description Registrable domain and URL pattern; `*` is the part that differs between pages. */
        site: string;
        /**
         * @description `provisional`: right on one page. `active`: right on two pages. `suspect`: less than half of the rules held on the last page. `stale`: the same on three consecutive pages; the layout is not used until it is learned again.
         * @enum {string}
         */
        state: 'provisional' | 'active' | 'suspect' | 'stale';
        /** @description Fields for which the layout has rules. */
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
        /** @description Time at which the layout was learned first (ISO 8601, UTC). */
        created_at: string;
        /** @description Time at which the rules were last learned. */
        learned_at: string;
        /** @description Time of the last use. */
        used_at: string;
      }[];
      /** @description Number of all items of the list. */
      total: number;
      /** @description Value of `offset` for the next part of the list. null: this is the last part. */
      next_offset: number | null;
    };
    ListLoginsAnswer: {
      /** @description Saved logins. */
      logins: components['schemas']['Login'][];
    };
    ListMonitorChecksAnswer: {
      /** @description Checks, newest first. */
      checks: components['schemas']['MonitorCheck'][];
      /** @description Number of all checks of the monitor. */
      total: number;
      /** @description Value of `before` for the next request. null: there are no older checks. */
      next_before: number | null;
    };
    ListMonitorsAnswer: {
      /** @description Items of this part of the list. */
      monitors: components['schemas']['Monitor'][];
      /** @description Number of all items of the list. */
      total: number;
      /** @description Value of `offset` for the next part of the list. null: this is the last part. */
      next_offset: number | null;
    };
    ListRecipesAnswer: {
      /** @description Items of this part of the list. */
      recipes: components['schemas']['Recipe'][];
      /** @description Number of all items of the list. */
      total: number;
      /** @description Value of `offset` for the next part of the list. null: this is the last part. */
      next_offset: number | null;
    };
    ListRequestsAnswer: {
      /** @description Requests, newest first. */
      requests: components['schemas']['HistoryEntry'][];
      /** @description Value of `before` for the next page, as Unix time in seconds. null: there are no older requests. */
      next_before: number | null;
    };
    ListWebhookDeliveriesAnswer: {
      /** @description Deliveries, newest first. */
      deliveries: components['schemas']['Delivery'][];
      /** @description Value of `before` for the next request. null: there are no older deliveries. */
      next_before: string | null;
    };
    ListWebhookTargetsAnswer: {
      /** @description Receivers that did not accept the last delivery. */
      targets: components['schemas']['WebhookTarget'][];
    };
    ListWorkflowRunsAnswer: {
      /** @description Items of this part of the list. */
      runs: components['schemas']['RunSummary'][];
      /** @description Number of all items of the list. */
      total: number;
      /** @description Value of `offset` for the next part of the list. null: this is the last part. */
      next_offset: number | null;
    };
    ListWorkflowsAnswer: {
      /** @description Items of this part of the list. */
      workflows: components['schemas']['Workflow'][];
      /** @description Number of all items of the list. */
      total: number;
      /** @description Value of `offset` for the next part of the list. null: this is the last part. */
      next_offset: number | null;
    };
    Login: {
      /** @description Identifier of the login. */
      lid: string;
      /** @description Name of the login. */
      name: string;
      /** @description Site of the login, and the only one that receives it. */
      domain: string;
      /** @description Country of the exit through which it was saved (ISO 3166-1 alpha-2), or null when unknown. */
      country: string | null;
      /** @description Time at which it was saved first (ISO 8601, UTC). */
      created_at: string;
      /** @description Time at which it was saved last. */
      saved_at: string;
      /** @description Time of the last use. null: it was not used yet. */
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
        /** @description Schedule of the renewals. null: only when the login has expired. */
        schedule: components['schemas']['Schedule'] | null;
        /** @description Time of the next renewal by the schedule. null: none is planned. */
        next_run_at: string | null;
        /** @description The last renewal, or null before the first. */
        last: {
          /** @description Run of the renewal: GET /v1/runs/{run_id}. */
          run_id: string | null;
          /**
           * @description Status of the renewal.
           * @enum {string}
           */
          status: 'running' | 'completed' | 'needs_input' | 'failed' | 'cancelled';
          /** @description Time at which the renewal started (ISO 8601, UTC). */
          started_at: string;
          /** @description Error of the renewal. null: it did not fail. */
          error: {
            /** @description Code of the error, for programs. */
            code: string;
            /** @description Explanation of the error, for people. */
            message: string;
          } | null;
        } | null;
      } | null;
    };
    LoginExpiredEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'login.expired';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Identifier of the login. */
        lid?: string;
        /** @description Name of the login. */
        name?: string;
        /** @description Site of the login. */
        domain?: string;
        /**
         * @description Status of the login.
         * @constant
         */
        status?: 'expired';
        /** @description Reason for the failure; absent if there was none. */
        error?: {
          /** @description Code of the error, for programs. */
          code: string;
          /** @description Explanation of the error, for people. */
          message: string;
          /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
          advice?: string;
        };
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    MapAnswer: {
      status: components['schemas']['PageStatus'];
      error?: components['schemas']['PageError'];
      /** @description URL as given in the request. */
      url: string;
      /** @description URLs of the site. */
      links: {
        /** @description Absolute URL. */
        url: string;
        /** @description Title of the page, otherwise the text of a link to it. */
        title?: string;
        /** @description Description of the page; absent if no source states one. */
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
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
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
    ModelSettings: {
      /**
       * @description `environment`: settings of the process, which prevail; `database`: set here; `none`: no model
       * @enum {string}
       */
      source: 'environment' | 'database' | 'none';
      /** @description Base URL of the API, without secrets. */
      url: string | null;
      /** @description Name of the model. null: the first that the API lists. */
      model: string | null;
      /** @description True if requests carry a key, which is never returned. */
      has_key: boolean;
      /** @description Path of a GGUF model that runs in the process. */
      file: string | null;
    };
    /** @description model usage; absent if no model was called */
    ModelUse: {
      /** @description Name of the model. */
      model: string;
      /**
       * @description how the output was constrained to the schema
       * @enum {string}
       */
      schema_mode: 'strict_schema' | 'schema' | 'grammar' | 'json_object' | 'text';
      /** @description requests, including repeated ones */
      calls: number;
      /** @description Tokens of the requests. */
      input_tokens: number;
      /** @description Tokens of the responses. */
      output_tokens: number;
      /** @description part of `input_tokens` that the model API read from its prompt cache */
      cached_tokens?: number;
      /** @description true if the model did not report its tokens */
      estimated: boolean;
      /** @description milliseconds */
      ms: number;
    };
    /** @description A monitor with its settings and its state. */
    Monitor: {
      /** @description Identifier of the monitor. */
      mid: string;
      /** @description Name of the monitor. null: it has none. */
      name: string | null;
      /** @description Tags of the monitor. */
      tags?: string[];
      /** @description URL of the watched page. null: no page is watched. */
      url: string | null;
      /** @description The watched content, as set. */
      watch: {
        [key: string]: unknown;
      };
      /** @description Schedule of the checks: `{every}`, `{cron, timezone}` or `{paused: true}`. */
      schedule: {
        [key: string]: unknown;
      };
      /** @description Country of the exit (ISO 3166-1 alpha-2). null: none was requested. */
      country: string | null;
      /** @description True if checks fail without an exit in the country. */
      strict_country: boolean;
      /**
       * @description Use of a browser for the checks.
       * @enum {string}
       */
      render: 'auto' | 'never' | 'always';
      /** @description Identifier of the saved login. null: none. */
      login: string | null;
      /** @description How the page is requested, as it was saved. A key that may only read gets it without secrets. */
      request?: {
        /** @description request headers by name */
        headers?: {
          [key: string]: unknown;
        };
        /** @description cookies by name, or a list with domain and path */
        cookies?:
          | (
              | {
                  [key: string]: unknown;
                }
              | unknown[]
            )
          | null;
        /** @description body of the request */
        body?: string | null;
        /** @description steps in the browser before the page is read */
        steps?: unknown[];
      } & {
        [key: string]: unknown;
      };
      /** @description Rules for content that is not compared. */
      ignore: unknown[];
      /** @description Conditions of a change that is notified. */
      conditions: {
        [key: string]: unknown;
      }[];
      /** @description Description of the changes that matter, in words. null: none. */
      goal?: string | null;
      /**
       * @description Whether `all` conditions must hold, or `any` of them.
       * @enum {string}
       */
      match: 'all' | 'any';
      /** @description Number of times a changed page is read again before the change is notified. */
      confirm: number;
      /** @description Number of failed checks in a row after which the monitor is reported as failing. */
      failing_after: number;
      /** @description True if each check takes a screenshot. */
      screenshot: boolean;
      /** @description True if checks ask the site for the page only if it has changed. */
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
        /** @description Number of the check. */
        check: number;
        /** @description Time of the check (ISO 8601, UTC). */
        at: string;
        /**
         * @description Result of the check.
         * @enum {string}
         */
        state: 'new' | 'same' | 'changed' | 'removed' | 'error';
        /** @description Description of the change in one line. It contains untrusted text of the page. */
        summary: string;
      } | null;
      /** @description Time of creation (ISO 8601, UTC). */
      created_at: string;
      /** @description Time of the last change of the settings. */
      updated_at: string;
      /** @description Time of the last check. null: none yet. */
      last_check: string | null;
      /** @description Time of the last change of the content. null: none yet. */
      last_change: string | null;
      /** @description Time of the last successful check. */
      last_success: string | null;
      /** @description Time of the next check. null: none is planned. */
      next_run_at: string | null;
      /** @description Times of the next three checks. */
      next_runs: string[];
      /** @description Number of failed checks since the last successful one. */
      consecutive_failures: number;
      /** @description Number of all checks. */
      check_count: number;
      /** @description Id of the job of the running check, or null. */
      checking: string | null;
    };
    MonitorChangedEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'monitor.changed';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Identifier of the monitor. */
        mid?: string;
        /** @description Name of the monitor. null: it has none. */
        name?: string | null;
        /** @description URL of the watched page. null: no page is watched. */
        url?: string | null;
        /** @description Number of the check. */
        check?: number;
        /** @description Result of the check, as in `state` of the check. */
        state?: string;
        /** @description Description of the change in one line. It contains untrusted text of the page. */
        summary?: string;
        /** @description Identifier of the receipt; absent if no page was read. */
        receipt?: string;
        /** @description Differences as in `diff` of the check, shortened. null: there is no earlier content. */
        diff?: {
          [key: string]: unknown;
        } | null;
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    /** @description Result of a check. */
    MonitorCheck: {
      /** @description Number of the check; the first is 1. */
      check: number;
      /** @description Time of the check (ISO 8601, UTC). */
      at: string;
      /**
       * @description `new`: the first version. `removed`: the page was missing twice in a row. `error`: the check failed; the baseline does not change.
       * @enum {string}
       */
      state: 'new' | 'same' | 'changed' | 'removed' | 'error';
      /** @description Description of the change in one line. It contains untrusted text of the page. */
      summary: string;
      /** @description Differences from the baseline. null: no change was found. */
      diff: components['schemas']['VersionDiff'] | null;
      /** @description True for a change of which the conditions held and the goal was not missed, or that has no conditions. */
      condition_met: boolean;
      /** @description True when such a change was also sent to a recipient of `notify`. */
      notified: boolean;
      decision?: components['schemas']['GoalDecision'];
      /** @description Error of the check. null: it succeeded. */
      error: {
        /** @description Code of the error, for programs. */
        code: string;
        /** @description Explanation of the error, for people. */
        message: string;
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      } | null;
      /** @description Warnings about the exits of the check, such as `country_not_used`. */
      warnings: components['schemas']['Warning'][];
      /** @description URL of the screenshot; absent without one. */
      screenshot?: string;
      /** @description Visual difference from the earlier screenshot; absent without one. */
      visual_diff?: {
        /** @description URL of the image of the differences. */
        url: string;
        /** @description Share of the pixels that differ, 0 to 1. */
        share: number;
      };
      /** @description Credits charged for the check. */
      credits: number;
      /** @description Identifier of the job of the check. null: it had none. */
      jid: string | null;
      /** @description Receipt of the page that was read. null: none was read. */
      receipt: components['schemas']['Receipt'] | null;
    };
    MonitorDigestEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'monitor.digest';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Events with their data, without `diff`. */
        events?: ({
          /** @description Type of the event. */
          type: string;
          /** @description Time of the event (ISO 8601, UTC). */
          at: string;
          /** @description Path of the check under the address of the service. */
          path: string;
        } & {
          [key: string]: unknown;
        })[];
        /** @description Number of further events that did not fit. */
        more?: number;
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    MonitorFailingEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'monitor.failing';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Identifier of the monitor. */
        mid?: string;
        /** @description Name of the monitor. null: it has none. */
        name?: string | null;
        /** @description URL of the watched page. null: no page is watched. */
        url?: string | null;
        /** @description Number of the check. */
        check?: number;
        /** @description Result of the check, as in `state` of the check. */
        state?: string;
        /** @description Description of the change in one line. It contains untrusted text of the page. */
        summary?: string;
        /** @description Identifier of the receipt; absent if no page was read. */
        receipt?: string;
        /** @description Error of the check. null: it has none. */
        error?: {
          /** @description Code of the error, for programs. */
          code: string;
          /** @description Explanation of the error, for people. */
          message: string;
          /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
          advice?: string;
        } | null;
        /** @description Number of failed checks since the last successful one. */
        consecutive_failures?: number;
        /** @description Time of the last successful check. null: none yet. */
        last_success_at?: string | null;
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    MonitorRecoveredEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'monitor.recovered';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Identifier of the monitor. */
        mid?: string;
        /** @description Name of the monitor. null: it has none. */
        name?: string | null;
        /** @description URL of the watched page. null: no page is watched. */
        url?: string | null;
        /** @description Number of the check. */
        check?: number;
        /** @description Result of the check, as in `state` of the check. */
        state?: string;
        /** @description Description of the change in one line. It contains untrusted text of the page. */
        summary?: string;
        /** @description Identifier of the receipt; absent if no page was read. */
        receipt?: string;
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    MonitorVersion: {
      /** @description Time at which the version was read (ISO 8601, UTC). */
      at: string;
      /** @description Title of the page. null: it has none. */
      title: string | null;
      /** @description URL of the page after redirects. */
      url: string | null;
      /** @description Markdown. Untrusted text. */
      text: string | null;
      /** @description Watched values. null: the monitor watches text. */
      data: unknown;
    };
    NetworkCall: {
      /** @description URL of the request. */
      url: string;
      /** @description HTTP method of the request. */
      method: string;
      /** @description HTTP status code of the response. null: no response. */
      status: number | null;
      /** @description Media type of the response. null: not stated. */
      content_type: string | null;
      /** @description Size of the response body in bytes. */
      bytes: number;
      /** @description Duration in milliseconds. */
      ms: number;
      /** @description Parsed body of a JSON response; absent for other bodies. */
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
        /** @description Width in CSS pixels. */
        width: number;
        /** @description Height in CSS pixels. */
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
       * @description Seconds without a step or an input of the live view after which the session is closed, 5 to 3600. Default: 300.
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
      /** @description Identifier of the session. */
      sid: string;
      /**
       * @description Status of the session.
       * @enum {string}
       */
      status: 'open' | 'closed' | 'expired';
      /** @description Reason why the session is no longer open, or null. */
      reason: string | null;
      /** @description URL of the active page. */
      url: string;
      /** @description Title of the active page. */
      title: string;
      /** @description Exit of the session. null: it has not been observed. */
      exit: components['schemas']['Exit'] | null;
      /** @description Id of the saved login that was loaded, or null. */
      login: string | null;
      /** @description Number of steps so far. */
      steps: number;
      /** @description Credits charged so far: 1 per started minute. */
      credits: number;
      /** @description Time at which the session was opened (ISO 8601, UTC). */
      opened_at: string;
      /** @description Time of the last step, or of the opening. */
      last_step_at: string;
      /** @description Time at which the session expires. */
      expires_at: string;
      /** @description Time at which the session ended. null: it is open. */
      closed_at: string | null;
      /** @description WebSocket URL of the live view. It opens once, within one minute. null in a response that is replayed for an Idempotency-Key. */
      live_url: string | null;
      /** @description The page as text, in which each usable element starts with its number. null: no page was opened. */
      snapshot: string | null;
      error?: components['schemas']['PageError'];
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    /** @description Reason why the page is not `ok`. */
    PageError: {
      /**
       * @description Code of the error, for programs.
       * @enum {string}
       */
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
      /** @description Explanation of the error, for people. */
      message: string;
      /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
      advice?: string;
    };
    /** @description metadata of the page; an absent field is not stated by the page, or was not asked for: author, dates and kind of page need `metadata` or a format that shows the text */
    PageMetadata: {
      /** @description Title of the page. */
      title?: string;
      /** @description Description of the page, as stated in its metadata. */
      description?: string;
      /** @description canonical language tag (BCP 47) */
      language?: string;
      /**
       * @description declared: by the page or its response; detected: from the text
       * @enum {string}
       */
      language_source?: 'declared' | 'detected';
      /** @description Canonical URL that the page states. */
      canonical?: string;
      /** @description Author of the page. */
      author?: string;
      /** @description Name of the site. */
      site_name?: string;
      /** @description Time of publication, as stated by the page. */
      published?: string;
      /** @description Time of the last modification, as stated by the page. */
      modified?: string;
      /** @description URL of the icon of the page. */
      favicon?: string;
      /** @description URL of the main image, as stated in the metadata. */
      image?: string;
      /** @description Directives of the robots meta tag. */
      robots?: string;
      /** @description Media type of the response, such as `text/html`. */
      content_type?: string;
      /** @description Character encoding of the response. */
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
      steps?: components['schemas']['Step'][];
      /** @description selector or text of an element that must appear in the browser before the page is read */
      wait_for?: string;
      /** @description milliseconds to wait in the browser after the page has loaded */
      wait_ms?: number;
      /** @description emulate a mobile viewport and User-Agent */
      mobile?: boolean;
    } & unknown;
    /** @description Result of a page: its content, its outcome and its receipt. */
    PageResult: {
      status: components['schemas']['PageStatus'];
      /** @description as requested */
      url: string;
      /** @description after redirects */
      final_url: string | null;
      /** @description HTTP status code of the final response. null: no response. */
      status_code: number | null;
      /** @description Title of the page. null: it has none. */
      title: string | null;
      /** @description at most `max_length` code points; `ref` gives access to the rest */
      markdown?: string;
      /** @description content of the page as HTML, for the format `html` */
      html?: string;
      /** @description HTML as the server sent it or the browser rendered it, for the format `raw_html` */
      raw_html?: string;
      /** @description text of the page without markup, for the format `text` */
      text?: string;
      /** @description links of the page, for the format `links` */
      links?: {
        /** @description Absolute URL of the link. */
        url: string;
        /** @description Text of the link. */
        text: string;
        /**
         * @description Present if every link of the page to this URL has `rel="nofollow"`.
         * @constant
         */
        nofollow?: true;
      }[];
      /** @description images of the page, for the format `images` */
      images?: {
        /** @description Absolute URL of the image. */
        url: string;
        /** @description Alternative text of the image; empty if it has none. */
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
      /** @description attribute values, if a job of /v2 requested them */
      attributes?: {
        /** @description Selector as requested. */
        selector: string;
        /** @description Name of the attribute. */
        attribute: string;
        /** @description Values of the attribute, in the order of the page. */
        values: string[];
      }[];
      actions?: components['schemas']['StepResults'];
      /** @description present for long pages: identifier for GET /v1/read */
      ref?: string;
      /** @description time at which `ref` expires */
      expires_at?: string;
      /** @description code points of the complete Markdown; 0 if no format shows the content */
      length: number;
      /** @description true if the Markdown was cut at `max_length` */
      truncated: boolean;
      /** @description Main sections of a page whose Markdown was cut, at most 100. GET /v1/read returns each by its id or heading. */
      sections?: components['schemas']['Section'][];
      /** @description passages that answer `focus`, best first */
      passages?: components['schemas']['Passage'][];
      /** @description in jobs over a list: line of the list, or element of a JSON list, from 1 */
      line?: number;
      /** @description name of the line, as the caller gave it */
      name?: string;
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
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
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    /**
     * @description Outcome of a page: `ok`, or the group of its error.
     * @enum {string}
     */
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
      /** @description number of Unicode code points to skip, from the start of the text or of `section` */
      offset?: number;
      /** @description identifier or heading of the section to return, as in GET /v1/read */
      section?: string | null;
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
      /** @description Title of the page. null: it has none. */
      title: string | null;
      /** @description at most `max_length` code points; `ref` gives access to the rest */
      markdown?: string;
      /** @description content of the page as HTML, for the format `html` */
      html?: string;
      /** @description HTML as the server sent it or the browser rendered it, for the format `raw_html` */
      raw_html?: string;
      /** @description text of the page without markup, for the format `text` */
      text?: string;
      /** @description links of the page, for the format `links` */
      links?: {
        /** @description Absolute URL of the link. */
        url: string;
        /** @description Text of the link. */
        text: string;
        /**
         * @description Present if every link of the page to this URL has `rel="nofollow"`.
         * @constant
         */
        nofollow?: true;
      }[];
      /** @description images of the page, for the format `images` */
      images?: {
        /** @description Absolute URL of the image. */
        url: string;
        /** @description Alternative text of the image; empty if it has none. */
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
      /** @description true if the Markdown was cut at `max_length` */
      truncated: boolean;
      /** @description Main sections of a page whose Markdown was cut, at most 100. GET /v1/read returns each by its id or heading. */
      sections?: components['schemas']['Section'][];
      /** @description passages that answer `focus`, best first */
      passages?: components['schemas']['Passage'][];
      /** @description in jobs over a list: line of the list, or element of a JSON list, from 1 */
      line?: number;
      /** @description name of the line, as the caller gave it */
      name?: string;
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
      warnings: components['schemas']['Warning'][];
      error?: components['schemas']['PageError'];
      receipt: components['schemas']['Receipt'];
      /** @description The file that was sent. */
      file: {
        /** @description without its path; null if it was sent without a name */
        name: string | null;
        /** @description Size of the file in bytes. */
        bytes: number;
        /** @description SHA-256 of the bytes in hex, as in the receipt */
        sha256: string;
      };
      /** @description Offset of `markdown` in Unicode code points, from the start of the text or of the requested section. Present if the request has `offset` or `section`. */
      offset?: number;
      /** @description Value of `offset` for the next part. null: the end is reached. */
      next_offset?: number | null;
      /** @description Identifier of the requested section. null: none was requested. */
      section?: string | null;
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
          /**
           * @description Method that found the value.
           * @enum {string}
           */
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
      /** @description Start of the passage in the complete Markdown, in code points. */
      offset: number;
      /** @description Length of the passage in code points. */
      length: number;
      /** @description Relevance to the words of `focus`; higher is better. Comparable only within one result. */
      score: number;
      /** @description Identifier of the section that contains the passage. null: it is before the first heading. */
      section: string | null;
      /** @description Heading of the section; absent in results of earlier releases. */
      heading?: string | null;
      /** @description Text of the passage as Markdown. */
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
      /** @description Reason phrase of the error, such as "Not Found". */
      title: string;
      /** @description HTTP status code. */
      status: number;
      /** @description Explanation of this error, for people. */
      detail: string;
      /**
       * @description Code of the error, for programs. The list is closed.
       * @enum {string}
       */
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
        /** @description JSON Pointer of the field. */
        pointer: string;
        /** @description Reason why the value is not valid. */
        detail: string;
      }[];
    };
    ReadAnswer: {
      /** @description Identifier of the stored text. */
      ref: string;
      /** @description URL of the page. */
      url: string;
      /** @description Title of the page. null: it has none. */
      title: string | null;
      /** @description Part of the Markdown of the page. */
      content: string;
      /** @description Offset of `content` in Unicode code points, from the start of the page or of the requested section. */
      offset: number;
      /** @description Length of `content` in Unicode code points. */
      length: number;
      /** @description Length of the page or of the requested section in Unicode code points. */
      total_length: number;
      /** @description Value of `offset` for the next request. null: the end is reached. */
      next_offset: number | null;
      /** @description Identifier of the requested section. null: none was requested. */
      section: string | null;
      /** @description Sections of the page. */
      sections: components['schemas']['Section'][];
      /** @description Passages about `focus`, best first. Offsets count from the start of the page. */
      passages?: components['schemas']['Passage'][];
      /** @description Present if there are any. */
      warnings?: components['schemas']['Warning'][];
    };
    /** @description Signed statement of what was observed and charged. */
    Receipt: {
      /**
       * @description Version of the receipt format.
       * @constant
       */
      version: 1;
      /** @description Identifier of the receipt, for GET /v1/receipts/{id}. */
      id: string;
      /** @description id of the instance that signed the receipt */
      issuer: string;
      /** @description Identifier of the request to which the receipt belongs. */
      request_id: string;
      /** @description as requested, without credentials and secret parameters; null on the receipt of a request for many pages */
      url: string | null;
      /** @description SHA-256 (hex) of the complete URL; present if `url` is masked */
      url_sha256?: string;
      /** @description method of the request; present if it is not GET */
      method?: string;
      /** @description URL after redirects, masked like `url`. null: no page was read. */
      final_url: string | null;
      /** @description SHA-256 (hex) of the complete `final_url`; present if `final_url` is masked */
      final_url_sha256?: string;
      /** @description Status of the page, or of all pages of the request. null: they differ, or there is no page. */
      status: components['schemas']['PageStatus'] | null;
      /** @description HTTP status code of the final response. null: no response. */
      status_code: number | null;
      /** @description id of the receipt of the original result, for a `cache` result */
      derived_from: string | null;
      /** @description Route that returned the result. null: the pages of one request used different routes, or none was used. */
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
      /** @description Exit through which the page was read. null: none was used. */
      exit: components['schemas']['Exit'] | null;
      /** @description Credits charged; the sum of `charges`. */
      credits: number;
      /** @description Charges of this receipt by item of the rate card. */
      charges: {
        /**
         * @description Item of the rate card.
         * @enum {string}
         */
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
        /** @description Credits charged for the item. */
        credits: number;
      }[];
      /** @description Attempts to read the page, in order. */
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
      /** @description Robots rules of the page. null: they were not consulted. */
      robots: {
        /**
         * @description Whether the request respects or ignores robots rules.
         * @enum {string}
         */
        policy: 'respect' | 'ignore';
        /**
         * @description What the robots rules of the site say about the page. `unknown`: they could not be read.
         * @enum {string}
         */
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
      /** @description Identifier of the recipe. */
      rid: string;
      /** @description Name of the recipe. */
      name: string;
      /** @description URL of the listing. */
      url: string;
      /** @description Names of the fields. */
      fields: string[];
      /** @description Country of the exit (ISO 3166-1 alpha-2). null: none was requested. */
      country: string | null;
      /** @description True if runs fail without an exit in the country. */
      strict_country: boolean;
      /** @description Source of the records. null: no run has found a source yet. */
      source: components['schemas']['RecipeSource'] | null;
      /** @description Short signature of the keys of the records when the source was found. */
      layout: string | null;
      /** @description Time of creation (ISO 8601, UTC). */
      created_at: string;
      /** @description Last run. null: none yet. */
      last_run: {
        /** @description Time of the run (ISO 8601, UTC). */
        at: string;
        /**
         * @description Status of the run: that of its page.
         * @enum {string}
         */
        status: 'ok' | 'not_found' | 'blocked' | 'failed' | 'unavailable' | 'budget_exhausted' | 'invalid';
        /** @description Number of records. */
        records: number;
        /** @description True if the whole listing was read. */
        complete: boolean;
      } | null;
      /** @description Success of the runs so far. */
      health: {
        /** @description Number of runs. */
        runs: number;
        /** @description Number of runs without error. */
        ok: number;
        /** @description Error of the last run. null: it had none, or there was no run yet. */
        last_error: string | null;
      };
    };
    RecipeSource: {
      /**
       * @description Kind of the source.
       * @enum {string}
       */
      kind: 'api' | 'graphql' | 'embedded' | 'json_ld' | 'microdata' | 'feed' | 'table' | 'listing';
      /**
       * @description HTTP method of the call.
       * @enum {string}
       */
      method: 'GET' | 'POST';
      /** @description URL of the call that returns the records. null: the page itself contains them. */
      url_template: string | null;
      /** @description JSON body of a POST call, such as a GraphQL query. */
      body: string | null;
      /** @description Source of each header value, by name. */
      headers: {
        [key: string]:
          | {
              /**
               * @description A value that does not change.
               * @constant
               */
              kind: 'fixed';
              /** @description The value. */
              value: string;
            }
          | {
              /**
               * @description The value of a cookie that the page sets.
               * @constant
               */
              kind: 'cookie';
              /** @description Name of the cookie. */
              name: string;
            }
          | {
              /**
               * @description A part of a text.
               * @constant
               */
              kind: 'text';
              /** @description URL of the script that contains the value. null: the page contains it. */
              url: string | null;
              /** @description Text directly before the value. */
              before: string;
              /** @description Text directly after the value. */
              after: string;
            };
      };
      /** @description Source of each cookie value, by name. */
      cookies: {
        [key: string]:
          | {
              /**
               * @description A value that does not change.
               * @constant
               */
              kind: 'fixed';
              /** @description The value. */
              value: string;
            }
          | {
              /**
               * @description The value of a cookie that the page sets.
               * @constant
               */
              kind: 'cookie';
              /** @description Name of the cookie. */
              name: string;
            }
          | {
              /**
               * @description A part of a text.
               * @constant
               */
              kind: 'text';
              /** @description URL of the script that contains the value. null: the page contains it. */
              url: string | null;
              /** @description Text directly before the value. */
              before: string;
              /** @description Text directly after the value. */
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
      /** @description Type of the values of each field, by name. */
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
      /** @description Conversion of the values of a field, by name; fields without one are not converted. */
      transforms: {
        [key: string]:
          | {
              /**
               * @description Divides a number.
               * @constant
               */
              kind: 'divide';
              /** @description Divisor. */
              by: number;
            }
          | {
              /**
               * @description Converts a Unix time to a date.
               * @constant
               */
              kind: 'epoch';
              /**
               * @description Unit of the Unix time: seconds or milliseconds.
               * @enum {string}
               */
              unit: 's' | 'ms';
            }
          | {
              /**
               * @description Puts the value between two texts.
               * @constant
               */
              kind: 'template';
              /** @description Text before the value. */
              before: string;
              /** @description Text after the value. */
              after: string;
            }
          | {
              /**
               * @description Takes an identifying code out of a text.
               * @constant
               */
              kind: 'code';
            };
      };
      /** @description Share of the records with a value when the recipe was saved, by field. */
      filled: {
        [key: string]: number;
      };
      /** @description Pages of the listing. */
      pagination: {
        /** @description Method to get from one page to the next. */
        way:
          | {
              /**
               * @description There is only one page.
               * @constant
               */
              kind: 'none';
            }
          | {
              /**
               * @description The page shows a link or a form to the next one, or has a `Link` header.
               * @constant
               */
              kind: 'link';
            }
          | {
              /**
               * @description A number of the page, or of its first record, increases from page to page.
               * @constant
               */
              kind: 'number';
              /** @description Location of the parameter. */
              place:
                | {
                    /**
                     * @description A parameter of the query string.
                     * @constant
                     */
                    in: 'query';
                    /** @description Name of the parameter. */
                    name: string;
                  }
                | {
                    /**
                     * @description A segment of the path.
                     * @constant
                     */
                    in: 'path';
                    /** @description Number of the segment, from 1. */
                    index: number;
                  }
                | {
                    /**
                     * @description A value in the JSON body.
                     * @constant
                     */
                    in: 'body';
                    /** @description JSON Pointer of the value. */
                    path: string;
                  };
              /** @description Value for the first page. */
              from: number;
              /** @description Difference between the values of two consecutive pages. */
              step: number;
            }
          | {
              /**
               * @description A parameter contains a value from the previous response.
               * @constant
               */
              kind: 'cursor';
              /** @description Location of the parameter. */
              place:
                | {
                    /**
                     * @description A parameter of the query string.
                     * @constant
                     */
                    in: 'query';
                    /** @description Name of the parameter. */
                    name: string;
                  }
                | {
                    /**
                     * @description A segment of the path.
                     * @constant
                     */
                    in: 'path';
                    /** @description Number of the segment, from 1. */
                    index: number;
                  }
                | {
                    /**
                     * @description A value in the JSON body.
                     * @constant
                     */
                    in: 'body';
                    /** @description JSON Pointer of the value. */
                    path: string;
                  };
              /** @description JSON Pointer of the cursor in a response. */
              path: string;
            }
          | {
              /**
               * @description A response contains the URL of the next page.
               * @constant
               */
              kind: 'address';
              /** @description JSON Pointer of the URL in a response. */
              path: string;
            }
          | {
              /**
               * @description The `Link` header of a response contains the URL of the next page.
               * @constant
               */
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
      /** @description Identifier of the dataset. */
      did: string;
      /** @description Identifier of the job of the refresh. */
      jid: string;
    };
    /** @description Result of a refresh. */
    RefreshReport: {
      /** @description Id of the refresh’s job, or null for the records of the creating request. */
      jid: string | null;
      /**
       * @description `stopped`: more than half of the records would disappear, and nothing was merged; `error` states what to do.
       * @enum {string}
       */
      status: 'completed' | 'stopped' | 'failed';
      /** @description Time of the refresh (ISO 8601, UTC). */
      at: string;
      /** @description Number of added records. */
      added: number;
      /** @description Number of changed records. */
      changed: number;
      /** @description Number of removed records. */
      removed: number;
      /** @description Number of removed records that were found again. */
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
      /** @description Error of the refresh. null: it completed. */
      error: {
        /** @description Code of the error, for programs. */
        code: string;
        /** @description Explanation of the error, for people. */
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
      /** @description Identifier of the revoked key. */
      key_id: string;
      /**
       * @description The key is no longer valid.
       * @constant
       */
      revoked: true;
    };
    RotateKeyAnswer: {
      /** @description Identifier of the key. */
      key_id: string;
      /** @description Name of the key. */
      name: string;
      /** @description Permissions of the key. */
      scopes: ('read' | 'write' | 'admin' | 'operator')[];
      /** @description Time of creation (ISO 8601, UTC). */
      created_at: string;
      /** @description Expiry time. null: the key does not expire. */
      expires_at: string | null;
      /** @description Time of the last use, to the minute. */
      last_used_at: string | null;
      /** @description Limits of this key. `null`: the limits of the account apply. */
      limits: {
        /** @description Maximum number of requests per minute. */
        requests_per_minute: number | null;
        /** @description Maximum number of requests at the same time. */
        concurrent: number | null;
        /** @description Maximum number of credits per day (UTC). */
        credits_per_day: number | null;
      };
      /** @description Credits charged today (UTC) to this key and to those that share its `credits_per_day`. */
      credits_used_today: number;
      /** @description Ids of other active keys that share `credits_per_day` with this key. */
      shares_credits_with: string[];
      /** @description Token of the key, returned only once. null in a response that is replayed for an Idempotency-Key. */
      key: string | null;
      /** @description The replaced key. */
      replaces: {
        /** @description Identifier of the replaced key. */
        key_id: string;
        /** @description Time until which the replaced key is valid (ISO 8601, UTC). */
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
      /** @description Time of creation (ISO 8601, UTC). */
      created_at: string;
      /** @description Time until which messages are also signed with the previous secret. */
      previous_valid_until: string | null;
    };
    RotateWebhookSecretRequest: Record<string, never>;
    RunFile: {
      /** @description Identifier of the file. */
      fid: string;
      /** @description Name of the file. */
      name: string;
      /** @description Media type of the file. */
      media_type: string;
      /** @description Size of the file in bytes. */
      bytes: number;
      /** @description JSON Pointer of the step that created the file. */
      step: string;
      /** @description URL of the file. */
      url: string;
    };
    RunLogEntry: {
      /** @description Number of the entry in the log. */
      seq: number;
      /** @description Time of the step (ISO 8601, UTC). */
      at: string;
      /** @description JSON Pointer of the step in the workflow. */
      step: string;
      /** @description Type of the step. */
      type: string;
      /**
       * @description `skipped`: an optional step that failed, or an interrupted step that was answered with `skip`.
       * @enum {string}
       */
      status: 'ok' | 'failed' | 'skipped' | 'asked' | 'answered' | 'resumed';
      /** @description Duration in milliseconds. */
      ms: number;
      /** @description Result of the step in words. null: none. */
      detail: string | null;
      /** @description URL of the browser after the step. */
      url: string | null;
      /** @description URL of the screenshot, for `screenshot` steps and failed steps. */
      screenshot: string | null;
      /** @description Error of the step. null: it did not fail. */
      error: {
        /** @description Code of the error, for programs. */
        code: string;
        /** @description Explanation of the error, for people. */
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
    /**
     * @description Status of a run.
     * @enum {string}
     */
    RunStatus: 'queued' | 'running' | 'needs_input' | 'completed' | 'failed' | 'cancelled';
    RunSummary: {
      /** @description Identifier of the run. */
      run_id: string;
      /** @description Identifier of the workflow. */
      workflow_id: string;
      /** @description Name of the workflow. */
      name: string;
      status: components['schemas']['RunStatus'];
      /** @description JSON Pointer of the current or last step. */
      step: string | null;
      /** @description Number of records so far. */
      records_total: number;
      /** @description Credits charged so far. */
      credits: number;
      /** @description Error of the run. null: it did not fail. */
      error: {
        /** @description Code of the error, for programs. */
        code: string;
        /** @description Explanation of the error, for people. */
        message: string;
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      } | null;
      /** @description Time at which the run was requested (ISO 8601, UTC). */
      created_at: string;
      /** @description Time at which the run started. null: not started yet. */
      started_at: string | null;
      /** @description Time at which the run ended. null: not ended yet. */
      finished_at: string | null;
    };
    RunWorkflowRequest: {
      /** @description Inputs of the workflow. Missing ones get their defaults. */
      inputs?: {
        [key: string]: unknown;
      } | null;
    };
    /** @description Schedule of the runs: an interval, a cron expression, or paused. */
    Schedule:
      | {
          /** @description Interval: a number and s, m, h, d or w. */
          every: string;
        }
      | {
          /** @description Cron expression of five fields, in `timezone`. */
          cron: string;
          /** @description Time zone of the IANA database. */
          timezone: string;
        }
      | {
          /**
           * @description Runs are stopped until another schedule is set.
           * @constant
           */
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
    } & (
      | {
          every: string;
        }
      | {
          cron: string;
        }
      | {
          /** @constant */
          paused: true;
        }
    );
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
          /**
           * @description stops runs until another schedule is set
           * @constant
           */
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
    } & (
      | {
          every: string;
        }
      | {
          cron: string;
        }
      | {
          /** @constant */
          paused: true;
        }
    );
    ScrapeAnswer:
      | (components['schemas']['PageResult'] | components['schemas']['PageResults'])
      | components['schemas']['EstimateAnswer']
      | components['schemas']['Job'];
    ScrapeRequest: ({
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
      steps?: components['schemas']['Step'][];
      /** @description alias of `steps` */
      actions?: components['schemas']['Step'][];
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
    } & (unknown & unknown)) &
      (
        | {
            url: string;
          }
        | {
            urls: unknown[];
          }
      );
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
    } & unknown;
    SearchResult: {
      /** @description Rank of the result, starting at 1 plus `offset`. */
      rank: number;
      /** @description URL of the result. */
      url: string;
      /** @description Title of the result. */
      title: string;
      /** @description Text of the result, as the provider returns it. */
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
      /**
       * @description Always `ok`; a search that fails is an error response.
       * @constant
       */
      status: 'ok';
      /** @description Query as given in the request. */
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
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
      warnings: components['schemas']['Warning'][];
      receipt: components['schemas']['Receipt'];
    };
    Section: {
      /** @description Identifier of the section, for `section` of GET /v1/read. */
      id: string;
      /** @description Text of the heading. */
      title: string;
      /** @description 1 to 6; 0 for the text before the first heading */
      level: number;
      /** @description Start of the section in the complete Markdown, in code points. */
      offset: number;
      /** @description Length of the section in code points. */
      length: number;
    };
    /** @description Recording of the steps as a workflow. */
    SessionRecording: {
      /** @description Name of the workflow. */
      name: string;
      /** @description Steps of the workflow. */
      steps: ({
        /** @description Type of the step. */
        type: string;
      } & {
        [key: string]: unknown;
      })[];
      /** @description JSON Schema of the inputs of a replay. */
      inputs: {
        [key: string]: unknown;
      };
    };
    SetModelRequest: {
      /** @description base URL of an OpenAI-compatible chat completions API, such as `http://127.0.0.1:11434/v1` */
      url: string;
      /** @description name of the model; null: the first that the API lists */
      model?: string | null;
      /** @description key of the API. Absent: the stored key, if the URL stays the same */
      key?: string | null;
    };
    Setting: {
      /** @description Name of the environment variable. */
      variable: string;
      /** @description What it sets. */
      meaning: string;
      /** @description Value in force. null: none, or a secret one. */
      value: string | null;
      /** @description False if the default is in force. */
      is_set: boolean;
      /** @description True if the value holds a secret and is never returned. */
      is_secret: boolean;
      /**
       * @description `environment` or `file`: settings of the process, which prevail; `database`: set here; `default`: set nowhere
       * @enum {string}
       */
      source: 'environment' | 'file' | 'database' | 'default';
      /** @description True if it can be set here, without a restart. */
      is_live: boolean;
    };
    Settings: {
      /** @description All settings, in the order of the documentation. */
      settings: components['schemas']['Setting'][];
    };
    Snapshot: {
      /** @description Time of the capture (ISO 8601, UTC). */
      captured_at: string;
      /** @description Archived HTTP status code. null: unknown. */
      status_code: number | null;
      /** @description Media type of the capture. null: unknown. */
      mime: string | null;
      /** @description Digest of the stored bytes. */
      digest: string | null;
      /** @description URL of the copy for a browser. */
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
        /** @description Number of added blocks or values. */
        added: number;
        /** @description Number of removed blocks or values. */
        removed: number;
        /** @description Number of changed blocks or values. */
        changed: number;
      };
      /** @description First characters of the added blocks. */
      added?: string[];
      /** @description First characters of the removed blocks. */
      removed?: string[];
    };
    Step: {
      /**
       * @description kind of the step; it decides which other fields apply
       * @enum {string}
       */
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
    } & (
      | ({
          /** @constant */
          type: 'click';
        } & (
          | {
              target: string;
            }
          | {
              selector: string;
            }
        ))
      | {
          /** @constant */
          type: 'type';
          text: string;
        }
      | {
          /** @constant */
          type: 'press';
          key: string;
        }
      | ({
          /** @constant */
          type: 'wait_for';
        } & (
          | {
              target: string;
            }
          | {
              selector: string;
            }
          | {
              text: string;
            }
        ))
      | {
          /** @constant */
          type: 'script';
          text: string;
        }
      | {
          /** @enum {unknown} */
          type: 'wait' | 'scroll';
        }
    );
    /** @description output of the steps, if a job of /v2 had steps with output */
    StepResults: {
      /** @description Screenshots that the steps took. */
      screenshots: string[];
      /** @description Pages that the steps read. */
      scrapes: {
        /** @description URL of the page at this step. */
        url: string;
        /** @description HTML of the page at this step. */
        html: string;
      }[];
      /** @description Return values of the scripts that the steps ran. */
      javascript_returns: {
        /** @description JavaScript type of the value, such as `string`. */
        type: string;
        /** @description Return value as JSON. */
        value: unknown;
      }[];
      /** @description PDF files that the steps created. */
      pdfs: string[];
    };
    /** @description Structured data that the page contains, by its syntax. */
    StructuredData: {
      /** @description JSON-LD objects of the page. */
      json_ld: unknown[];
      /** @description Microdata items of the page (HTML standard). */
      microdata: unknown[];
      /** @description RDFa items of the page. */
      rdfa: unknown[];
      /** @description Open Graph properties by name; a list if there are several. */
      open_graph: {
        [key: string]: string | string[];
      };
      /** @description Twitter card properties by name; a list if there are several. */
      twitter: {
        [key: string]: string | string[];
      };
      /** @description State that scripts embed in the page, by the name of its variable or element. */
      embedded: {
        [key: string]: unknown;
      };
    };
    TestModelAnswer: {
      /** @description True if the model found the fact. */
      works: boolean;
      /** @description What it answered, how fast and with how many tokens, or what is wrong. */
      detail: string;
    };
    TestModelRequest: {
      url?: string | null;
      /** @description name of the model; null: the first that the API lists */
      model?: string | null;
      /** @description key of the API. Absent: the stored key, if the URL stays the same */
      key?: string | null;
    };
    TestRecipeAnswer: {
      /** @description True if all checks passed. */
      ok: boolean;
      /** @description Results of the checks. */
      checks: {
        /** @description Name of the check. */
        name: string;
        /** @description True if the check passed. */
        ok: boolean;
        /** @description Explanation of the result, for people. */
        detail: string;
      }[];
      /** @description First 5 records. */
      sample: {
        [key: string]: unknown;
      }[];
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
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
      /**
       * @description Type of the event.
       * @enum {string}
       */
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
      /** @description Identifier of the job. null: the event belongs to no job. */
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
      /** @description Number of attempts so far. */
      attempt_count: number;
      /** @description Time of the next attempt. null: none is planned. */
      next_attempt_at: string | null;
      /** @description Time at which the receiver accepted the delivery. null: it did not. */
      delivered_at: string | null;
      /** @description Data of the event, as sent to the receiver without `links`. */
      data: {
        [key: string]: unknown;
      };
      /** @description Attempts, oldest first. */
      attempts: components['schemas']['DeliveryAttempt'][];
      /** @description Statements about the result, such as an option without effect; empty if there is nothing to state. */
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
    } & (
      | {
          url: string;
        }
      | {
          email: string;
        }
    );
    UndeliveredRecipient: {
      /** @description Origin of the URL of the webhook, or the e-mail address. */
      recipient: string;
      /** @description Time of the first failed attempt since the last delivery. */
      failing_since: string;
      /** @description Number of failed attempts since then. */
      failures: number;
      /** @description Error of the last attempt. */
      last_error: string;
      /** @description Time since which nothing is sent to it. null: deliveries are tried again. */
      disabled_at: string | null;
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
    /** @description Charged credits and pages of a period. */
    Usage: {
      /** @description First day (YYYY-MM-DD, UTC), inclusive. */
      from: string;
      /** @description Last day (YYYY-MM-DD, UTC), inclusive. */
      to: string;
      /** @description Sums of the period. */
      total: {
        /** @description Charged credits. */
        credits: number;
        /** @description Charged pages. */
        pages: number;
      };
      /** @description Sums by day. */
      by_day: {
        /** @description Day (YYYY-MM-DD, UTC). */
        day: string;
        /** @description Charged credits. */
        credits: number;
        /** @description Charged pages. */
        pages: number;
      }[];
      /** @description Sums by operation. */
      by_tool: {
        /** @description Name of the operation. null: unknown. */
        tool: string | null;
        /** @description Charged credits. */
        credits: number;
        /** @description Charged pages. */
        pages: number;
      }[];
      /** @description Sums by route. */
      by_route: {
        /** @description null: unknown. */
        route: string | null;
        /** @description Charged credits. */
        credits: number;
        /** @description Charged pages. */
        pages: number;
      }[];
      /** @description Sums by country of the exit. */
      by_country: {
        /** @description null: unknown. */
        country: string | null;
        /** @description Charged credits. */
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
    /** @description Differences between two versions. */
    VersionDiff: {
      /** @description Blocks of the content that differ. */
      blocks: {
        /**
         * @description Kind of the difference.
         * @enum {string}
         */
        type: 'added' | 'removed' | 'changed';
        /** @description Heading of the section that contains the block. */
        section: string | null;
        /** @description Earlier text. null: the block was added. */
        before: string | null;
        /** @description Later text. null: the block was removed. */
        after: string | null;
      }[];
      /** @description Changed values by JSON Pointer. */
      fields: {
        [key: string]: {
          /** @description Earlier value. */
          old: unknown;
          /** @description Later value. */
          new: unknown;
        };
      };
      /** @description Numbers of differences. */
      summary: {
        /** @description Number of added blocks or values. */
        added: number;
        /** @description Number of removed blocks or values. */
        removed: number;
        /** @description Number of changed blocks or values. */
        changed: number;
      };
      /** @description `true` when the lists are shortened. */
      truncated: boolean;
    };
    VisitorCookie: {
      /** @description name of the cookie */
      name: string;
      /** @description value of the cookie */
      value: string;
      /** @description domain whose hosts receive it; by default only the host of the page */
      domain?: string | null;
      /**
       * @description path prefix of the requests that receive it; default `/`
       * @default /
       */
      path?: string;
    };
    Warning: {
      /** @description Code of the warning, for programs. */
      code: string;
      /** @description Explanation of the warning, for people. */
      message: string;
    };
    WebhookSecret: {
      /** @description Secret: `whsec_` followed by the key in base64, as Standard Webhooks libraries expect it. */
      secret: string;
      /** @description Time of creation (ISO 8601, UTC). */
      created_at: string;
      /** @description Time until which messages are also signed with the previous secret. */
      previous_valid_until: string | null;
    };
    WebhookTarget: {
      /** @description URL of the receiver. Tokens in the path and query values are masked. */
      url: string;
      /**
       * @description `failing`: attempts failed since the last success. `disabled`: no more events are sent.
       * @enum {string}
       */
      status: 'failing' | 'disabled';
      /** @description Time of the first failed attempt since the last success (ISO 8601, UTC). */
      failing_since: string;
      /** @description Number of failed attempts since `failing_since`. */
      failures: number;
      /** @description Time of the last failed attempt. */
      last_failure_at: string;
      /** @description Reason why the last attempt failed. */
      last_error: string;
      /** @description Time at which the receiver was disabled. null: it was not. */
      disabled_at: string | null;
      /** @description Explanation of the status and what to do, for people. */
      notice: string;
    };
    WebhookTestEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'webhook.test';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Text of the test. */
        message?: string;
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    Workflow: {
      /** @description Identifier of the workflow. */
      id: string;
      /** @description Name of the workflow. */
      name: string;
      /** @description Steps of the workflow, as in the request. */
      steps: unknown;
      /** @description JSON Schema of the inputs. null: the workflow has none. */
      inputs: {
        [key: string]: unknown;
      } | null;
      /** @description Country of the exit (ISO 3166-1 alpha-2). null: none was requested. */
      country: string | null;
      /** @description True if runs fail without an exit in the country. */
      strict_country: boolean;
      /**
       * @description Network of the exit.
       * @enum {string}
       */
      network: 'auto' | 'service' | 'residential';
      /** @description Identifier of the saved login. null: none. */
      login: string | null;
      /** @description A key that may only read gets it without tokens. */
      webhook: string | null;
      /** @description Schedule of the runs. null: none. */
      schedule: components['schemas']['Schedule'] | null;
      /** @description Time of the next run. null: none is planned. */
      next_run_at: string | null;
      /** @description Times of the next runs. */
      next_runs: string[];
      /** @description Last run. null: none yet. */
      last_run: {
        /** @description Identifier of the run. */
        run_id: string;
        status: components['schemas']['RunStatus'];
        /** @description Time at which the run was requested (ISO 8601, UTC). */
        created_at: string;
      } | null;
      /** @description Time of creation (ISO 8601, UTC). */
      created_at: string;
      /** @description Time of the last change. */
      updated_at: string;
    };
    WorkflowCompletedEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'workflow.completed';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Identifier of the job. */
        jid?: string;
        /** @description Identifier of the run. */
        run_id?: string;
        /** @description Identifier of the workflow. */
        workflow_id?: string;
        /** @description Name of the workflow. */
        name?: string;
        /** @description Status of the run. */
        status?: string;
        /** @description Reason for the failure; absent if there was none. */
        error?: {
          /** @description Code of the error, for programs. */
          code: string;
          /** @description Explanation of the error, for people. */
          message: string;
          /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
          advice?: string;
        };
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    /** @description Exactly one of exists, text, url, var (with op and value), not, all, any. */
    WorkflowCondition:
      | {
          /** @description True if this element exists: a selector, or the text that it shows. */
          exists: string;
        }
      | {
          /** @description True if the page shows this text. */
          text: string;
        }
      | {
          /** @description True if the URL contains this text. */
          url: string;
        }
      | {
          /** @description Condition that must not hold. */
          not: components['schemas']['WorkflowCondition'];
        }
      | {
          /** @description Conditions that must all hold. */
          all: components['schemas']['WorkflowCondition'][];
        }
      | {
          /** @description Conditions of which at least one must hold. */
          any: components['schemas']['WorkflowCondition'][];
        }
      | {
          /** @description Path of a variable, such as `item.price`. */
          var: string;
          /**
           * @description Comparison of `var` with `value`.
           * @enum {string}
           */
          op: 'exists' | 'empty';
          /** @description Value to compare the variable with. */
          value?: unknown;
        }
      | {
          /** @description Path of a variable, such as `item.price`. */
          var: string;
          /**
           * @description Comparison of `var` with `value`.
           * @enum {string}
           */
          op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains';
          /** @description Value to compare the variable with. */
          value: unknown;
        };
    WorkflowNeedsInputEvent: {
      /**
       * @description Type of the event.
       * @constant
       */
      type: 'workflow.needs_input';
      /** @description Time of the event (ISO 8601, UTC). */
      timestamp: string;
      /** @description Identifiers and figures of the event, no page content. */
      data: {
        /** @description Identifier of the job. */
        jid?: string;
        /** @description Identifier of the run. */
        run_id?: string;
        /** @description Identifier of the workflow. */
        workflow_id?: string;
        /** @description Name of the workflow. */
        name?: string;
        /** @description Status of the run. */
        status?: string;
        /** @description Reason for the failure; absent if there was none. */
        error?: {
          /** @description Code of the error, for programs. */
          code: string;
          /** @description Explanation of the error, for people. */
          message: string;
          /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
          advice?: string;
        };
        /** @description JSON Pointer of the step that asks. */
        step?: string;
        /** @description Text of the question. */
        question?: string;
        /** @description URLs of the resource, by name; absent if the event has none. */
        links?: {
          [key: string]: string;
        };
        /**
         * @description Present if the data was too long and was shortened.
         * @constant
         */
        truncated?: true;
      } & {
        [key: string]: unknown;
      };
    };
    WorkflowRun: {
      /** @description Identifier of the run. */
      run_id: string;
      /** @description Identifier of the workflow. */
      workflow_id: string;
      /** @description Name of the workflow. */
      name: string;
      status: components['schemas']['RunStatus'];
      /** @description JSON Pointer of the current or last step. */
      step: string | null;
      /** @description Number of records so far. */
      records_total: number;
      /** @description Credits charged so far. */
      credits: number;
      /** @description Error of the run. null: it did not fail. */
      error: {
        /** @description Code of the error, for programs. */
        code: string;
        /** @description Explanation of the error, for people. */
        message: string;
        /** @description Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance. */
        advice?: string;
      } | null;
      /** @description Time at which the run was requested (ISO 8601, UTC). */
      created_at: string;
      /** @description Time at which the run started. null: not started yet. */
      started_at: string | null;
      /** @description Time at which the run ended. null: not ended yet. */
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
        /** @description JSON Pointer of the step that asks. */
        step: string;
        /** @description Text of the question. */
        question: string;
        /** @description Name of the variable for the answer. null: none. */
        name: string | null;
        /** @description JSON Schema of the answer. null: any text. */
        schema: {
          [key: string]: unknown;
        } | null;
      } | null;
      /** @description The last 300 log entries, oldest first. */
      log: components['schemas']['RunLogEntry'][];
      /** @description Number of all log entries. */
      log_total: number;
      /** @description The first 100 records. */
      records: unknown;
      /** @description Files of the run. */
      files: components['schemas']['RunFile'][];
      /** @description Warnings about the browser of the run, such as `country_not_used`. */
      warnings: components['schemas']['Warning'][];
      /** @description Receipt of the last charge, or null before the first. */
      receipt: components['schemas']['Receipt'] | null;
      /** @description Time at which an ended run is deleted. */
      expires_at: string | null;
    };
    WorkflowStep:
      | components['schemas']['WorkflowStepGoto']
      | components['schemas']['WorkflowStepClick']
      | components['schemas']['WorkflowStepDrag']
      | components['schemas']['WorkflowStepType']
      | components['schemas']['WorkflowStepFill']
      | components['schemas']['WorkflowStepPress']
      | components['schemas']['WorkflowStepSelect']
      | components['schemas']['WorkflowStepHover']
      | components['schemas']['WorkflowStepScroll']
      | components['schemas']['WorkflowStepWait']
      | components['schemas']['WorkflowStepWaitFor']
      | components['schemas']['WorkflowStepEvaluate']
      | components['schemas']['WorkflowStepBack']
      | components['schemas']['WorkflowStepForward']
      | components['schemas']['WorkflowStepReload']
      | components['schemas']['WorkflowStepRead']
      | components['schemas']['WorkflowStepScreenshot']
      | components['schemas']['WorkflowStepExtract']
      | components['schemas']['WorkflowStepUpload']
      | components['schemas']['WorkflowStepDownload']
      | components['schemas']['WorkflowStepSaveLogin']
      | components['schemas']['WorkflowStepCloseTab']
      | components['schemas']['WorkflowStepSwitchTab']
      | components['schemas']['WorkflowStepCollectRows']
      | components['schemas']['WorkflowStepForEach']
      | components['schemas']['WorkflowStepRepeatUntil']
      | components['schemas']['WorkflowStepIf']
      | components['schemas']['WorkflowStepSet']
      | components['schemas']['WorkflowStepAsk'];
    WorkflowStepAsk: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'ask';
      /** @description ask: the question. */
      question: string;
      /** @description set, ask: name of the variable. save_login: name of the login. */
      name: string;
      /** @description extract: JSON Schema of the values to return. ask: JSON Schema of the answer. */
      schema?: {
        [key: string]: unknown;
      };
      /** @description type: hide the text in log, errors and records. ask: hide the answer. Default: `false`. */
      secret?: boolean;
      /** @description ask: seconds to keep the browser open for the answer, 0 to 1800. Default: 300. */
      wait_seconds?: number;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepBack: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'back';
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepClick: {
      /**
       * @description Type of the step.
       * @constant
       */
      type: 'click';
      /** @description The element: a selector (CSS, or XPath that starts with //), or the text that it shows. */
      target?: string;
      /** @description click, hover: point in CSS pixels from the left edge of the target or, without one, of the window. drag: point in `to`, or else the distance to move. */
      x?: number;
      /** @description The same from the top edge. */
      y?: number;
      /** @description click: double-click. Default: `false`. */
      double?: boolean;
      /** @description Response to dialogs that the step opens. Default: alerts are accepted, all others are dismissed. */
      dialog?: {
        /** @description True: accept the dialog. False: dismiss it. */
        accept: boolean;
        /** @description Answer to a prompt. */
        text?: string | null;
      };
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    } & ((
      | {
          target: string;
        }
      | {
          x: number;
        }
    ) & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'click';
    });
    WorkflowStepCloseTab: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'close_tab';
      /** @description close_tab, switch_tab: the number of the tab. */
      tab?: number;
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepCollectRows: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'collect_rows';
      /** @description collect_rows: descriptions of the fields of a row, such as `price`. */
      fields: string[];
      /** @description The element: a selector (CSS, or XPath that starts with //), or the text that it shows. */
      target?: string;
      /** @description Loops: maximum number of iterations, 1 to 1000. Default: 100. collect_rows: maximum number of rows. */
      limit?: number;
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description extract, collect_rows: add the values to the records of the run. Default: `true`. */
      record?: boolean;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepDownload: {
      /**
       * @description Type of the step.
       * @constant
       */
      type: 'download';
      /** @description The element: a selector (CSS, or XPath that starts with //), or the text that it shows. */
      target?: string;
      /** @description goto, download: the URL. */
      url?: string;
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    } & ((
      | {
          target: string;
        }
      | {
          url: string;
        }
    ) & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'download';
    });
    WorkflowStepDrag: {
      /**
       * @description Type of the step.
       * @constant
       */
      type: 'drag';
      /** @description The element: a selector (CSS, or XPath that starts with //), or the text that it shows. */
      target?: string;
      /** @description drag: point at which it starts, in CSS pixels from the left edge of the target or, without one, of the window; negative: from the right edge of the target. Default: the centre of the target. */
      from_x?: number;
      /** @description drag: the element at which it ends, named like `target`. */
      to?: string;
      /** @description click, hover: point in CSS pixels from the left edge of the target or, without one, of the window. drag: point in `to`, or else the distance to move. */
      x?: number;
      /** @description The same from the top edge. */
      y?: number;
      /** @description The same from the top or bottom edge. */
      from_y?: number;
      /** @description Response to dialogs that the step opens. Default: alerts are accepted, all others are dismissed. */
      dialog?: {
        /** @description True: accept the dialog. False: dismiss it. */
        accept: boolean;
        /** @description Answer to a prompt. */
        text?: string | null;
      };
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    } & ((
      | {
          target: string;
        }
      | {
          from_x: number;
        }
    ) &
      (
        | {
            to: string;
          }
        | {
            x: number;
          }
        | {
            y: number;
          }
      ) & {
        /**
         * @description discriminator enum property added by openapi-typescript
         * @enum {string}
         */
        type: 'drag';
      });
    WorkflowStepEvaluate: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'evaluate';
      /** @description type: the text to type. select: the option. wait_for: the text to wait for. evaluate: the script. */
      text: string;
      /** @description Response to dialogs that the step opens. Default: alerts are accepted, all others are dismissed. */
      dialog?: {
        /** @description True: accept the dialog. False: dismiss it. */
        accept: boolean;
        /** @description Answer to a prompt. */
        text?: string | null;
      };
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepExtract: {
      /**
       * @description Type of the step.
       * @constant
       */
      type: 'extract';
      /** @description extract: JSON Schema of the values to return. ask: JSON Schema of the answer. */
      schema?: {
        [key: string]: unknown;
      };
      /** @description extract: description of the values to return. */
      prompt?: string;
      /** @description extract, collect_rows: add the values to the records of the run. Default: `true`. */
      record?: boolean;
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    } & ((
      | {
          schema: {
            [key: string]: unknown;
          };
        }
      | {
          prompt: string;
        }
    ) & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'extract';
    });
    WorkflowStepFill: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'fill';
      /** @description fill: what each control is set to, by its name or selector: a text, `true` or `false` for a box, one or several options for a list. */
      form: {
        [key: string]: string | boolean | string[];
      };
      /** @description type, fill: press Enter in the last field. Default: `false`. */
      submit?: boolean;
      /** @description Response to dialogs that the step opens. Default: alerts are accepted, all others are dismissed. */
      dialog?: {
        /** @description True: accept the dialog. False: dismiss it. */
        accept: boolean;
        /** @description Answer to a prompt. */
        text?: string | null;
      };
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepForEach: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'for_each';
      /** @description for_each: a list, a variable that holds one (`{{rows}}`), or `{target}`: the elements that a CSS selector matches, as `{text, url}`. */
      items:
        | unknown[]
        | string
        | {
            /** @description CSS selector. */
            target: string;
          };
      /** @description for_each, repeat_until: the steps of one iteration. */
      steps: components['schemas']['WorkflowStep'][];
      /** @description for_each: name of the variable of the current item. Default: `item`. The variable `index` counts from 0. */
      as?: string;
      /** @description Loops: maximum number of iterations, 1 to 1000. Default: 100. collect_rows: maximum number of rows. */
      limit?: number;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepForward: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'forward';
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepGoto: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'goto';
      /** @description goto, download: the URL. */
      url: string;
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepHover: {
      /**
       * @description Type of the step.
       * @constant
       */
      type: 'hover';
      /** @description The element: a selector (CSS, or XPath that starts with //), or the text that it shows. */
      target?: string;
      /** @description click, hover: point in CSS pixels from the left edge of the target or, without one, of the window. drag: point in `to`, or else the distance to move. */
      x?: number;
      /** @description The same from the top edge. */
      y?: number;
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    } & ((
      | {
          target: string;
        }
      | {
          x: number;
        }
    ) & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'hover';
    });
    WorkflowStepIf: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'if';
      condition: components['schemas']['WorkflowCondition'];
      /** @description if: steps when the condition is true. */
      then: components['schemas']['WorkflowStep'][];
      /** @description if: steps when the condition is false. */
      else?: components['schemas']['WorkflowStep'][];
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepPress: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'press';
      /** @description press: the key, such as `Enter` or `Control+A`. */
      key: string;
      /** @description The element: a selector (CSS, or XPath that starts with //), or the text that it shows. */
      target?: string;
      /** @description Response to dialogs that the step opens. Default: alerts are accepted, all others are dismissed. */
      dialog?: {
        /** @description True: accept the dialog. False: dismiss it. */
        accept: boolean;
        /** @description Answer to a prompt. */
        text?: string | null;
      };
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepRead: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'read';
      /** @description read: maximum length of the text in code points, 100 to 200000. */
      max_length?: number;
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepReload: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'reload';
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepRepeatUntil: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'repeat_until';
      /** @description for_each, repeat_until: the steps of one iteration. */
      steps: components['schemas']['WorkflowStep'][];
      until: components['schemas']['WorkflowCondition'];
      /** @description Loops: maximum number of iterations, 1 to 1000. Default: 100. collect_rows: maximum number of rows. */
      limit?: number;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepSaveLogin: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'save_login';
      /** @description set, ask: name of the variable. save_login: name of the login. */
      name: string;
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepScreenshot: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'screenshot';
      /** @description screenshot: capture the full height of the page. Default: `false`. */
      full_page?: boolean;
      /** @description screenshot: JPEG quality, 1 to 100. Default: a PNG. */
      quality?: number;
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepScroll: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'scroll';
      /** @description The element: a selector (CSS, or XPath that starts with //), or the text that it shows. */
      target?: string;
      /**
       * @description scroll: the direction.
       * @enum {string}
       */
      direction?: 'up' | 'down' | 'left' | 'right';
      /** @description scroll: the distance in CSS pixels. */
      amount?: number;
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepSelect: {
      /**
       * @description Type of the step.
       * @constant
       */
      type: 'select';
      /** @description The element: a selector (CSS, or XPath that starts with //), or the text that it shows. */
      target: string;
      /** @description type: the text to type. select: the option. wait_for: the text to wait for. evaluate: the script. */
      text?: string;
      /** @description select: several options. */
      values?: string[];
      /** @description Response to dialogs that the step opens. Default: alerts are accepted, all others are dismissed. */
      dialog?: {
        /** @description True: accept the dialog. False: dismiss it. */
        accept: boolean;
        /** @description Answer to a prompt. */
        text?: string | null;
      };
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    } & ((
      | {
          text: string;
        }
      | {
          values: unknown[];
        }
    ) & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'select';
    });
    WorkflowStepSet: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'set';
      /** @description set, ask: name of the variable. save_login: name of the login. */
      name: string;
      /** @description set: the value; its texts may contain variables. */
      value: unknown;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepSwitchTab: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'switch_tab';
      /** @description close_tab, switch_tab: the number of the tab. */
      tab: number;
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepType: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'type';
      /** @description type: the text to type. select: the option. wait_for: the text to wait for. evaluate: the script. */
      text: string;
      /** @description The element: a selector (CSS, or XPath that starts with //), or the text that it shows. */
      target?: string;
      /** @description type, fill: press Enter in the last field. Default: `false`. */
      submit?: boolean;
      /** @description type: append to the field’s text instead of replacing it. Default: `false`. */
      append?: boolean;
      /** @description type: hide the text in log, errors and records. ask: hide the answer. Default: `false`. */
      secret?: boolean;
      /** @description Response to dialogs that the step opens. Default: alerts are accepted, all others are dismissed. */
      dialog?: {
        /** @description True: accept the dialog. False: dismiss it. */
        accept: boolean;
        /** @description Answer to a prompt. */
        text?: string | null;
      };
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepUpload: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'upload';
      /** @description The element: a selector (CSS, or XPath that starts with //), or the text that it shows. */
      target: string;
      /** @description upload: ids or URLs of up to 10 stored files. */
      files: string[];
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepWait: {
      /**
       * @description Type of the step. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'wait';
      /** @description wait: time in milliseconds, up to 60000. */
      ms: number;
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    };
    WorkflowStepWaitFor: {
      /**
       * @description Type of the step.
       * @constant
       */
      type: 'wait_for';
      /** @description The element: a selector (CSS, or XPath that starts with //), or the text that it shows. */
      target?: string;
      /** @description type: the text to type. select: the option. wait_for: the text to wait for. evaluate: the script. */
      text?: string;
      /** @description Maximum duration of the step in milliseconds, up to 60000. */
      timeout_ms?: number;
      /**
       * @description `outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.
       * @enum {string}
       */
      effect?: 'none' | 'outside';
      /** @description Name of the variable that stores the value of the step. */
      save_as?: string;
      /** @description Continue with the next step if this one fails. Default: `false`. */
      optional?: boolean;
    } & ((
      | {
          target: string;
        }
      | {
          text: string;
        }
    ) & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'wait_for';
    });
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
        /**
         * @description Identifier of the layout.
         * @example lay_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the recipe.
         * @example rcp_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the recipe.
         * @example rcp_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the recipe.
         * @example rcp_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the recipe.
         * @example rcp_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the file.
         * @example blob_00000000000000000000000000000000
         */
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
        /**
         * @description Identifier of the dataset.
         * @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the dataset.
         * @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the dataset.
         * @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the dataset.
         * @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the dataset.
         * @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the dataset.
         * @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the dataset.
         * @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the dataset.
         * @example ds_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
        did: string;
        /**
         * @description Identifier of the export.
         * @example file_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the monitor.
         * @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the monitor.
         * @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the monitor.
         * @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the monitor.
         * @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
        mid: string;
        /**
         * @description Action on the monitor.
         * @example run
         */
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
        /**
         * @description Identifier of the monitor.
         * @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the monitor.
         * @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
        mid: string;
        /**
         * @description Number of the check.
         * @example 2
         */
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
        /**
         * @description Identifier of the monitor.
         * @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the monitor.
         * @example mon_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the session.
         * @example ses_00000000000000000000000000
         */
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
        /**
         * @description Identifier of the session.
         * @example ses_00000000000000000000000000
         */
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
        /**
         * @description Identifier of the session.
         * @example ses_00000000000000000000000000
         */
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
        /**
         * @description Identifier of the login.
         * @example login_00000000000000000000000000
         */
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
        /**
         * @description Identifier of the login.
         * @example login_00000000000000000000000000
         */
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
        /**
         * @description Identifier of the login.
         * @example login_00000000000000000000000000
         */
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
        /**
         * @description Identifier of the workflow.
         * @example wf_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the workflow.
         * @example wf_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the workflow.
         * @example wf_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the workflow.
         * @example wf_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the workflow.
         * @example wf_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the workflow.
         * @example wf_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the run.
         * @example run_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the run.
         * @example run_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the run.
         * @example run_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the run.
         * @example run_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
        run_id: string;
        /**
         * @description Identifier of the file.
         * @example file_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the run.
         * @example run_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
        run_id: string;
        /**
         * @description Action on the run.
         * @example cancel
         */
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
        /**
         * @description Identifier of the job.
         * @example job_0123456789
         */
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
        /**
         * @description Identifier of the job.
         * @example job_0123456789
         */
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
        /**
         * @description Identifier of the job.
         * @example job_0123456789
         */
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
        /**
         * @description Identifier of the job.
         * @example job_0123456789
         */
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
            /** @description Identifier of the event, for `Last-Event-ID`. */
            id?: string;
            /** @description Type of the event. */
            event: string;
            /** @description Data of the event as JSON on one line. */
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
        /**
         * @description Identifier of the job.
         * @example job_0123456789
         */
        jid: string;
        /**
         * @description Action on the job.
         * @example cancel
         */
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
        /**
         * @description Identifier of the job.
         * @example job_0123456789
         */
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
        /**
         * @description Identifier of the job.
         * @example job_0123456789
         */
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
        /**
         * @description Identifier of the delivery.
         * @example evt_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the delivery.
         * @example evt_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the key.
         * @example key_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the key.
         * @example key_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the key.
         * @example key_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
        /**
         * @description Identifier of the key.
         * @example key_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
          | 'model_changed'
          | 'secret_rotated'
          | 'settings_changed'
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
        /**
         * @description Identifier of the account.
         * @example acct_06f3p8k2v1s4m7q9w5x0y2z3a4
         */
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
  get_model: {
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
          'application/json': components['schemas']['ModelSettings'];
        };
      };
    };
  };
  set_model: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SetModelRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ModelSettings'];
        };
      };
    };
  };
  remove_model: {
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
          'application/json': components['schemas']['ModelSettings'];
        };
      };
    };
  };
  test_model: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['TestModelRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestModelAnswer'];
        };
      };
    };
  };
  list_settings: {
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
          'application/json': components['schemas']['Settings'];
        };
      };
    };
  };
  change_settings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeSettingsRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Settings'];
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
        /** @description `false` leaves out successful requests that only list or get what is stored, such as `get_job`. */
        reads?: boolean;
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
        /**
         * @description Identifier of the request.
         * @example req_0123456789
         */
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
        /**
         * @description Identifier of the receipt.
         * @example rct_06gzx8fx8ntr9894pq6nnmnsq0
         */
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
    requestBody?: {
      content: {
        'application/json': components['schemas']['DoctorRequest'];
      };
    };
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
  on_job_started: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['JobStartedEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_job_page: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['JobPageEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_job_paused: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['JobPausedEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_job_completed: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['JobCompletedEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_job_failed: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['JobFailedEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_job_cancelled: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['JobCancelledEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_dataset_changed: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DatasetChangedEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_monitor_changed: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MonitorChangedEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_monitor_failing: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MonitorFailingEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_monitor_recovered: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MonitorRecoveredEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_monitor_digest: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MonitorDigestEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_workflow_needs_input: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WorkflowNeedsInputEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_workflow_completed: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WorkflowCompletedEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_login_expired: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LoginExpiredEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  on_webhook_test: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Identifier of the delivery, the same on every attempt.
         * @example evt_06h091zz5ntmb8sw71f19pxx48
         */
        'webhook-id': string;
        /**
         * @description Time of the attempt, as Unix time in seconds.
         * @example 1795372351
         */
        'webhook-timestamp': string;
        /**
         * @description Signatures of the message: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. Two, separated by a space, for one day after the rotation of the secret.
         * @example v1,Xv4L8M9NZwzybXHcjmLkXKh5sqNSGDp2uvhk41qLsp8=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookTestEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no further events of the same job or, for monitors, none at all. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver accepted the event. Other responses are failures, and are retried. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
