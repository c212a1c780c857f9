import type { Selectable } from "kysely";
import type { Database } from "#db/schema.ts";

/** A task, a series or an item of a list, as clients know it. */
export type DavObject = Selectable<Database["dav_objects"]>;
