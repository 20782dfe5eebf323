/**
 * Exit codes: 0 success, 1 failure, 2 usage error, 3 a page is not `ok`, or a job or step failed, 130 stopped by Ctrl-C (128 and the number
 * of SIGINT).
 */
export type ExitCode = 0 | 1 | 2 | 3 | 130;
