import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtWorker } from "../../../scripts/start/built.ts";
import { askReadiness } from "../../support/product/readiness.ts";
import { sharedMila } from "../../support/product/shared-mila.ts";
import { newFamily } from "../../support/product/visitor.ts";
import { temporaryFolder } from "../../support/records/backup.ts";

const faults = {
  deleted: () => undefined,
  replaced: (file: string, kept: string) => copyFileSync(kept, file),
};

const gone = "The database file was deleted or replaced: restart Mila";

test.each(["deleted", "replaced"] as const)(
  "nothing is said to be saved after the database file was %s",
  async (how) => {
    await using mila = await sharedMila();
    const family = await newFamily(mila);
    const add = async (requestId: string) =>
      (await family.post("/dashboard", { text: "Buy milk", requestId })).status;
    const ready = askReadiness(mila);
    expect(await add("before")).toBe(303);
    const file = join(mila.dataFolder, "mila.db");
    const kept = `${file}.kept`;
    renameSync(file, kept);
    try {
      faults[how](file, kept);
      expect(await add("meanwhile")).toBe(500);
      expect(await add("once more")).toBe(500);
      expect(await ready()).toMatchObject({
        status: 503,
        text: `{"status":"error","database":"${gone}"}`,
      });
      await expect.poll(mila.log).toMatch(gone);
    } finally {
      rmSync(file, { force: true });
      renameSync(kept, file);
    }
    expect((await ready()).text).not.toContain("database");
    expect(await add("after")).toBe(303);
  },
);

test("a worker that starts while the database file is away makes no empty one in its place", async () => {
  using data = temporaryFolder();
  const env = { ...process.env, NODE_ENV: "production" as const, DATA_DIR: data.folder };
  const worker = spawn(process.execPath, [builtWorker], { env, stdio: "ignore" });
  expect(await once(worker, "exit")).toEqual([1, null]);
  // SQLite would empty the log of the latest changes beside it.
  expect(readdirSync(data.folder)).not.toContain("mila.db");
});
