import type { HasData } from "../product/mila.ts";
import type { Visitor } from "../product/visitor.ts";
import { openData } from "./open-data.ts";

/** Puts an item on the shopping list twice, as two phones without a connection do. */
export async function addItemTwice(
  { dataFolder }: HasData,
  family: Visitor,
  text: string,
): Promise<void> {
  const requestId = `twice-${crypto.randomUUID()}`;
  await family.post("/lists/shopping/items", { text, requestId });
  await using db = openData(dataFolder);
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
