import { appendFileSync } from "node:fs";

/**
 * Logs each accepted message as a line of JSON, if there is a file, so that other processes can
 * count copies.
 */
export function acceptedLog(file: string | undefined): (accepted: Accepted) => void {
  if (!file) return () => undefined;
  return (accepted) => appendFileSync(file, `${JSON.stringify(accepted)}\n`);
}

export interface Accepted {
  provider: "twilio" | "postmark" | "smtp" | "push" | "ntfy" | "telegram";
  providerId: string;
  /** The id in the request. Twilio gets it only in the callback's address. */
  deliveryId: string | null;
  to: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}
