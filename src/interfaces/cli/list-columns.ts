/** A column of a list: its heading, and the fields of which it shows the first one that is set, as dotted paths. */
export interface ListColumn {
  heading: string;
  paths: readonly string[];
}

/**
 * Columns of lists by operation, the decisive ones first: what identifies a row, its state, and the reason for it. `heading: path`, or
 * the path alone; `a | b` shows `b` where `a` is absent.
 */
const columns: Readonly<Record<string, readonly string[]>> = {
  list_monitors: [
    'mid',
    'page: name | url | watch.kind',
    'status',
    'last check: latest_check.at',
    'result: latest_check.state',
    'summary: latest_check.summary',
  ],
  list_monitor_checks: [
    'check',
    'at',
    'state',
    'notified',
    'summary: error.message | summary',
    'goal met: decision.met',
    'credits',
  ],
  list_jobs: [
    'jid',
    'type',
    'status',
    'pages: progress.done',
    'url: params.url',
    'reason: error.message | waiting.message',
    'created: created_at',
  ],
  list_datasets: [
    'did',
    'name',
    'records: counts.active',
    'refresh: last_refresh.status',
    'refreshed: last_refresh.at',
    'next: next_run_at',
  ],
  list_recipes: [
    'rid',
    'name',
    'url',
    'fields',
    'runs: health.runs',
    'ok: health.ok',
    'last error: health.last_error',
  ],
  change_settings: ['variable', 'value', 'set: is_set', 'source'],
  list_settings: ['variable', 'value', 'set: is_set', 'source', 'meaning'],
  list_layouts: ['layout_id', 'site', 'state', 'fields', 'used', 'last used: used_at'],
  list_browsers: ['sid', 'status', 'url', 'reason', 'expires: expires_at'],
  list_logins: ['lid', 'name', 'domain', 'status', 'last used: last_used_at'],
  list_workflows: ['id', 'name', 'last run: last_run.status', 'next: next_run_at'],
  list_workflow_runs: [
    'run_id',
    'status',
    'step',
    'records: records_total',
    'reason: error.message',
    'created: created_at',
  ],
  list_webhook_deliveries: [
    'id',
    'type',
    'status',
    'url',
    'at',
    'attempts: attempt_count',
    'next: next_attempt_at',
  ],
  list_webhook_targets: ['url', 'status', 'error: last_error', 'failures', 'since: failing_since'],
  ledger: ['id', 'at', 'kind', 'credits', 'balance', 'note', 'request_id'],
  list_keys: [
    'key_id',
    'name',
    'scopes',
    'credits today: credits_used_today',
    'last used: last_used_at',
    'expires: expires_at',
  ],
  list_audit: ['at', 'action', 'subject', 'by', 'id'],
  list_requests: ['rid', 'at', 'tool', 'status', 'credits', 'url', 'origin'],
};

function parseColumn(text: string): ListColumn {
  const at = text.indexOf(': ');
  const paths = text
    .slice(at < 0 ? 0 : at + 2)
    .split('|')
    .map((path) => path.trim());
  return { heading: at < 0 ? text : text.slice(0, at), paths };
}

/** Returns the columns of the list that an operation returns; null for one whose rows are shown with all fields. */
export function findListColumns(operation: string): readonly ListColumn[] | null {
  return columns[operation]?.map(parseColumn) ?? null;
}
