import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";

const dictated =
  "Pick up Emma from school tomorrow at three and then drive her to the swimming pool";

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
    expect(
      await input.evaluate((field) => field.scrollHeight - field.clientHeight),
    ).toBeLessThanOrEqual(1);
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

test("Enter sends only where the keyboard says so", bothWays, async ({ page, signedIn }) => {
  await signedIn.setViewportSize({ width: 360, height: 740 });
  const input = page.getByLabel("What do you need?");
  const isScripted = await page.evaluate(() => window.matchMedia("(scripting: enabled)").matches);
  await expect(input).toHaveJSProperty("enterKeyHint", isScripted ? "send" : "");
  const send = page.getByRole("button", { name: "Send" });
  await expect(send).toBeInViewport({ ratio: 1 });
  if (isScripted) return;
  expect((await send.boundingBox())!.width).toBeGreaterThan(50);
  await input.fill("Buy milk tomorrow");
  await input.press("Tab");
  await expect(send).toBeFocused();
  await send.press("Enter");
  await expect(page.getByRole("heading", { level: 3, name: "Buy milk" })).toBeVisible();
});

test("Enter that chooses a word sends nothing, in Safari's order of events too", async ({
  signedIn: page,
}) => {
  const input = page.getByLabel("What do you need?");
  await input.fill("牛乳を買う");
  for (const event of [{ isComposing: true }, { keyCode: 229 }]) {
    const wasLeft = await input.evaluate(
      (field, more) =>
        field.dispatchEvent(
          new KeyboardEvent("keydown", {
            key: "Enter",
            bubbles: true,
            cancelable: true,
            ...more,
          }),
        ),
      event,
    );
    expect(wasLeft).toBe(true);
  }
  await expect(input).toHaveValue("牛乳を買う");
  await input.press("Enter");
  await expect(page.getByText("When is “牛乳を買う” due?")).toBeVisible();
});

test("a press shows under a finger", bothWays, async ({ signedIn: page }) => {
  const send = page.getByRole("button", { name: "Send" });
  const look = () => send.evaluate((button) => getComputedStyle(button).opacity);
  const highlight = await send.evaluate((button) =>
    getComputedStyle(button).getPropertyValue("-webkit-tap-highlight-color"),
  );
  expect(highlight).not.toMatch(/(, |\/ )0\)$/);
  expect(await look()).toBe("1");
  await send.hover();
  await page.mouse.down();
  await expect.poll(look).toBe("0.7");
  await page.mouse.up();
});
