import type { Page } from "@playwright/test";
import { expect, test } from "../../support/browser/browser.ts";
import { addTask } from "../../support/records/add-task.ts";

const layouts = [
  { width: 360, columns: 1, navigation: "below" },
  { width: 639, columns: 1, navigation: "below" },
  { width: 640, columns: 2, navigation: "above" },
  { width: 900, columns: 3, navigation: "above" },
  { width: 1920, columns: 3, navigation: "above" },
];

test("the dashboard uses the width, and the navigation is below on phones", async ({
  signedIn: page,
}) => {
  for (const expected of layouts) {
    await page.setViewportSize({ width: expected.width, height: 800 });
    expect(await layoutOf(page, expected.width)).toEqual(expected);
  }
  expect((await page.getByRole("main").boundingBox())!.width).toBe(1600);
});

async function layoutOf(page: Page, width: number) {
  const regions = ["Kids", "Household", "Elders"].map((name) =>
    page.getByRole("region", { name }).boundingBox(),
  );
  const lefts = new Set((await Promise.all(regions)).map((box) => box!.x));
  const { y } = (await page.getByRole("navigation", { name: "Main" }).boundingBox())!;
  return { width, columns: lefts.size, navigation: y > 400 ? "below" : "above" };
}

test("a long title takes four lines as a heading and two in a toast, beside a button on one line", async ({
  signedIn: page,
  visit,
  family,
}) => {
  const id = await addTask(family, {
    title: "Remember to bring what the school asked for. ".repeat(6).trim(),
  });
  await page.setViewportSize({ width: 360, height: 800 });
  // Otherwise a live update may replace the page before the click.
  await page.route("**/events?*", (route) => route.fulfill({ status: 204 }));
  await visit(`/tasks/${id}`);
  expect(await page.getByRole("heading", { level: 1 }).evaluate(countLines)).toBe(4);
  await family.post(`/tasks/${id}/delete`);
  await page.getByRole("button", { name: "Done" }).click();
  const toast = page.locator(".toast").filter({ hasText: "Remember" });
  expect(await toast.getByText("Remember").evaluate(countLines)).toBe(2);
  expect((await toast.getByRole("button", { name: "Undo" }).boundingBox())!.height).toBeLessThan(
    48,
  );
});

function countLines(element: Element): number {
  return Math.round(
    element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight),
  );
}
