import { expect, test } from "vitest";
import { sharedMila } from "../../support/product/shared-mila.ts";
import { addTask } from "../../support/records/add-task.ts";
import { withoutTable } from "../../support/records/without-table.ts";
import { newNora } from "./forms-mila.ts";

const offers = ["Try again", "Remind me later tonight"];

test.for([
  ["complete", "Mark as complete", "Mark as done: Order groceries"],
  ["delete", "Delete task", "Delete: Order groceries"],
] as const)(
  "a failed %s is an error with its code, and can be tried again or remembered",
  async ([, button, title]) => {
    await using mila = await sharedMila();
    const { nora, family } = await newNora(mila);
    await addTask(family, { title: "Order groceries" });
    const fail = async () => {
      await nora.visit("/dashboard");
      if (button === "Delete task") await nora.card("Order groceries").follow("More");
      const place = button === "Delete task" ? nora : nora.card("Order groceries");
      await withoutTable(mila, "tasks", () => place.press(button, { status: 500 }));
      expect(nora.heading).toBe("Error");
      expect(nora.alert).toContain("Something went wrong");
      expect(nora.text).toMatch(/send this code to Mila's owner: [0-9a-f]{12}/);
      expect(nora.buttons()).toEqual(offers);
    };
    await fail();
    await nora.press("Remind me later tonight");
    expect(nora.url).toBe("/dashboard");
    expect(nora.toast).toMatch(/I'll remind you (tonight|tomorrow) at \d+:00 [AP]M/);
    expect(nora.card(title).text).toMatch(/\d+:00 [AP]M/);

    await fail();
    await nora.press("Try again");
    expect(nora.url).toBe("/dashboard");
    expect(nora.toast).toMatch(/Task (completed|deleted)/);
  },
);

test("a request that cannot be saved is kept on the page, whatever fails next", async () => {
  await using mila = await sharedMila();
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  nora.fill("What do you need?", "Order groceries tomorrow at 3pm");
  await withoutTable(mila, "tasks", async () => {
    await nora.press("Send", { status: 500 });
    expect(nora.heading).toBe("Hmm, I couldn't save that.");
    expect(nora.text).toContain("Want me to try again or remind you later tonight?");
    await nora.press("Try again", { status: 500 });
    await nora.press("Remind me later tonight", { status: 500 });
    expect(nora.buttons()).toEqual(["Try again"]);
  });
  await nora.press("Try again");
  expect(nora.toast).toContain("I'll remind you");
  expect(nora.card("Add: Order groceries tomorrow at 3pm").text).toContain(":00");
});

test("a password is never kept on an error page", async () => {
  await using mila = await sharedMila();
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/account/password");
  nora.fill("Current password", "correct horse 7");
  nora.fill("New password", "correct horse 8");
  await withoutTable(mila, "users", () => nora.press("Change password", { status: 500 }));
  expect(nora.heading).toBe("Something went wrong");
  expect(nora.html).not.toContain("correct horse");
});

test("what was typed beside a password is kept without it", async () => {
  await using mila = await sharedMila();
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/account/email");
  nora.fill("New email address", "nora.new@example.com");
  nora.fill("Your password", "correct horse 7");
  await withoutTable(mila, "users", () => nora.press("Change email address", { status: 500 }));
  expect(nora.html).toContain("nora.new@example.com");
  expect(nora.html).not.toContain("correct horse");
});
