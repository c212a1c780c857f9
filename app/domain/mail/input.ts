import { stripControlCharacters, z } from "#app/domain/core/zod.ts";
import { maxPasted } from "./limits.ts";

/** A mail that somebody has copied. */
export const pastedMail = z.object({
  text: z
    .string({ error: "Please paste a mail first" })
    .max(maxPasted, `Use at most ${maxPasted.toLocaleString("en-US")} characters`)
    .overwrite(stripControlCharacters)
    .trim()
    .min(1, "Please paste a mail first"),
});

const chosenThing = z.object({
  /** The index of a thing of the mail. Missing if it is not ticked. */
  thing: z.coerce.number().int().min(0).max(40).optional(),
  /** The task of an earlier mail that it moves or cancels. */
  changes: z.uuid().optional(),
  /** The task's due date (wall clock) as the page showed it. */
  seen: z.string().max(20).optional(),
});

export interface ChosenThing {
  thing: number;
  changes?: string | undefined;
  seen?: string | undefined;
}

/** The ticked things of a mail. */
export const chosenThings = z.object({
  proposals: z
    .array(chosenThing.optional())
    .max(40)
    .default([])
    .transform((chosen): ChosenThing[] =>
      chosen.flatMap((each) =>
        each?.thing === undefined
          ? []
          : [{ thing: each.thing, changes: each.changes, seen: each.seen }],
      ),
    ),
  requestId: z.uuid(),
  /** Also for the sender's mails to come. */
  sender: z.enum(["once", "always"]).default("once"),
});

export const ignoredMail = z.object({ sender: z.enum(["once", "never"]).default("once") });

const maxTyped = 200;
const tooLong = `Use at most ${maxTyped} characters`;

/** A mailbox of the family's own. An empty server is guessed from the address. */
export const mailboxInput = z.object({
  address: z
    .string({ error: "Please enter the mailbox's address" })
    .trim()
    .max(maxTyped, tooLong)
    .regex(/^[^\s@]+@[^\s@]+$/, "Enter an address like nora@example.com"),
  password: z
    .string({ error: "Please enter its password" })
    .min(1, "Please enter its password")
    .max(maxTyped, tooLong),
  folder: z
    .string()
    .trim()
    .max(maxTyped, tooLong)
    .default("School")
    .transform((name) => name || "INBOX"),
  server: z
    .string()
    .trim()
    .toLowerCase()
    .max(maxTyped, tooLong)
    .regex(
      /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?)?$/,
      "Enter a server like imap.example.com",
    )
    .default(""),
});

export type MailboxInput = z.infer<typeof mailboxInput>;

export const modelSwitch = z.object({ isOn: z.enum(["yes", "no"]) });
