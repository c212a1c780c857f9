import type { Kysely } from "kysely";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { type RepeatInput, repeatInput } from "#app/domain/series/input.ts";
import { editTask } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import type { TestFamily } from "../records/family.ts";
import { openTask } from "../records/turns.ts";

/** Moves the open task and those that follow, and then lets them repeat in another way. */
export async function repeatFrom(
  db: Kysely<Database>,
  nora: TestFamily,
  dueDate: string,
  { interval, unit }: Pick<RepeatInput, "interval" | "unit">,
): Promise<void> {
  const { id, title, category, version, assignee } = await openTask(db, nora);
  const kept = { title, category, version, ...(assignee !== null && { assignee }) };
  const draft = { ...kept, dueDate, scope: "following" } as const;
  const moved = await editTask(db, nora, id, draft, nora.timeZone);
  const saved = await saveRepetition(db, nora, id, repeatInput.parse({ interval, unit }));
  if (moved !== "saved" || saved.status !== "saved")
    throw new Error(`The task was not moved, or does not repeat: ${moved}, ${saved.status}`);
}
