import type { Clock } from '../../../domain/system/clock.ts';
import { throwIfInvalid, type ValidationError } from '../../../domain/system/failure.ts';
import { notConfigured } from '../../../domain/system/not-configured.ts';
import type { Target, TargetCheck } from '../../../fetching/target-check.ts';
import { assertMinInterval } from '../../../jobs/schedule/schedules.ts';
import { isSentOverHttp } from '../../../operations/schemas/page-request.ts';
import { goalError } from '../goal/decide-goal.ts';
import { conditionFieldError } from './conditions.ts';
import { type MonitorSettings, watchesPage } from './monitor-settings.ts';

/** Dependencies for validating settings. */
export interface SettingsPorts {
  clock: Clock;
  /** Minimum time between two checks, in ms. */
  minIntervalMs: number;
  /** True when a language model is configured. */
  hasModel(): boolean;
  /** True when e-mail is configured. */
  hasMail(): boolean;
  /** Returns true when the account has this dataset. */
  hasDataset(accountId: string, datasetId: string): Promise<boolean>;
  /** Returns true when the account has this workflow. */
  hasWorkflow(accountId: string, workflowId: string): Promise<boolean>;
  targets: Pick<TargetCheck, 'addressErrors' | 'loginErrors'>;
}

/** Settings of a request. */
export interface RequestedSettings {
  settings: MonitorSettings;
  /** JSON Pointers of the webhooks' URLs in the request, in the order of the settings. */
  webhookPointers: readonly string[];
}

/** Settings to validate. */
export interface SettingsToValidate extends RequestedSettings {
  /** JSON Pointer of the settings in the body; empty when they are the body. */
  pointer: string;
  /** The settings before a change. Unchanged URLs, logins and conditions are not validated again. */
  before?: MonitorSettings;
}

/** Returns true when any of these settings is new or changed. */
function isChanged({ settings, before }: SettingsToValidate, ...names: (keyof MonitorSettings)[]): boolean {
  return (
    before === undefined ||
    names.some((name) => JSON.stringify(settings[name]) !== JSON.stringify(before[name]))
  );
}

function targetsOf(entry: SettingsToValidate): Target[] {
  const { settings, pointer, webhookPointers } = entry;
  const { url, notify } = settings;
  const webhooks = notify.webhook.map((hook, index) => ({
    pointer: pointer + (webhookPointers[index] ?? '/notify/webhook'),
    url: hook.url,
  }));
  return [
    ...(url !== null && isChanged(entry, 'url') ? [{ pointer: `${pointer}/url`, url }] : []),
    ...(isChanged(entry, 'notify') ? webhooks : []),
  ];
}

function conditionErrors(entry: SettingsToValidate): ValidationError[] {
  if (!isChanged(entry, 'conditions')) return [];
  const { settings, pointer } = entry;
  return settings.conditions.flatMap(({ field }, index) => {
    const detail = conditionFieldError(field, settings.watch);
    return detail === null ? [] : [{ pointer: `${pointer}/conditions/${index}/field`, detail }];
  });
}

/** Returns the errors of a request that does not fit the other settings. */
function requestErrors({ watch, request, render, screenshot, login }: MonitorSettings) {
  const errors: { field: string; detail: string }[] = [];
  if (request === undefined) return errors;
  if (!watchesPage(watch))
    errors.push({
      field: '/request',
      detail: `A ${watch.kind} is not requested from a page. Omit \`request\`.`,
    });
  if (isSentOverHttp(request) && (render === 'always' || screenshot || login !== null)) {
    const detail = `${request.method} is sent over HTTP. Omit \`login\`, \`screenshot\` and \`render: "always"\`, which need a browser.`;
    errors.push({ field: '/request/method', detail });
  }
  return errors;
}

/** Returns the validation errors of one monitor's settings that need no DNS lookup. */
async function findOwnErrors(
  ports: SettingsPorts,
  accountId: string,
  entry: SettingsToValidate,
): Promise<ValidationError[]> {
  const { settings, pointer: place } = entry;
  const { url, watch, login: loginId } = settings;
  const errors = conditionErrors(entry);
  const add = (pointer: string, detail: string) => errors.push({ pointer: place + pointer, detail });
  if (!watchesPage(watch) && url !== null)
    add('/url', `A monitor of a ${watch.kind} has no URL. Omit \`url\`, or watch a page.`);
  if (watchesPage(watch) && url === null)
    add('/url', 'The URL of the page is missing. Set `url`, or watch a dataset.');
  for (const { field, detail } of requestErrors(settings)) add(field, detail);
  if (settings.goal != null && isChanged(entry, 'goal', 'watch')) {
    const detail = goalError(settings.goal, watch, ports.hasModel());
    if (detail !== null) add('/goal', detail);
  }
  if (watch.kind === 'dataset' && !(await ports.hasDataset(accountId, watch.did))) {
    add(
      '/watch/did',
      `There is no dataset ${watch.did}. Use the \`did\` of a dataset that GET /v1/datasets lists.`,
    );
  }
  if (watch.kind === 'workflow' && !(await ports.hasWorkflow(accountId, watch.id))) {
    add(
      '/watch/id',
      `There is no workflow ${watch.id}. Use the \`id\` of a workflow that GET /v1/workflows lists.`,
    );
  }
  if (loginId !== null && isChanged(entry, 'login', 'url')) {
    const login = { pointer: `${place}/login`, accountId, loginId, urls: url === null ? [] : [url] };
    errors.push(...(await ports.targets.loginErrors(login)));
  }
  return errors;
}

/** Rejects with Failure `invalid` and all validation errors of settings whose shape is valid. */
export async function validateSettings(
  ports: SettingsPorts,
  accountId: string,
  list: readonly SettingsToValidate[],
): Promise<void> {
  const errors: ValidationError[] = [];
  for (const entry of list) errors.push(...(await findOwnErrors(ports, accountId, entry)));
  errors.push(...(await ports.targets.addressErrors(list.flatMap(targetsOf))));
  throwIfInvalid(errors);
  if (!ports.hasMail() && list.some(({ settings }) => settings.notify.email.length > 0))
    throw notConfigured(
      'mail',
      'This service sends no e-mail, because it has no mail server. Use a webhook.',
    );
  for (const { settings, pointer } of list) {
    assertMinInterval(settings.schedule, ports.minIntervalMs, ports.clock.now(), `${pointer}/schedule`);
  }
}
