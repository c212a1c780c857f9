import { nowIso } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import {
  addItems,
  deleteItem,
  type Item,
  listItems,
  markItem,
  renameItem,
} from "#app/domain/lists/items.server.ts";
import { maxItems } from "#app/domain/lists/limits.ts";
import { findList } from "#app/domain/lists/lists.server.ts";
import { tooManyAdded } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { itemsIn } from "#app/domain/understanding/intent/items.ts";
import { id } from "../fields.ts";
import { type Call, operation, type Operation } from "../operation.ts";
import { missing, Problem } from "../problem.ts";
import { addedItems, item, itemChange, items, newItems } from "./schemas.ts";

const tag = "Lists";
const params = z.strictObject({ id });
const itemParams = z.strictObject({ id, item_id: id });

const allItems = operation({
  id: "listItems",
  method: "get",
  path: "/lists/{id}/items",
  access: "read",
  tag,
  summary: "List what is on a list",
  params,
  answers: {
    200: {
      description: "In the order in which they were added.",
      schema: items,
      headers: ["ETag"],
    },
    304: { description: "Nothing has changed (`If-None-Match`)." },
  },
  problems: [],
  run: async (call) => ({
    status: 200,
    body: { items: (await readItems(call, call.params.id)).map(viewItem) },
  }),
});

export const createItems = operation({
  id: "addItems",
  method: "post",
  path: "/lists/{id}/items",
  access: "write",
  tag,
  summary: "Put items on a list",
  params,
  body: newItems,
  answers: { 201: { description: "What is on the list now.", schema: addedItems } },
  problems: [],
  run: async (call) => {
    const { db, viewer, requestId, body } = call;
    const names = "names" in body ? body.names : itemsIn(body.text);
    const saved = await addItems(db, viewer, call.params.id, { names, requestId });
    if (saved === null) throw missing("list");
    if (saved === "too_often")
      throw new Problem("too_many", tooManyAdded, { headers: { "Retry-After": "600" } });
    if (saved === "too_many")
      throw new Problem("conflict", `A list holds ${maxItems} items. Clear the ticked ones first.`);
    const { added, back, known } = saved;
    const all = (await readItems(call, call.params.id)).map(viewItem);
    return { status: 201, body: { added, back, known, items: all } };
  },
});

export const updateItem = operation({
  id: "updateItem",
  method: "patch",
  path: "/lists/{id}/items/{item_id}",
  access: "write",
  tag,
  summary: "Tick, untick or rename an item",
  params: itemParams,
  body: itemChange,
  isConditional: true,
  answers: { 200: { description: "The item as it is now.", schema: item, headers: ["ETag"] } },
  problems: ["conflict"],
  run: async (call) => {
    const { db, viewer, body } = call;
    const { item_id: itemId } = call.params;
    call.requireMatch(viewItem(await requireItem(call)));
    if (body.name !== undefined) {
      const saved = await renameItem(db, viewer, itemId, body.name);
      if (saved === null) throw missing("item");
      if (saved === "taken") throw new Problem("conflict", "The list has that already.");
    }
    if (body.is_ticked !== undefined)
      await markItem(db, viewer, itemId, { isTicked: body.is_ticked, at: nowIso() });
    return { status: 200, body: viewItem(await requireItem(call)) };
  },
});

const removeItem = operation({
  id: "deleteItem",
  method: "delete",
  path: "/lists/{id}/items/{item_id}",
  access: "write",
  tag,
  summary: "Take an item off a list",
  params: itemParams,
  isConditional: true,
  answers: { 204: { description: "It is off the list." } },
  problems: [],
  run: async (call) => {
    const { id: itemId, ...found } = await requireItem(call);
    call.requireMatch(viewItem({ id: itemId, ...found }));
    await deleteItem(call.db, call.viewer, itemId);
    return { status: 204 };
  },
});

const viewItem = ({ id: itemId, name, isTicked }: Item) => ({
  id: itemId,
  name,
  is_ticked: isTicked,
});

async function readItems({ db, viewer }: Pick<Call, "db" | "viewer">, listId: string) {
  if (!(await findList(db, viewer, listId))) throw missing("list");
  return listItems(db, viewer, listId);
}

/** @throws Problem for an item of another list */
async function requireItem(call: Call<{ id: string; item_id: string }>): Promise<Item> {
  const all = await readItems(call, call.params.id);
  const found = all.find((one) => one.id === call.params.item_id);
  if (!found) throw missing("item");
  return found;
}

export const itemOperations: Operation[] = [allItems, createItems, updateItem, removeItem];
