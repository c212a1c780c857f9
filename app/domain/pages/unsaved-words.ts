import type { UnsavedForm } from "#app/domain/tasks/offline/limits.ts";

/** Describes the change to a task, by the last part of the form's address. */
const taskVerbs: Record<string, string> = {
  complete: "Mark as done",
  reopen: "Reopen",
  delete: "Delete",
  restore: "Bring back",
  skip: "Skip this time",
  edit: "Save the changes to",
  date: "Save the date of",
  delegate: "Ask someone to do",
  repeat: "Save how it repeats",
  turns: "Save whose turn it is",
  calendar: "Add to the calendar",
  reminders: "Add a reminder to",
};

const overdueVerbs: Record<string, string> = {
  done: "Mark as done",
  extend: "Save the date of",
  skip: "Look at",
};

/** Form fields that people do not see. */
const hidden =
  /(^|\.)(requestId|changeId|redirectTo|inPlace|version|taskId|choice|then|bringBack|undatedTitle|scope|undo|ask|mode|repeats|turns|__\w+)$/;

/** The task that the form was about. */
export function taskIdIn({ action, fields }: UnsavedForm): string | null {
  const [, folder, id = ""] = pathOf(action).split("/");
  if (folder === "tasks" && id !== "confirm") return id;
  return folder === "overdue" ? (Object.fromEntries(fields)["taskId"] ?? null) : null;
}

/** @param taskTitle the title of the task that the form was about */
export function describeUnsaved(unsaved: UnsavedForm, taskTitle: string | null): string {
  const { action, fields } = unsaved;
  const values = Object.fromEntries(fields);
  const path = pathOf(action);
  if (path === "/dashboard") return `Add: ${values["text"] ?? ""}`;
  if (path === "/tasks/confirm") return `Add: ${values["drafts[0].title"] ?? ""}`;
  if (taskTitle === null) return `Save again: ${pageName(path)}`;
  const verb =
    path === "/overdue"
      ? overdueVerbs[values["choice"] ?? ""]
      : taskVerbs[path.split("/")[3] ?? ""];
  return `${verb ?? "Save again"}: ${taskTitle}`;
}

/** Returns the typed text, one field on each line. */
export function listFields({ fields }: UnsavedForm): string {
  return fields
    .filter(([name, value]) => value.trim() !== "" && !hidden.test(name))
    .map(([name, value]) => `${fieldLabel(name)}: ${value}`)
    .join("\n");
}

/** "Preferences, profile". */
function pageName(path: string): string {
  const words = path.split("/").filter((part) => /^[a-z-]+$/.test(part));
  return capitalize(words.join(", ").replaceAll("-", " ")) || "a change";
}

/** "drafts[0].dueDate" becomes "Due date". */
function fieldLabel(name: string): string {
  const own = name.replace(/^.*\./, "");
  return capitalize(own.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const pathOf = (action: string) => action.split("?")[0] ?? "";
