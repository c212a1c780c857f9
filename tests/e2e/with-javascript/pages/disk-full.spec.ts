import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startMila } from "../../../support/product/mila.ts";
import { mountSmallDisk } from "../../../support/product/small-disk.ts";
import { newFamily } from "../../../support/product/visitor.ts";
import { isOnPostgres } from "../../../support/records/engines.ts";
import { liftAddingLimit } from "../../../support/records/lift-adding-limit.ts";

const maxPosts = 400;

test("on a full disk the page stays, says why, and keeps what is typed", async ({ page }) => {
  test.skip(isOnPostgres, "the small disk would have to be PostgreSQL's");
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), "mila-"));
  using cleanUp = new DisposableStack();
  cleanUp.defer(() => rmSync(folder, { recursive: true }));
  using disk = mountSmallDisk(join(folder, "disk"));
  if (!disk) return test.skip(true, "no small disk can be mounted here (it takes root)");
  await using mila = await startMila({
    DATA_DIR: join(disk.folder, "data"),
    DISK_FULL_PERCENT: "100",
  });
  const family = await newFamily(mila);
  liftAddingLimit(mila.dataFolder);
  await page
    .context()
    .addCookies([
      { name: "mila_session", value: family.cookie("mila_session") ?? "", url: mila.url },
    ]);
  await page.goto(`${mila.url}/dashboard`);
  const field = page.locator("[name=text]");
  await field.fill("Buy oat bread");
  disk.fill();
  // SQLite may first use room in its log.
  for (let posts = 0; posts < maxPosts; posts += 1)
    if (
      (await family.post("/dashboard", { text: "Filler", requestId: `full-${posts}` })).status !==
      303
    )
      break;
  await field.press("Enter");
  await expect(
    page.getByRole("alert").filter({ hasText: "Mila's disk is full" }).first(),
  ).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Buy oat bread" }).first()).toBeVisible();
  disk.makeRoom();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: /oat bread/i })).toBeVisible();
});
