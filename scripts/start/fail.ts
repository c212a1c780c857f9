/** Ends a start that cannot succeed: what is wrong, in a line of its own. */
export function fail(message: string): never {
  console.error(`\nMila cannot start:\n${message}\n`);
  process.exit(1);
}
