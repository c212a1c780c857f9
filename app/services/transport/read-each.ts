import { z } from "zod";

export interface Readings<Item> {
  read: Item[];
  /** In a shape that we don't know. */
  unread: unknown[];
}

/** A provider's list, each item of it for itself: an odd one must not hold back the others. */
export function readEach<Schema extends z.ZodType>(schema: Schema) {
  return z.array(z.unknown()).transform((items): Readings<z.output<Schema>> => {
    const readings: Readings<z.output<Schema>> = { read: [], unread: [] };
    for (const item of items) {
      const { success, data } = schema.safeParse(item);
      if (success) readings.read.push(data);
      else readings.unread.push(item);
    }
    return readings;
  });
}
