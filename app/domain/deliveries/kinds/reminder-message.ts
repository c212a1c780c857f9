import { formatDue } from "#app/domain/time.ts";
import type { Message } from "../message.ts";
import type { Instance } from "../preparation.ts";
import type { Reminded } from "./reminded.server.ts";

export function writeReminder(about: Reminded, instance: Instance): Message {
  const link = `${instance.origin}/tasks/${about.task_id}`;
  const due = about.due_date ? formatDue(about.due_date, about.due_time_zone ?? instance.timeZone) : "";
  const what = `${about.title}, ${due}`;
  return {
    text: `Mila: ${what}. ${link}`,
    templateVariables: [what, link],
    email: { subject: about.title, heading: about.title, body: [due], button: { label: "Open the task", url: link } },
  };
}

export function writeLateReminders(about: Reminded[], instance: Instance, _now: string): Message {
  const link = `${instance.origin}/overdue`;
  const lines = about.map((one) => one.title);
  return {
    text: `Mila: was due: ${lines.join("; ")}. ${link}`,
    templateVariables: [lines.join("; "), link],
    email: { subject: "Was due", heading: "Was due", body: [lines], button: { label: "Open", url: link } },
  };
}
