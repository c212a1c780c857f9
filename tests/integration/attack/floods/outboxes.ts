import type { Target } from "../target.ts";

export function countMails({ smtp }: Target, isOne: (address: string) => boolean): number {
  return smtp.mails().filter(({ recipients }) => recipients.some(isOne)).length;
}

/** @param isOne is given an E.164 number */
export function countTexts({ twilio }: Target, isOne: (number: string) => boolean): number {
  const sent = twilio.messages().filter(({ direction }) => direction !== "inbound");
  return sent.filter(({ to }) => isOne(to.replace("whatsapp:", ""))).length;
}
