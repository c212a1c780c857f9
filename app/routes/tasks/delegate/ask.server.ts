import { mustConfirmFirst } from "#app/domain/accounts/confirmed-address.server.ts";
import { isSetUp } from "#app/config/channels.server.ts";
import type { Question } from "#app/domain/delegation/asking/ask.server.ts";
import {
  type AskRefused,
  askIfPossible,
} from "#app/domain/delegation/asking/ask-if-possible.server.ts";
import { tooManyAdded } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { database } from "#db/connection.server.ts";
import { redirectFromMissingTask } from "../after-action.server.ts";
import { waitForDelivery } from "./sent-message.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { couldNotDelegate } from "#app/ui/saving/client-action.ts";
import { notADelegate } from "#app/ui/delegation/copy.ts";

interface FormRefusal {
  status: 400 | 409 | 429;
  errors:
    | { formErrors: string[] }
    | { fieldErrors: Partial<Record<"familyMemberId" | "method", string[]>> };
}

export const waitsForConfirmationText = "I'll send it once you confirm your email address.";

const methodNames = { sms: "SMS", whatsapp: "WhatsApp", email: "Email" } as const;

export async function submitQuestion(
  viewer: SignedIn,
  question: Question,
): Promise<Response | FormRefusal> {
  const { taskId, method } = question;
  const result = await askIfPossible(database(), viewer, question, isSetUp);
  if (result.status === "missing") return redirectFromMissingTask(viewer, taskId);
  if (result.status === "too_many")
    return { status: 429, errors: { formErrors: [refusalText(result)] } };
  if (result.status === "changed")
    return { status: 409, errors: { formErrors: [refusalText(result)] } };
  if (result.status !== "asked") {
    const field = result.status === "not_a_delegate" ? "familyMemberId" : "method";
    return { status: 400, errors: { fieldErrors: { [field]: [refusalText(result)] } } };
  }
  const page = `/tasks/${taskId}/delegate`;
  if (method !== "link" && (await mustConfirmFirst(database(), viewer.userId, isSetUp("email")))) {
    return redirectWithToast(
      page,
      toast("success", "Request saved", { message: waitsForConfirmationText }),
    );
  }
  const sent = await waitForDelivery(result.id);
  if (sent.status === "not_sent") {
    const { title, message: hint } = couldNotDelegate;
    const fields: [string, string][] = [
      ["familyMemberId", question.familyMemberId],
      ["method", method],
      ["scope", question.scope ?? "one"],
    ];
    const unsaved = { action: page, fields };
    return redirectWithToast(
      page,
      toast("error", title, { message: `${sent.message}. ${hint}`, unsaved }),
    );
  }
  const delegated = toast("success", "Task delegated!", { message: sent.message });
  return redirectWithToast(method === "link" ? page : "/dashboard", delegated);
}

export const answerTexts = {
  pending: "was asked",
  accepted: "said yes",
  declined: "said no",
} as const;

export function refusalText(outcome: AskRefused): string {
  switch (outcome.status) {
    case "missing":
      return "Task not found.";
    case "completed":
      return "This task is already done.";
    case "not_a_delegate":
      return notADelegate;
    case "too_many":
      return tooManyAdded;
    case "changed":
      return `${outcome.request.delegate_name} ${answerTexts[outcome.request.state]} in the meantime, so I didn't ask anyone. Press Delegate again to ask anyway.`;
    case "no_provider":
      return `${methodNames[outcome.method]} isn't set up here. Choose another way, or copy a link.`;
    case "no_address":
      return `I don't have the right number or address for ${outcome.delegate.name}. Choose another way, or copy a link.`;
  }
}
