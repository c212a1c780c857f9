import type { Kysely } from "kysely";
import type { ModelCallFacts } from "#app/domain/understanding/understand.server.ts";
import type { Database } from "#db/schema.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";
import type { AddingRefused } from "./adding-limit.server.ts";
import { type Adder, type NewRequest, planTasks } from "./plan-tasks.server.ts";
import { type AddedTask, savePlan } from "./save-plan.server.ts";

/**
 * Idempotent by `requestId` and text, because a form restored from the browser's history may
 * contain a new request.
 */
export async function addTasks(
  db: Kysely<Database>,
  viewer: Adder,
  request: NewRequest,
  log: (facts: ModelCallFacts) => void,
): Promise<AddedTask[] | AddingRefused> {
  const plan = await planTasks(db, viewer, request, log);
  if ("refused" in plan) return plan;
  return inHousehold(db, { userId: viewer.userId }, (trx) => savePlan(trx, viewer, plan));
}
