import { expect, test } from "vitest";
import { exportAccount } from "#app/domain/lifecycle/export.server.ts";
import { loader } from "#app/routes/preferences/account/export.ts";
import { datedTask } from "../../support/messages/calendar.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";

test("the file is written row by row as JSON would be in one piece", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db, { Emma: "child" });
  for (const title of ['Say "hi"', "Line\nbreak\u2028", "Back\\slash"])
    await datedTask(own.db, nora, "2031-06-10T15:00", { title, description: "one\n\n  two" });
  const text = await (
    await loader(await routeArgs(own.db, { path: "/preferences/account/export", userId: nora.userId }))
  ).text();
  const file = JSON.parse(text) as Record<string, unknown>;
  expect(text).toBe(JSON.stringify(file, null, 2));
  const expected = JSON.parse(JSON.stringify(await exportAccount(own.db, nora))) as Record<string, unknown>;
  expect(Object.keys(file)).toEqual(Object.keys(expected));
  expect(file.tasks).toEqual(expected.tasks);
});
