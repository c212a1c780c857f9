import { createHmac } from "node:crypto";
import { readSecrets } from "#app/config/secrets.server.ts";
import type { HasData } from "./mila.ts";
import { type RawAnswer, rawRequest } from "./raw-request.ts";

/** Asks `/health/ready` for its reasons, with the token that Mila's owner sees. */
export function askReadiness({ url, dataFolder }: HasData): () => Promise<RawAnswer> {
  // The file may be gone later.
  const token = createHmac("sha256", readSecrets(dataFolder).link)
    .update("metrics")
    .digest("base64url");
  return () => rawRequest(url, "/health/ready", { headers: { authorization: `Bearer ${token}` } });
}
