/** A project of which web applications are built: its packages, its files, and the commands that build it. */
export interface Project {
  /** Name of its folder. */
  name: string;
  /** Exact versions by package; absent to install the packages of the starter. */
  packages?: Readonly<Record<string, string>>;
  /** Commands that create files from a starter, run in the folder that contains the project's folder. */
  create?: readonly (readonly string[])[];
  /** Text by path; written after `create`. */
  files: Readonly<Record<string, string>>;
  /** Commands that build the project, run in its folder after the installation. */
  build: readonly (readonly string[])[];
  applications: readonly Application[];
}

/** A built application: static files, served at the root of an origin. */
export interface Application {
  name: string;
  /** Folder of the static files, relative to the project. */
  folder: string;
  /** Paths of its pages. */
  pages: readonly string[];
}

/** Names and descriptions of things that the applications show. */
export const cranes = Array.from({ length: 24 }, (_, at) => ({
  id: at + 1,
  name: `Crane ${at + 1} of quay ${(at % 5) + 1}`,
  text: `It lifts ${at * 3 + 12} tons at ${at + 20} metres, and was last inspected in week ${at + 4}.`,
}));

/** Paragraphs of an article. */
export const paragraphs = Array.from(
  { length: 9 },
  (_, at) =>
    `Section ${at + 1} of the harbour has ${at + 2} berths. Ships of up to ${at * 20 + 90} metres moor there, and the keeper of the lock opens the gate at hour ${at + 5} of each working day.`,
);

const links = Array.from({ length: 30 }, (_, at) => `<a href="/section-${at}">Section ${at} of the port</a>`);

/** Header, navigation and footer with much text. */
export const chrome = {
  before: `<header><a href="/">Port authority</a><nav>${links.join(' ')}</nav></header>`,
  after: `<footer><p>${'Port authority, quay four, open on working days from eight to four. '.repeat(8)}</p></footer>`,
};

/** Files that all applications can request, by path. */
export const sharedFiles: Readonly<Record<string, string>> = {
  '/api/cranes.json': JSON.stringify(cranes),
  '/fragments/cranes.html': cranes.map(({ name, text }) => `<li><b>${name}</b> ${text}</li>`).join(''),
  '/fragments/votes.html': '<p>7 people found this page useful.</p>',
};
