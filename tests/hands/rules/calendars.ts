import { decrypt } from "#app/domain/core/encryption.server.ts";
import type { GoogleEvent } from "#app/services/sending.ts";
import { readFeed } from "../actions/calendars.ts";
import type { World } from "../world.ts";
import type { StateRule } from "./rule.ts";
import { type Snapshot, titleOf } from "./snapshot.ts";

const isMember = (now: Snapshot, userId: string, { household_id }: { household_id: string }) =>
  now.household_members.some(
    (member) => member.user_id === userId && member.household_id === household_id,
  );

type Entry = Snapshot["calendar_entries"][number];

/** What a connected calendar holds for an entry, once nothing is on its way to it. */
function eventOf(now: Snapshot, { outside, outbox }: World, entry: Entry): GoogleEvent | undefined {
  const connection = now.calendar_connections.find(({ user_id }) => user_id === entry.user_id);
  const preferences = now.user_preferences.find(({ user_id }) => user_id === entry.user_id);
  const isOn = connection && preferences?.google_calendar_enabled === 1;
  const isWaiting = now.messages.some(
    ({ kind, state, subject_id }) =>
      kind === "calendar_event" &&
      subject_id === entry.id &&
      !["sent", "cancelled"].includes(state),
  );
  if (!isOn || isWaiting || !entry.is_there || !entry.is_followed) return undefined;
  const token = decrypt(outbox.encryptionKey, connection.refresh_token, entry.user_id) ?? "";
  return outside.calendars.get(token)?.get(entry.event_id);
}

export const calendarStates: StateRule[] = [
  {
    sentence: "No two entries share a UID.",
    // Seen to catch: `uidsOf` that takes a UID although another has it. It needs thousands of
    // actions, and the database refuses some before: "No action fails" then.
    async check(now, { db }) {
      const feeds = now.household_members.map(async ({ user_id }) => {
        const uids = ((await readFeed(db, user_id)) ?? []).map(({ uid }) => uid);
        const twice = uids.filter((uid, index) => uids.indexOf(uid) !== index);
        return twice.map((uid) => `Two events of a feed have the UID ${uid}`);
      });
      return (await Promise.all(feeds)).flat();
    },
  },
  {
    sentence: "Calendars are what Mila says: each entry shows its task as it is.",
    // Seen to catch: `entryContent` without the date.
    check: (now, world) =>
      now.calendar_entries.flatMap((entry) => {
        const task = now.task(entry.task_id);
        const event = task && eventOf(now, world, entry);
        if (!event || !isMember(now, entry.user_id, task)) return [];
        const isSame =
          event.start.dateTime === task.due_date &&
          event.summary === (task.is_completed ? `✓ ${task.title}` : task.title);
        const gone = task.deleted_at ? ", and gone" : "";
        return isSame
          ? []
          : [
              `A calendar shows “${event.summary}” at ${event.start.dateTime} for ${titleOf(task)}, ${task.due_date}${gone}`,
            ];
      }),
  },
  {
    sentence: "What was to come leaves the calendar of who has left; what was over stays.",
    // Seen to catch: `isKept` that keeps what has no date any more.
    check: (now, world) =>
      now.calendar_entries.flatMap((entry) => {
        const series = now.series.find(({ id }) => id === entry.series_id);
        const task = now.task(entry.task_id);
        const subject = task ?? series;
        const event = subject && eventOf(now, world, entry);
        if (!event || isMember(now, entry.user_id, subject)) return [];
        const isToCome = task ? event.start.dateTime > now.now : series?.ended_at === null;
        return isToCome ? [`A calendar of somebody who has left shows “${event.summary}”`] : [];
      }),
  },
  {
    sentence: "Everything open and to come is in the calendar of who has it and wants that.",
    // Seen to catch: a table of rules without `addMissingEntries`.
    check: (now) =>
      now.calendar_connections.flatMap(({ user_id: userId }) => {
        const preferences = now.user_preferences.find(({ user_id }) => user_id === userId);
        if (!preferences?.auto_save_to_calendar || !preferences.google_calendar_enabled) return [];
        const member = now.household_members.find(({ user_id }) => user_id === userId);
        return now.tasks.flatMap((task) => {
          const isToCome =
            !task.is_completed &&
            !task.deleted_at &&
            task.due_date !== null &&
            task.due_date > now.now;
          const isTheirs = task.household_id === member?.household_id && task.user_id === userId;
          if (!isToCome || !isTheirs) return [];
          const seriesId = now.series_occurrences.find(
            ({ task_id }) => task_id === task.id,
          )?.series_id;
          const hasEntry = now.calendar_entries.some(
            ({ task_id, series_id, user_id }) =>
              user_id === userId &&
              (task_id === task.id || (series_id !== null && series_id === seriesId)),
          );
          return hasEntry ? [] : [`${titleOf(task)} is not in the calendar of who made it`];
        });
      }),
  },
];
