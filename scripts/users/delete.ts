import type { Kysely } from "kysely";
import { env } from "#app/config/env.server.ts";
import type { ListedAccount } from "#app/domain/accounts/owner/account-list.server.ts";
import { leavesNoOwner } from "#app/domain/accounts/owner/owner.server.ts";
import { endCalendars } from "#app/domain/calendar/google/end-calendar.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { deleteAccount, previewDeletion } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { googleClient } from "#app/services/google/client.server.ts";
import { readFittingSecrets } from "#db/keys.ts";
import type { Database } from "#db/schema.ts";
import { confirm } from "./confirm.ts";
import { UsersError } from "./open-accounts.ts";

const consequences = {
  is_alone: "Its household's tasks and family members are deleted too.",
  leaves: "Tasks and family members stay with the others in the household.",
  hand_over_first:
    "Tasks and family members stay with the others. The one who joined first becomes the owner there.",
};

/** @throws UsersError if the answer is anything but yes */
export async function deleteAfterAsking(
  db: Kysely<Database>,
  { id, email }: ListedAccount,
  { isSure }: { isSure: boolean },
): Promise<void> {
  const consequence = consequences[await previewDeletion(db, id)];
  if (
    !isSure &&
    !(await confirm(`Delete ${email}? ${consequence} You can't undo it. Type yes to delete it: `))
  ) {
    throw new UsersError("Nothing was deleted.");
  }
  const leavesNone = await leavesNoOwner(db, id);
  const { encryption: encryptionKey } = await readFittingSecrets(db, env.DATA_DIR);
  await deleteAccount(db, id, { by: "command", mayLeaveNoOwner: true });
  // Mila's worker may not be running.
  await removeAccounts(db);
  await endCalendars(db, { google: googleClient, encryptionKey }, nowIso());
  console.log(`Deleted ${email}. Backups keep its data for up to a week.`);
  if (leavesNone)
    console.log("Mila has no owner now. To name one: npm run users -- make-owner ADDRESS");
}
