import { titleForWhom } from "#app/domain/tasks/lists/about-beside.ts";
import { formatTime } from "#app/domain/core/time.ts";
import type { Bit } from "#db/schema.ts";
import { fitText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import { formatDue } from "#app/domain/outbox/rendering/format-due.ts";
import type { ReminderAction } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import { actionWords, leftHousehold } from "#app/domain/reminders/actions/action-words.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";

/** Fits a reply into two SMS segments. */
const say = (...parts: SentencePart[]) => fitText(parts, "");

export const maxListed = 4;

/** "Got it: Pick up Emma, tomorrow 3:00 PM, Kids. Reply UNDO to take it back, LIST for today." */
export function gotIt(
  tasks: Task[],
  { timeZone, now, hasTurns, repeats, unread, unused, isTooEarly, unclearAssignee }: Said,
): string {
  const [task, ...others] = tasks;
  if (!task) return say("Sorry, I didn't understand that.");
  const them = others.length > 0 ? "them" : "it";
  const turns = hasTurns ? " Choose whose turn it is in Mila." : "";
  const often = unread
    ? [` I didn't understand "`, { words: unread }, `". Choose how it repeats in Mila.`]
    : [];
  const left = unused ? [` I didn't use "`, { words: unused }, `": add it in Mila.`] : [];
  const early = isTooEarly ? " I can't remind you so early every time: choose when in Mila." : "";
  const who = unclearAssignee
    ? [" More than one of you is called ", { words: unclearAssignee }, ". Choose in Mila."]
    : [];
  const rest = [
    ...often,
    ...left,
    ...who,
    `${turns}${early} Reply UNDO to take ${them} back, LIST for today.`,
  ];
  if (others.length > 0)
    return say(`Got it, ${tasks.length} tasks: `, ...listed(tasks), ".", ...rest);
  const due =
    task.due_date && task.due_time_zone
      ? { instant: task.due_date, timeZone: task.due_time_zone }
      : null;
  const when = due ? formatDue(due, timeZone, now).replace(" at ", " ") : "no date";
  const rule = repeats ? `, ${repeats}` : "";
  return say("Got it: ", { words: task.title }, `, ${when}${rule}, ${task.category}.`, ...rest);
}

interface Said {
  timeZone: string;
  now: string;
  hasTurns: boolean;
  /** "every Tuesday" */
  repeats: string | null;
  /** Words such as "twice a week" that nobody understood. */
  unread: string | null;
  /** Words of the text that no task has. */
  unused: string | null;
  /** True if it repeats too often for the requested reminder. */
  isTooEarly: boolean;
  /** A name that several people have. */
  unclearAssignee: string | null;
}

export function reminderAnswer(
  action: Pick<ReminderAction, "outcome" | "task" | "mover">,
  { timeZone, now }: { timeZone: string | null; now: string },
): string {
  const words = actionWords(action, now, timeZone);
  const undo = action.outcome === "done" ? " Reply UNDO to take it back." : "";
  return say(`${words}: `, { words: action.task.title }, `.${undo}`);
}

export function hasLeft(): string {
  return say(`${leftHousehold}.`);
}

export function noReminder(): string {
  return say("I haven't sent you a reminder here in the last two days.");
}

/** "Which one? Reply DONE and its name: Trash; Dishes." */
export function askWhichOne(command: "done" | "snooze", titles: string[]): string {
  const parts = listed(titles.map((title) => ({ title })));
  return say(`Which one? Reply ${command.toUpperCase()} and its name: `, ...parts, ".");
}

/** For example, "I found no open task called "trash". Open: Dishes; Call the vet." */
export function noneNamed(name: string, open: { title: string }[]): string {
  const list = open.length > 0 ? [" Open: ", ...listed(open), "."] : [];
  return say(`I found no open task called "`, { words: name }, `".`, ...list);
}

/** @param isOpen true if the tasks are open again */
export function undone(titles: string[], { isOpen }: { isOpen: boolean }): SentencePart[] {
  const parts = listed(titles.map((title) => ({ title })));
  return [isOpen ? "Open again: " : "Taken back: ", ...parts, "."];
}

export function nothingToUndo(): string {
  return say("There's nothing to take back.");
}

/** "Today: 3:00 PM Pick up Emma; 5:00 PM Dentist. 2 overdue." */
export function todayList(
  {
    tasks,
    count,
  }: {
    tasks: { title: string; about: string | null; due_date: string; due_has_time: Bit }[];
    count: number;
  },
  { overdue, timeZone }: { overdue: number; timeZone: string },
): string {
  const late = overdue > 0 ? ` ${overdue} overdue.` : "";
  if (count === 0) return say(`Nothing more today.${late}`);
  const times = tasks.map((task) => ({
    title: titleForWhom(task),
    before: task.due_has_time ? `${formatTime(task.due_date, timeZone)} ` : "",
  }));
  return say("Today: ", ...listed(times, count), `.${late}`);
}

export function limitReached(): string {
  return say("That's all I can do by text today. Mila's pages take more.");
}

export function tooLong(): string {
  return say("That's too long for me. Please send it in parts.");
}

export function unknownSender(): string {
  return say(
    "I don't know you here yet, so I can't help. If you use Mila, confirm this number or chat in Notification Settings.",
  );
}

export function connected(name: string | null, { wasAnothers }: { wasAnothers: boolean }): string {
  const who: SentencePart[] = name ? [", ", { words: name }] : [];
  const taken = wasAnothers
    ? " This chat was someone else's before: they get nothing here now."
    : "";
  const example = "Write me what you need, like: pick up Emma tomorrow at 3. LIST shows today.";
  return say("Connected", ...who, `. Reminders come here now.${taken} ${example}`);
}

export function movedAway(): string {
  return say(
    "Your reminders go to another chat now. If that wasn't you, change it in Notification Settings.",
  );
}

export function codeExpired(): string {
  return say("That code doesn't work anymore. Please get a new one in Notification Settings.");
}

/** @param count the number of all tasks, if these are only the first */
function listed(
  tasks: { title: string; before?: string }[],
  count: number = tasks.length,
): SentencePart[] {
  const shown = tasks
    .slice(0, maxListed)
    .flatMap(({ title, before = "" }, index): SentencePart[] => {
      return [`${index > 0 ? "; " : ""}${before}`, { words: title }];
    });
  return count > maxListed ? [...shown, `; and ${count - maxListed} more`] : shown;
}
