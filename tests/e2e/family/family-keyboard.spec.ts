import type { Page } from "@playwright/test";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { addSam } from "../../support/messages/delegation-link.ts";
import { card, expectToast } from "../../support/browser/on-screen.ts";
import { today } from "../../support/text/days.ts";
import { expectFocusSeen, pressByKeyboard, tabTo } from "../../support/browser/tab-to.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test.use({ viewport: { width: 360, height: 560 } });

test(
  "a partner is asked, says yes and that it is done, by keyboard alone",
  bothWays,
  async ({ signedIn: page, family, visit, withTab, javaScriptEnabled }) => {
    const seen = async (where = page) => javaScriptEnabled && expectFocusSeen(where);
    await addSam(family);
    await addTask(family, { title: "Pick up Emma", category: "Kids" });
    await visit("/dashboard");
    await pressByKeyboard(page, "More: Pick up Emma");
    await expect(page.getByRole("link", { name: "Delegate" })).toBeVisible();
    await pressByKeyboard(page, "Delegate");
    await expect(heading(page, "Who can do this?")).toBeVisible();
    await seen();
    await expect(page.getByRole("radio", { name: "Copy a link" })).toBeChecked();
    await pressByKeyboard(page, "Delegate");
    await expectToast(page, "Task delegated!");
    await seen();
    const link = await page.getByLabel("Send them this link").inputValue();

    await withTab("Sam", async ({ page: sams }) => {
      await sams.setViewportSize({ width: 360, height: 560 });
      await sams.goto(new URL(link).pathname);
      await tabTo(sams, "Add a note (optional)");
      await sams.keyboard.type("There at three");
      await pressByKeyboard(sams, "Yes, I'll do it");
      await expect(heading(sams, "Thank you, Sam")).toBeVisible();
      await seen(sams);
      await pressByKeyboard(sams, "It's done");
      await expect(sams.getByText("The person who asked knows it's done.")).toBeVisible();
      await seen(sams);
    });
    await visit("/dashboard");
    await expect(
      card(page, "Pick up Emma").getByRole("button", { name: "Mark as incomplete" }),
    ).toBeVisible();
  },
);

test(
  "the family page leads to a child, its stars and its page, by keyboard alone",
  bothWays,
  async ({ signedIn: page, family, visit, withTab, javaScriptEnabled }) => {
    const seen = async (where = page) => javaScriptEnabled && expectFocusSeen(where);
    await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
    await family.post("/preferences/family/stars", { isOn: "yes" });
    await addTask(family, { title: "Feed the cat", assignee: "Emma", dueDate: `${today()}T23:59` });
    await visit("/family");
    await pressByKeyboard(page, "Kids Only");
    await expect(page).toHaveURL(/filter=kids/);
    await seen();
    await pressByKeyboard(page, "Emma");
    await expect(heading(page, "Emma")).toBeVisible();
    await seen();

    await pressByKeyboard(page, "Give stars");
    await expect(heading(page, "Stars for Emma")).toBeVisible();
    await tabTo(page, "What for?");
    await page.keyboard.type("Helping grandma");
    await pressByKeyboard(page, "Give");
    await expectToast(page, "1 star for Emma");
    await seen();

    await visit("/family");
    await pressByKeyboard(page, "Emma");
    await expect(heading(page, "Emma")).toBeVisible();
    await pressByKeyboard(page, "A page for Emma");
    await expect(heading(page, "A page for Emma")).toBeVisible();
    await pressByKeyboard(page, "Make a link");
    const link = await page.getByLabel("Link for Emma", { exact: true }).inputValue();
    await seen();

    await withTab("Emma", async ({ page: emmas }) => {
      await emmas.setViewportSize({ width: 360, height: 560 });
      await emmas.goto(new URL(link).pathname);
      await expect(emmas.getByText("One thing to do today.")).toBeVisible();
      await pressByKeyboard(emmas, "Mark as complete: Feed the cat 11:59 PM");
      await expect(emmas.getByText("All done for today. Well done!")).toBeVisible();
      await pressByKeyboard(emmas, "Undo: Feed the cat");
      await expect(emmas.getByText("One thing to do today.")).toBeVisible();
    });
  },
);
