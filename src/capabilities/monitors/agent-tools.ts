import type { ToolListing } from '../../operations/declaration/operation.ts';
import { monitorPrompt } from './prompt.ts';

/** The MCP tools of this capability. */
export const monitorsTools: Readonly<Record<string, ToolListing>> = {
  monitor: {
    prompt: monitorPrompt,
    toolset: 'keep',
    title: 'Monitors',
    description:
      'Watches a page, values or a dataset on a schedule and reports real changes. To look once use scrape. Free; a check costs its page.',
    fields: {
      mid: '',
      url: '',
      watch:
        '{"kind": "page"}, {"kind": "section", "selector"}, {"kind": "fields", "schema"}, {"kind": "search", "query"} or {"kind": "dataset", "did"}',
      schedule: '{"every": "1h"} or {"cron"}',
      request: 'headers, cookies, steps, wait_for, or method and body',
      conditions: '',
      goal: 'when to notify, in words',
      notify: '',
      name: '',
      check: 'number of a check',
      from: 'number of a check',
      to: '',
      before: '',
      limit: '',
    },
    actions: {
      create: '',
      list: '',
      get: '',
      change: '',
      run: 'checks now',
      pause: '',
      resume: '',
      checks: '',
      check: '',
      diff: '',
      delete: '',
    },
    advice: {
      not_found: 'Check the id; the tool monitor (action list) shows the monitors of this account.',
    },
  },
};
