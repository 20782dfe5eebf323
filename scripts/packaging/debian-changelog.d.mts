export declare function releaseTime(): Date;
export declare function debianChangelog(facts: { version: string; maintainer: string }): string;
