import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { env } from "#app/config/env.server.ts";
import { logRefusal } from "./repeats.ts";

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const text = "This request is too long or too slow, or can't be read.";

const headers = [
  "Connection: close",
  "Content-Type: text/plain; charset=utf-8",
  `Content-Length: ${text.length}`,
  "Cache-Control: no-store",
  "Content-Security-Policy: default-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'none'",
  "X-Content-Type-Options: nosniff",
  "X-Frame-Options: DENY",
  "Referrer-Policy: strict-origin",
  "Cross-Origin-Opener-Policy: same-origin",
  ...(env.APP_URL?.startsWith("https:") ? ["Strict-Transport-Security: max-age=63072000"] : []),
];

/**
 * Requests that Node's parser refuses never reach Express, and Node would answer them without any
 * of our headers.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const status = statuses[error.code ?? ""] ?? 400;
  // Node keeps the response in progress here. A second one would become part of its body.
  const { _httpMessage: current } = socket as { _httpMessage?: { headersSent: boolean } | null };
  if (error.code === "ECONNRESET" || !socket.writable || current?.headersSent)
    return void socket.destroy(error);
  logRefusal({ status, reason: error.code });
  socket.end(
    [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, "", text].join("\r\n"),
    () => socket.destroy(),
  );
}
