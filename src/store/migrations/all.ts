import type { Migration } from 'kysely/migration';
import * as foundation from './0001-foundation.ts';
import * as crawls from './0002-crawls.ts';
import * as webhooks from './0003-webhooks.ts';
import * as politeness from './0004-politeness.ts';
import * as accounts from './0005-accounts.ts';
import * as models from './0006-models.ts';
import * as pageCache from './0007-page-cache.ts';
import * as exits from './0008-exits.ts';
import * as jobNotes from './0009-job-notes.ts';
import * as layouts from './0010-layouts.ts';
import * as search from './0011-search.ts';
import * as archives from './0012-archives.ts';
import * as thirdPartyJobs from './0013-third-party-jobs.ts';
import * as webhookTargets from './0014-webhook-targets.ts';
import * as historyErrors from './0015-history-errors.ts';
import * as searchFaults from './0016-search-faults.ts';
import * as schedules from './0017-schedules.ts';
import * as datasets from './0018-datasets.ts';
import * as rates from './0019-rates.ts';
import * as monitors from './0020-monitors.ts';
import * as browserSessions from './0021-browser-sessions.ts';
import * as datasetExports from './0022-dataset-exports.ts';
import * as recipes from './0023-recipes.ts';
import * as workflows from './0024-workflows.ts';
import * as monitorSettings from './0025-monitor-settings.ts';
import * as titlesOfPages from './0026-titles-of-pages.ts';
import * as datasetChangesAge from './0027-dataset-changes-age.ts';
import * as spendCredits from './0028-spend-credits.ts';
import * as pageCrashes from './0029-page-crashes.ts';
import * as periodicTasks from './0030-periodic-tasks.ts';
import * as plainColumnNames from './0031-plain-column-names.ts';
import * as sessionAddresses from './0032-session-addresses.ts';
import * as keysWithAccount from './0033-keys-with-account.ts';
import * as vacuumSettings from './0034-vacuum-settings.ts';
import * as localSearchFields from './0035-local-search-fields.ts';
import * as skippedUrls from './0036-skipped-urls.ts';
import * as jobExports from './0037-job-exports.ts';
import * as consoleSessions from './0038-console-sessions.ts';
import * as continuations from './0039-continuations.ts';
import * as datasetPages from './0040-dataset-pages.ts';
import * as ledgerKinds from './0041-ledger-kinds.ts';
import * as sitePauses from './0042-site-pauses.ts';
import * as runReservations from './0043-run-reservations.ts';
import * as strictCountry from './0044-strict-country.ts';
import * as jobPace from './0045-job-pace.ts';
import * as resultCanonicals from './0046-result-canonicals.ts';
import * as jobFiles from './0047-job-files.ts';
import * as loginRenewal from './0048-login-renewal.ts';
import * as listLines from './0049-list-lines.ts';
import * as oauth from './0050-oauth.ts';
import * as keyCredits from './0051-key-credits.ts';
import * as sealedColumns from './0052-sealed-columns.ts';
import * as conditionMet from './0053-condition-met.ts';
import * as modelTokens from './0054-model-tokens.ts';
import * as monitorGoals from './0055-monitor-goals.ts';
import * as serviceSettings from './0056-service-settings.ts';
import * as readPagesByAccount from './0057-read-pages-by-account.ts';
import * as checkReceipts from './0058-check-receipts.ts';
import * as textOfResults from './0059-text-of-results.ts';

/** All migrations by name, applied in the order of their names. Released migrations never change. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-crawls': crawls,
  '0003-webhooks': webhooks,
  '0004-politeness': politeness,
  '0005-accounts': accounts,
  '0006-models': models,
  '0007-page-cache': pageCache,
  '0008-exits': exits,
  '0009-job-notes': jobNotes,
  '0010-layouts': layouts,
  '0011-search': search,
  '0012-archives': archives,
  '0013-third-party-jobs': thirdPartyJobs,
  '0014-webhook-targets': webhookTargets,
  '0015-history-errors': historyErrors,
  '0016-search-faults': searchFaults,
  '0017-schedules': schedules,
  '0018-datasets': datasets,
  '0019-rates': rates,
  '0020-monitors': monitors,
  '0021-browser-sessions': browserSessions,
  '0022-dataset-exports': datasetExports,
  '0023-recipes': recipes,
  '0024-workflows': workflows,
  '0025-monitor-settings': monitorSettings,
  '0026-titles-of-pages': titlesOfPages,
  '0027-dataset-changes-age': datasetChangesAge,
  '0028-spend-credits': spendCredits,
  '0029-page-crashes': pageCrashes,
  '0030-periodic-tasks': periodicTasks,
  '0031-plain-column-names': plainColumnNames,
  '0032-session-addresses': sessionAddresses,
  '0033-keys-with-account': keysWithAccount,
  '0034-vacuum-settings': vacuumSettings,
  '0035-local-search-fields': localSearchFields,
  '0036-skipped-urls': skippedUrls,
  '0037-job-exports': jobExports,
  '0038-console-sessions': consoleSessions,
  '0039-continuations': continuations,
  '0040-dataset-pages': datasetPages,
  '0041-ledger-kinds': ledgerKinds,
  '0042-site-pauses': sitePauses,
  '0043-run-reservations': runReservations,
  '0044-strict-country': strictCountry,
  '0045-job-pace': jobPace,
  '0046-result-canonicals': resultCanonicals,
  '0047-job-files': jobFiles,
  '0048-login-renewal': loginRenewal,
  '0049-list-lines': listLines,
  '0050-oauth': oauth,
  '0051-key-credits': keyCredits,
  '0052-sealed-columns': sealedColumns,
  '0053-condition-met': conditionMet,
  '0054-model-tokens': modelTokens,
  '0055-monitor-goals': monitorGoals,
  '0056-service-settings': serviceSettings,
  '0057-read-pages-by-account': readPagesByAccount,
  '0058-check-receipts': checkReceipts,
  '0059-text-of-results': textOfResults,
};
