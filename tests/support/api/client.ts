import createClient from "openapi-fetch";
import type { paths } from "./v1-types.ts";

export type ApiClient = ReturnType<typeof apiClient>;

/** The client that openapi-fetch makes of the description's types. */
export function apiClient(url: string, secret: string, headers: Record<string, string> = {}) {
  return createClient<paths>({
    baseUrl: `${url}/api/v1`,
    headers: { Authorization: `Bearer ${secret}`, ...headers },
  });
}
