import { randomBytes } from "node:crypto";

/** The fields have Twilio's own names. */
export interface TwilioMessage {
  [key: string]: unknown;
  sid: string;
  from: string | null;
  to: string;
  body: string;
  status: string;
  direction: "inbound" | "outbound-api" | "outbound-reply";
  error_code: number | null;
  date_created: string;
  date_sent: string | null;
}

export interface MessageStore {
  add: (
    message: Pick<TwilioMessage, "from" | "to" | "body" | "status" | "direction">,
  ) => TwilioMessage;
  get: (sid: string) => TwilioMessage | undefined;
  list: (query: URLSearchParams) => TwilioMessage[];
  all: () => TwilioMessage[];
}

export function newMessageStore(accountSid: string): MessageStore {
  const bySid = new Map<string, TwilioMessage>();
  const byNumber = new Map<string, TwilioMessage[]>();
  const all = () => [...bySid.values()];
  return {
    add(message) {
      const sid = `SM${randomBytes(16).toString("hex")}`;
      const now = new Date().toUTCString().replace("GMT", "+0000");
      const added = {
        ...constants(accountSid, sid),
        ...message,
        sid,
        date_created: now,
        date_updated: now,
        date_sent: now,
      };
      bySid.set(sid, added);
      const sameNumber = byNumber.get(message.to);
      if (sameNumber) sameNumber.push(added);
      else byNumber.set(message.to, [added]);
      return added;
    },
    get: (sid) => bySid.get(sid),
    list(query) {
      const to = query.get("To");
      const day = query.get("DateSent>");
      return (to === null ? all() : (byNumber.get(to) ?? []))
        .filter(({ date_sent }) => !day || (date_sent && new Date(date_sent).toISOString() >= day))
        .toReversed();
    },
    all,
  };
}

function constants(accountSid: string, sid: string) {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}`;
  return {
    account_sid: accountSid,
    api_version: "2010-04-01",
    error_code: null,
    error_message: null,
    messaging_service_sid: null,
    num_media: "0",
    num_segments: "1",
    price: null,
    price_unit: null,
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  };
}
