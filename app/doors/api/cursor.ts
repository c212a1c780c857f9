import { z } from "#app/domain/core/zod.ts";
import { Problem } from "./problem.ts";

const content = z.tuple([z.string(), z.array(z.string().max(100)).max(4)]);

/** A place in a list of this order. */
export function encodeCursor(order: string, place: string[]): string {
  return Buffer.from(JSON.stringify([order, place])).toString("base64url");
}

/** @throws Problem for the cursor of another order */
export function readCursor(order: string, cursor: string): string[] {
  const read = content.safeParse(parse(cursor));
  if (read.success && read.data[0] === order) return read.data[1];
  const message = "Send the next_cursor of the page before, with the same query.";
  throw new Problem("bad_request", message, { errors: [{ field: "cursor", message }] });
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}

export function linkToNext(
  address: string,
  query: Record<string, unknown>,
  cursor: string | null,
): Record<string, string> {
  if (cursor === null) return {};
  const given = Object.entries({ ...query, cursor }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return { Link: `<${address}?${search}>; rel="next"` };
}
