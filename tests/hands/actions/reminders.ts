import { answerButton } from "#app/domain/inbox/answer-action.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import {
  actOnReminder,
  seeReminder,
} from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import { cancelReminder, snoozeReminder } from "#app/domain/reminders/reminder.server.ts";
import { saveReminderPreferences } from "#app/domain/reminders/reminder-preferences.server.ts";
import { findReminderReach } from "#app/domain/series/reminder-reach.server.ts";
import { type ActionKind, someone } from "../world.ts";
import { chooseTask, named } from "./tasks.ts";

export const reminderActions: Record<string, ActionKind> = {
  remind: {
    weight: 4,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      const minutesBefore = chance.of([0, 10, 60, 60, 24 * 60, 3 * 24 * 60]);
      const scope = chance.of(["one", "following"] as const);
      const reach = await findReminderReach(world.db, task.id);
      const added = await addReminder(world.db, who, task.id, {
        minutesBefore,
        scope,
        ...(reach && { reach }),
      });
      return `${who.name} wants to be reminded ${minutesBefore} minutes before ${named(task)} (${scope}): ${added}`;
    },
  },
  changeReminder: {
    weight: 4,
    async take(world, chance) {
      const who = await someone(world, chance);
      const reminders = await world.db
        .selectFrom("reminders")
        .select(["id", "task_id"])
        .where("user_id", "=", who.userId)
        .where("status", "in", ["pending", "sent"])
        .orderBy("id", "desc")
        .limit(20)
        .execute();
      if (reminders.length === 0) return null;
      const { id: reminderId, task_id: taskId } = chance.of(reminders);
      const ids = { taskId, reminderId };
      if (chance.percent(50))
        return `${who.name} takes a reminder off: ${await cancelReminder(world.db, who, ids, chance.of(["one", "following"] as const))}`;
      return `${who.name} snoozes a reminder: ${await snoozeReminder(world.db, who, ids, chance.of([10, 60, 24 * 60]))}`;
    },
  },
  reminderPreferences: {
    weight: 1,
    async take(world, chance) {
      const who = await someone(world, chance);
      const chosen = {
        reminderTwoDaysBefore: chance.percent(50),
        reminderOneHourBefore: chance.percent(70),
        dailySummaryEnabled: chance.percent(30),
        schoolMailEnabled: false,
      };
      await saveReminderPreferences(world.db, who, chosen);
      return `${who.name} wants reminders ${JSON.stringify(chosen)}`;
    },
  },
  button: {
    weight: 6,
    async take(world, chance) {
      const messages = await world.db
        .selectFrom("deliveries")
        .select(["id", "user_id"])
        .where("kind", "in", ["reminder", "reminder_again"])
        .where("state", "in", ["sent", "delivered"])
        .orderBy("id", "desc")
        .limit(15)
        .execute();
      if (messages.length === 0) return null;
      const { id: deliveryId } = chance.of(messages);
      const type = chance.of(["done", "done", "snooze", "seen"] as const);
      if (type === "seen")
        return `Somebody sees a reminder: ${await seeReminder(world.db, { deliveryId })}`;
      const acted = await actOnReminder(world.db, { type, deliveryId });
      if (acted === "left") return "Somebody who has left presses a button";
      const words = acted && (await answerButton(world.db, acted, null, nowIso()));
      return `Somebody presses ${type} on a reminder${acted ? ` of ${named(acted.task)}` : ""}: ${words}`;
    },
  },
};
