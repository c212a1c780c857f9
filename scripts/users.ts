// npm run users: lists the accounts and looks after them, while Mila runs or not.
//   -- reset-link ADDRESS      prints a link to choose a new password
//   -- make-owner ADDRESS      makes it Mila's owner
//   -- end-sessions ADDRESS    signs it out everywhere
//   -- delete ADDRESS [--yes]  deletes it, without asking
import { loadSettings } from "./start/settings.ts";

process.umask(0o077);
await loadSettings();
const { openAccounts, UsersError } = await import("./users/open-accounts.ts");
const { runUsers } = await import("./users/commands.ts");

try {
  await using db = await openAccounts();
  await runUsers(db, process.argv.slice(2));
} catch (error) {
  console.error(error instanceof UsersError ? error.message : error);
  process.exitCode = 1;
}
