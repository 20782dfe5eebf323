// The same as unruly-worker.ts, but loads its modules for a second and a half.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
await import('./unruly-worker.ts');
