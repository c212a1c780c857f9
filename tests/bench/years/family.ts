import { join } from "node:path";
import { openDatabase } from "#db/connection.server.ts";
import { makeOwner } from "../../support/people/owner.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import type { Mila } from "../../support/product/mila.ts";
import type { Visitor } from "../../support/product/visitor.ts";
import { addHistory, type History, openChoreOf } from "./history.ts";

export interface OldFamily {
  visitor: Visitor;
  /** The path of the calendar feed. */
  feed: string;
  taskId: string;
}

/** A household of two parents with its history. The first parent is Mila's owner. */
export async function newOldFamily(mila: Mila, history: History): Promise<OldFamily> {
  const nora = await signedInFamily(mila);
  await newSam(mila, nora);
  await makeOwner(mila, nora.email);
  const taskId = await addHistoryOf(mila, nora.email, history);
  await nora.post("/preferences/calendar/feed", { kids: "on", household: "on", elders: "on" });
  const page = await (await nora.get("/preferences/calendar")).text();
  const [feed] = /\/calendar\/[\w.-]+\.ics/.exec(page) ?? [];
  if (!feed) throw new Error("The page shows no feed");
  return { visitor: nora, feed, taskId };
}

/** Returns the id of an open task that repeats. */
async function addHistoryOf(mila: Mila, email: string, history: History): Promise<string> {
  await using db = openDatabase(join(mila.dataFolder, "mila.db"));
  const { householdId, userId } = await db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id")
    .select(["household_members.household_id as householdId", "users.id as userId"])
    .where("users.email", "=", email)
    .executeTakeFirstOrThrow();
  const { otherId } = await db
    .selectFrom("household_members")
    .select("user_id as otherId")
    .where("household_id", "=", householdId)
    .where("user_id", "!=", userId)
    .executeTakeFirstOrThrow();
  await addHistory(db, { householdId, userId, otherId }, history);
  return openChoreOf(householdId);
}
