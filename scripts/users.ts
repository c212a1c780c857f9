// npm run users: lists the accounts and looks after them, while Mila runs or not.
//   -- reset-link ADDRESS         prints a link to choose a new password
//   -- make-owner ADDRESS         makes it Mila's owner
//   -- end-sessions ADDRESS       signs it out everywhere
//   -- turn-off-two-step ADDRESS  lets in someone who lost phone and recovery codes
//   -- delete ADDRESS [--yes]     deletes it, without asking
//   -- new-keys [--yes]           makes new keys in place of lost ones
import { runCommand } from "./start/run-command.ts";

await runCommand("users");
