import type { MailboxInput } from "#app/domain/mail/input.ts";
import { maxMailboxes } from "#app/domain/mail/limits.ts";
import type { Added } from "#app/domain/mail/mailbox/mailboxes.server.ts";

type Refusal = Exclude<Added, { status: "added" }>;
type Explained = Partial<Record<keyof MailboxInput, string[]>>;

const problems: Record<Extract<Refusal, { problem: unknown }>["problem"], Explained> = {
  wrong_password: {
    password: [
      "The server refuses this address or password. Gmail, iCloud and Yahoo need an app password.",
    ],
  },
  unanswered: { server: ["I can't reach its server. Please check the server's name."] },
  failing: {
    server: ["Its server can't be used safely, or has a problem. Please check its name."],
  },
  not_allowed: {
    server: [
      "I read mailboxes at port 993 or 143, and only outside of the network I'm in.",
      "Mila's owner can allow others.",
    ],
  },
};

/** Explains the refusal beside the field to change. */
export function explainRefusal(refusal: Refusal, { folder }: MailboxInput): Explained {
  switch (refusal.status) {
    case "failed":
      return problems[refusal.problem];
    case "no_folder":
      return {
        folder: [`There's no folder “${folder}”. I see ${listFolders(refusal.folders)}.`],
      };
    case "there_already":
      return { address: ["Your household has this mailbox already"] };
    case "too_many":
      return {
        address: [`You can have up to ${maxMailboxes} mailboxes. Remove one to add another.`],
      };
    case "too_often":
      return { address: ["That was a lot of tries within an hour. Please try again later."] };
    case "no_passwords":
      return {
        address: [
          "This provider lets no program in with a password.",
          "Forward its mails to another mailbox, or paste them.",
        ],
      };
  }
}

const listFolders = (folders: string[]) => folders.map((name) => `“${name}”`).join(", ");
