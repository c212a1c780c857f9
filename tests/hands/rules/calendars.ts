import { decrypt } from "#app/domain/core/encryption.server.ts";
import type { StateRule } from "./rule.ts";
import { titleOf } from "./snapshot.ts";

export const calendarStates: StateRule[] = [
  {
    sentence: "Calendars are what Mila says: each entry shows its task as it is.",
    check(now, { outside, outbox }) {
      const waiting = new Set(
        now.messages
          .filter(({ kind, state }) => kind === "calendar_event" && !["sent", "cancelled"].includes(state))
          .map(({ subject_id }) => subject_id),
      );
      return now.calendar_entries.flatMap((entry) => {
        const connection = now.calendar_connections.find(({ user_id }) => user_id === entry.user_id);
        const task = now.task(entry.task_id);
        if (!connection || !task || !entry.is_there || !entry.is_followed || waiting.has(entry.id))
          return [];
        const isOn = now.user_preferences.some(
          ({ user_id, google_calendar_enabled }) => user_id === entry.user_id && google_calendar_enabled,
        );
        const token = decrypt(outbox.encryptionKey, connection.refresh_token, entry.user_id) ?? "";
        const event = outside.calendars.get(token)?.get(entry.event_id);
        if (!event || !isOn) return [];
        const isMember = now.household_members.some(
          ({ user_id, household_id }) => user_id === entry.user_id && household_id === task.household_id,
        );
        const isPast = (task.due_date ?? "") < now.now;
        if (!isMember) return isPast ? [] : [`${titleOf(task)} is still in the ${token}, who has left`];
        const isSame =
          event.start.dateTime === task.due_date &&
          event.summary === (task.is_completed ? `✓ ${task.title}` : task.title);
        return isSame
          ? []
          : [`The ${token} shows “${event.summary}” at ${event.start.dateTime}, which is ${titleOf(task)}, ${task.due_date}${task.deleted_at ? ", and gone" : ""}`];
      });
    },
  },
  {
    sentence: "Everything open and to come is in the calendar of who has it and wants that.",
    check: (now) =>
      now.calendar_connections.flatMap(({ user_id: userId }) => {
        const preferences = now.user_preferences.find(({ user_id }) => user_id === userId);
        if (!preferences?.auto_save_to_calendar || !preferences.google_calendar_enabled) return [];
        const member = now.household_members.find(({ user_id }) => user_id === userId);
        return now.tasks.flatMap((task) => {
          const isToCome =
            !task.is_completed && !task.deleted_at && task.due_date !== null && task.due_date > now.now;
          const isTheirs = task.household_id === member?.household_id && task.user_id === userId;
          if (!isToCome || !isTheirs) return [];
          const seriesId = now.series_occurrences.find(({ task_id }) => task_id === task.id)?.series_id;
          const hasEntry = now.calendar_entries.some(
            ({ task_id, series_id, user_id }) =>
              user_id === userId && (task_id === task.id || (series_id !== null && series_id === seriesId)),
          );
          return hasEntry ? [] : [`${titleOf(task)} is not in the calendar of who made it`];
        });
      }),
  },
];
