import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { readMeant } from "#app/domain/inbox/meant/read-meant.server.ts";
import { type AddedItems, addItems } from "#app/domain/lists/items.server.ts";
import { findListNamed } from "#app/domain/lists/lists.server.ts";
import type { Database } from "#db/schema.ts";

/** Finds what a text needs and its list. Returns null if it names nothing for a list. */
export async function findListed(db: Kysely<Database>, viewer: ZonedViewer, text: string) {
  const intent = (await readMeant(db, viewer, text, nowIso()))?.intent;
  if (intent?.type !== "items") return null;
  const list = await findListNamed(db, viewer, intent.list);
  return list && { list, items: intent.items };
}

interface ListedRequest {
  text: string;
  requestId?: string | undefined;
  /** When it was typed, if that was without a connection. */
  saidAt?: string;
}

/** Puts what a text needs on its list. Returns null if it names nothing for a list. */
export async function addListed(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { text, requestId = newId(), ...request }: ListedRequest,
): Promise<AddedItems | "too_many" | "too_often" | null> {
  const found = await findListed(db, viewer, text);
  const added = { names: found?.items ?? [], requestId, seenAt: request.saidAt };
  return found && addItems(db, viewer, found.list.id, added);
}
