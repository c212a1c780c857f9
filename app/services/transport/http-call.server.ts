import { lookup } from "node:dns";
import type { ClientRequest, IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { BeforeData } from "../sending.ts";
import { isInsideNetwork } from "./inside-network.ts";

export interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** The limit for connecting and answering together. */
  timeoutMs: number;
  /** True for an address that a user chose: never connects to one inside the network. */
  isOutside?: boolean;
  /** Ends the request early. */
  signal?: AbortSignal;
  /** Runs after connecting, before the server gets any data. */
  beforeData?: BeforeData;
  /** Returns the body as text, and undefined for one that is too long. */
  isText?: boolean;
}

/** `not_sent`: the server has certainly not seen it. `interrupted`: it may have acted on it. */
export type CallResult =
  | ({ type: "answered"; body: unknown } & Head)
  | { type: "not_sent" }
  | { type: "interrupted" };

interface Head {
  status: number;
  retryAfterSeconds?: number;
  etag?: string;
  lastModified?: string;
}

// An `import` reads all exports of the module, and WebSocket among them loads a whole HTTP client
// that a worker never uses.
const { Agent: HttpAgent, request: httpRequest } = process.getBuiltinModule("node:http");

const connectTimeoutMs = 3_000;
const responseTimeoutMs = 10_000;
const maxResponseBytes = 5_000_000;
/** A server with a wrong clock or unit must not pause a channel for years. */
const maxRetryAfterSeconds = 86_400;

/**
 * Node and Apache close idle connections after 5 s by default, counted from when they sent their
 * answer. The difference is for a busy machine on either side.
 */
const idleTimeoutMs = 2_000;
// A server's keep-alive hint only lowers a timeout set here; without one, idle sockets outlive the
// server's.
const pool = { keepAlive: true, maxFreeSockets: 64, timeout: idleTimeoutMs };
const agents = { "http:": new HttpAgent(pool), "https:": new HttpsAgent(pool) };
// Has its own sockets, because those of other agents may lead inside.
const outsideAgent = new HttpsAgent({ ...pool, lookup: lookUpOutside });

/**
 * Makes one request, without retries or redirects. A body that is not JSON becomes undefined,
 * unless text is asked for.
 * @throws only what `beforeData` throws; nothing is sent then
 */
export function call(request: Call): Promise<CallResult> {
  const { method, url, headers, body, timeoutMs, signal, isOutside, beforeData, isText } = request;
  if (isOutside && isInsideAddress(url)) return Promise.resolve({ type: "not_sent" });
  return new Promise((resolve, reject) => {
    const isSecure = url.startsWith("https:");
    const send = isSecure ? httpsRequest : httpRequest;
    const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
    const sent = send(url, {
      method,
      headers: { ...headers, ...length },
      agent: isOutside ? outsideAgent : agents[isSecure ? "https:" : "http:"],
      ...(signal && { signal }),
    });
    let isConnected = false;
    let timer = setTimeout(() => sent.destroy(), Math.min(connectTimeoutMs, timeoutMs));
    const giveUp = () => {
      sent.destroy();
      end({ type: isConnected ? "interrupted" : "not_sent" });
    };
    const end = (result: CallResult) => {
      clearTimeout(timer);
      resolve(result);
    };
    const startedAt = performance.now();
    const start = () => {
      if (sent.destroyed) return;
      isConnected = true;
      clearTimeout(timer);
      const remainingMs = timeoutMs - (performance.now() - startedAt);
      timer = setTimeout(
        () => sent.destroy(),
        Math.max(0, Math.min(responseTimeoutMs, remainingMs)),
      );
      // Sends only after connecting: a connection that timed out has certainly sent nothing.
      sent.end(body);
    };
    whenConnected(sent, isSecure, () => {
      if (!beforeData || sent.destroyed) return start();
      // The time that it takes does not count as the server's.
      clearTimeout(timer);
      beforeData().then(
        () => afterReading(start),
        (error: unknown) => {
          reject(error);
          sent.destroy();
        },
      );
    });
    sent.once("response", (response) => {
      sent.off("close", giveUp);
      const reading = isText ? readText(response) : read(response).then(parse);
      reading.then((content) => {
        end({ type: "answered", ...headOf(response), body: content });
        // The rest of a text that is too long does not arrive.
        if (content === undefined && isText) sent.destroy();
      }, giveUp);
    });
    sent.on("error", giveUp);
    sent.once("close", giveUp);
  });
}

/**
 * True if the request was certainly not accepted. A service that names a time to wait is not
 * retried right away.
 */
export function wasNotAccepted(result: CallResult): boolean {
  if (result.type !== "answered") return result.type === "not_sent";
  return result.status === 503 && !result.retryAfterSeconds;
}

/**
 * True for a 503, from a service or from a server in front of it, which may have passed the request
 * on.
 */
export function isUnavailable(result: CallResult): boolean {
  return result.type === "answered" && result.status === 503;
}

/**
 * Used for requests that are safe to repeat: a gateway error says nothing about the server behind
 * it.
 */
export function isTransient(result: CallResult): boolean {
  return (
    wasNotAccepted(result) || (result.type === "answered" && [502, 504].includes(result.status))
  );
}

/** An IP address is not looked up. */
function isInsideAddress(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  return isIP(host) !== 0 && isInsideNetwork(host);
}

/**
 * Checks the same addresses that are used for the connection, so that a name cannot change in
 * between.
 */
function lookUpOutside(...[hostname, options, answer]: Parameters<LookupFunction>): void {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = error ? [] : found.filter(({ address }) => !isInsideNetwork(address));
    const [first] = addresses;
    if (!first) answer(error ?? new Error(`${hostname} is inside the network`), "", 0);
    else if (options.all) answer(null, addresses);
    else answer(null, first.address, first.family);
  });
}

function whenConnected(sent: ClientRequest, isSecure: boolean, act: () => void): void {
  sent.once("socket", (socket) => {
    if (socket.connecting) return void socket.once(isSecure ? "secureConnect" : "connect", act);
    afterReading(act);
  });
}

/**
 * Waits for the next turn of the event loop, which reports a connection that closed while this
 * process was busy.
 */
function afterReading(act: () => void): void {
  setImmediate(() => setImmediate(act));
}

class TooLong extends Error {}

async function readText(response: IncomingMessage): Promise<string | undefined> {
  return read(response).catch((error: unknown) => {
    if (error instanceof TooLong) return undefined;
    throw error;
  });
}

async function read(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxResponseBytes) throw new TooLong();
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function headOf({ statusCode = 0, headers }: IncomingMessage): Head {
  const retryAfterSeconds = secondsUntil(headers["retry-after"]);
  const { etag, "last-modified": lastModified } = headers;
  return {
    status: statusCode,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(etag && { etag }),
    ...(lastModified && { lastModified }),
  };
}

/**
 * Reads Retry-After, which contains seconds or a date (RFC 9110, 10.2.3). Ignores a date in the
 * past.
 */
function secondsUntil(retryAfter: string | undefined): number | undefined {
  if (!retryAfter) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return seconds > 0 ? Math.min(Math.ceil(seconds), maxRetryAfterSeconds) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
