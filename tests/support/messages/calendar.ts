import ICAL from "ical.js";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { findFeedSettings, saveFeed } from "#app/domain/calendar/files/feed-settings.server.ts";
import { calendarFeedLink } from "#app/domain/core/links.server.ts";
import { categories } from "#app/domain/core/limits.ts";
import { dueColumns } from "#app/domain/tasks/due/due.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import type { Category, Database } from "#db/schema.ts";
import type { TestFamily } from "../records/family.ts";

export function readCalendar(text: string): ICAL.Component {
  return new ICAL.Component(ICAL.parse(text));
}

export function readEvents(text: string) {
  return readCalendar(text)
    .getAllSubcomponents("vevent")
    .map((event) => {
      const properties = event.getAllProperties().map((property) => {
        const value = property.getFirstValue();
        return [
          property.name,
          value instanceof ICAL.Time ? value.toJSDate().toISOString() : value,
        ] as const;
      });
      const alarms = event.getAllSubcomponents("valarm").map((alarm) => ({
        action: alarm.getFirstPropertyValue("action"),
        description: alarm.getFirstPropertyValue("description"),
        seconds: secondsFromStart(alarm, new ICAL.Event(event).duration.toSeconds()),
      }));
      return { ...Object.fromEntries(properties), alarms } as Record<string, unknown>;
    });
}

function secondsFromStart(alarm: ICAL.Component, lengthSeconds: number): number {
  const trigger = alarm.getFirstProperty("trigger");
  if (!trigger) throw new Error("An alarm without a trigger");
  const seconds = (trigger.getFirstValue() as ICAL.Duration).toSeconds();
  return trigger.getFirstParameter("related") === "END" ? lengthSeconds + seconds : seconds;
}

/** Returns the task's id. */
export async function datedTask(
  db: Kysely<Database>,
  { userId, householdId, timeZone }: TestFamily,
  local: string,
  {
    zone = timeZone,
    ...more
  }: { zone?: string; title?: string; category?: Category; description?: string } = {},
): Promise<string> {
  const id = newId();
  const task = {
    id,
    household_id: householdId,
    user_id: userId,
    title: "Pick up Emma",
    category: "Kids",
  } as const;
  await db
    .insertInto("tasks")
    .values({ ...task, created_at: nowIso(), ...dueColumns(local, zone), ...more })
    .execute();
  return id;
}

/** Returns the feed's path. */
export async function feedPath(
  db: Kysely<Database>,
  userId: string,
  { shown = [...categories], dataFolder }: { shown?: Category[]; dataFolder?: string } = {},
): Promise<string> {
  await saveFeed(db, userId, shown);
  const feed = await findFeedSettings(db, userId);
  if (!feed) throw new Error("The feed is not on");
  return calendarFeedLink({ origin: "", linkKey: readSecrets(dataFolder).link }, feed);
}
