import type { ActionFunctionArgs } from "@remix-run/node";
import { isSetUp } from "#app/config/channels.server.ts";
import { mustConfirmFirst } from "#app/domain/accounts/confirmed-address.server.ts";
import {
  askIfPossible,
  chooseSending,
} from "#app/domain/delegation/asking/ask-if-possible.server.ts";
import { listDelegates } from "#app/domain/delegation/asking/delegates.server.ts";
import { delegateTaskBody } from "#app/domain/delegation/input.ts";
import { nobodyToAsk, notADelegate } from "#app/ui/delegation/copy.ts";
import { apiError, readBody, requireCaller } from "./api.server.ts";
import { refusalText, waitsForConfirmationText } from "#app/routes/tasks/delegate/ask.server.ts";
import { waitForDelivery } from "#app/routes/tasks/delegate/sent-message.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

const codes = {
  missing: "not_found",
  too_many: "too_many",
  completed: "conflict",
  changed: "conflict",
  no_address: "conflict",
  no_provider: "provider",
} as const;

/** See the specification, section 7. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCaller(args);
  const question = await readBody(args.request, delegateTaskBody);
  const sending = await chooseSending(database(), viewer, question.familyMemberId, isSetUp);
  const asked = { ...question, method: sending };
  const result = await askIfPossible(database(), viewer, asked, isSetUp);
  if (result.status === "not_a_delegate") return refuseDelegate(viewer, question.familyMemberId);
  if (result.status !== "asked") return apiError(codes[result.status], refusalText(result));
  const { id, state: delegation_status, method } = result;
  const waits = await mustConfirmFirst(database(), viewer.userId, isSetUp("email"));
  const sent = waits
    ? { status: "queued" as const, message: waitsForConfirmationText }
    : await waitForDelivery(id);
  if (sent.status === "not_sent" && delegation_status === "pending")
    return apiError("provider", sent.message);
  const { taskId: task_id, familyMemberId: delegated_to } = question;
  return Response.json({ id, task_id, delegated_to, delegation_status, method, ...sent });
}

/** See the specification, section 5. */
async function refuseDelegate(viewer: SignedIn, familyMemberId: string): Promise<Response> {
  const delegates = await listDelegates(database(), viewer);
  if (delegates.length === 0) return apiError("conflict", nobodyToAsk);
  if (!familyMemberId) return apiError("invalid", notADelegate, { familyMemberId: [notADelegate] });
  return apiError("not_found", notADelegate);
}
