import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import { findRestoredBackup } from "#app/domain/instance/restored-backup.server.ts";
import type { Database } from "#db/schema.ts";

/** Most starts need none of the features that this loads. */
export async function endAccessAfterRestore(db: Kysely<Database>): Promise<void> {
  if (!(await findRestoredBackup(db))) return;
  const { endRestoredAccess } = await import("#app/domain/lifecycle/hold-restored.server.ts");
  await endRestoredAccess(db, nowIso());
}
