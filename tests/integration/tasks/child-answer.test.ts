import { expect, test } from "vitest";
import { answerAboutChild } from "#app/domain/tasks/changing/answer-about-child.server.ts";
import { chooseOther } from "#app/domain/tasks/changing/choose-other.server.ts";
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
