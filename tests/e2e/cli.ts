// The command line tool, which makes the same outputs from the same core.
import { execFileSync } from 'node:child_process';

export function cli(...args: string[]): string {
  const program = process.env.HOOKONCE_CLI;
  if (!program) throw new Error('HOOKONCE_CLI is not set; run `cargo xtask test --only e2e`');
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
