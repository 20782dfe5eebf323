import { getSystemErrorMessage } from 'node:util';
import { errorMessage } from '../domain/system/failure.ts';

/** Returns why a file cannot be read or written, without code, system call and path: "no such file or directory". */
export function fileProblem(error: unknown): string {
  const { errno, syscall } = Object(error) as NodeJS.ErrnoException;
  return errno !== undefined && syscall !== undefined ? getSystemErrorMessage(errno) : errorMessage(error);
}
