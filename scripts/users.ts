// npm run users: lists the accounts and looks after them, while Mila runs or not.
//   -- reset-link ADDRESS         prints a link to choose a new password
//   -- make-owner ADDRESS         makes it Mila's owner
//   -- end-sessions ADDRESS       signs it out everywhere
//   -- turn-off-two-step ADDRESS  lets in someone who lost phone and recovery codes
//   -- delete ADDRESS [--yes]     deletes it, without asking
//   -- new-keys [--yes]           makes new keys in place of lost ones
import { enableCompileCache } from "node:module";
import { compileCache } from "./start/compile-cache.js";
import { loadSettings } from "./start/settings/load-settings.ts";

enableCompileCache(compileCache);
process.umask(0o077);
await loadSettings();
const { openAccounts, UsersError } = await import("./users/open-accounts.ts");
const { BackupError } = await import("#db/errors.ts");
const { runUsers } = await import("./users/commands.ts");

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
