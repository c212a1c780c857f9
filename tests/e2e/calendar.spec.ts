import { expect, test } from "../support/browser.ts";
import { asking, card, say } from "../support/on-screen.ts";

test("a task of another year asks for its date, then opens Google Calendar filled in", async ({
  signedIn: page,
  problems,
}) => {
  problems.expectGoogleCalendar();
  await page.route("https://calendar.google.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Google</title>" }),
  );
  await say(page, "Call the vet on January 5 2041 at 3pm");
  const edit = await card(page, "Call the vet").getByRole("link", { name: "Call the vet" }).getAttribute("href");
  await page.goto((edit ?? "").replace("/edit", ""));
  await page.getByRole("button", { name: "Add to calendar" }).click();
  await expect(asking(page, "When is it due?")).toContainText("Call the vet");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/^https:\/\/calendar\.google\.com\/.*text=Call\+the\+vet.*20410105T/);
});
