import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rawRequest } from "../../support/product/raw-request.ts";
import { sharedMila } from "../../support/product/shared-mila.ts";
import { newFamily } from "../../support/product/visitor.ts";

const faults = {
  deleted: () => undefined,
  replaced: (file: string, kept: string) => copyFileSync(kept, file),
};

test.each(["deleted", "replaced"] as const)(
  "nothing is said to be saved after the database file was %s",
  async (how) => {
    await using mila = await sharedMila();
    const family = await newFamily(mila);
    const add = async (requestId: string) => (await family.post("/dashboard", { text: "Buy milk", requestId })).status;
    const ready = () => rawRequest(mila.url, "/health/ready");
    expect(await add("before")).toBe(303);
    const file = join(mila.dataFolder, "mila.db");
    const kept = `${file}.kept`;
    renameSync(file, kept);
    try {
      faults[how](file, kept);
      expect(await add("meanwhile")).toBe(500);
      expect(await add("once more")).toBe(500);
      expect(await ready()).toMatchObject({ status: 503, text: '{"status":"error","database":"not responding"}' });
    } finally {
      rmSync(file, { force: true });
      renameSync(kept, file);
    }
    expect((await ready()).text).not.toContain("database");
    expect(await add("after")).toBe(303);
  },
);
