import { instantOf, Temporal } from "#app/domain/core/time.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { newDatabase } from "../records/database.ts";
import { newFamily } from "../records/family.ts";
import { newSeries } from "../records/series.ts";
import { anyReach } from "./any-reach.ts";
import { setClock } from "./live.ts";

export const homeZone = "America/New_York";
export const minutesPerDay = 24 * 60;

/** Returns the instant of a wall clock at home. */
export const at = (local: string) => instantOf(Temporal.PlainDateTime.from(local), homeZone);

interface NewHome {
  rule: string;
  due: string;
  now: string;
  /** The leads of reminders, in minutes before each date. */
  leads?: number[];
}

/** Creates a family with one series, whose members are not reminded two days before. */
export async function newHome({ rule, due, now, leads = [] }: NewHome) {
  setClock(now);
  const own = newDatabase();
  const nora = await newFamily(own.db, { Otto: "partner" });
  await own.db.updateTable("user_preferences").set({ reminder_two_days_before: 0 }).execute();
  const first = await newSeries(own.db, nora, { rule, due, now });
  for (const minutesBefore of leads) {
    const added = await addReminder(own.db, nora, first, { minutesBefore, reach: anyReach }, now);
    if (added !== "added") throw new Error(`A reminder was not added: ${added}`);
  }
  return { db: own.db, nora, first, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
}

export const dates = (sent: { due_local: string | null }[]) =>
  sent.map(({ due_local }) => due_local?.slice(0, 10));
