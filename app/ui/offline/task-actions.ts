import { couldNotChange, createClientAction } from "../saving/client-action.ts";
import { calendarClientAction } from "../saving/open-calendar.ts";
import { routeActions } from "../saving/preloaded-actions.ts";
import { completeTask, reopenTask, tickCheck, untickCheck } from "./waiting-action.ts";

const save = createClientAction();
const change = createClientAction(couldNotChange);
const tasks = (names: string[], action = save) => routeActions("routes/tasks", names, action);

const everywhere = {
  ...tasks(["complete"], completeTask),
  ...tasks(["reopen"], reopenTask),
  ...tasks(["calendar/add"], calendarClientAction),
  ...tasks(["delete", "repeat/skip"], change),
  ...tasks(["reminders/snooze", "reminders/cancel"]),
};

export const cardActions = {
  ...everywhere,
  ...tasks(["child", "turns/take", "reminders/seen"]),
  ...tasks(["restore", "date/choose", "date/clear-date", "date/restore-date"], change),
};

export const taskActions = {
  ...everywhere,
  ...tasks(["repeat/end", "repeat/resume"]),
  ...tasks(["checklist/tick"], tickCheck),
  ...tasks(["checklist/untick"], untickCheck),
};

export const deletedTaskActions = tasks(["restore"], change);
