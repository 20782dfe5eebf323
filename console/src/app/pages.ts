import type { ComponentType } from 'preact';
import {
  AppWindow,
  ChartColumn,
  CookingPot,
  Eye,
  FlaskConical,
  HeartPulse,
  History,
  House,
  type IconNode,
  Inbox,
  KeyRound,
  ListTodo,
  LogIn,
  Scale,
  ScanText,
  Table2,
  Webhook,
  Workflow,
} from '../components/icons.ts';
import type { Scope } from '../data/session.ts';

/** Properties of every page: the values of its path. */
export interface PageProps {
  params: Record<string, string>;
}

/** A page of the console. */
export interface PageEntry {
  /** Pattern of its place, such as `/jobs/:jid`. */
  pattern: string;
  title: string;
  /** Position in the navigation; null for a page that others open. */
  navigation: { icon: IconNode; group: string } | null;
  /** Scope without which the page is not offered. */
  scope: Scope;
  /** Loads the page when it is opened first. */
  load(): Promise<ComponentType<PageProps>>;
}

/** All pages, in the order of the navigation. Each page is a file of its own in the build. */
export const pages: readonly PageEntry[] = [
  {
    pattern: '/home',
    title: 'Home',
    navigation: { icon: House, group: 'Work' },
    scope: 'read',
    load: async () => (await import('../pages/home/home-page.tsx')).HomePage,
  },
  {
    pattern: '/playground',
    title: 'Playground',
    navigation: { icon: FlaskConical, group: 'Work' },
    scope: 'read',
    load: async () => (await import('../pages/playground/playground-page.tsx')).PlaygroundPage,
  },
  {
    pattern: '/playground/:operation',
    title: 'Playground',
    navigation: null,
    scope: 'read',
    load: async () => (await import('../pages/playground/playground-page.tsx')).PlaygroundPage,
  },
  {
    pattern: '/connect',
    title: 'Connect an app',
    navigation: null,
    scope: 'read',
    load: async () => (await import('../pages/connect/connect-page.tsx')).ConnectPage,
  },
  {
    pattern: '/jobs',
    title: 'Jobs',
    navigation: { icon: ListTodo, group: 'Work' },
    scope: 'read',
    load: async () => (await import('../pages/jobs/jobs-page.tsx')).JobsPage,
  },
  {
    pattern: '/jobs/:jid',
    title: 'Job',
    navigation: null,
    scope: 'read',
    load: async () => (await import('../pages/jobs/job-page.tsx')).JobPage,
  },
  {
    pattern: '/monitors',
    title: 'Monitors',
    navigation: { icon: Eye, group: 'Watch' },
    scope: 'read',
    load: async () => (await import('../pages/monitors/monitors-page.tsx')).MonitorsPage,
  },
  {
    pattern: '/monitors/new',
    title: 'New monitor',
    navigation: null,
    scope: 'write',
    load: async () => (await import('../pages/monitors/monitor-form-page.tsx')).NewMonitorPage,
  },
  {
    pattern: '/monitors/:mid',
    title: 'Monitor',
    navigation: null,
    scope: 'read',
    load: async () => (await import('../pages/monitors/monitor-page.tsx')).MonitorPage,
  },
  {
    pattern: '/monitors/:mid/edit',
    title: 'Edit monitor',
    navigation: null,
    scope: 'write',
    load: async () => (await import('../pages/monitors/monitor-form-page.tsx')).EditMonitorPage,
  },
  {
    pattern: '/datasets',
    title: 'Datasets',
    navigation: { icon: Table2, group: 'Watch' },
    scope: 'read',
    load: async () => (await import('../pages/datasets/datasets-page.tsx')).DatasetsPage,
  },
  {
    pattern: '/datasets/new',
    title: 'New dataset',
    navigation: null,
    scope: 'write',
    load: async () => (await import('../pages/datasets/new-dataset-page.tsx')).NewDatasetPage,
  },
  {
    pattern: '/datasets/:did',
    title: 'Dataset',
    navigation: null,
    scope: 'read',
    load: async () => (await import('../pages/datasets/dataset-page.tsx')).DatasetPage,
  },
  {
    pattern: '/sessions',
    title: 'Browser sessions',
    navigation: { icon: AppWindow, group: 'Browser' },
    scope: 'read',
    load: async () => (await import('../pages/sessions/sessions-page.tsx')).SessionsPage,
  },
  {
    pattern: '/sessions/:sid',
    title: 'Browser session',
    navigation: null,
    scope: 'read',
    load: async () => (await import('../pages/sessions/session-page.tsx')).SessionPage,
  },
  {
    pattern: '/workflows',
    title: 'Workflows',
    navigation: { icon: Workflow, group: 'Browser' },
    scope: 'read',
    load: async () => (await import('../pages/workflows/workflows-page.tsx')).WorkflowsPage,
  },
  {
    pattern: '/workflows/new',
    title: 'New workflow',
    navigation: null,
    scope: 'write',
    load: async () => (await import('../pages/workflows/new-workflow-page.tsx')).NewWorkflowPage,
  },
  {
    pattern: '/workflows/:id',
    title: 'Workflow',
    navigation: null,
    scope: 'read',
    load: async () => (await import('../pages/workflows/workflow-page.tsx')).WorkflowPage,
  },
  {
    pattern: '/runs/:run',
    title: 'Run',
    navigation: null,
    scope: 'read',
    load: async () => (await import('../pages/workflows/run-page.tsx')).RunPage,
  },
  {
    pattern: '/extraction',
    title: 'Extraction',
    navigation: { icon: ScanText, group: 'Tools' },
    scope: 'write',
    load: async () => (await import('../pages/extraction/extraction-page.tsx')).ExtractionPage,
  },
  {
    pattern: '/compare',
    title: 'Compare',
    navigation: { icon: Scale, group: 'Tools' },
    scope: 'write',
    load: async () => (await import('../pages/compare/compare-page.tsx')).ComparePage,
  },
  {
    pattern: '/archive',
    title: 'Archive',
    navigation: { icon: History, group: 'Tools' },
    scope: 'write',
    load: async () => (await import('../pages/archive/archive-page.tsx')).ArchivePage,
  },
  {
    pattern: '/recipes',
    title: 'Recipes',
    navigation: { icon: CookingPot, group: 'Tools' },
    scope: 'read',
    load: async () => (await import('../pages/recipes/recipes-page.tsx')).RecipesPage,
  },
  {
    pattern: '/requests',
    title: 'Requests',
    navigation: { icon: Inbox, group: 'Account' },
    scope: 'read',
    load: async () => (await import('../pages/requests/requests-page.tsx')).RequestsPage,
  },
  {
    pattern: '/usage',
    title: 'Usage',
    navigation: { icon: ChartColumn, group: 'Account' },
    scope: 'read',
    load: async () => (await import('../pages/usage/usage-page.tsx')).UsagePage,
  },
  {
    pattern: '/keys',
    title: 'Keys',
    navigation: { icon: KeyRound, group: 'Account' },
    scope: 'admin',
    load: async () => (await import('../pages/keys/keys-page.tsx')).KeysPage,
  },
  {
    pattern: '/webhooks',
    title: 'Webhooks',
    navigation: { icon: Webhook, group: 'Account' },
    scope: 'read',
    load: async () => (await import('../pages/webhooks/webhooks-page.tsx')).WebhooksPage,
  },
  {
    pattern: '/logins',
    title: 'Logins',
    navigation: { icon: LogIn, group: 'Account' },
    scope: 'admin',
    load: async () => (await import('../pages/logins/logins-page.tsx')).LoginsPage,
  },
  {
    pattern: '/health',
    title: 'Health and settings',
    navigation: { icon: HeartPulse, group: 'Service' },
    scope: 'read',
    load: async () => (await import('../pages/health/health-page.tsx')).HealthPage,
  },
];

/** Place that opens first. */
export const firstPath = '/home';
