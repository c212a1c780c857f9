import { formatDate, formatTime, nowIso } from "#app/domain/core/time.ts";
import { findReminderOffers } from "#app/domain/reminders/lists/reminder-choices.server.ts";
import { listTooEarly } from "#app/domain/series/reminder-reach.server.ts";
import type { AddedTask } from "#app/domain/tasks/adding/save-plan.server.ts";
import { viewDue } from "#app/domain/tasks/due/due.server.ts";
import { findTask, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { alternativesOf, findTaskReading } from "#app/domain/tasks/readings/task-reading.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { chooseNamesake } from "#app/ui/family/copy.ts";
import { reminderPassed, remindsTooEarly } from "#app/ui/reminders/copy.ts";
import { database } from "#db/connection.server.ts";

/** Says what was added, when it is due, and what Mila is not sure of. */
export async function toastOfAdded(viewer: SignedIn, added: AddedTask[]) {
  const [first] = added;
  const ids = added.map(({ id }) => id);
  const early = await listTooEarly(database(), viewer.userId, ids);
  const title = added.length > 1 ? `${added.length} tasks added!` : "Task added!";
  const task = added.length === 1 && first ? await findTask(database(), viewer, first.id) : null;
  const when = task && !first?.needsDate ? whenOf(viewer, task) : null;
  const doubts = task ? await findDoubts(task) : null;
  return toast("success", title, {
    message: [describeAdded(added, early.length > 0, when), doubts].filter(Boolean).join(". "),
    taskTitle: task?.title,
    taskId: first?.id,
    reminderOffers:
      added.length === 1 && first && !first.needsDate
        ? await findReminderOffers(database(), viewer, first.id)
        : [],
  });
}

const list = new Intl.ListFormat("en-US");

/** Asks the user to check the parts that Mila may have misread. Null if there are none. */
async function findDoubts(task: Task): Promise<string | null> {
  const reading = await findTaskReading(database(), task.id);
  const { dues, categories } = reading ? alternativesOf(reading, task) : noDoubts;
  const parts = [...(dues.length > 0 ? ["date"] : []), ...(categories.length > 0 ? ["area"] : [])];
  return parts.length > 0 ? `Please check the ${list.format(parts)}` : null;
}

const noDoubts = { dues: [], categories: [] };

/** Returns "Tomorrow, 3:00 PM", or "Sunday" if no time was said. */
function whenOf(viewer: SignedIn, task: Task): string | null {
  const due = viewDue(task, viewer.timeZone, nowIso());
  if (!due) return null;
  if (!due.hasTime) return due.day ?? formatDate(due.instant, viewer.timeZone);
  return due.day ? `${due.day}, ${formatTime(due.instant, viewer.timeZone)}` : due.label;
}

function describeAdded(added: AddedTask[], isTooEarly: boolean, when: string | null): string {
  const categories = list.format(new Set(added.map(({ category }) => category)));
  const where = [`Added to ${categories}`, when].filter(Boolean).join(" · ");
  const passed = added.some(({ missesReminder }) => missesReminder) ? reminderPassed : null;
  const refused = added.flatMap(({ refusedRepeat }) => refusedRepeat ?? []);
  const unclear = added.flatMap(({ unclearAssignee }) =>
    unclearAssignee ? [chooseNamesake(unclearAssignee)] : [],
  );
  return [
    where,
    ...[passed, isTooEarly && remindsTooEarly, ...new Set([...refused, ...unclear])].filter(
      Boolean,
    ),
  ].join(". ");
}
