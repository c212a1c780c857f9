import { expect, test } from "vitest";
import { completeTask, deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { loader as delegate } from "#app/routes/tasks/delegate/delegate.tsx";
import { loader as reminders } from "#app/routes/tasks/reminders/reminders.tsx";
import { loader as repeat } from "#app/routes/tasks/repeat/repeat.tsx";
import { loader as turns } from "#app/routes/tasks/turns/turns.tsx";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";

test.for(Object.entries({ delegate, reminders, repeat, turns }))(
  "an old page's link “%s” leads to the task's page, which says who deleted or did it",
  async ([path, load]) => {
    await using own = newDatabase();
    const nora = await newFamily(own.db);
    const open = async ({ userId }: { userId: string }, id: string) => {
      const params = { id };
      const args = await routeArgs(own.db, { path: `/tasks/${id}/${path}`, userId, params });
      return load(args).catch((thrown: unknown) => thrown);
    };
    const trash = await addTask(own.db, nora, { text: "trash every Tuesday at 7pm" });
    await deleteTask(own.db, nora, trash.id);
    const toPage = (await open(nora, trash.id)) as Response;
    expect(toPage.headers.get("location")).toBe(`/tasks/${trash.id}`);
    // Nobody else learns that it was there.
    expect(await open(await newFamily(own.db), trash.id)).toMatchObject({ init: { status: 404 } });
    if (path === "reminders" || path === "delegate") return;
    const once = await addTask(own.db, nora, { text: "call the vet tomorrow at 5pm" });
    await completeTask(own.db, nora, once.id);
    const done = (await open(nora, once.id)) as Response;
    expect(done.headers.get("location")).toBe(`/tasks/${once.id}`);
  },
);
