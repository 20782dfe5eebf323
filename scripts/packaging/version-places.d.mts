/** Place that states the version of a release. */
export interface VersionPlace {
  path: string;
  count: number;
  text(version: string): string;
}

export declare const versionPlaces: VersionPlace[];
export declare function readVersion(): string;
export declare function newestRelease(changelog?: string): { version: string; date: string };
export declare function findOtherVersions(version: string): string[];
