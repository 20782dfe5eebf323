import type {
  CreateMonitorRequest,
  Monitor,
  TestWebhookRequest,
} from '../../../../clients/typescript/src/index.ts';
import { linesOf } from '../../text/lines.ts';

type NotifyRequest = NonNullable<CreateMonitorRequest['notify']>;

/** A webhook with the format of its messages; without one, its address decides. */
export interface Webhook {
  url: string;
  form?: string;
}

/** Recipients of a monitor and when they are told, while the user edits them. */
export interface NotifyDraft {
  /** One per line: an address, or a format and an address. */
  webhook: string;
  /** One per line. */
  email: string;
  digest: '' | 'hourly' | 'daily';
  digestAt: string;
  quietFrom: string;
  quietTo: string;
  timezone: string;
  title: string;
  text: string;
}

function toList(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** Returns the webhooks of a stored monitor. */
export function webhooksOf({ notify }: Monitor): Webhook[] {
  const hooks = toList(notify.webhook) as (string | Webhook)[];
  return hooks.map((hook) => (typeof hook === 'string' ? { url: hook } : hook));
}

/** Settings of a new monitor. */
export function emptyNotify(): NotifyDraft {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    webhook: '',
    email: '',
    digest: '',
    digestAt: '08:00',
    quietFrom: '',
    quietTo: '',
    timezone: timeZone,
    title: '',
    text: '',
  };
}

/** Returns the settings of a stored monitor. */
export function notifyDraftOf(monitor: Monitor): NotifyDraft {
  const empty = emptyNotify();
  const notify = monitor.notify as NotifyRequest;
  return {
    webhook: webhooksOf(monitor)
      .map(({ url, form }) => (form === undefined ? url : `${form} ${url}`))
      .join('\n'),
    email: toList(notify.email).map(String).join('\n'),
    digest: notify.digest ?? '',
    digestAt: notify.digest_at ?? empty.digestAt,
    quietFrom: notify.quiet_hours?.from ?? '',
    quietTo: notify.quiet_hours?.to ?? '',
    timezone: notify.timezone ?? (notify.digest === undefined ? empty.timezone : 'UTC'),
    title: notify.template?.title ?? '',
    text: notify.template?.text ?? '',
  };
}

/** Reads a line of the field: an address, or a format and an address. */
function toWebhook(line: string): string | Webhook {
  const at = line.indexOf(' ');
  return at === -1 ? line : { form: line.slice(0, at), url: line.slice(at + 1).trim() };
}

/** A recipient that a test message is sent to, under the name that the user knows it by. */
export interface Recipient {
  name: string;
  request: TestWebhookRequest;
}

/** Returns the recipients of a draft. */
export function recipientsOf(draft: NotifyDraft): Recipient[] {
  const webhooks = linesOf(draft.webhook).map((line) => {
    const hook = toWebhook(line);
    const request = typeof hook === 'string' ? { url: hook } : hook;
    return { name: URL.parse(request.url)?.host ?? request.url, request: request as TestWebhookRequest };
  });
  const addresses = linesOf(draft.email).map((email) => ({ name: email, request: { email } }));
  return [...webhooks, ...addresses];
}

/** Returns the setting `notify` of a request; the muting of the stored monitor stays. */
export function toNotifyRequest(draft: NotifyDraft, stored: Monitor | null): NotifyRequest {
  const { digest, quietFrom, quietTo } = draft;
  const title = draft.title.trim();
  const text = draft.text.trim();
  const isQuiet = quietFrom !== '' && quietTo !== '';
  return {
    webhook: linesOf(draft.webhook).map(toWebhook),
    email: linesOf(draft.email),
    ...(stored?.notify.muted === true && { muted: true }),
    ...(digest !== '' && { digest }),
    ...(digest === 'daily' && { digest_at: draft.digestAt }),
    ...(isQuiet && { quiet_hours: { from: quietFrom, to: quietTo } }),
    ...((digest === 'daily' || isQuiet) && { timezone: draft.timezone }),
    ...((title !== '' || text !== '') && {
      template: { ...(title !== '' && { title }), ...(text !== '' && { text }) },
    }),
  } as NotifyRequest;
}

/** Returns the reason why the settings cannot be saved; null if they can. */
export function notifyError({ quietFrom, quietTo, digest, digestAt }: NotifyDraft): string | null {
  if ((quietFrom === '') !== (quietTo === '')) return 'Enter both times of the quiet hours, or none.';
  return digest === 'daily' && digestAt === '' ? 'Enter the time of the digest.' : null;
}
