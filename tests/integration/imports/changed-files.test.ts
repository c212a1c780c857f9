import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { startImport } from "#app/domain/imports/imports.server.ts";
import { newPerson } from "#app/domain/imports/limits.ts";
import { runImports } from "#app/domain/imports/run-imports.server.ts";
import { takeFile } from "#app/domain/imports/take-file.server.ts";
import { exportAccount } from "#app/domain/lifecycle/export.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { runs } from "../../support/runner/depth.ts";
import { testSeed } from "../../support/runner/seed.ts";

// It imports dozens of files.
vi.setConfig({ testTimeout: 120_000 });

const odd = ["null", '""', "0", "-1", '"x"', "[]", "{}", "1e9", '"2031-02-30"', "true"];

test("a file of Mila that somebody has changed is read or refused, and its import ends", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, { Emma: "child", Sam: "spouse" });
  for (const text of [
    "trash every Tuesday at 7pm: Emma and Sam in turns",
    "piano every Wednesday at 4, remind me 2 hours before",
    "call the vet on January 5 2031 at 9 am",
  ]) {
    const { id } = await addTask(db, nora, { text });
    await completeTask(db, nora, id);
  }
  const pieces: string[] = [];
  for await (const piece of await exportAccount(db, nora)) pieces.push(piece);
  const whole = pieces.join("");
  const values = [...whole.matchAll(/(?<=":)(?:"[^"\n]*"|-?\d+|null)(?=[,}])/g)];
  await using folder = await mkdtempDisposable(join(tmpdir(), "mila-changed-"));
  const path = join(folder.path, "mila.json");
  const change = fc.record({ at: fc.nat(), other: fc.oneof(fc.constantFrom(...odd), fc.nat()) });
  const files = fc.array(change, { minLength: 1, maxLength: 4 });
  const changed = fc.sample(files, { numRuns: runs({ full: 400, part: 60 }), seed: testSeed() });
  for (const changes of changed) {
    let text = whole;
    for (const { at, other } of changes) {
      const { index, 0: value } = values[at % values.length]!;
      const chosen = typeof other === "string" ? other : values[other % values.length]![0];
      if (text.startsWith(value, index))
        text = text.slice(0, index) + chosen + text.slice(index + value.length);
    }
    await writeFile(path, text);
    const sam = await newFamily(db);
    const taken = await takeFile(db, { ...sam, timeZone: "UTC" }, { path, fileName: "mila.json" });
    if ("refused" in taken) continue;
    const people = ["Emma", "Sam"].map((name) => ({ name, person: newPerson }));
    expect(await startImport(db, sam, taken.id, { people })).toBe("started");
    const isUnderWay = () =>
      db
        .selectFrom("imports")
        .select("id")
        .where("id", "=", taken.id)
        .where("state", "=", "running")
        .executeTakeFirst();
    while (await isUnderWay()) await runImports(db);
  }
});
