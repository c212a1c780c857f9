import { formatDue } from "#app/domain/core/time.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { OwnerNotice } from "#db/schema.ts";

export function ownerNoticeMessage(
  notice: OwnerNotice,
  { origin, timeZone, now }: { origin: string; timeZone: string; now: string },
): Message {
  const { subject, facts, advice, path, button } = wordsOf(notice, timeZone, now);
  const url = origin + path;
  return {
    ...phoneText([`${facts} ${advice}`], url),
    email: {
      subject,
      heading: subject,
      body: [facts, advice],
      button: { label: button, url },
      footnote: "You get this because you look after this Mila.",
    },
  };
}

function wordsOf(notice: OwnerNotice, timeZone: string, now: string) {
  const at = (instant: string) => formatDue(instant, timeZone, now);
  switch (notice.about) {
    case "worker_was_down":
      return {
        subject: "I'm sending messages again",
        facts: `I sent nothing from ${at(notice.from)} to ${at(notice.until)}, because my worker had stopped.`,
        advice: "It's running again, and what waited goes out now.",
        path: "/preferences/instance",
        button: "See how Mila is running",
      };
    case "backup_restored":
      return {
        subject: "Send these messages again?",
        facts: `I was restored from a backup of ${at(notice.madeAt)}.`,
        advice: `${countInWords(notice.held)} may have gone out since then, so I wait for your decision.`,
        path: "/preferences/instance/deliveries",
        button: "Send or leave them",
      };
  }
}

function countInWords(count: number): string {
  return count === 1 ? "One message" : `${count} messages`;
}
