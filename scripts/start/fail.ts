export function fail(message: string): never {
  console.error(`\nMila cannot start:\n${message}\n`);
  process.exit(1);
}
