import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";

const dictated = "Pick up Emma from school tomorrow at three and then drive her to the swimming pool";

test("the input grows to show all of a dictated sentence", bothWays, async ({ signedIn: page }) => {
  const input = page.getByLabel("What do you need?");
  for (const [width, fontSize] of [
    [360, "100%"],
    [360, "200%"],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.evaluate((size) => void (document.documentElement.style.fontSize = size), fontSize);
    await input.fill("");
    const oneLine = (await input.boundingBox())!.height;
    await input.fill(fontSize === "100%" ? dictated : dictated.slice(0, 50));
    const { height } = (await input.boundingBox())!;
    expect(height).toBeGreaterThan(oneLine);
    expect(await input.evaluate((field) => field.scrollHeight - field.clientHeight)).toBeLessThanOrEqual(1);
  }
});

test("Shift+Enter breaks the line and Enter sends", async ({ signedIn: page }) => {
  const input = page.getByLabel("What do you need?");
  await input.fill("Buy milk tomorrow");
  await input.press("Shift+Enter");
  await expect(input).toHaveValue("Buy milk tomorrow\n");
  await input.press("Enter");
  await expect(page.getByRole("heading", { level: 3, name: "Buy milk" })).toBeVisible();
  await expect(input).toHaveValue("");
});
