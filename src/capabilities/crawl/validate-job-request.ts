import { Failure, type ValidationError } from '../../domain/system/failure.ts';
import { selectorError } from '../../page/tree/select.ts';
import { compilePathRules } from '../../site/links/path-rules.ts';
import { optionPointer } from './crawl-options.ts';
import type { CrawlCommand } from './crawl-request.ts';

/** JSON Pointers (RFC 6901) of the fields of a job request; each interface has its own field names. */
export interface RequestPointers {
  url: string;
  webhook: string;
  includePaths: string;
  excludePaths: string;
  includeSelectors: string;
  excludeSelectors: string;
  attributes: string;
  login: string;
}

/** Pointers of `POST /v1/crawl` and of options that only other interfaces have. */
export const crawlPointers: RequestPointers = {
  url: '/url',
  webhook: '/webhook',
  includePaths: '/include_paths',
  excludePaths: '/exclude_paths',
  includeSelectors: optionPointer('include_selectors'),
  excludeSelectors: optionPointer('exclude_selectors'),
  attributes: '/attributes',
  login: optionPointer('login'),
};

function validateExpressions(command: CrawlCommand, pointers: RequestPointers): ValidationError[] {
  const { includePaths, excludePaths, follows } = command;
  try {
    compilePathRules(
      { include: includePaths, exclude: excludePaths },
      { include: pointers.includePaths, exclude: pointers.excludePaths },
      follows?.wholeAddress,
    );
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.errors;
  }
}

function validateSelectors(
  selectors: readonly string[],
  pointerOf: (index: number) => string,
): ValidationError[] {
  return selectors.flatMap((selector, index) => {
    const detail = selectorError(selector);
    return detail === null ? [] : [{ pointer: pointerOf(index), detail }];
  });
}

/**
 * Validates the expressions and CSS selectors of a job over pages, without network access. Returns the validation
 * errors.
 */
export function validateJobRequest(command: CrawlCommand, pointers: RequestPointers): ValidationError[] {
  const { includeSelectors = [], excludeSelectors = [], attributes = [] } = command.pages ?? {};
  const pointerIn = (pointer: string) => (index: number) => `${pointer}/${index}`;
  const attributeSelectors = attributes.map(({ selector }) => selector);
  return [
    ...validateExpressions(command, pointers),
    ...validateSelectors(includeSelectors, pointerIn(pointers.includeSelectors)),
    ...validateSelectors(excludeSelectors, pointerIn(pointers.excludeSelectors)),
    // Attributes come from several formats, so that only the list of formats can be named.
    ...validateSelectors(attributeSelectors, () => pointers.attributes),
  ];
}
