export declare const forestPath: string;
export declare function forestModule(): Promise<Buffer>;
