import { expect, test } from "vitest";
import { openDatabase } from "#db/connection.server.ts";
import { changes, dump } from "./dump.ts";
import { newDatabase } from "../../../support/records/database.ts";
import { newFamily } from "../../../support/records/family.ts";
import { skippedOnPostgres } from "../../../support/records/engines.ts";

test.skipIf(skippedOnPostgres.file)(
  "a dump includes writes of its own and of other connections",
  async () => {
    await using own = newDatabase();
    const other = openDatabase(own.file);
    const first = await dump(own.db);
    await newFamily(other);
    const second = await dump(own.db);
    expect(changes(first, second).come.length).toBe(6);
    const { userId } = await newFamily(own.db);
    const third = await dump(own.db);
    expect(changes(second, third).come.length).toBe(6);
    await other
      .updateTable("users")
      .set({ email: "changed@example.com" })
      .where("id", "=", userId)
      .execute();
    expect(changes(third, await dump(own.db))).toMatchObject({
      gone: [expect.any(String)],
      come: [expect.stringContaining("changed@example.com")],
    });
    expect(await dump(own.db)).toBe(await dump(own.db));
    await other.destroy();
  },
);
