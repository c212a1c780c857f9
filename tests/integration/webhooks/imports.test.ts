import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startImport, undoImport } from "#app/domain/imports/imports.server.ts";
import { runImports } from "#app/domain/imports/run-imports.server.ts";
import { takeFile } from "#app/domain/imports/take-file.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { withWebhook } from "../../support/records/webhook.ts";

test("an import and its undo are one message each, however many tasks they bring", async () => {
  await using home = await withWebhook([
    "task.created",
    "task.completed",
    "task.changed",
    "task.deleted",
    "list.item_added",
    "import.ended",
  ]);
  const { db, nora, send } = home;
  await using folder = await mkdtempDisposable(join(tmpdir(), "mila-webhook-import-"));
  const path = join(folder.path, "tasks.csv");
  const rows = Array.from({ length: 50 }, (_, index) => [
    `task,Pack for trip ${index},1`,
    "task,Socks,2",
  ]);
  await writeFile(path, ["TYPE,CONTENT,INDENT", ...rows.flat()].join("\n"));
  const taken = await takeFile(db, { ...nora, timeZone: "UTC" }, { path, fileName: "tasks.csv" });
  if ("refused" in taken) throw new Error(taken.refused);
  await startImport(db, nora, taken.id, { people: [] });
  const runAll = async () => {
    while (
      await db
        .selectFrom("imports")
        .select("id")
        .where("state", "in", ["running", "undoing"])
        .executeTakeFirst()
    )
      await runImports(db);
  };
  await runAll();
  expect(await send()).toEqual([
    {
      type: "import.ended",
      timestamp: expect.any(String),
      data: { id: taken.id, format: "todoist", is_undone: false, rows: 50 },
    },
  ]);
  const { id } = await db.selectFrom("tasks").select("id").limit(1).executeTakeFirstOrThrow();
  await completeTask(db, nora, id);
  expect((await send()).slice(1)).toMatchObject([{ type: "task.completed", data: { id } }]);
  await undoImport(db, nora, taken.id);
  await runAll();
  expect((await send()).slice(2)).toMatchObject([
    { type: "import.ended", data: { id: taken.id, is_undone: true, rows: 1 } },
  ]);
});
