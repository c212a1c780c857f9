import type { Models } from "postmark";
import { type Accepted, acceptedLog } from "../accepted-log.ts";
import type { Fate } from "./webhooks.ts";
import { newScript, type Script } from "../provider-behaviour.ts";

export interface PostmarkOptions {
  /** Gets a line for each accepted email. */
  acceptedFile?: string | undefined;
  /** The address for reports, with user and password. */
  webhookUrl?: string;
  /** The time for which a new email cannot be found, because Postmark's search lags too. */
  listedAfterMs?: number;
  /** True if it reports deliveries without being told to; the default. */
  isReporting?: boolean;
}

export interface PostmarkRequest {
  method: string;
  path: string;
  body: unknown;
  /** Milliseconds since 1970. */
  at: number;
}

export interface AcceptedEmail {
  id: string;
  at: number;
  message: Models.Message;
  fates: Fate[];
}

export interface PostmarkState {
  token: string;
  webhookUrl: string | undefined;
  script: Script;
  emails: Map<string, AcceptedEmail>;
  /** Searchable emails by delivery id. */
  byDelivery: Map<string, AcceptedEmail[]>;
  log: (accepted: Accepted) => void;
  requests: PostmarkRequest[];
  problems: string[];
  listedAfterMs: number;
  isReporting: boolean;
}

export function newPostmarkState({
  acceptedFile,
  webhookUrl,
  listedAfterMs = 0,
  isReporting = true,
}: PostmarkOptions): PostmarkState {
  return {
    token: "01234567-89ab-cdef-0123-456789abcdef",
    webhookUrl,
    script: newScript(),
    emails: new Map(),
    byDelivery: new Map(),
    log: acceptedLog(acceptedFile),
    requests: [],
    problems: [],
    listedAfterMs,
    isReporting,
  };
}
