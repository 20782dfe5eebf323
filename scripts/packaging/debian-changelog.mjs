import { newestRelease } from './version-places.mjs';

/** Returns the time of the newest release, which the files of a package get, so that two builds are equal. */
export function releaseTime() {
  return new Date(`${newestRelease().date}T00:00:00Z`);
}

/** Returns the changelog of the Debian package: one entry, which refers to CHANGELOG.md. */
export function debianChangelog({ version, maintainer }) {
  const time = releaseTime().toUTCString().replace('GMT', '+0000');
  const lines = [
    `webdata (${version}) stable; urgency=medium`,
    '',
    `  * Release ${version}. CHANGELOG.md.gz describes it.`,
    '',
    ` -- ${maintainer}  ${time}`,
    '',
  ];
  return lines.join('\n');
}
