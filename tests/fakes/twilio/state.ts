import { type Accepted, acceptedLog } from "../accepted-log.ts";
import { newScript, type Script } from "../provider-behaviour.ts";
import { type MessageStore, newMessageStore } from "./messages.ts";
import type { Caller } from "./webhooks.ts";

export interface TwilioOptions {
  /** Gets a line for each accepted message. */
  acceptedFile?: string | undefined;
  /** The address for inbound messages. */
  inboundUrl?: string;
  /** The instance's actual address, when its public one leads nowhere. */
  via?: string;
  /** True if it reports "sent" and "delivered" without being told to; the default. */
  isReporting?: boolean;
}

export interface TwilioRequest {
  method: string;
  path: string;
  form: Record<string, string>;
  /** Milliseconds since 1970. */
  at: number;
}

export interface TwilioState {
  caller: Caller;
  script: Script;
  store: MessageStore;
  /** Callback addresses, keyed by SID. */
  callbacks: Map<string, string>;
  log: (accepted: Accepted) => void;
  requests: TwilioRequest[];
  problems: string[];
  isReporting: boolean;
}

export function newTwilioState({
  acceptedFile,
  via,
  isReporting = true,
}: TwilioOptions): TwilioState {
  const accountSid = `AC${"0123456789abcdef".repeat(2)}`;
  return {
    caller: { accountSid, authToken: "fake-twilio-token", ...(via && { via }) },
    script: newScript(),
    store: newMessageStore(accountSid),
    callbacks: new Map(),
    log: acceptedLog(acceptedFile),
    requests: [],
    problems: [],
    isReporting,
  };
}
