import { loadSettings } from "../start/settings/load-settings.ts";

await loadSettings();
const { openAccounts, UsersError } = await import("../users/open-accounts.ts");
const { BackupError } = await import("#db/errors.ts");
const { runUsers } = await import("../users/commands.ts");

try {
  const args = process.argv.slice(2);
  // An older database whose keys are lost can't start once to be upgraded.
  await using db = await openAccounts({ isUpgrading: args.includes("new-keys") });
  await runUsers(db, args);
} catch (error) {
  console.error(
    error instanceof UsersError || error instanceof BackupError ? error.message : error,
  );
  process.exitCode = 1;
}
