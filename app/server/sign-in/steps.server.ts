import { findSecondSteps } from "#app/domain/accounts/factors/factors.server.ts";
import { database } from "#db/connection.server.ts";
import { readPasskeySite } from "./passkey-site.server.ts";

/** Lists the ways in which this user can take the second step in this browser. */
interface Steps {
  hasPasskey: boolean;
  hasApp: boolean;
  /** True while the page asks for a recovery code. */
  isRecovery: boolean;
}

export async function readSteps(request: Request, userId: string): Promise<Steps> {
  const steps = await findSecondSteps(database(), userId);
  return {
    hasPasskey: steps.passkey && readPasskeySite(request) !== null,
    hasApp: steps.authenticator,
    isRecovery: !steps.authenticator || new URL(request.url).searchParams.has("recovery"),
  };
}
