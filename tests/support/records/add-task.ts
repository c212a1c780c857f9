import type { Visitor } from "../product/visitor.ts";

interface NewTask {
  title: string;
  category?: "Kids" | "Household" | "Elders";
  /** The wall clock, YYYY-MM-DDTHH:mm. */
  dueDate?: string;
  description?: string;
  assignee?: string;
  /** The id of the person whom it is about. */
  aboutId?: string;
  isCompleted?: boolean;
}

/** Bypasses the parser. Returns the task's id. */
export async function addTask(
  family: Visitor,
  { title, isCompleted, ...more }: NewTask,
): Promise<string> {
  const requestId = crypto.randomUUID();
  const added = await family.post("/dashboard", { text: "Something", requestId });
  const id = /^\/tasks\/([^/]+)\/date$/.exec(added.headers.get("location") ?? "")?.[1];
  if (!id)
    throw new Error(`Adding a task failed with ${added.status} ${added.headers.get("location")}`);
  const saved = await family.post(`/tasks/${id}/edit`, {
    version: "1",
    title,
    category: "Household",
    ...more,
  });
  if (saved.status !== 303) throw new Error(`Editing a task failed with ${saved.status}`);
  if (isCompleted) await family.post(`/tasks/${id}/complete`);
  return id;
}
