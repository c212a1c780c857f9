import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Task } from "../find-tasks.server.ts";
import { findChecklists } from "../checklist/checklist.server.ts";
import { aboutBeside } from "./about-beside.ts";

type Described = Pick<Task, "id" | "title" | "description" | "about" | "has_checklist">;

/** Calendars take descriptions of limited length, and the task's own may have 5,000 characters. */
const maxLength = 2_000;

/**
 * Adds to each task's description whom it is about, and the items of its checklist, as calendars
 * show it. Ticks are left out, so that none of them changes a calendar.
 */
export async function describeForCalendars<Given extends Described>(
  db: Kysely<Database>,
  tasks: readonly Given[],
): Promise<Given[]> {
  const checklists = await findChecklists(
    db,
    tasks.filter((task) => task.has_checklist).map(({ id }) => id),
  );
  return tasks.map((task) => {
    const names = (checklists.get(task.id) ?? []).map(({ name }) => name);
    const about = aboutBeside(task);
    const forWhom = about === null ? null : `For ${about}`;
    const parts = [forWhom, task.description, listed(names)].filter(Boolean);
    return { ...task, description: parts.join("\n\n") || null };
  });
}

function listed(names: readonly string[]): string {
  const lines = names.map((name) => `- ${name}`);
  let count = 0;
  for (let length = 0; count < lines.length; count += 1) {
    length += lines[count]!.length;
    if (length > maxLength) break;
  }
  const left = lines.length - count;
  return [...lines.slice(0, count), ...(left > 0 ? [`… and ${left} more`] : [])].join("\n");
}
