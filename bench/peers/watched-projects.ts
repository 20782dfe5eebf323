import { dayMs } from '../../src/domain/values/day-ms.ts';
import { startGitweb } from '../../test/applications/gitweb.ts';
import { type Roundup, startRoundup } from '../../test/applications/roundup.ts';
import { startSphinxSite } from '../../test/applications/sphinx.ts';
import type { StartedApplication, WatchedPage } from './watched-applications.ts';
import { createText, sentences } from './watched-text.ts';

const people = ['Ada.Quay', 'Bo.Mole', 'Cleo.Tide'];

/** Returns a value of a list that is repeated without end. */
function pick<Value>(values: readonly Value[], at: number): Value {
  const value = values[Math.floor(at) % values.length];
  if (value === undefined) throw new Error('the list is empty');
  return value;
}

/** Starts and returns the summary of a repository, and one of its files, of a gitweb. */
export async function gitwebPages(): Promise<StartedApplication> {
  const text = createText(6);
  const readme = () => `${text.lines().join('\n')}\n`;
  const now = () => Math.floor(Date.now() / 1_000);
  // The latest ones are so new that the pages state their ages.
  const commits = sentences.map((sentence, at) => ({
    subject: sentence,
    author: pick(people, at),
    time: now() - ((sentences.length - at) ** 3 * dayMs) / 4_000,
    files: { README: readme() },
  }));
  const site = await startGitweb('127.0.0.27', commits);
  const commit = (repository: string, subject: string, at: number, files?: Record<string, string>) =>
    site.commit(repository, { subject, author: pick(people, at), time: now(), ...(files && { files }) });
  await commit('cranes', 'One crane', 1);
  const pages: WatchedPage[] = [
    {
      name: 'gitweb summary',
      url: site.url('/?p=boats.git;a=summary'),
      edit: (step) =>
        commit('boats', `Boat ${step} has a new mast`, step, { [`boats/${step}`]: `mast ${step}\n` }),
      disturb: (day) => commit('cranes', `Crane ${day} is painted`, day),
    },
    {
      name: 'gitweb file',
      url: site.url('/?p=ledger.git;a=blob;f=README;hb=HEAD'),
      edit(step) {
        text.change(step);
        return commit('ledger', `README: edit ${step}`, step, { README: readme() });
      },
      // The page shows the subject of the latest commit above the file.
      disturb: (day) => commit('ledger', `Berths of day ${day}`, day, { berths: `${day}\n` }),
    },
  ];
  await commit('ledger', 'README', 0, { README: readme() });
  return { pages, close: site.close };
}

/** An open issue of the watched list. */
interface OpenIssue {
  number: string;
  status: 'unread' | 'deferred';
}

/** Returns the edits of the list of open issues: one is reported, renamed, deferred or taken up again, and resolved. */
async function openIssues(tracker: Roundup): Promise<(step: number) => Promise<void>> {
  const open: OpenIssue[] = [];
  const report = async (title: string, message: string) =>
    open.push({ number: await tracker.addIssue({ title, message }), status: 'unread' });
  for (const sentence of sentences) await report(sentence, `Seen on the quay: ${sentence}`);
  return async (step) => {
    const issue = pick(open, step);
    if (step % 4 === 1) await report(`Buoy ${step} is adrift`, `It was seen at ${step} miles.`);
    else if (step % 4 === 2) await tracker.setTitle(issue.number, `Lamp ${step} of the mole is dark`);
    else if (step % 4 === 3) {
      issue.status = issue.status === 'unread' ? 'deferred' : 'unread';
      await tracker.setStatus(issue.number, issue.status);
    } else {
      open.splice(open.indexOf(issue), 1);
      await tracker.setStatus(issue.number, 'resolved');
    }
  };
}

/** Returns the edits of an issue: a short or long message, another status, priority, title or person. */
function issueEdits(tracker: Roundup, number: string): (step: number) => Promise<void> {
  const text = createText(7);
  let status = 'in-progress';
  const edits: ((step: number) => Promise<void>)[] = [
    (step) => {
      text.change(step);
      return tracker.addMessage(number, text.lines().join('\n'));
    },
    (step) => tracker.addMessage(number, `Gate ${step + 3} was oiled.`),
    () => {
      status = status === 'testing' ? 'in-progress' : 'testing';
      return tracker.setStatus(number, status);
    },
    (step) => tracker.setPriority(number, pick(['urgent', 'critical', 'wish'], step / 6)),
    (step) => tracker.setTitle(number, `The northern lock does not close, case ${step}`),
    (step) => tracker.assign(number, pick(people, step / 6)),
  ];
  return (step) => pick(edits, step)(step);
}

/** Starts and returns an issue, and the list of open issues, of a Roundup tracker. */
export async function roundupPages(): Promise<StartedApplication> {
  const tracker = await startRoundup('127.0.0.28');
  for (const person of people) await tracker.addUser(person);
  const status = 'in-progress';
  const title = 'The northern lock does not close';
  const watched = await tracker.addIssue({ title, message: sentences.join('\n'), status });
  const other = await tracker.addIssue({ title: 'The mole is wet', message: 'It rains.', status });
  const editList = await openIssues(tracker);
  const columns = '@columns=id,activity,title,creator,assignedto,status';
  // Unread, deferred, chatting and need-eg: neither of the two issues in progress.
  const filter = '@sort=-activity&@group=priority&@filter=status&status=1,2,3,4';
  const pages: WatchedPage[] = [
    {
      name: 'Roundup issue',
      url: tracker.url(`/issue${watched}`),
      edit: issueEdits(tracker, watched),
      disturb: (day) => tracker.addMessage(other, `Day ${day}: it still rains.`),
    },
    {
      name: 'Roundup open issues',
      url: tracker.url(`/issue?${filter}&${columns}`),
      edit: editList,
      disturb: (day) => tracker.addUser(`keeper-${day}`),
    },
  ];
  return { pages, close: tracker.close };
}

const heading = (title: string, sign = '=') => `${title}\n${sign.repeat(title.length)}\n\n`;

/** Starts and returns a guide, and a list of changes, of a documentation that Sphinx builds. */
export async function sphinxPages(): Promise<StartedApplication> {
  const text = createText(8);
  const guide = () => `${heading('Locks')}${text.lines().join('\n\n')}\n`;
  const releases = ['1.0'];
  const changes = () =>
    `${heading('Changes')}${releases
      .map(
        (release, at) =>
          `${heading(`Release ${release}`, '-')}* ${pick(sentences, releases.length - at)}\n* ${releases.length - at} berths are deeper.\n`,
      )
      .join('\n')}`;
  const cranes = (day: number) => `${heading(`Cranes of day ${day}`)}There are ${day} cranes.\n`;
  let builds = 0;
  const index = `${heading('Harbour')}.. toctree::\n\n   locks\n   cranes\n   changes\n`;
  const site = await startSphinxSite(
    '127.0.0.29',
    { index, locks: guide(), cranes: cranes(0), changes: changes() },
    'build 0',
  );
  const build = (sources: Record<string, string>) => {
    builds += 1;
    return site.build(sources, `build ${builds}`);
  };
  const pages: WatchedPage[] = [
    {
      name: 'Sphinx guide',
      url: site.url('/locks.html'),
      edit(step) {
        text.change(step);
        return build({ locks: guide() });
      },
      // The title of the page is in the side bar and in the link to the next page.
      disturb: (day) => build({ cranes: cranes(day) }),
    },
    {
      name: 'Sphinx changes',
      url: site.url('/changes.html'),
      edit(step) {
        releases.unshift(`1.${step}`);
        return build({ changes: changes() });
      },
      disturb: (day) => build({ cranes: cranes(day + 100) }),
    },
  ];
  return { pages, close: site.close };
}
