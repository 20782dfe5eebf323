import {
  CookingPot,
  Eye,
  type IconNode,
  ListTodo,
  LogIn,
  Play,
  RefreshCw,
  Table2,
  Workflow,
} from '../../components/icons.ts';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { jobTitle } from '../../text/job-title.ts';
import type { PaletteCommand } from './palette-command.ts';

/** Most things of one kind that are listed. */
const maxThings = 200;

/** A thing with a page of its own, and what can be done with it. */
interface Thing {
  path: string;
  label: string;
  hint: string;
  icon: IconNode;
  verb?: { label: string; icon: IconNode; path: string; start(): Promise<unknown> };
}

/** Starts work, says so, and opens the page that shows it. */
async function startWork({ label, path, start }: NonNullable<Thing['verb']>): Promise<void> {
  try {
    await start();
    showSuccess(`${label}: started.`);
    invalidate('');
    navigate(path);
  } catch (error) {
    showError(error);
  }
}

function toCommands({ path, label, hint, icon, verb }: Thing): PaletteCommand[] {
  const open = { id: path, label, hint, icon, run: () => navigate(path) };
  if (verb === undefined || !hasScope('write')) return [open];
  return [
    open,
    { id: `${path} verb`, label: verb.label, hint, icon: verb.icon, run: () => void startWork(verb) },
  ];
}

async function listMonitors(signal: AbortSignal): Promise<Thing[]> {
  const { monitors } = await client.value.listMonitors({ limit: maxThings }, { signal });
  return monitors.map(({ mid, name, url }) => {
    const label = name ?? url ?? mid;
    const path = `/monitors/${mid}`;
    const start = () => client.value.actOnMonitor({ mid, action: 'run' });
    return {
      path,
      label,
      hint: 'Monitor',
      icon: Eye,
      verb: { label: `Check ${label}`, icon: Play, path, start },
    };
  });
}

async function listDatasets(signal: AbortSignal): Promise<Thing[]> {
  const { datasets } = await client.value.listDatasets({ limit: maxThings }, { signal });
  return datasets.map(({ did, name }) => {
    const path = `/datasets/${did}`;
    const start = () => client.value.refreshDataset({ did });
    const verb = { label: `Refresh ${name}`, icon: RefreshCw, path, start };
    return { path, label: name, hint: 'Dataset', icon: Table2, verb };
  });
}

async function listWorkflows(signal: AbortSignal): Promise<Thing[]> {
  const { workflows } = await client.value.listWorkflows({ limit: maxThings }, { signal });
  return workflows.map(({ id, name }) => ({
    path: `/workflows/${id}`,
    label: name,
    hint: 'Workflow',
    icon: Workflow,
  }));
}

async function listJobs(signal: AbortSignal): Promise<Thing[]> {
  const { jobs } = await client.value.listJobs({ limit: maxThings }, { signal });
  // Checks are found with their monitors.
  const work = jobs.filter(({ type }) => type !== 'monitor_check');
  return work.map((job) => ({
    path: `/jobs/${job.jid}`,
    label: jobTitle(job),
    hint: 'Job',
    icon: ListTodo,
  }));
}

async function listRecipes(signal: AbortSignal): Promise<Thing[]> {
  const { recipes } = await client.value.listRecipes({}, { signal });
  return recipes.map(({ rid, name }) => ({
    path: `/recipes?recipe=${rid}`,
    label: name,
    hint: 'Recipe',
    icon: CookingPot,
  }));
}

async function listLogins(signal: AbortSignal): Promise<Thing[]> {
  const { logins } = await client.value.listLogins({}, { signal });
  return logins.map(({ name }) => ({ path: '/logins', label: name, hint: 'Login', icon: LogIn }));
}

/** Lists the things of the account that have a name: those that can be read, so that one failure hides no others. */
export async function listThings(signal: AbortSignal): Promise<PaletteCommand[]> {
  const lists = [listMonitors, listDatasets, listWorkflows, listJobs, listRecipes, listLogins];
  const read = await Promise.allSettled(lists.map((list) => list(signal)));
  return read.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])).flatMap(toCommands);
}
