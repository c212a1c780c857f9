import type { ActionFunctionArgs } from "@remix-run/node";
import { acceptCode } from "#app/domain/accounts/factors/accept-code.server.ts";
import type { Assertion } from "#app/domain/accounts/factors/passkeys/input.ts";
import type { PasskeySite } from "#app/domain/accounts/factors/passkeys/site.server.ts";
import { acceptPasskey } from "#app/domain/accounts/factors/passkeys/use-passkey.server.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { database } from "#db/connection.server.ts";
import { auditSource } from "../audit-source.server.ts";
import { encryptionKey } from "../instance.server.ts";
import { checkLimited, tooManyTriesMessage } from "./check-password.server.ts";

const wrongCode = "That code is wrong or was used before. Codes of an app change every 30 seconds.";

export async function checkCode(
  userId: string,
  code: string,
  args: ActionFunctionArgs,
): Promise<{ status: number; errors: string[] } | null> {
  const source = auditSource(args.context);
  const outcome = await checkSecondStep(userId, args, () =>
    acceptCode(database(), { userId, code, source }, encryptionKey),
  );
  if (outcome === "too_many") return { status: 429, errors: [tooManyTriesMessage] };
  return outcome === "refused" ? { status: 400, errors: [wrongCode] } : null;
}

export function checkPasskey(
  userId: string,
  { response, site }: { response: Assertion; site: PasskeySite },
  args: ActionFunctionArgs,
): Promise<StepOutcome> {
  const attempt = { userId, response, source: auditSource(args.context) };
  return checkSecondStep(userId, args, () =>
    acceptPasskey(database(), attempt, site, encryptionKey),
  );
}

type StepOutcome = "accepted" | "refused" | "too_many";

async function checkSecondStep(
  userId: string,
  { request, context }: ActionFunctionArgs,
  isRight: () => Promise<boolean>,
): Promise<StepOutcome> {
  const { email } = await findPerson(database(), userId);
  const checked = await checkLimited({ request, email, context }, "code", async () =>
    (await isRight()) ? userId : null,
  );
  if (checked.refused) return "too_many";
  return checked.userId === null ? "refused" : "accepted";
}
