import { join } from "node:path";
import { expect, test } from "vitest";
import { startMila } from "../../support/product/mila.ts";
import { mountSmallDisk } from "../../support/product/small-disk.ts";
import { newFamily, type Visitor } from "../../support/product/visitor.ts";
import { liftAddingLimit } from "../../support/records/lift-adding-limit.ts";
import { temporaryFolder } from "../../support/records/backup.ts";

const maxPosts = 400;

const profile = { role: "parent", timeZone: "Europe/Berlin" };

/** SQLite may first use room in its log. @returns what the page says then */
async function addUntilRefused(
  family: Visitor,
  text: string,
): Promise<{ status: number; page: string }> {
  for (let posts = 0; posts < maxPosts; posts += 1) {
    const answer = await family.post("/dashboard", { text, requestId: `full-${posts}` });
    if (answer.status !== 303) return { status: answer.status, page: await answer.text() };
  }
  throw new Error("The disk is not full");
}

test("a full disk says what it did not save, gives it back, and saves it once there is room", async ({
  skip,
}) => {
  using data = temporaryFolder();
  using disk = mountSmallDisk(join(data.folder, "disk"));
  if (!disk) return skip("no small disk can be mounted here (it takes root)");
  await using mila = await startMila({
    DATA_DIR: join(disk.folder, "data"),
    DISK_FULL_PERCENT: "100",
  });
  const family = await newFamily(mila);
  liftAddingLimit(mila.dataFolder);
  await family.post("/dashboard", { text: "Water the ferns", requestId: "before" });
  const dashboard = await (await family.get("/dashboard")).text();
  const [complete = ""] = /\/tasks\/[\da-f-]+\/complete/.exec(dashboard) ?? [];
  disk.fill();

  const refused = await addUntilRefused(family, `Buy 3 "oat" & rye breads`);
  expect(refused.status).toBe(503);
  expect(refused.page).toContain('<h1 class="page-title">Hmm, I couldn&#x27;t save that.</h1>');
  expect(refused.page).toContain("Mila&#x27;s disk is full, so her owner needs to make room.");
  expect(refused.page).toMatch(
    /<blockquote[^>]*>Buy 3 &quot;oat&quot; &amp; rye breads<\/blockquote>/,
  );
  expect(refused.page).toMatch(/<form method="post" action="\/dashboard"/);
  expect(refused.page).not.toContain("Something went wrong");

  const card = await (await family.post(complete, { changeId: "tick" })).text();
  expect(card).toContain("Mila&#x27;s disk is full");
  expect(card).toMatch(new RegExp(`<form method="post" action="${complete}"`));
  const script = await family.post("/dashboard.data", { text: "Buy soap", requestId: "script" });
  expect([script.status, await script.text()]).toEqual([
    503,
    expect.stringContaining("Mila's disk is full"),
  ]);
  const settings = await (
    await family.post("/preferences/profile", { ...profile, firstName: "Kim Lee" })
  ).text();
  expect(settings).toMatch(/disk is full[^]*<blockquote[^>]*>Kim Lee</);
  expect((await family.get("/dashboard")).status).toBe(200);

  disk.makeRoom();
  const again = Object.fromEntries(
    [...refused.page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [
        name,
        value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
      ],
    ),
  );
  expect((await family.post("/dashboard", again)).status).toBe(303);
  expect(await (await family.get("/dashboard")).text()).toMatch(/oat/i);
});

test("what is secret is not shown again", async ({ skip }) => {
  using data = temporaryFolder();
  using disk = mountSmallDisk(join(data.folder, "disk"));
  if (!disk) return skip("no small disk can be mounted here (it takes root)");
  await using mila = await startMila({ DATA_DIR: join(disk.folder, "data") });
  const family = await newFamily(mila);
  liftAddingLimit(mila.dataFolder);
  disk.fill();
  await addUntilRefused(family, "Buy milk");
  const page = await family.post("/preferences/account/password", {
    currentPassword: "correct horse 7",
    newPassword: "hay 4 the cow",
  });
  const text = await page.text();
  expect([page.status, text]).toEqual([503, expect.stringContaining("disk is full")]);
  expect(text).not.toMatch(/correct horse|hay 4/);
});
