// Generated from the OpenAPI document of the service by scripts/write-client.ts. Do not edit.

import type { components } from './openapi.ts';
export type Account = components['schemas']['Account'];
export type ActOnJobRequest = components['schemas']['ActOnJobRequest'];
export type ActOnMonitorAnswer = components['schemas']['ActOnMonitorAnswer'];
export type ActOnRunRequest = components['schemas']['ActOnRunRequest'];
export type AddCreditsAnswer = components['schemas']['AddCreditsAnswer'];
export type AddCreditsRequest = components['schemas']['AddCreditsRequest'];
export type ArchiveAnswer = components['schemas']['ArchiveAnswer'];
export type ArchiveDiffAnswer = components['schemas']['ArchiveDiffAnswer'];
/**
 * Reason why the operation has no result.
 */
export type ArchiveError = components['schemas']['ArchiveError'];
export type ArchiveGetAnswer = components['schemas']['ArchiveGetAnswer'];
export type ArchiveHistoryAnswer = components['schemas']['ArchiveHistoryAnswer'];
export type ArchiveRequest = components['schemas']['ArchiveRequest'];
export type ArchiveSnapshotsAnswer = components['schemas']['ArchiveSnapshotsAnswer'];
export type ArchiveSource = components['schemas']['ArchiveSource'];
export type ArchiveUrlsAnswer = components['schemas']['ArchiveUrlsAnswer'];
export type ArchivedCopy = components['schemas']['ArchivedCopy'];
export type Attempt = components['schemas']['Attempt'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type BatchAnswer = components['schemas']['BatchAnswer'];
export type BatchRequest = components['schemas']['BatchRequest'];
export type BillingAnswer = components['schemas']['BillingAnswer'];
export type BrowserSession = components['schemas']['BrowserSession'];
export type BrowserSessionWithRecording = components['schemas']['BrowserSessionWithRecording'];
export type BrowserStepRequest = components['schemas']['BrowserStepRequest'];
export type BrowserStepResult = components['schemas']['BrowserStepResult'];
export type Catalog = components['schemas']['Catalog'];
export type ChangeLoginRequest = components['schemas']['ChangeLoginRequest'];
export type ChangeMonitorRequest = components['schemas']['ChangeMonitorRequest'];
export type ChangeSettingsRequest = components['schemas']['ChangeSettingsRequest'];
export type CollectAnswer = components['schemas']['CollectAnswer'];
export type CollectRequest = components['schemas']['CollectRequest'];
export type Collected = components['schemas']['Collected'];
export type CollectedField = components['schemas']['CollectedField'];
export type CollectedSource = components['schemas']['CollectedSource'];
export type CompareAnswer = components['schemas']['CompareAnswer'];
export type CompareRequest = components['schemas']['CompareRequest'];
export type CompareRow = components['schemas']['CompareRow'];
export type Comparison = components['schemas']['Comparison'];
export type Condition = components['schemas']['Condition'];
export type CrawlAnswer = components['schemas']['CrawlAnswer'];
export type CrawlRequest = components['schemas']['CrawlRequest'];
export type CreateAccountAnswer = components['schemas']['CreateAccountAnswer'];
export type CreateAccountRequest = components['schemas']['CreateAccountRequest'];
export type CreateDatasetRequest = components['schemas']['CreateDatasetRequest'];
export type CreateKeyAnswer = components['schemas']['CreateKeyAnswer'];
export type CreateKeyRequest = components['schemas']['CreateKeyRequest'];
export type CreateMonitorAnswer = components['schemas']['CreateMonitorAnswer'];
export type CreateMonitorRequest = components['schemas']['CreateMonitorRequest'];
export type CreateRecipeRequest = components['schemas']['CreateRecipeRequest'];
export type CreateSignInLinkAnswer = components['schemas']['CreateSignInLinkAnswer'];
export type CreateSignInLinkRequest = components['schemas']['CreateSignInLinkRequest'];
export type CreateWorkflowRequest = components['schemas']['CreateWorkflowRequest'];
/**
 * Credits of the account.
 */
export type Credits = components['schemas']['Credits'];
export type Dataset = components['schemas']['Dataset'];
export type DatasetChange = components['schemas']['DatasetChange'];
export type DatasetChangedEvent = components['schemas']['DatasetChangedEvent'];
export type DatasetRecord = components['schemas']['DatasetRecord'];
export type DeleteDatasetAnswer = components['schemas']['DeleteDatasetAnswer'];
export type DeleteJobAnswer = components['schemas']['DeleteJobAnswer'];
export type DeleteLoginAnswer = components['schemas']['DeleteLoginAnswer'];
export type DeleteMonitorAnswer = components['schemas']['DeleteMonitorAnswer'];
export type DeleteRecipeAnswer = components['schemas']['DeleteRecipeAnswer'];
export type DeleteWorkflowAnswer = components['schemas']['DeleteWorkflowAnswer'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryDetail = components['schemas']['DeliveryDetail'];
export type DiffMonitorAnswer = components['schemas']['DiffMonitorAnswer'];
export type Doctor = components['schemas']['Doctor'];
export type DoctorRequest = components['schemas']['DoctorRequest'];
export type EstimateAnswer = components['schemas']['EstimateAnswer'];
/**
 * Exit through which the page was read, with the evidence for its country.
 */
export type Exit = components['schemas']['Exit'];
export type ExportDatasetAnswer = components['schemas']['ExportDatasetAnswer'];
export type ExportDatasetRequest = components['schemas']['ExportDatasetRequest'];
export type ExportMonitorsAnswer = components['schemas']['ExportMonitorsAnswer'];
export type ExtractAnswer = components['schemas']['ExtractAnswer'];
export type ExtractRequest = components['schemas']['ExtractRequest'];
export type FindJobPassagesAnswer = components['schemas']['FindJobPassagesAnswer'];
export type FollowJobAnswer = components['schemas']['FollowJobAnswer'];
export type ForgetLayoutAnswer = components['schemas']['ForgetLayoutAnswer'];
/**
 * The found image.
 */
export type FoundImage = components['schemas']['FoundImage'];
export type Functions = components['schemas']['Functions'];
export type Geolocation = components['schemas']['Geolocation'];
export type GetDatasetChangesAnswer = components['schemas']['GetDatasetChangesAnswer'];
export type GetDatasetRecordsAnswer = components['schemas']['GetDatasetRecordsAnswer'];
export type GetJobResultsAnswer = components['schemas']['GetJobResultsAnswer'];
export type GetMonitorAnswer = components['schemas']['GetMonitorAnswer'];
export type GetMonitorCheckAnswer = components['schemas']['GetMonitorCheckAnswer'];
export type GetRunRecordsAnswer = components['schemas']['GetRunRecordsAnswer'];
/**
 * Decision whether the change meets the goal; absent if there was nothing to decide.
 */
export type GoalDecision = components['schemas']['GoalDecision'];
export type Health = components['schemas']['Health'];
export type HistoryDetail = components['schemas']['HistoryDetail'];
export type HistoryEntry = components['schemas']['HistoryEntry'];
/**
 * A selector (CSS, XPath that starts with `//`, or for JSON a JSONPath query), or an RE2 expression between slashes such as `/updated [0-9:]+/i`. Matches are neither compared nor shown.
 */
export type IgnoreRule = components['schemas']['IgnoreRule'];
export type ImportMonitorsAnswer = components['schemas']['ImportMonitorsAnswer'];
export type ImportMonitorsRequest = components['schemas']['ImportMonitorsRequest'];
export type InspectAnswer = components['schemas']['InspectAnswer'];
export type InspectRequest = components['schemas']['InspectRequest'];
export type InspectedSource = components['schemas']['InspectedSource'];
export type IpAnswer = components['schemas']['IpAnswer'];
export type Job = components['schemas']['Job'];
export type JobCancelledEvent = components['schemas']['JobCancelledEvent'];
export type JobCompletedEvent = components['schemas']['JobCompletedEvent'];
export type JobFailedEvent = components['schemas']['JobFailedEvent'];
export type JobPageEvent = components['schemas']['JobPageEvent'];
export type JobPausedEvent = components['schemas']['JobPausedEvent'];
export type JobStartedEvent = components['schemas']['JobStartedEvent'];
export type Key = components['schemas']['Key'];
export type LedgerAnswer = components['schemas']['LedgerAnswer'];
export type LedgerRow = components['schemas']['LedgerRow'];
export type ListAuditAnswer = components['schemas']['ListAuditAnswer'];
export type ListBrowsersAnswer = components['schemas']['ListBrowsersAnswer'];
export type ListDatasetsAnswer = components['schemas']['ListDatasetsAnswer'];
export type ListJobsAnswer = components['schemas']['ListJobsAnswer'];
export type ListKeysAnswer = components['schemas']['ListKeysAnswer'];
export type ListLayoutsAnswer = components['schemas']['ListLayoutsAnswer'];
export type ListLoginsAnswer = components['schemas']['ListLoginsAnswer'];
export type ListMonitorChecksAnswer = components['schemas']['ListMonitorChecksAnswer'];
export type ListMonitorsAnswer = components['schemas']['ListMonitorsAnswer'];
export type ListRecipesAnswer = components['schemas']['ListRecipesAnswer'];
export type ListRequestsAnswer = components['schemas']['ListRequestsAnswer'];
export type ListWebhookDeliveriesAnswer = components['schemas']['ListWebhookDeliveriesAnswer'];
export type ListWebhookTargetsAnswer = components['schemas']['ListWebhookTargetsAnswer'];
export type ListWorkflowRunsAnswer = components['schemas']['ListWorkflowRunsAnswer'];
export type ListWorkflowsAnswer = components['schemas']['ListWorkflowsAnswer'];
export type Login = components['schemas']['Login'];
export type LoginExpiredEvent = components['schemas']['LoginExpiredEvent'];
export type MapAnswer = components['schemas']['MapAnswer'];
export type MapRequest = components['schemas']['MapRequest'];
export type ModelSettings = components['schemas']['ModelSettings'];
/**
 * model usage; absent if no model was called
 */
export type ModelUse = components['schemas']['ModelUse'];
/**
 * A monitor with its settings and its state.
 */
export type Monitor = components['schemas']['Monitor'];
export type MonitorChangedEvent = components['schemas']['MonitorChangedEvent'];
/**
 * Result of a check.
 */
export type MonitorCheck = components['schemas']['MonitorCheck'];
export type MonitorDigestEvent = components['schemas']['MonitorDigestEvent'];
export type MonitorFailingEvent = components['schemas']['MonitorFailingEvent'];
export type MonitorRecoveredEvent = components['schemas']['MonitorRecoveredEvent'];
export type MonitorVersion = components['schemas']['MonitorVersion'];
export type NetworkCall = components['schemas']['NetworkCall'];
export type OpenBrowserRequest = components['schemas']['OpenBrowserRequest'];
export type OpenedBrowserSession = components['schemas']['OpenedBrowserSession'];
/**
 * Reason why the page is not `ok`.
 */
export type PageError = components['schemas']['PageError'];
/**
 * metadata of the page; an absent field is not stated by the page, or was not asked for: author, dates and kind of page need `metadata` or a format that shows the text
 */
export type PageMetadata = components['schemas']['PageMetadata'];
/**
 * How the page is requested: headers, cookies, browser steps, or method and body. Each reading sends the request again.
 */
export type PageRequest = components['schemas']['PageRequest'];
/**
 * Result of a page: its content, its outcome and its receipt.
 */
export type PageResult = components['schemas']['PageResult'];
export type PageResults = components['schemas']['PageResults'];
/**
 * Outcome of a page: `ok`, or the group of its error.
 */
export type PageStatus = components['schemas']['PageStatus'];
export type ParseAnswer = components['schemas']['ParseAnswer'];
export type ParseRequest = components['schemas']['ParseRequest'];
export type ParsedFile = components['schemas']['ParsedFile'];
export type Passage = components['schemas']['Passage'];
export type PriceDetail = components['schemas']['PriceDetail'];
export type Problem = components['schemas']['Problem'];
export type ReadAnswer = components['schemas']['ReadAnswer'];
/**
 * Signed statement of what was observed and charged.
 */
export type Receipt = components['schemas']['Receipt'];
export type ReceiptVerification = components['schemas']['ReceiptVerification'];
export type Recipe = components['schemas']['Recipe'];
export type RecipeSource = components['schemas']['RecipeSource'];
export type RedeliverWebhookRequest = components['schemas']['RedeliverWebhookRequest'];
export type RefreshDatasetAnswer = components['schemas']['RefreshDatasetAnswer'];
/**
 * Result of a refresh.
 */
export type RefreshReport = components['schemas']['RefreshReport'];
export type ReplaceWorkflowRequest = components['schemas']['ReplaceWorkflowRequest'];
export type ResultVerification = components['schemas']['ResultVerification'];
export type RevokeKeyAnswer = components['schemas']['RevokeKeyAnswer'];
export type RotateKeyAnswer = components['schemas']['RotateKeyAnswer'];
export type RotateKeyRequest = components['schemas']['RotateKeyRequest'];
export type RotateWebhookSecretAnswer = components['schemas']['RotateWebhookSecretAnswer'];
export type RotateWebhookSecretRequest = components['schemas']['RotateWebhookSecretRequest'];
export type RunFile = components['schemas']['RunFile'];
export type RunLogEntry = components['schemas']['RunLogEntry'];
export type RunRecipeAnswer = components['schemas']['RunRecipeAnswer'];
export type RunRecipeRequest = components['schemas']['RunRecipeRequest'];
/**
 * Status of a run.
 */
export type RunStatus = components['schemas']['RunStatus'];
export type RunSummary = components['schemas']['RunSummary'];
export type RunWorkflowRequest = components['schemas']['RunWorkflowRequest'];
/**
 * Schedule of the runs: an interval, a cron expression, or paused.
 */
export type Schedule = components['schemas']['Schedule'];
export type ScheduleDatasetRequest = components['schemas']['ScheduleDatasetRequest'];
/**
 * `{every}`, `{cron, timezone}` or `{paused: true}`
 */
export type ScheduleInput = components['schemas']['ScheduleInput'];
export type ScheduleWorkflowRequest = components['schemas']['ScheduleWorkflowRequest'];
export type ScrapeAnswer = components['schemas']['ScrapeAnswer'];
export type ScrapeRequest = components['schemas']['ScrapeRequest'];
export type ScreenshotOptions = components['schemas']['ScreenshotOptions'];
export type SearchAnswer = components['schemas']['SearchAnswer'];
export type SearchRequest = components['schemas']['SearchRequest'];
export type SearchResult = components['schemas']['SearchResult'];
export type SearchResults = components['schemas']['SearchResults'];
export type Section = components['schemas']['Section'];
/**
 * Recording of the steps as a workflow.
 */
export type SessionRecording = components['schemas']['SessionRecording'];
export type SetModelRequest = components['schemas']['SetModelRequest'];
export type Setting = components['schemas']['Setting'];
export type Settings = components['schemas']['Settings'];
export type Snapshot = components['schemas']['Snapshot'];
export type Step = components['schemas']['Step'];
/**
 * output of the steps, if a job of /v2 had steps with output
 */
export type StepResults = components['schemas']['StepResults'];
/**
 * Structured data that the page contains, by its syntax.
 */
export type StructuredData = components['schemas']['StructuredData'];
export type TestModelAnswer = components['schemas']['TestModelAnswer'];
export type TestModelRequest = components['schemas']['TestModelRequest'];
export type TestRecipeAnswer = components['schemas']['TestRecipeAnswer'];
export type TestRecipeRequest = components['schemas']['TestRecipeRequest'];
export type TestWebhookAnswer = components['schemas']['TestWebhookAnswer'];
export type TestWebhookRequest = components['schemas']['TestWebhookRequest'];
export type UndeliveredRecipient = components['schemas']['UndeliveredRecipient'];
export type UpdateKeyRequest = components['schemas']['UpdateKeyRequest'];
/**
 * Charged credits and pages of a period.
 */
export type Usage = components['schemas']['Usage'];
export type VerifyReceiptRequest = components['schemas']['VerifyReceiptRequest'];
/**
 * Differences between two versions.
 */
export type VersionDiff = components['schemas']['VersionDiff'];
export type VisitorCookie = components['schemas']['VisitorCookie'];
export type Warning = components['schemas']['Warning'];
export type WebhookSecret = components['schemas']['WebhookSecret'];
export type WebhookTarget = components['schemas']['WebhookTarget'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
export type Workflow = components['schemas']['Workflow'];
export type WorkflowCompletedEvent = components['schemas']['WorkflowCompletedEvent'];
/**
 * Exactly one of exists, text, url, var (with op and value), not, all, any.
 */
export type WorkflowCondition = components['schemas']['WorkflowCondition'];
export type WorkflowNeedsInputEvent = components['schemas']['WorkflowNeedsInputEvent'];
export type WorkflowRun = components['schemas']['WorkflowRun'];
export type WorkflowStep = components['schemas']['WorkflowStep'];
export type WorkflowStepAsk = components['schemas']['WorkflowStepAsk'];
export type WorkflowStepBack = components['schemas']['WorkflowStepBack'];
export type WorkflowStepClick = components['schemas']['WorkflowStepClick'];
export type WorkflowStepCloseTab = components['schemas']['WorkflowStepCloseTab'];
export type WorkflowStepCollectRows = components['schemas']['WorkflowStepCollectRows'];
export type WorkflowStepDownload = components['schemas']['WorkflowStepDownload'];
export type WorkflowStepDrag = components['schemas']['WorkflowStepDrag'];
export type WorkflowStepEvaluate = components['schemas']['WorkflowStepEvaluate'];
export type WorkflowStepExtract = components['schemas']['WorkflowStepExtract'];
export type WorkflowStepFill = components['schemas']['WorkflowStepFill'];
export type WorkflowStepForEach = components['schemas']['WorkflowStepForEach'];
export type WorkflowStepForward = components['schemas']['WorkflowStepForward'];
export type WorkflowStepGoto = components['schemas']['WorkflowStepGoto'];
export type WorkflowStepHover = components['schemas']['WorkflowStepHover'];
export type WorkflowStepIf = components['schemas']['WorkflowStepIf'];
export type WorkflowStepPress = components['schemas']['WorkflowStepPress'];
export type WorkflowStepRead = components['schemas']['WorkflowStepRead'];
export type WorkflowStepReload = components['schemas']['WorkflowStepReload'];
export type WorkflowStepRepeatUntil = components['schemas']['WorkflowStepRepeatUntil'];
export type WorkflowStepSaveLogin = components['schemas']['WorkflowStepSaveLogin'];
export type WorkflowStepScreenshot = components['schemas']['WorkflowStepScreenshot'];
export type WorkflowStepScroll = components['schemas']['WorkflowStepScroll'];
export type WorkflowStepSelect = components['schemas']['WorkflowStepSelect'];
export type WorkflowStepSet = components['schemas']['WorkflowStepSet'];
export type WorkflowStepSwitchTab = components['schemas']['WorkflowStepSwitchTab'];
export type WorkflowStepType = components['schemas']['WorkflowStepType'];
export type WorkflowStepUpload = components['schemas']['WorkflowStepUpload'];
export type WorkflowStepWait = components['schemas']['WorkflowStepWait'];
export type WorkflowStepWaitFor = components['schemas']['WorkflowStepWaitFor'];
