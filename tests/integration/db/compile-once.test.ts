import { expect, test } from "vitest";
import { compileOnce } from "#db/sql/compile-once.ts";
import { idList } from "#db/sql/values.ts";
import { newDatabase } from "../../support/records/database.ts";

const listOptOuts = compileOnce((db, addresses: readonly string[], since: string) =>
  db
    .selectFrom("opt_outs")
    .select("address")
    .where("address", "in", idList(addresses))
    .where("opted_out_at", ">=", since)
    .orderBy("address"),
);

test("each run of a query that is compiled once has its own values", async () => {
  await using own = newDatabase();
  const rows = ["a", "b", "c"].map((address, day) => ({
    address,
    opted_out_at: `2031-06-1${day}`,
    cause: "asked",
  }));
  await own.db
    .insertInto("opt_outs")
    .values(rows as never)
    .execute();
  const list = async (addresses: string[], since: string) =>
    (await listOptOuts(own.db, addresses, since)).map(({ address }) => address);
  expect(await list(["a", "b", "c"], "2031-06-11")).toEqual(["b", "c"]);
  expect(await list(["a", "b"], "2031-06-10")).toEqual(["a", "b"]);
  expect(await list([], "2031-06-10")).toEqual([]);
});

test("it also changes rows", async () => {
  await using own = newDatabase();
  await own.db
    .insertInto("opt_outs")
    .values({ address: "a", opted_out_at: "2031-06-10", cause: "asked" })
    .execute();
  const remove = compileOnce((db, address: string) =>
    db.deleteFrom("opt_outs").where("address", "=", address),
  );
  await remove(own.db, "b");
  expect(await own.db.selectFrom("opt_outs").select("address").execute()).toHaveLength(1);
  await remove(own.db, "a");
  expect(await own.db.selectFrom("opt_outs").select("address").execute()).toEqual([]);
});

test("it refuses what would fix its first values for good", async () => {
  await using own = newDatabase();
  const list = (condition: (address: string) => string) =>
    compileOnce((db, address: string) =>
      db.selectFrom("opt_outs").selectAll().where("address", "=", condition(address)),
    );
  await expect(list((address) => `${address}!`)(own.db, "a")).rejects.toThrow(
    "cannot look at its values",
  );
  await expect(list((address) => JSON.stringify(address))(own.db, "a")).rejects.toThrow(
    "cannot look at its values",
  );
  await expect(list((address) => (address > "A" ? "x" : "y"))(own.db, "a")).rejects.toThrow(
    "cannot look at its values",
  );
  await expect(list((address) => address.toLowerCase())(own.db, "a")).rejects.toThrow(TypeError);
  await expect(list((address) => address.trim())(own.db, "a")).rejects.toThrow(TypeError);
  const withDefault = compileOnce((db, address: string = "a") =>
    db.selectFrom("opt_outs").selectAll().where("address", "=", address),
  );
  await expect(withDefault(own.db, "b")).rejects.toThrow("needs all its arguments");
});
