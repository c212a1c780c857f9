import type { Configuration, CustomFetch } from "openid-client";
import { callWithClient } from "../transport/client-call.server.ts";
import { toFetch } from "../transport/client-fetch.server.ts";
import type { OidcProvider } from "./settings.server.ts";

const timeoutMs = 10_000;
const discoveryLastsMs = 10 * 60_000;

/** The provider sent no answer, or one that only says to try later. */
export class ProviderUnanswered extends Error {
  constructor() {
    super("The identity provider did not answer");
  }
}

let discovered:
  | { provider: OidcProvider; configuration: Promise<Configuration>; until: number }
  | undefined;

/** Reads the provider's own description at its first use, and again every 10 minutes. */
export function discover(provider: OidcProvider): Promise<Configuration> {
  if (discovered?.provider === provider && discovered.until > Date.now())
    return discovered.configuration;
  const configuration = readDescription(provider);
  const current = { provider, configuration, until: Date.now() + discoveryLastsMs };
  discovered = current;
  configuration.catch(() => {
    if (discovered === current) discovered = undefined;
  });
  return configuration;
}

async function readDescription({
  issuer,
  clientId,
  clientSecret,
}: OidcProvider): Promise<Configuration> {
  const client = await import("openid-client");
  // The settings allow http only where someone asked for it.
  const isPlain = issuer.startsWith("http:");
  const configuration = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    [client.customFetch]: fetchOnce,
    ...(isPlain && { execute: [client.allowInsecureRequests] }),
  });
  configuration[client.customFetch] = fetchOnce;
  // Checks signatures also where TLS would do: http issuers have none.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}

const fetchOnce: CustomFetch = async (url, options) => {
  let response: Response | undefined;
  const result = await callWithClient(timeoutMs, async (send) => {
    response = await toFetch(send)(url, options as RequestInit);
  });
  const isUnable = result.type !== "answered" || result.status >= 500 || result.status === 429;
  if (isUnable || !response) throw new ProviderUnanswered();
  return response;
};
