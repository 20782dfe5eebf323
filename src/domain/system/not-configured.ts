import { Failure } from './failure.ts';

/** Parts of the service that work only after the operator has configured them: setting, and page of the documentation. */
const parts = {
  search: { setting: 'WEBDATA_SEARCH', page: 'search' },
  exits: { setting: 'WEBDATA_EXITS', page: 'exits' },
  browser: { setting: 'WEBDATA_BROWSER', page: 'browsers' },
  mail: { setting: 'WEBDATA_SMTP_URL', page: 'monitors' },
} as const;

/** A part of the service that the operator can configure. */
export type ConfigurablePart = keyof typeof parts;

/** Returns a sentence that names the setting of a part and its page. */
export function configurationAdvice(part: ConfigurablePart): string {
  const { setting, page } = parts[part];
  return `Set ${setting} to enable it (docs/${page}.md).`;
}

/** Returns Failure `not_configured`; `reason` is a sentence that says what is missing. */
export function notConfigured(part: ConfigurablePart, reason: string): Failure {
  return new Failure('not_configured', `${reason} ${configurationAdvice(part)}`, {
    configuration: parts[part],
  });
}
