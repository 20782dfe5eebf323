import { LoginField } from '../../components/login-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { linesOf } from '../../text/lines.ts';

/** Options of a crawl as the user enters them; empty texts are not sent. */
export interface CrawlDraft {
  limit: string;
  search: string;
  /** One expression per line. */
  paths: string;
  /** One selector per line. */
  selectors: string;
  login: string | null;
  maxAge: string;
  webhook: string;
}

/** Number of pages of a crawl without other options. */
const defaultCrawlLimit = 50;

/** A crawl without options. */
export const emptyCrawlDraft: CrawlDraft = {
  limit: String(defaultCrawlLimit),
  search: '',
  paths: '',
  selectors: '',
  login: null,
  maxAge: '',
  webhook: '',
};

/** Returns the options that a draft sets. A number that is none is left to the service, which names the field. */
export function toCrawlRequest(draft: CrawlDraft) {
  const { search, paths, selectors, login, maxAge, webhook } = draft;
  const limit = draft.limit.trim();
  return {
    limit: limit === '' ? defaultCrawlLimit : Number(limit),
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(linesOf(paths).length > 0 && { include_paths: linesOf(paths) }),
    ...(linesOf(selectors).length > 0 && { include_selectors: linesOf(selectors) }),
    ...(login !== null && { login }),
    ...(maxAge.trim() !== '' && { max_age: Number(maxAge) }),
    ...(webhook.trim() !== '' && { webhook: webhook.trim() }),
  };
}

/** Properties of {@link CrawlOptions}. */
interface CrawlOptionsProps {
  draft: CrawlDraft;
  change(changes: Partial<CrawlDraft>): void;
}

/** The options of a crawl that people use most, folded until they are wanted. */
export function CrawlOptions({ draft, change }: CrawlOptionsProps) {
  return (
    <details class="more-fields crawl-options">
      <summary>Options of a crawl</summary>
      <div class="crawl-fields">
        <TextField
          label="Number of pages"
          hint="At most this many pages are read, each for 1 credit."
          value={draft.limit}
          onChange={(limit) => change({ limit })}
        />
        <TextField
          label="Words to look for"
          hint="Links that match them are followed first."
          value={draft.search}
          onChange={(search) => change({ search })}
        />
        <TextField
          label="Only these paths"
          hint="Regular expressions (RE2), such as ^/docs/. One per line."
          rows={2}
          value={draft.paths}
          onChange={(paths) => change({ paths })}
        />
        <TextField
          label="Only these parts of a page"
          hint="CSS selectors. One per line."
          rows={2}
          value={draft.selectors}
          onChange={(selectors) => change({ selectors })}
        />
        <LoginField
          value={draft.login}
          hint="Pages are read as this login sees them. Links that log out are not followed."
          onChange={(login) => change({ login })}
        />
        <TextField
          label="Oldest cached page, in seconds"
          hint="Younger ones are delivered for 0 credits. Empty: every page is read."
          value={draft.maxAge}
          onChange={(maxAge) => change({ maxAge })}
        />
        <TextField
          label="Webhook"
          type="url"
          placeholder="https://"
          hint="Receives an event at the start, for delivered pages and at the end."
          value={draft.webhook}
          onChange={(webhook) => change({ webhook })}
        />
      </div>
    </details>
  );
}
