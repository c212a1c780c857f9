import { expect, test } from "vitest";
import { answerAboutChild } from "#app/domain/tasks/changing/answer-about-child.server.ts";
import { chooseOther } from "#app/domain/tasks/changing/choose-other.server.ts";
import { chooseAbout } from "#app/domain/pages/who.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";

test("a category that was chosen from Mila's alternatives outlasts a yes to the question about a child", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db, { Ben: "child" });
  const { id, category } = await addTask(own.db, family, {
    text: "Emma has soccer practice with grandpa on Saturday at 8",
  });
  expect(category).toBe("Kids");
  expect(await chooseOther(own.db, family, id, { category: "Elders" })).toBe("category");
  expect(await answerAboutChild(own.db, family, id, true)).toEqual({
    name: "Emma",
    isMoved: false,
  });
  expect(await findTask(own.db, family, id)).toMatchObject({ category: "Elders" });
});

test("after a yes, the task and its next dates are about the child, unless somebody chose another", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db, { Ben: "child" });
  const { id } = await addTask(db, family, { text: "pick up Emma from school every Tuesday at 5" });
  await answerAboutChild(db, family, id, true);
  expect(await findTask(db, family, id)).toMatchObject({ about: "Emma" });
  await completeTask(db, family, id);
  const abouts = db.selectFrom("tasks").select("about_id").distinct();
  expect(await abouts.execute()).toHaveLength(1);
  const other = await addTask(db, family, { text: "pick up Mia from school tomorrow at 5" });
  const ben = await db.selectFrom("people").select("id").where("name", "=", "Ben").execute();
  await chooseAbout(db, family, { taskId: other.id, aboutId: ben[0]!.id });
  await answerAboutChild(db, family, other.id, true);
  expect(await findTask(db, family, other.id)).toMatchObject({ about: "Ben" });
});
