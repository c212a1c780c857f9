import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { expect } from "vitest";
import { handleUpdate } from "#app/domain/inbox/telegram/handle-update.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { action as parse } from "#app/routes/api/parse-task.ts";
import { action as saveChange } from "#app/routes/api/save-change.ts";
import { action as add } from "#app/routes/dashboard/dashboard.tsx";
import { loader as confirm } from "#app/routes/tasks/confirm.tsx";
import type { Database, Relation } from "#db/schema.ts";
import { inboxSettings, newTalkingFamily, talk } from "../messages/talk.ts";
import { routeArgs } from "../text/route.ts";
import { hostileNames } from "./hostile-family.ts";

/** Stays below every limit. */
const textsPerFamily = 15;
const relations: Relation[] = ["spouse", "other", "child", "sibling", "grandparent"];
const receipt = { isNew: async () => true, record: async () => true };

/**
 * Prepares everything before the text, such as a session, and returns a function that sends the
 * text, which is what costs.
 */
type Door = (db: Kysely<Database>, family: Family, text: string) => Promise<() => Promise<unknown>>;

interface Family {
  userId: string;
  number: string;
  chat: number;
}

/** The ways in which people tell Mila something. */
export const doors: Record<string, Door> = {
  "the dashboard's form": async (db, { userId }, text) => {
    const args = await routeArgs(db, {
      path: "/dashboard",
      userId,
      fields: { text, requestId: newId() },
    });
    return () => add(args);
  },
  "/tasks/confirm": async (db, { userId }, text) => {
    const args = await routeArgs(db, {
      path: `/tasks/confirm?${new URLSearchParams({ text })}`,
      userId,
    });
    // The route refuses a text without words.
    return () => confirm(args).catch((answer: unknown) => expect(answer).toBeInstanceOf(Response));
  },
  "/api/parse-task": async (db, { userId }, text) => {
    const json = { text, timeZone: "America/New_York", nowIso: nowIso() };
    const args = await routeArgs(db, { path: "/api/parse-task", userId, json });
    return () => parse(args);
  },
  "a change made offline": async (db, { userId }, text) => {
    const json = { userId, changeId: newId(), madeAt: nowIso(), change: { type: "add", text } };
    const args = await routeArgs(db, { path: "/api/save-change", userId, json });
    return () => saveChange(args);
  },
  "a text message": async (db, { number }, text) => {
    return () => talk(db, text, { from: number, textsADay: 1_000 });
  },
  "a Telegram message": async (db, { chat }, text) => {
    const [update_id, date] = [Math.floor(Math.random() * 1e9), Math.floor(Date.now() / 1_000)];
    const update = {
      update_id,
      message: { message_id: 1, date, chat: { id: chat, type: "private" as const }, text },
    };
    return () => handleUpdate(db, { update, receipt, settings: inboxSettings }, nowIso());
  },
};

/**
 * Returns the milliseconds of CPU for each text, each at its best of three runs, which excludes
 * other work of the process.
 * @param enoughMs a text that costs at most this is not run again
 */
export async function measureDoor(
  db: Kysely<Database>,
  door: Door,
  texts: readonly string[],
  { names = hostileNames, enoughMs }: { names?: readonly string[]; enoughMs: number },
): Promise<number[]> {
  const times: number[] = [];
  let family = await newHostileFamily(db, names);
  for (const [index, text] of texts.entries()) {
    if (index % textsPerFamily === 0) family = await newHostileFamily(db, names);
    let best = Infinity;
    for (let run = 0; run < 3 && best > enoughMs; run += 1) {
      const tell = await door(db, family, text);
      const start = process.threadCpuUsage();
      await tell();
      const { user, system } = process.threadCpuUsage(start);
      best = Math.min(best, (user + system) / 1_000);
    }
    times.push(best);
  }
  return times;
}

let families = 0;

async function newHostileFamily(db: Kysely<Database>, names: readonly string[]): Promise<Family> {
  families += 1;
  const [number, chat] = [`+1201555${String(families).padStart(4, "0")}`, families];
  const { userId, householdId } = await newTalkingFamily(db, number);
  await db
    .updateTable("user_preferences")
    .set({ telegram_chat: String(chat) })
    .where("user_id", "=", userId)
    .execute();
  const members = names.map((name, index) => ({
    id: newId(),
    added_by: userId,
    household_id: householdId,
    name,
    relation: relations[index % relations.length]!,
    created_at: nowIso(),
  }));
  if (members.length > 0) await db.insertInto("people").values(members).execute();
  return { userId, number, chat };
}
