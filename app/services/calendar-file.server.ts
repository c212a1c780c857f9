import { isTrustedAddress } from "./transport/allowed-address.ts";
import { call } from "./transport/http-call.server.ts";

export interface FileToFetch {
  address: string;
  /** The validators of the last response (RFC 9110, 8.8). */
  etag: string | null;
  lastModified: string | null;
}

export type FetchedFile =
  | { status: "read"; text: string; etag: string | null; lastModified: string | null }
  | { status: "unchanged" }
  | { status: "failed"; problem: FetchProblem; retryAfterSeconds?: number };

type FetchProblem = "unanswered" | "failing" | "refused" | "gone" | "moved" | "too_large";

const timeoutMs = 10_000;
const maxMarkLength = 1_000;

/**
 * Fetches a calendar's file, or learns that it is the same as before (RFC 9110, 13.1).
 * @param trustedHosts servers inside the network, or on plain HTTP
 */
export async function fetchCalendarFile(
  { address, etag, lastModified }: FileToFetch,
  trustedHosts: readonly string[],
): Promise<FetchedFile> {
  const result = await call({
    method: "GET",
    url: address,
    headers: {
      Accept: "text/calendar, text/plain;q=0.5, */*;q=0.1",
      "User-Agent": "Mila",
      ...(etag && { "If-None-Match": etag }),
      ...(lastModified && { "If-Modified-Since": lastModified }),
    },
    timeoutMs,
    isOutside: !isTrustedAddress(address, trustedHosts),
    isText: true,
  });
  if (result.type !== "answered") return { status: "failed", problem: "unanswered" };
  const { status, body, retryAfterSeconds } = result;
  if (status === 304 && (etag || lastModified)) return { status: "unchanged" };
  if (status !== 200)
    return {
      status: "failed",
      problem: problemOf(status),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  if (typeof body !== "string") return { status: "failed", problem: "too_large" };
  return {
    status: "read",
    text: body,
    etag: shortOrNull(result.etag),
    lastModified: shortOrNull(result.lastModified),
  };
}

/** Without a validator, the whole file is fetched each time. */
function shortOrNull(mark: string | undefined): string | null {
  return mark && mark.length <= maxMarkLength ? mark : null;
}

function problemOf(status: number): FetchProblem {
  if (status === 404 || status === 410) return "gone";
  if (status >= 300 && status < 400) return "moved";
  return status >= 400 && status < 500 && status !== 429 ? "refused" : "failing";
}
