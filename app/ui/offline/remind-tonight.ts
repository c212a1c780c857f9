import { routeActions } from "../saving/preloaded-actions.ts";
import { createWaitingAction } from "./waiting-action.ts";

const couldNotRemind = {
  title: "Error",
  message: "I can't remember that now either. Your words are still here.",
};

/** Without a connection, the device stores the text. */
export const remindTonight = createWaitingAction((form) => {
  const text = (name: string) => String(form.get(name) ?? "");
  const unsaved = { action: text("action"), fields: JSON.parse(text("fields")) };
  return { changeId: text("changeId"), change: { type: "remind", unsaved }, title: text("title") };
}, couldNotRemind);

export const remindActions = routeActions("routes/tasks/reminders", ["tonight"], remindTonight);
