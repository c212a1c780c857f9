import { expect, test } from "vitest";
import { databaseInMemory } from "../../hands/database.ts";
import { playSeed } from "../../hands/play-seed.ts";
import { runs } from "../../support/runner/depth.ts";
import { testSeed } from "../../support/runner/seed.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

test.skipIf(skippedOnPostgres.file)(
  "many hands on one task break no rule between features",
  async () => {
    const before = globalThis.milaDatabase;
    const db = await databaseInMemory();
    const reports: string[] = [];
    try {
      const count = runs({ full: 20_000, part: 1_500 });
      // The short run plays the same actions each time, so that what it finds is a fault of the
      // change.
      const seed = runs({ full: testSeed(), part: 181_242_933 });
      await playSeed(db, seed, count, { tell: (report) => reports.push(report) });
    } finally {
      globalThis.milaDatabase = before;
      await db.destroy();
    }
    expect(reports.join("\n")).toBe("");
  },
  600_000,
);
