import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newFamily } from "../../support/product/visitor.ts";
import { startMila } from "../../support/product/mila.ts";
import { askReadiness } from "../../support/product/readiness.ts";
import { runUsers } from "../../support/product/users-command.ts";
import { temporaryFolder } from "../../support/records/backup.ts";

/** For a busy machine. */
const patience = { timeout: 60_000 };

function folderOfTest(): string {
  const data = temporaryFolder();
  onTestFinished(() => data[Symbol.dispose]());
  return data.folder;
}

/** Stops a Mila with an account, once her keys are marked. */
async function usedFolder(): Promise<string> {
  const folder = folderOfTest();
  await using mila = await startMila({ DATA_DIR: folder });
  await newFamily(mila);
  const keys = () => readFileSync(join(folder, "secrets.json"), "utf8");
  await expect.poll(keys, patience).toContain("hadAccounts");
  return folder;
}

test("a database without accounts beside keys that had some says so, until there is one", async () => {
  const [used, folder] = [await usedFolder(), join(folderOfTest(), "data")];
  mkdirSync(folder);
  cpSync(join(used, "secrets.json"), join(folder, "secrets.json"));
  await using mila = await startMila({ DATA_DIR: folder });
  expect(mila.output()).toContain(
    `The database mila.db in ${folder} has no accounts, but its keys had some.`,
  );
  const ready = askReadiness(mila);
  const missing = '{"status":"error","accounts":"missing, although the keys had some"}';
  await expect.poll(ready, patience).toMatchObject({ status: 503, text: missing });
  await newFamily(mila);
  await expect.poll(ready, patience).toMatchObject({ status: 200, text: '{"status":"ok"}' });
});

test("a Mila whose only account was deleted is ready, and so is a new one", async () => {
  const folder = folderOfTest();
  {
    await using mila = await startMila({ DATA_DIR: folder });
    await expect.poll(askReadiness(mila), patience).toMatchObject({ status: 200 });
    const family = await newFamily(mila);
    const keys = () => readFileSync(join(folder, "secrets.json"), "utf8");
    await expect.poll(keys, patience).toContain("hadAccounts");
    const deleted = await runUsers(["delete", family.email, "--yes"], { folder });
    expect(deleted).toMatchObject({ code: 0 });
    await expect.poll(askReadiness(mila), patience).toMatchObject({ status: 200 });
  }
  await using again = await startMila({ DATA_DIR: folder });
  expect(again.output()).not.toContain("has no accounts");
});
