import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { machine } from '../report.ts';

/** Sections of the comparison, in the order of the report. */
export const sectionNames = [
  'content',
  'crawls',
  'rendered',
  'files',
  'metadata',
  'records',
  'site-files',
  'values',
  'monitors',
  'agents',
  'compatibility',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** Measured row of a table: one system on one input. */
export interface Row {
  section: SectionName;
  /** Name of the table; see `tables.ts`. */
  table: string;
  /** `webdata`, the name of a peer, or the name of a baseline. */
  system: string;
  title: string;
  version: string;
  /** By column; null if the system cannot do it. */
  figures: Record<string, number | null>;
  /** Command that measures the row again. */
  command: string;
  /** File of the log of the run with everything that the figures were computed from. */
  log: string;
  measuredAt: string;
  seconds: number;
  /** Share of the processors that other programs used right before the row; absent in rows of earlier releases. */
  busy?: number;
  /** Number of measurements, whose medians the figures are; absent in rows of earlier releases, which were measured once. */
  measurements?: number;
  /** Difference of the speeds of the measurements, as a share of their median. */
  spread?: number;
  /** Commit of the row; absent in rows of earlier releases. */
  revision?: string;
  /** True if the row was measured on the small inputs of `--small`. */
  isSmall: boolean;
}

/** A peer that a section could not run. */
export interface Absence {
  section: SectionName;
  /** Table that could not be measured; null for all tables of the section. */
  table: string | null;
  system: string;
  title: string;
  version: string;
  reason: string;
}

/** A run: what `last-run.json` contains. */
export interface RunFile {
  machine: Record<string, string>;
  startedAt: string;
  endedAt: string;
  rows: Row[];
  absences: Absence[];
  /** Facts about the inputs, such as the number of pages, by section. */
  inputs: Partial<Record<SectionName, string>>;
}

/** Significant digits of a stored figure. */
const digits = 6;
const root = fileURLToPath(new URL('../results/peers/', import.meta.url));

/** The state of a run on disk. */
export interface RunRecord {
  /** Folder of the logs. */
  folder: string;
  read(): RunFile;
  /** Removes everything that an earlier run of this name measured. */
  restart(): void;
  has(section: SectionName, table: string, system: string): boolean;
  add(row: Omit<Row, 'measuredAt'>): void;
  addAbsence(absence: Absence): void;
  describeInput(section: SectionName, text: string): void;
  /** Appends a line of JSON to a log of the run, which is emptied before the first line of a process. */
  log(file: string, line: object): void;
  /** Removes the rows of a section, for a new measurement. */
  clear(section: SectionName, isCleared: (system: string) => boolean): void;
  end(): void;
}

function emptyFile(): RunFile {
  const now = new Date().toISOString();
  return { machine: machine(), startedAt: now, endedAt: now, rows: [], absences: [], inputs: {} };
}

function openFile(path: string): RunFile {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as RunFile) : emptyFile();
}

function rounded(figures: Row['figures']): Row['figures'] {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(digits)),
    ]),
  );
}

/** Opens the run of this name below `bench/results/peers`; creates it if there is none. */
export function openRun(name: string): RunRecord {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'run.json');
  const logs = new Set<string>();
  // Each change reads the file again: sections may be measured by several processes at the same time.
  function change(apply: (file: RunFile) => void): void {
    const file = openFile(path);
    apply(file);
    const written = `${path}.${process.pid}`;
    writeFileSync(written, `${JSON.stringify(file, null, 2)}\n`);
    renameSync(written, path);
  }
  return {
    folder,
    read: () => openFile(path),
    restart: () => change((file) => Object.assign(file, emptyFile())),
    has: (section, table, system) =>
      openFile(path).rows.some(
        (row) => row.section === section && row.table === table && row.system === system,
      ),
    add(row) {
      change((file) => {
        file.absences = file.absences.filter(
          ({ section, table, system }) =>
            section !== row.section || system !== row.system || (table !== null && table !== row.table),
        );
        const { revision } = machine();
        const measuredAt = new Date().toISOString();
        file.rows.push({
          ...row,
          figures: rounded(row.figures),
          measuredAt,
          ...(revision !== undefined && { revision }),
        });
      });
    },
    addAbsence(absence) {
      change((file) => {
        file.absences = file.absences.filter(
          ({ section, table, system }) =>
            section !== absence.section || table !== absence.table || system !== absence.system,
        );
        file.absences.push(absence);
      });
    },
    describeInput(section, text) {
      change((file) => {
        file.inputs[section] = text;
      });
    },
    log(name, line) {
      // A row that is measured again has a new log.
      if (!logs.has(name)) writeFileSync(join(folder, name), '');
      logs.add(name);
      appendFileSync(join(folder, name), `${JSON.stringify(line)}\n`);
    },
    clear(section, isCleared) {
      change((file) => {
        file.rows = file.rows.filter((row) => row.section !== section || !isCleared(row.system));
        file.absences = file.absences.filter((one) => one.section !== section || !isCleared(one.system));
      });
    },
    end() {
      change((file) => {
        file.endedAt = new Date().toISOString();
        file.machine = machine();
      });
    },
  };
}
