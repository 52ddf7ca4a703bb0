// The command line tool, which makes the same outputs from the same core.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

export function cli(...args: string[]): string {
  const program = process.env.HOOKONCE_CLI;
  if (!program) throw new Error('HOOKONCE_CLI is not set; run `cargo xtask test --only e2e`');
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

// The files that it writes into an empty folder, by their paths in it.
export function cliFiles(folder: string, ...args: string[]): Record<string, string> {
  const paths = cli(...args, `--output=${folder}`).trim().split('\n');
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}
