import type { Application } from './php-application.ts';
import { hasPythonPackages, startPythonApplication } from './python-application.ts';

/** Documentation that Sphinx built with the theme Furo. */
export interface SphinxSite extends Application {
  /** Writes sources (reStructuredText by name; `index` has the table of contents), and builds the site again. */
  build(pages: Readonly<Record<string, string>>, release: string): Promise<void>;
}

/** Installs the Python packages, once; returns true if they are there. */
export function hasSphinx(): Promise<boolean> {
  return hasPythonPackages('sphinx');
}

/** Builds documentation with these pages, and serves it on a loopback address. */
export async function startSphinxSite(
  address: string,
  pages: Readonly<Record<string, string>>,
  release: string,
): Promise<SphinxSite> {
  const application = await startPythonApplication('sphinx', 'sphinx_site.py', address);
  const build: SphinxSite['build'] = async (changed, number) => {
    await application.command('build', { pages: changed, release: number });
  };
  await build(pages, release);
  return { ...application, build };
}
