import { appendFileSync } from "node:fs";

/** Writes down what was accepted, a line of JSON each, so that another process can count the copies; or nowhere. */
export function acceptedLog(file: string | undefined): (accepted: Accepted) => void {
  if (!file) return () => undefined;
  return (accepted) => appendFileSync(file, `${JSON.stringify(accepted)}\n`);
}

/** One message that a provider took. */
export interface Accepted {
  provider: "twilio" | "postmark" | "smtp";
  providerId: string;
  /** Where the request names it: Twilio gets it in the address for reports alone. */
  deliveryId: string | null;
  to: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}
