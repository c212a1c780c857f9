import { type ActionFunctionArgs, data } from "@remix-run/node";
import { proofInput } from "#app/domain/accounts/factors/input.ts";
import { readForm } from "#app/web/form.server.ts";
import { checkProof } from "#app/web/sign-in/check-code.server.ts";

/** Returns the refusal of a form without the user's password or a code. */
export async function readProof(args: ActionFunctionArgs, userId: string) {
  const submission = await readForm(args.request, proofInput);
  const refuse = (status: number, fieldErrors?: Record<string, string[]>) =>
    data(submission.reply({ hideFields: ["proof"], fieldErrors }), { status });
  if (submission.status !== "success") return refuse(400);
  const refusal = await checkProof(userId, submission.value.proof, args);
  return refusal ? refuse(refusal.status, { proof: refusal.errors }) : null;
}
