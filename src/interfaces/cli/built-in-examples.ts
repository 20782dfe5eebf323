import type { Example } from './help-format.ts';

/** Examples of the commands that are no operations, and of the program itself under an empty name. */
export const builtInExamples: Readonly<Record<string, readonly Example[]>> = {
  '': [
    ['Print a page as Markdown', 'scrape example.com'],
    ['Write the pages of a site into a folder', 'crawl example.com -o pages/'],
    ['Watch a page every six hours', 'watch example.com --every 6h'],
  ],
  serve: [
    ['Start the service, and run until Ctrl-C', 'serve'],
    ['Write a settings file, and edit it before the start', 'config init'],
    ['Test each part of the running service', 'doctor'],
  ],
  config: [
    ['Print the settings of the running service', 'config'],
    ['Write a settings file with every setting', 'config init'],
    ['Test what the settings lead to', 'doctor'],
  ],
  doctor: [
    ['Test each part of the service', 'doctor'],
    ['Print the report as JSON', 'doctor --json'],
    ['Print the settings that it uses', 'config'],
  ],
  mcp: [
    ['Serve one MCP client', 'mcp'],
    ['Offer only the tools that read', 'mcp --tools read,extract'],
    ['Answer with structured content as well', 'mcp --structured'],
  ],
  keys: [
    ['Create a key', 'keys create'],
    ['Create a key that can do the work of the operator', 'keys create --operator --name backup'],
    ['List the keys of the service', 'key list'],
  ],
  console: [
    ['Print a link that signs in once', 'console'],
    ['Invite another person', 'key invite key_06f3p8k2v1s4m7q9w5x0y2z3a4'],
    ['Start the service that shows the console', 'serve'],
  ],
  secret: [
    ['Replace the root secret of the stopped service', 'secret rotate'],
    ['Back up the data before', 'backup webdata.backup'],
    ['Replace a key of the account instead', 'key rotate key_06f3p8k2v1s4m7q9w5x0y2z3a4'],
  ],
  verify: [
    ['Verify the receipts of a response', 'verify page.json'],
    ['Verify with the public keys of a service', 'verify page.json --keys https://webdata.example.com'],
    ['Verify what another command prints', 'verify - < page.json'],
  ],
  backup: [
    ['Write a backup, also while the service runs', 'backup webdata.backup'],
    ['Write it to another disk', 'backup /mnt/backup/webdata.backup'],
    ['Restore it into an empty data directory', 'restore webdata.backup'],
  ],
  restore: [
    ['Restore a backup into an empty data directory', 'restore webdata.backup'],
    ['Restore it from another disk', 'restore /mnt/backup/webdata.backup'],
    ['Test each part afterwards', 'doctor'],
  ],
  completion: [
    ['Install the completion for your shell', 'completion install'],
    ['Print the script for bash', 'completion bash'],
    ['Print the script for zsh', 'completion zsh'],
  ],
  version: [
    ['Print the version', 'version'],
    ['The same as a flag', '--version'],
    ['Print the version of the running service', 'service health'],
  ],
};
