import type { Kysely } from "kysely";
import { findAcceptedTitles } from "#app/domain/delegation/views/accepted-titles.server.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { listFamily } from "#app/domain/people/family/family-members.server.ts";
import type { Database } from "#db/schema.ts";

/** Titles of the open tasks that the household's people said yes to, by family member and by account. */
export async function listAcceptedTitles(
  db: Kysely<Database>,
  viewer: Viewer,
): Promise<Map<string, string[]>> {
  const family = await listFamily(db, viewer);
  const titles = await findAcceptedTitles(
    db,
    family.map(({ id }) => id),
  );
  for (const { id, user_id: userId } of family) {
    const accepted = titles.get(id);
    if (userId && accepted) titles.set(userId, [...(titles.get(userId) ?? []), ...accepted]);
  }
  return titles;
}
