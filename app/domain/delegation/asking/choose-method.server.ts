import type { Channel } from "#db/schema.ts";
import type { Contact } from "../contacts.server.ts";
import { addressOf } from "./delegates.server.ts";
import { type AskMethod, askMethods } from "../input.ts";

/** How somebody is asked unless another way is said: as preferred, where that is possible, else the first that is. */
export function chooseMethod(
  delegate: Contact | undefined,
  preferred: AskMethod,
  isSetUp: (channel: Channel) => boolean,
): AskMethod {
  return [preferred, ...askMethods].find((method) => canAsk(delegate, method, isSetUp)) ?? "link";
}

/** Whether there is a provider, and a number or an address. */
function canAsk(delegate: Contact | undefined, method: AskMethod, isSetUp: (channel: Channel) => boolean): boolean {
  return method === "link" || (isSetUp(method) && Boolean(delegate && addressOf(delegate, method)));
}
