import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startMila } from "../../support/product/mila.ts";
import { newFamily } from "../../support/product/visitor.ts";

const secret = "Ask the lawyer about the divorce";
const minute = { timeout: 60_000, interval: 500 };

test(
  "within a minute, no file of a running Mila holds what a deleted account wrote",
  { timeout: 90_000 },
  async () => {
    await using mila = await startMila();
    const family = await newFamily(mila);
    for (let number = 0; number < 20; number += 1)
      await family.post("/dashboard", { text: `${secret} ${number}` });
    // Pages move from the log to the database, so the log is read first.
    const files = ["mila.db-wal", "mila.db"].map((name) => join(mila.dataFolder, name));
    const hasSecret = () =>
      files.some((file) => existsSync(file) && readFileSync(file).includes(secret));
    expect(hasSecret()).toBe(true);
    const { status } = await family.post("/preferences/account/delete", {
      password: "correct horse 7",
    });
    expect(status).toBe(303);
    expect((await family.get("/dashboard")).status).toBe(303);
    await expect.poll(hasSecret, minute).toBe(false);
  },
);
