import type { Page } from "@playwright/test";
import { v7 as newId } from "uuid";
import { instantOf, nowIso, Temporal } from "#app/domain/core/time.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { say, suppressOverduePrompt } from "../../support/browser/on-screen.ts";
import type { Visitor } from "../../support/product/visitor.ts";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { openData } from "../../support/records/open-data.ts";

const timeZone = "America/New_York";
const today = Temporal.Now.plainDateISO(timeZone);
/** The next Saturday after today. */
const saturday = today.add({ days: ((12 - today.dayOfWeek) % 7) + 1 });

/** The questions of a family, the text that it types, and the title that answers it. */
const questions = [
  { asked: "what now", type: "what's on today", sees: "Water the ferns" },
  { asked: "what's on Saturday", type: "what's on saturday", sees: "Recital" },
  { asked: "who fetches Emma", type: "who fetches emma", sees: "Fetch Emma" },
  { asked: "when is the dentist", type: "when is the dentist", sees: "Dentist for Leo" },
  { asked: "what does Ben have", type: "what does ben have", sees: "Oil change" },
] as const;

for (const count of [50, 200]) {
  test(
    `five questions are each answered by one line on a phone, with ${count} tasks`,
    bothWays,
    async ({ signedIn: page, visit, family, mila }) => {
      await suppressOverduePrompt(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await plant({ family, mila, count });
      for (const { asked, type, sees } of questions) {
        await visit("/dashboard");
        await say(page, type);
        const answer = page.locator(".answer").getByRole("link", { name: sees });
        await expect(answer, asked).toBeInViewport({ ratio: 1 });
      }
    },
  );

  test(
    `thirteen overdue tasks are moved at once, and back, with ${count} tasks`,
    bothWays,
    async ({ signedIn: page, visit, family, mila }) => {
      await suppressOverduePrompt(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await plant({ family, mila, count });
      await visit("/tasks/select?overdue=on");
      await page.getByRole("button", { name: "Tomorrow" }).click();
      await expect(page.getByText("13 tasks moved to")).toBeVisible();
      expect(await overdue(page)).toBe(0);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(page.getByText("13 tasks are back")).toBeVisible();
      expect(await overdue(page)).toBe(13);
    },
  );
}

const overdue = (page: Page) => page.locator(".select-task .found-title").count();

/** Thirteen tasks are overdue, five are asked for, and the others fill the lists. */
async function plant({
  family,
  mila,
  count,
}: {
  family: Visitor & { email: string };
  mila: { dataFolder: string };
  count: number;
}) {
  await addFamilyMember(family, { name: "Ben", relation: "sibling" });
  await addTask(family, { title: "Oil change", assignee: "Ben" });
  await addTask(family, { title: "Fetch Emma", category: "Kids", assignee: "Ben" });
  await using db = openData(mila.dataFolder);
  const owner = await db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id")
    .select(["users.id as user_id", "household_members.household_id"])
    .where("users.email", "=", family.email)
    .executeTakeFirstOrThrow();
  const due = (date: Temporal.PlainDate | null) => {
    const at = date?.toPlainDateTime("23:59") ?? null;
    return {
      due_date: at && instantOf(at, timeZone),
      due_local: at?.toString({ smallestUnit: "minute" }) ?? null,
      due_time_zone: at && timeZone,
    };
  };
  const asked = [
    { title: "Water the ferns", ...due(today) },
    { title: "Recital", ...due(saturday) },
    { title: "Dentist for Leo", ...due(today.add({ days: 30 })) },
    ...Array.from({ length: 13 }, (_, index) => ({
      title: `Late errand ${index}`,
      ...due(today.subtract({ days: 2 })),
    })),
  ];
  const others = Array.from({ length: count - asked.length - 2 }, (_, index) => ({
    title: `Bring the blue folder to school, number ${index}`,
    ...due(index % 3 === 0 ? null : today.add({ days: 40 + index })),
  }));
  const tasks = [...asked, ...others].map((task, index) => ({
    id: newId(),
    ...owner,
    category: (["Kids", "Household", "Elders"] as const)[index % 3]!,
    created_at: nowIso(),
    ...task,
  }));
  await db.insertInto("tasks").values(tasks).execute();
}
