import { formatDue } from "#app/domain/core/time.ts";
import { atTheEnd } from "#app/domain/instance/check-running.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { OwnerNotice, ReachedShare } from "#db/schema.ts";

interface About {
  timeZone: string;
  now: string;
  emailOf: (userId: string) => string | undefined;
}

export function ownerNoticeMessage(
  notice: OwnerNotice,
  { origin, timeZone, now, emailOf }: About & { origin: string },
): Message {
  const { subject, facts, advice, path, button } = wordsOf(notice, { timeZone, now, emailOf });
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

function wordsOf(notice: OwnerNotice, { timeZone, now, emailOf }: About) {
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
    case "disk":
      return {
        subject: notice.level === "full" ? "My disk is nearly full" : "My disk is filling up",
        ...diskInWords(notice),
        path: "/preferences/instance",
        button: "See how Mila is running",
      };
    case "shares":
      return {
        subject: "A household has all it can have",
        facts: notice.reached
          .map((share) => `${emailOf(share.ownerId) ?? "Someone"} has ${shareInWords(share)}.`)
          .join(" "),
        advice:
          "They can't add more until they have less; all else goes on. You can allow more in the settings.",
        path: "/preferences/instance",
        button: "See who has how much",
      };
  }
}

function diskInWords({ level, usedPercent, fullPercent }: Extract<OwnerNotice, { about: "disk" }>) {
  if (level === "full" && fullPercent < 100)
    return {
      facts: `My disk is ${usedPercent} % full, so nobody can add tasks now.`,
      advice: "What is due still goes out. Please free up some space.",
    };
  const facts =
    level === "full"
      ? "My disk is full."
      : `My disk is ${usedPercent} % full. All is well for now.`;
  return { facts, advice: `Please free up some space soon: ${atTheEnd(fullPercent)}` };
}

export function shareInWords({ used, most, what }: ReachedShare): string {
  const count = (number: number) => Math.floor(number).toLocaleString("en-US");
  return `${count(used)} of ${count(most)} ${what} in their household`;
}

function countInWords(count: number): string {
  return count === 1 ? "One message" : `${count} messages`;
}
