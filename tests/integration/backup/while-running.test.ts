import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decrypt, encrypt } from "#app/domain/core/encryption.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import {
  type FamilyAtWeb,
  markOf,
  postTask,
  remindersEach,
  savedTasks,
} from "../../faults/family-at-web.ts";
import {
  addTasks,
  restoreInto,
  runCommand,
  temporaryFolder,
} from "../../support/records/backup.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { startMila } from "../../support/product/mila.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { sharedMila } from "../../support/product/shared-mila.ts";
import { runUsers } from "../../support/product/users-command.ts";
import { runs } from "../../support/runner/depth.ts";
import { newFamily } from "../../support/product/visitor.ts";

/** On the page of a reset link that can be used. */
const works = "Choose a new password</h1>";

test(
  "a backup made during writes has everything saved before it, and no partial change",
  { timeout: 120_000 },
  async () => {
    using other = temporaryFolder();
    const answered: { number: number; at: number }[] = [];
    const backups: { file: string; begunAt: number }[] = [];
    {
      await using mila = await sharedMila();
      await addTasks(mila.db, 10_000, "Padding");
      const families: FamilyAtWeb[] = [];
      for (let family = 0; family < 40; family += 1) families.push(await signedInFamily(mila));
      await mila.db.updateTable("user_preferences").set({ reminder_one_hour_before: 1 }).execute();
      const over = new AbortController();
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let number = writer * 10_000; !over.signal.aborted; number += 1) {
          if ((await postTask(families[number % families.length]!, number))?.status === 303)
            answered.push({ number, at: performance.now() });
        }
      });
      for (let count = 1; count <= runs({ full: 3, part: 2 }); count += 1) {
        const backup = { file: join(other.folder, `${count}.db`), begunAt: performance.now() };
        expect(await runCommand("backup", backup.file, { folder: mila.dataFolder })).toMatchObject({
          code: 0,
        });
        backups.push(backup);
      }
      over.abort();
      await Promise.all(writers);
    }
    for (const [index, { file, begunAt }] of backups.entries()) {
      const folder = join(other.folder, `restored-${index}`);
      mkdirSync(folder);
      await restoreInto(folder, file);
      await using db = openDatabase(join(folder, "mila.db"));
      const saved = await savedTasks(db);
      const titles = saved.map(({ title }) => title).join("\n");
      const before = answered.filter(({ at }) => at < begunAt);
      expect(before.filter(({ number }) => !titles.includes(markOf(number)))).toEqual([]);
      expect(
        saved.filter(({ title, reminders }) => title !== "Padding" && reminders !== remindersEach),
      ).toEqual([]);
    }
    expect(answered.length).toBeGreaterThan(20);
  },
);

test("on another machine sessions and reset links have ended; requests and encrypted values still work", async () => {
  using other = temporaryFolder();
  const file = join(other.folder, "mila-backup.db");
  let [cookie, path, reset, encrypted] = ["", "", "", ""];
  {
    await using mila = await sharedMila();
    const family = await newFamily(mila);
    ({ path } = await askSam(family, { title: "Pick up Emma" }));
    cookie = `mila_session=${family.cookie("mila_session")}`;
    const made = await runUsers(["reset-link", family.email], { folder: mila.dataFolder });
    reset = /(\/auth\/reset\?token=\S+)/.exec(made.output)?.[1] ?? "";
    expect((await rawRequest(mila.url, reset)).text).toContain(works);
    encrypted = encrypt(readSecrets(mila.dataFolder).encryption, "1//token", "nora");
    expect(await runCommand("backup", file, { folder: mila.dataFolder })).toMatchObject({
      code: 0,
      output: expect.stringContaining("1 account and 1 task"),
    });
  }
  const folder = join(other.folder, "data");
  expect(await runCommand("restore", file, { folder })).toMatchObject({ code: 0 });
  await using mila = await startMila({ DATA_DIR: folder });
  const dashboard = await rawRequest(mila.url, "/dashboard", { headers: { cookie } });
  expect([dashboard.status, dashboard.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/auth\b/),
  ]);
  expect((await rawRequest(mila.url, reset)).text).not.toContain(works);
  const request = await rawRequest(mila.url, path);
  expect([request.status, request.text]).toEqual([200, expect.stringContaining("Pick up Emma")]);
  expect(decrypt(readSecrets(folder).encryption, encrypted, "nora")).toBe("1//token");
});
