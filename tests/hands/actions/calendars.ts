import type { Kysely } from "kysely";
import {
  connectCalendar,
  disconnectCalendar,
} from "#app/domain/calendar/google/connection.server.ts";
import { saveCalendarPreferences } from "#app/domain/calendar/calendar-preferences.server.ts";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { findFeed, listFeedEvents } from "#app/domain/calendar/files/feed.server.ts";
import { findFeedSettings, saveFeed } from "#app/domain/calendar/files/feed-settings.server.ts";
import { categories } from "#app/domain/core/limits.ts";
import { type ActionKind, emailOf, someone } from "../world.ts";
import type { Database } from "#db/schema.ts";
import { chooseTask, named } from "./tasks.ts";

export async function readFeed(db: Kysely<Database>, userId: string) {
  const settings = await findFeedSettings(db, userId);
  const feed = settings && (await findFeed(db, settings));
  return feed && listFeedEvents(db, feed, null);
}

export const calendarActions: Record<string, ActionKind> = {
  connect: {
    weight: 2,
    async take({ db, outbox, ...world }, chance) {
      const who = await someone({ db, outbox, ...world }, chance);
      const grant = {
        sub: `google-${who.name}`,
        email: emailOf(who.name),
        refreshToken: `calendar of ${who.name}`,
      };
      const connected = await db
        .transaction()
        .execute((trx) => connectCalendar(trx, who.userId, grant, outbox.encryptionKey));
      return `${who.name} connects Google: ${connected}`;
    },
  },
  disconnect: {
    weight: 1,
    async take(world, chance) {
      const who = await someone(world, chance);
      await disconnectCalendar(world.db, who.userId, world.outbox.encryptionKey);
      return `${who.name} disconnects Google`;
    },
  },
  calendarPreferences: {
    weight: 2,
    async take(world, chance) {
      const who = await someone(world, chance);
      const chosen = {
        autoSaveToCalendar: chance.percent(80),
        googleCalendarEnabled: chance.percent(85),
      };
      await saveCalendarPreferences(world.db, who.userId, chosen);
      return `${who.name} sets the calendar to ${JSON.stringify(chosen)}`;
    },
  },
  saveToCalendar: {
    weight: 3,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      return `${who.name} saves ${named(task)} to Google: ${await saveToCalendar(world.db, who, task.id)}`;
    },
  },
  removeEvent: {
    weight: 1,
    async take({ outside }, chance) {
      const full = [...outside.calendars].filter(([, events]) => events.size > 0);
      if (full.length === 0) return null;
      const [token, events] = chance.of(full);
      const id = chance.of([...events.keys()]);
      events.delete(id);
      return `Somebody deletes an event in the ${token}`;
    },
  },
  readFeed: {
    weight: 2,
    async take(world, chance) {
      const who = await someone(world, chance);
      const settings = await findFeedSettings(world.db, who.userId);
      if (!settings) await saveFeed(world.db, who.userId, [...categories]);
      const events = await readFeed(world.db, who.userId);
      if (!events) throw new Error("There is no feed although it was just saved");
      return `${who.name}'s calendar program reads the feed: ${events.length} events`;
    },
  },
};
