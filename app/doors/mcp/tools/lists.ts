import { textLength } from "#app/domain/core/limits.ts";
import { z } from "#app/domain/core/zod.ts";
import { shoppingName } from "#app/domain/lists/limits.ts";
import { createItems, updateItem } from "../../api/lists/items.ts";
import { addedItems, item } from "../../api/lists/schemas.ts";
import { listName } from "../fields.ts";
import { requireItem, requireList } from "../find-named.server.ts";
import { runOperation, tool } from "../tool.ts";
import { quote } from "../words.ts";
import { describeListed } from "./add-task.ts";

export const addToList = tool({
  name: "add_to_list",
  title: "Add to a list",
  description:
    "Puts things on a list, Shopping unless you name another: 'milk, eggs and bread'. What is " +
    "ticked there comes back, and what is open there stays as it is.",
  access: "write",
  isIdempotent: true,
  input: z.strictObject({
    text: z
      .string()
      .trim()
      .min(1)
      .max(textLength.request)
      .meta({ description: "One or several things." }),
    list: listName.default(shoppingName),
  }),
  run: async (call, { text, list: name }) => {
    const list = await requireList(call, name);
    const added = await runOperation(createItems, addedItems, call, {
      params: { id: list.id },
      body: { text },
    });
    return describeListed({ ...added, list, requestId: call.requestId });
  },
});

export const tickItem = tool({
  name: "tick_item",
  title: "Tick an item",
  description: "Ticks an item of a list, Shopping unless you name another, or unticks it.",
  access: "write",
  isIdempotent: true,
  input: z.strictObject({
    item: z.string().trim().min(1).max(200).meta({ description: "The item's name or id." }),
    list: listName.default(shoppingName),
    ticked: z.boolean().default(true).meta({ description: "False to untick it." }),
  }),
  run: async (call, { item: name, list: listNamed, ticked }) => {
    const list = await requireList(call, listNamed);
    const { id } = await requireItem(call, list, name);
    const changed = await runOperation(updateItem, item, call, {
      params: { id: list.id, item_id: id },
      body: { is_ticked: ticked },
    });
    const where = `${quote(changed.name)} (id ${id}) on ${quote(list.name)}`;
    return changed.is_ticked ? `Ticked ${where}.` : `${where} is open.`;
  },
});
