import { until } from '../until.ts';
import type { Application } from './php-application.ts';
import { hasPythonPackages, startPythonApplication } from './python-application.ts';

/** An issue as it is reported. */
export interface Issue {
  title: string;
  message: string;
  priority?: string;
  status?: string;
}

/** A running Roundup issue tracker whose issues can be edited. */
export interface Roundup extends Application {
  /** Returns the number of the new issue; the page is `/issueNUMBER`. */
  addIssue(issue: Issue): Promise<string>;
  addMessage(issue: string, message: string): Promise<void>;
  setTitle(issue: string, title: string): Promise<void>;
  /** `unread`, `deferred`, `chatting`, `need-eg`, `in-progress`, `testing`, `done-cbb` or `resolved`. */
  setStatus(issue: string, status: string): Promise<void>;
  /** `critical`, `urgent`, `bug`, `feature` or `wish`. */
  setPriority(issue: string, priority: string): Promise<void>;
  assign(issue: string, user: string): Promise<void>;
  addUser(name: string): Promise<void>;
}

/** Installs the Python package, once; returns true if it is there. */
export function hasRoundup(): Promise<boolean> {
  return hasPythonPackages('roundup');
}

/** Starts Roundup on a loopback address with an empty tracker that everybody can read. */
export async function startRoundup(address: string): Promise<Roundup> {
  const application = await startPythonApplication('roundup', 'roundup_tracker.py', address);
  // On a busy machine, its first answers can be internal errors, which a monitor rightly reports.
  await until(
    async () => (await fetch(application.origin)).status,
    (status) => status === 200,
  );
  const run = async (name: string, input: object) => void (await application.command(name, input));
  return {
    ...application,
    addIssue: async (issue) => String(await application.command('add_issue', issue)),
    addMessage: (issue, message) => run('add_message', { issue, message }),
    setTitle: (issue, title) => run('set_title', { issue, title }),
    setStatus: (issue, status) => run('set_status', { issue, status }),
    setPriority: (issue, priority) => run('set_priority', { issue, priority }),
    assign: (issue, user) => run('assign', { issue, user }),
    addUser: (name) => run('add_user', { name }),
  };
}
