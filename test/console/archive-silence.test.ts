import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startConsoleBrowser } from './console-browser.ts';

const needsLinux = { skip: process.platform !== 'linux' && 'only Linux gives every address of 127.0.0.0/8' };

test('archives that could not be asked are not said to have no copy', needsLinux, async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  // Nothing listens at the addresses of the archives.
  const service = await startTestService(t);
  const { page } = await browser.signIn(service, { path: '#/archive' });
  await page.getByLabel('URL').fill('http://past.example/crane');
  await page.getByRole('button', { name: 'Find captures' }).click();
  await page.getByText(/No web archive could be asked, so it is not known/).waitFor();
});
