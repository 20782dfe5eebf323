// Checks the settings before `npm start` installs anything. Runs without packages: `node scripts/check-settings.ts`.
import { openSettingsSource, readSettings } from '../src/config.ts';

try {
  const { environment, file } = openSettingsSource();
  readSettings(environment, file);
} catch (error) {
  process.stderr.write(`webdata: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
