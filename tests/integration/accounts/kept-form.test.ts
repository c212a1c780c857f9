import { afterEach, expect, test, vi } from "vitest";
import {
  hasKeptForm,
  saveKeptForm,
  useKeptForm,
} from "#app/domain/accounts/sessions/kept-form.server.ts";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { purgeExpiredRecords } from "#app/domain/wiring/product.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";

const cake = { path: "/dashboard", fields: new URLSearchParams({ text: "Order cake" }) };
const minute = 60_000;
const encryptionKey = Buffer.alloc(32, "a-key-for-tests").toString("base64url");

afterEach(() => vi.useRealTimers());

async function keepCake() {
  const own = newDatabase();
  const nora = await newFamily(own.db);
  await saveKeptForm(own.db, nora.userId, cake, encryptionKey);
  const use = (path: string, userId = nora.userId) =>
    useKeptForm(own.db, userId, path, encryptionKey);
  const rows = () => own.db.selectFrom("kept_forms").selectAll().execute();
  return { own, db: own.db, nora, use, rows };
}

test("a kept form is gone after an hour, and a minute after it was given back", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { own, db, nora, use, rows } = await keepCake();
  await using _own = own;
  vi.setSystemTime(Date.now() + 59 * minute);
  expect(await hasKeptForm(db, nora.userId, "/dashboard")).toBe(true);
  expect((await use("/dashboard"))?.get("text")).toBe("Order cake");
  vi.setSystemTime(Date.now() + minute / 2);
  expect((await use("/dashboard"))?.get("text")).toBe("Order cake");
  vi.setSystemTime(Date.now() + minute / 2 + 1);
  expect(await use("/dashboard")).toBeUndefined();

  await saveKeptForm(db, nora.userId, cake, encryptionKey);
  await purgeExpiredRecords(db, nowIso());
  expect(await rows()).toHaveLength(1);
  vi.setSystemTime(Date.now() + 60 * minute);
  expect(await use("/dashboard")).toBeUndefined();
  await purgeExpiredRecords(db, nowIso());
  expect(await rows()).toEqual([]);
});

test("a page's latest form is kept, encrypted, for that page and nobody else", async () => {
  const { own, db, nora, use, rows } = await keepCake();
  await using _own = own;
  const sam = await newFamily(db);
  await saveKeptForm(
    db,
    nora.userId,
    { ...cake, fields: new URLSearchParams({ text: "Order tea" }) },
    encryptionKey,
  );
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  expect((await use("/dashboard"))?.get("text")).toBe("Order tea");
  // A short word would be in some ciphertexts by chance.
  expect(JSON.stringify(row)).not.toContain("Order");
  expect(await use("/welcome/children")).toBeUndefined();
  expect(await use("/dashboard", sam.userId)).toBeUndefined();
  await db.updateTable("kept_forms").set({ user_id: sam.userId }).execute();
  expect(await use("/dashboard", sam.userId)).toBeUndefined();
});

test("the ten latest forms of a user are kept, and using one leaves the others their hour", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { own, db, nora, use, rows } = await keepCake();
  await using _own = own;
  const sam = await newFamily(db);
  await saveKeptForm(db, sam.userId, cake, encryptionKey);
  for (let page = 1; page <= 10; page += 1) {
    vi.setSystemTime(Date.now() + 1_000);
    await saveKeptForm(db, nora.userId, { ...cake, path: `/tasks/${page}/edit` }, encryptionKey);
  }
  expect(await use("/dashboard")).toBeUndefined();
  expect(await use("/dashboard", sam.userId)).toBeDefined();
  expect(await use("/tasks/1/edit")).toBeDefined();
  vi.setSystemTime(Date.now() + 50 * minute);
  expect([await use("/tasks/1/edit"), await use("/tasks/2/edit")]).toEqual([
    undefined,
    cake.fields,
  ]);
  expect(await rows()).toHaveLength(11);
});

test("a deleted account leaves no form behind, and gets none", async () => {
  const { own, db, nora, rows } = await keepCake();
  await using _own = own;
  await deleteAccount(db, nora.userId, { mayLeaveNoOwner: true });
  expect(await rows()).toEqual([]);
  await saveKeptForm(db, nora.userId, cake, encryptionKey);
  await saveKeptForm(db, newId(), cake, encryptionKey);
  expect(await rows()).toEqual([]);
});
