import type { Kysely } from "kysely";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import {
  leaveHousehold,
  removeHouseholdMember,
} from "#app/domain/lifecycle/leave-household.server.ts";
import type { Database } from "#db/schema.ts";
import { newAskingFamily, newTask, sendRequest } from "../messages/delegation.ts";
import { startTexting } from "../messages/texting.ts";
import { newDatabase } from "../records/database.ts";
import { newMember, type TestFamily } from "../records/family.ts";
import { confirmedPhone } from "./confirmed-phone.ts";
import { nameAccount } from "../records/people.ts";

type Bob = TestFamily & { membershipId: string };

export const bobsPhone = "+12015550144";

/** Creates Bob, a member of Nora's household who is notified by text. */
export async function newBob<Family extends TestFamily>(
  db: Kysely<Database>,
  nora: Family,
): Promise<Family & { membershipId: string }> {
  const membershipId = await newMember(db, nora.householdId);
  const { user_id: userId } = await db
    .selectFrom("household_members")
    .select("user_id")
    .where("id", "=", membershipId)
    .executeTakeFirstOrThrow();
  await nameAccount(db, userId, "Bob");
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(bobsPhone), sms_enabled: 1 })
    .where("user_id", "=", userId)
    .execute();
  return { ...nora, userId, membershipId };
}

export const waysToLeave: [
  string,
  (db: Kysely<Database>, nora: TestFamily, bob: Bob) => Promise<unknown>,
][] = [
  ["leaves", (db, _nora, bob) => leaveHousehold(db, bob, bob.membershipId)],
  ["is removed", (db, nora, bob) => removeHouseholdMember(db, nora, bob.membershipId)],
  ["deletes the account", (db, _nora, bob) => deleteAccount(db, bob.userId)],
];

/** Makes Bob ask Sam by SMS, in Nora's household. */
export async function bobAskedSam() {
  const texting = await startTexting(newDatabase());
  const { db, sendDue } = texting;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const taskId = await newTask(db, bob);
  const request = await sendRequest(db, bob, taskId);
  await sendDue();
  return { ...texting, nora, bob, taskId, request };
}
