import { z } from "zod";

export interface Readings<Item> {
  read: Item[];
  /** Items in a form that we don't know. */
  unread: unknown[];
}

/**
 * Parses each item of a provider's list separately, so that an odd one does not hold back the
 * others.
 */
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
