import { expect, test } from "vitest";
import { action, loader } from "#app/routes/tasks/edit.tsx";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";
import { routeArgs } from "../../support/text/route.ts";

test("the edit form keeps its input through signing in again and overwrites nobody", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, { text: "Call the vet" });
  const params = { id };
  const fields = {
    title: "Call the other vet",
    category: "Elders",
    description: "",
    dueDate: "",
    assignee: "",
    version: "1",
  };
  const refused = await action(await routeArgs(own.db, { path: `/tasks/${id}/edit`, params, fields })).catch(
    (thrown: Response) => thrown,
  );
  const location = new URL((refused as Response).headers.get("Location") ?? "", "http://localhost");
  const path = location.searchParams.get("redirectTo") ?? "";
  const page = await loader(await routeArgs(own.db, { path, params, userId: family.userId }));
  expect(page.task).toEqual(fields);
});
