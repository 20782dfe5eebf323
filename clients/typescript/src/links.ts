import type { Caller, CallOptions } from './call.ts';
import { operationTable } from './operations.ts';
import type { Fields } from './request.ts';
import { WebdataError } from './webdata-error.ts';

/** Methods for links and names that are only known when the program runs. */
export interface Links {
  /**
   * Downloads a file that a response links to (`url` of exports and files, `screenshot`). The request goes to the URL of
   * the client, so that the key is never sent to another host.
   */
  download(link: string, options?: CallOptions): Promise<Response>;
  /** Calls an operation by its name in the API, such as `scrape` or `get_job`: for the tool calls of a model. */
  call(operation: string, fields?: Fields, options?: CallOptions): Promise<unknown>;
}

function invalid(message: string): WebdataError {
  return new WebdataError({ status: 0, code: 'invalid', message });
}

/** Creates the methods. */
export function createLinks(caller: Caller): Links {
  return {
    async download(link, options) {
      const { pathname, search } = new URL(link, 'http://localhost');
      const start = pathname.indexOf('/v1/');
      if (start < 0) throw invalid(`${link} is not a link to a file of the service.`);
      const path = `${pathname.slice(start)}${search}`;
      return caller.bytes({ method: 'GET', path, query: [], hasBody: false, answers: 'bytes' }, {}, options);
    },
    async call(operation, fields = {}, options) {
      const name = operation.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const entry = Object.hasOwn(operationTable, name)
        ? operationTable[name as keyof typeof operationTable]
        : undefined;
      if (entry?.answers !== 'json')
        throw invalid(`The API has no operation ${operation} with a JSON response.`);
      return caller.json(entry, fields, options);
    },
  };
}
