import { expect, test } from "../../support/browser/browser.ts";
import { card, expectToast, say } from "../../support/browser/on-screen.ts";
import { openData } from "../../support/records/open-data.ts";

test("last night's page ticks off last night's task in place, and Undo takes that back", async ({
  page,
  signIn,
  visit,
  mila,
}) => {
  await page.addInitScript(() => {
    window.EventSource = class extends EventTarget {
      close() {}
    } as unknown as typeof EventSource;
  });
  await signIn();
  await visit("/dashboard");
  await say(page, "water the ferns every day at 8pm");
  await expect(card(page, "Water the ferns")).toContainText("Every day 8 PM");
  await using db = openData(mila.dataFolder);
  const { task_id: id } = await db
    .updateTable("series_occurrences")
    .set({ missed_at: "2026-01-01T00:00:00.000Z" })
    .where("state", "=", "open")
    .where("task_id", "in", ({ selectFrom }) =>
      selectFrom("tasks").select("id").where("title", "=", "Water the ferns"),
    )
    .returning("task_id")
    .executeTakeFirstOrThrow();
  const state = async () =>
    (
      await db
        .selectFrom("series_occurrences")
        .select("state")
        .where("task_id", "=", id)
        .executeTakeFirstOrThrow()
    ).state;
  await expect.poll(state).toBe("missed");

  await card(page, "Water the ferns").getByRole("button", { name: "Mark as complete" }).click();
  await expectToast(page, "Done for ");
  expect(await state()).toBe("done");
  await expect(
    card(page, "Water the ferns").getByRole("button", { name: "Mark as complete" }).first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(state).toBe("missed");
});
