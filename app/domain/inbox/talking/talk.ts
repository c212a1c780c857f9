import type { IncomingText } from "#app/domain/outbox/message-type.ts";
import type { ChatRequestType } from "#db/schema.ts";
import type { AccountHolder } from "./sender.server.ts";

export interface Reply {
  text: string;
  type: ChatRequestType;
  taskIds: string[];
}

export interface Talk {
  user: AccountHolder;
  text: IncomingText;
  now: string;
}
