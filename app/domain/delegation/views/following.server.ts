import type { Kysely } from "kysely";
import { findFollowingWords } from "#app/domain/series/following-words.server.ts";
import type { Database } from "#db/schema.ts";
import type { RequestWithTask } from "../requests/find-requests.server.ts";

/** "every Tuesday", by request id, for requests that also ask for those that follow. */
export async function findFollowingOf(
  db: Kysely<Database>,
  requests: readonly Pick<RequestWithTask, "request">[],
): Promise<Map<string, string>> {
  const forAll = requests.filter(({ request }) => request.is_for_all === 1);
  if (forAll.length === 0) return new Map();
  const words = await findFollowingWords(
    db,
    forAll.map(({ request }) => request.task_id),
  );
  return new Map(
    forAll.flatMap(({ request: { id, task_id } }) => {
      const following = words.get(task_id);
      return following ? [[id, following]] : [];
    }),
  );
}
