/** Paths of browsers, the lightest first; the headless shell uses a fraction of the processor time of a full browser. */
export const knownBrowsers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    '/usr/lib/chromium/chromium-headless-shell',
    '/usr/lib/chromium-browser/chromium-headless-shell',
    '/usr/bin/chrome-headless-shell',
    '/opt/chrome-headless-shell/chrome-headless-shell',
    '/opt/google/chrome/chrome',
    '/usr/lib/chromium/chromium',
    '/usr/lib/chromium-browser/chromium-browser',
    '/usr/lib64/chromium-browser/chromium-browser',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/snap/bin/chromium',
    '/opt/microsoft/msedge/msedge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** Playwright's cache relative to the home folder. */
export const playwrightCaches: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: '.cache/ms-playwright',
  darwin: 'Library/Caches/ms-playwright',
  win32: 'AppData/Local/ms-playwright',
};

/** Executables in a folder of Playwright's cache, the headless shell first. */
export const playwrightExecutables: readonly string[] = [
  'chrome-linux/headless_shell',
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/headless_shell',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
  'chrome-headless-shell-mac-x64/chrome-headless-shell',
  'chrome-win/headless_shell.exe',
  'chrome-headless-shell-win64/chrome-headless-shell.exe',
];
