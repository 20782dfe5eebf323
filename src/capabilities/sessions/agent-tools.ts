import type { ToolListing } from '../../operations/declaration/operation.ts';
import { browserPrompt } from './prompt.ts';

/** The MCP tools of this capability. */
export const sessionsTools: Readonly<Record<string, ToolListing>> = {
  browser: {
    prompt: browserPrompt,
    toolset: 'act',
    title: 'Browser sessions',
    description:
      'A live browser for clicks, forms and logins: open, step, close. Try scrape first. 1 credit for each started minute.',
    fields: {
      sid: '',
      url: '',
      type: 'of the step',
      target: 'number of the element in the snapshot, selector, or its text',
      text: '',
      region: 'only this part: number, role or words',
      key: '',
      values: '',
      form: 'fill: {number: value}',
      submit: '',
      direction: '',
      tab: '',
      schema: '',
      prompt: '',
      name: 'of the login to save',
      login: '',
      country: '',
    },
    asks: {
      field: 'text',
      description: 'question to the user for a login code, instead of `text`',
      with: { secret: true },
    },
    actions: {
      open: '',
      step: '',
      list: '',
      close: '',
      logins: '',
      change_login: '',
      delete_login: '',
    },
    advice: {
      not_found: 'This browser is closed or belongs to another account: open another with the action open.',
      expired: 'This browser is closed or belongs to another account: open another with the action open.',
      conflict: 'A step is under way in this browser: wait, then call again.',
    },
  },
};
