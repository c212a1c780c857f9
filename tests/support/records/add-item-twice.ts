import { join } from "node:path";
import { openDatabase } from "#db/connection.server.ts";
import type { HasData } from "../product/mila.ts";
import type { Visitor } from "../product/visitor.ts";

/** Puts an item on the shopping list twice, as two phones without a connection do. */
export async function addItemTwice(
  { dataFolder }: HasData,
  family: Visitor,
  text: string,
): Promise<void> {
  const requestId = `twice-${crypto.randomUUID()}`;
  await family.post("/lists/shopping/items", { text, requestId });
  await using db = openDatabase(join(dataFolder, "mila.db"));
  const item = await db
    .selectFrom("list_items")
    .selectAll()
    .where("id", "=", requestId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("list_items")
    .values({ ...item, id: crypto.randomUUID(), added_request: `${requestId}-too` })
    .execute();
}
