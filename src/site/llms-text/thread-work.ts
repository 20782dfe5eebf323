import type { TextWork } from '../../domain/pages/content.ts';
import type { PageLink } from '../../domain/pages/page.ts';
import type { LlmsTextSource } from './read-llms-text.ts';

/** Returns the links of an `llms.txt`; null if the text is something else. */
export const llmsTextWork: TextWork<LlmsTextSource, PageLink[] | null> = { name: 'llms_text' };
