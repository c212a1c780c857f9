import { createClientAction } from "../saving/client-action.ts";
import { calendarClientAction } from "../saving/open-calendar.ts";
import { routeActions } from "../saving/preloaded-actions.ts";
import { completeTask, reopenTask } from "./waiting-action.ts";

const save = createClientAction();
const tasks = (names: string[], action = save) => routeActions("routes/tasks", names, action);

const everywhere = {
  ...tasks(["complete"], completeTask),
  ...tasks(["reopen"], reopenTask),
  ...tasks(["calendar/add"], calendarClientAction),
  ...tasks(["delete", "repeat/skip", "reminders/snooze", "reminders/cancel"]),
};

export const cardActions = {
  ...everywhere,
  ...tasks(["restore", "child", "turns/take", "reminders/seen"]),
  ...tasks(["date/choose", "date/clear-date", "date/restore-date"]),
};

export const taskActions = { ...everywhere, ...tasks(["repeat/end", "repeat/resume"]) };

export const deletedTaskActions = tasks(["restore"]);
