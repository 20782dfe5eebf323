/** Entry of package-lock.json. */
export interface LockEntry {
  version: string;
  license?: string;
  dev?: boolean;
}

/** Package that a release contains or installs. */
export interface ShippedPackage {
  name: string;
  version: string;
  license: string;
  paths: string[];
  use: 'installed' | 'bundled';
}

export declare const root: string;
export declare function readLockFile(): Record<string, LockEntry>;
export declare function bundledPaths(lock?: Record<string, LockEntry>): string[];
export declare function productionPaths(lock?: Record<string, LockEntry>): string[];
export declare function listShippedPackages(lock?: Record<string, LockEntry>): ShippedPackage[];
export declare function isInstalled(path: string): boolean;
