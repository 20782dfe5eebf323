import {
  changeTexts,
  type ServiceSettings,
  type SettingRow,
  type SettingTexts,
} from '../capabilities/account/service-settings.ts';
import { type SettingInForce, settingsInForce } from '../config.ts';
import { configTable, type Setting } from '../config-table.ts';
import { errorMessage } from '../domain/system/failure.ts';
import type { Settings } from '../domain/system/settings.ts';

/** Settings that need no restart, because the parts that use them read them at each use. */
const liveFields = ['search', 'smtpUrl', 'mailFrom'] as const;
type LiveField = (typeof liveFields)[number];

/** The settings of a process, some of which the database may set while it runs. */
export interface LiveSettings extends Omit<ServiceSettings, 'refresh'> {
  /** The settings of the process; those that are live have their present value. */
  settings: Settings;
  /** Uses the texts of the database by variable; those of variables that the process sets have no effect. */
  apply(stored: SettingTexts): void;
}

function isSetting(variable: string): boolean {
  return Object.values(configTable).some((row) => row.variable === variable);
}

function isUnset(value: Settings[LiveField]): boolean {
  return value === null || value.length === 0;
}

function rowOf(
  { variable, description, isSecret, text, origin }: SettingInForce,
  stored: string | undefined,
  isLive: boolean,
): SettingRow {
  const isStored = stored !== undefined && isLive && origin === 'default';
  const inForce = isStored ? stored : text;
  return {
    variable,
    meaning: description,
    value: isSecret ? null : inForce,
    is_set: isStored || origin !== 'default',
    is_secret: isSecret,
    source: isStored ? 'database' : origin,
    is_live: isLive,
  };
}

/** Creates the settings that the database may change, over those of the process. */
export function createLiveSettings(given: Settings): LiveSettings {
  const free = liveFields.filter((field) => isUnset(given[field]));
  const fieldOf = new Map<string, LiveField>(liveFields.map((field) => [configTable[field].variable, field]));
  const values = new Map<LiveField, Settings[LiveField]>();
  let texts: SettingTexts = {};
  const settings: Settings = { ...given };
  for (const field of free) {
    const get = () => values.get(field) ?? given[field];
    Object.defineProperty(settings, field, { get, enumerable: true });
  }
  return {
    settings,
    apply(stored) {
      texts = stored;
      for (const field of free) {
        const { variable, read }: Setting<Settings[LiveField]> = configTable[field];
        const text = stored[variable];
        if (text === undefined) values.delete(field);
        else values.set(field, read(text));
      }
    },
    describe(changes = {}) {
      const stored = changeTexts(texts, changes);
      return settingsInForce(given).map((row) => rowOf(row, stored[row.variable], fieldOf.has(row.variable)));
    },
    findError(variable, text) {
      const field = fieldOf.get(variable);
      if (field === undefined)
        return isSetting(variable)
          ? 'is read when the service starts: set it in its environment'
          : 'is no setting of the service';
      if (!free.includes(field)) return 'is set by the environment or the settings file, which prevail';
      try {
        if (text !== null) configTable[field].read(text);
        return null;
      } catch (error) {
        return errorMessage(error);
      }
    },
  };
}
