import { textLength } from "#app/domain/core/limits.ts";
import { z } from "#app/domain/core/zod.ts";
import { itemInput, listInput } from "#app/domain/lists/input.ts";
import { id } from "../fields.ts";

export const list = z
  .strictObject({
    id,
    name: z.string(),
    is_shopping: z.boolean().meta({ description: "True for the shopping list, which all have." }),
  })
  .meta({ description: "A list, such as Shopping." });

export const lists = z.strictObject({
  lists: z.array(list.extend({ open_items: z.int() })),
});

export const item = z
  .strictObject({ id, name: z.string(), is_ticked: z.boolean() })
  .meta({ description: "Something on a list." });

export const items = z.strictObject({ items: z.array(item) });

export const newList = z.strictObject(listInput.shape);

export const addedItems = z.strictObject({
  added: z.array(z.string()).meta({ description: "New on the list." }),
  back: z.array(z.string()).meta({ description: "They were ticked, and are open again." }),
  known: z.array(z.string()).meta({ description: "They were open already." }),
  items: z.array(item).meta({ description: "The whole list." }),
});

export const newItems = z
  .union([
    z.strictObject({ names: z.array(itemInput.shape.name).min(1).max(100) }),
    z.strictObject({
      text: z
        .string()
        .trim()
        .min(1)
        .max(textLength.request)
        .meta({ examples: ["milk, eggs and bread"] }),
    }),
  ])
  .meta({ description: "Names of items, or a text that has them." });

export const itemChange = z.strictObject({
  name: itemInput.shape.name.optional(),
  is_ticked: z.boolean().optional(),
});
