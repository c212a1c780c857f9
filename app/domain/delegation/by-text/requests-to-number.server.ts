import type { Transaction } from "kysely";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { idList } from "#app/domain/core/sql/values.ts";
import { findFamilyByNumber } from "#app/domain/household/family/family-members.server.ts";
import { findUsersByNumber } from "#app/domain/preferences/preferences.server.ts";
import type { Database } from "#db/schema.ts";
import { withTasks } from "../requests/find-requests.server.ts";
import type { RequestStatus } from "../requests/request-status.ts";

export interface TextedRequest {
  id: string;
  title: string;
  asker: string | null;
  status: RequestStatus;
}

const maxRequests = 9;

/** @returns requests texted to this number (E.164) from any household, open ones first, then newest first */
export async function findRequestsTo(trx: Transaction<Database>, number: string): Promise<TextedRequest[]> {
  const familyMemberIds = await findFamilyByNumber(trx, number, await findUsersByNumber(trx, number));
  const rows = await trx
    .selectFrom("delegations")
    .selectAll()
    .where("family_member_id", "in", idList(familyMemberIds))
    .where("method", "in", ["sms", "whatsapp"])
    .orderBy(({ eb }) => eb("state", "=", "pending"), "desc")
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(maxRequests)
    .execute();
  const askers = await findPeople(
    trx,
    rows.flatMap(({ asked_by }) => asked_by ?? []),
  );
  return (await withTasks(trx, rows)).map(({ request, task, status }) => {
    const asker = askers.get(request.asked_by ?? "");
    return { id: request.id, title: task.title, asker: asker ? personName(asker) : null, status };
  });
}
