import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { Pool } from 'pg';

/** A secret that a test plants, and where. */
export interface PlantedSecret {
  place: string;
  value: string;
}

/** The secrets that a test plants, and everything that it searches for them. */
export interface Planting {
  /** Returns a new random secret for a place, of twelve letters and digits. */
  plant(place: string, value?: string): string;
  /** Adds a text that left the service. */
  seen(where: string, text: string): void;
  /** Adds the files of the data directory as they are now, for files that are deleted later. */
  seenFiles(dataDir: string): Promise<void>;
  /** Returns the places where each secret was found: answers, logs, tables, files. */
  search(pool: Pool, dataDir: string): Promise<Map<string, string[]>>;
  readonly planted: readonly PlantedSecret[];
}

const zstdMagic = '28b52ffd';

/** Returns the content of all tables as texts; compressed bodies are decompressed. */
async function readTables(pool: Pool): Promise<[string, string][]> {
  const { rows: tables } = await pool.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const texts: [string, string][] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select * from "${name}"`);
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (value === null) continue;
        const text = Buffer.isBuffer(value)
          ? value.subarray(0, 4).toString('hex') === zstdMagic
            ? zstdDecompressSync(value).toString()
            : value.toString('latin1')
          : typeof value === 'string'
            ? value
            : JSON.stringify(value);
        texts.push([`table ${name}.${column}`, text]);
      }
    }
  }
  return texts;
}

async function readFiles(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('secrets'));
  return Promise.all(
    files.map(
      async (file): Promise<[string, string]> => [
        `file ${file.name}`,
        // Files of the running database come and go.
        await readFile(join(file.parentPath, file.name), 'latin1').catch(() => ''),
      ],
    ),
  );
}

/** Returns the forms in which a secret is searched, in lower case. */
function formsOf(value: string): string[] {
  const encoded = Buffer.from(value).toString('base64').replace(/=+$/, '').slice(0, -1);
  return [value, encodeURIComponent(value), encoded].map((form) => form.toLowerCase());
}

/** Creates an empty planting. */
export function createPlanting(): Planting {
  const planted: PlantedSecret[] = [];
  const seen: [string, string][] = [];
  return {
    planted,
    plant(place, value = `Zq7${randomBytes(6).toString('hex').slice(0, 8)}k`) {
      planted.push({ place, value });
      return value;
    },
    seen: (where, text) => void seen.push([where, text.toLowerCase()]),
    async seenFiles(dataDir) {
      for (const [where, text] of await readFiles(dataDir)) seen.push([where, text.toLowerCase()]);
    },
    async search(pool, dataDir) {
      const stored = [...(await readTables(pool)), ...(await readFiles(dataDir))];
      const texts = [...seen, ...stored.map(([where, text]) => [where, text.toLowerCase()] as const)];
      return new Map(
        planted.map(({ place, value }) => {
          const forms = formsOf(value);
          const found = texts.filter(([, text]) => forms.some((form) => text.includes(form)));
          return [place, [...new Set(found.map(([where]) => where))]];
        }),
      );
    },
  };
}

/** Returns the table of planted secrets with their results, as it stands in `planted-secrets.md`. */
export function formatResults(results: ReadonlyMap<string, readonly string[]>): string {
  const rows = [...results].map(
    ([place, found]) => `| ${place} | ${found.length === 0 ? 'nowhere' : found.join(', ')} |`,
  );
  return `# Planted secrets

\`test/service/secrets.test.ts\` plants a random secret in each place and searches all answers, logs, tables (also compressed
bodies) and files of the data directory for it: in any case, percent-encoded and in base64. \`WRITE_RESULTS=1\` writes this file.

| Secret | Comes out in |
| --- | --- |
${rows.join('\n')}
`;
}
