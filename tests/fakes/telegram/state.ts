import { type Accepted, acceptedLog } from "../accepted-log.ts";
import { newScript, type Script } from "../provider-behaviour.ts";
import type { SentMessage } from "./contract.ts";

export interface Update {
  update_id: number;
  [content: string]: unknown;
}

export interface TelegramState {
  token: string;
  script: Script;
  messages: SentMessage[];
  taps: { callback_query_id: string; text: string }[];
  /** Kept until a later offset confirms them. */
  updates: Update[];
  /** Listed once more, despite the offset. */
  repeated: Update[];
  /** The requested offsets. */
  polls: number[];
  /** Makes a person write to the bot. */
  write: (chat: number, text: string, type?: "private" | "group") => void;
  /** Ends a waiting poll, as a second poller does. */
  endWait: (result: "updates" | "conflict") => void;
  requests: { method: string; at: number }[];
  problems: string[];
  log: (accepted: Accepted) => void;
}

export function newTelegramState(acceptedFile: string | undefined): TelegramState {
  return {
    token: "123456789:AAFakeFakeFakeFakeFakeFake",
    script: newScript(),
    messages: [],
    taps: [],
    updates: [],
    repeated: [],
    polls: [],
    write: () => undefined,
    endWait: () => undefined,
    requests: [],
    problems: [],
    log: acceptedLog(acceptedFile),
  };
}
