import { expect, test } from "vitest";
import { newDatabase } from "../../support/records/database.ts";
import { dump } from "../security/households/dump.ts";

test("a new database holds nobody and nothing that could be signed in to", async () => {
  await using own = newDatabase();
  expect(await dump(own.db)).toEqual([]);
});
