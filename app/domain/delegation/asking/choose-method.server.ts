import type { Channel } from "#db/schema.ts";
import type { Contact } from "../contacts.server.ts";
import { addressForMethod } from "./delegates.server.ts";
import { type AskMethod, askMethods } from "../input.ts";

export function chooseMethod(
  delegate: Contact | undefined,
  preferred: AskMethod,
  isSetUp: (channel: Channel) => boolean,
): AskMethod {
  return [preferred, ...askMethods].find((method) => canAsk(delegate, method, isSetUp)) ?? "link";
}

function canAsk(
  delegate: Contact | undefined,
  method: AskMethod,
  isSetUp: (channel: Channel) => boolean,
): boolean {
  return (
    method === "link" ||
    (isSetUp(method) && Boolean(delegate && addressForMethod(delegate, method)))
  );
}
