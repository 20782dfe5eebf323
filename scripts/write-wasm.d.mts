export function compileModule(name: string): Promise<Buffer>;
export function compiledModule(name: string): Buffer;
