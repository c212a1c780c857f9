import { confirmAgain, guessPasswords, slowGuesses } from "./floods/passwords.ts";
import { forgetPassword, newPhoneCodes, sendTests, verifyAgain } from "./floods/own-address.ts";
import { guessFeedLinks, guessInvitations, guessRequestLinks } from "./floods/guesses.ts";
import {
  emailsLeft,
  firstMessagesLeft,
  householdEmailsLeft,
  householdTextsLeft,
  ownTextsLeft,
} from "./floods/left.ts";
import { bigBodies, manyFields, openStreams, parseTexts } from "./floods/load.ts";
import { askMany, emailOne, invite, textMany, textOne, welcome } from "./floods/messages.ts";
import { signUpFromOneNetwork, writeToMailbox } from "./floods/sign-ups.ts";
import type { Target } from "./target.ts";

export interface Limit {
  name: string;
  /** So many get through, of more tries: fewer would not show that the guard was reached. */
  limit: number;
  tries: { full: number; part: number };
  /** Returns how many got through. */
  flood: (target: Target, tries: number) => Promise<number>;
}

/** Everything that is limited, because it sends, costs or can be guessed. */
export const limits: Limit[] = [
  {
    name: "passwords guessed at once for one account",
    limit: 10,
    tries: { full: 13, part: 11 },
    flood: slowGuesses,
  },
  {
    name: "passwords guessed from one network",
    limit: 30,
    tries: { full: 200, part: 35 },
    flood: guessPasswords,
  },
  {
    name: "passwords guessed where a session asks again",
    limit: 30,
    tries: { full: 60, part: 33 },
    flood: confirmAgain,
  },
  {
    name: "invitation links guessed",
    limit: 30,
    tries: { full: 1_000, part: 35 },
    flood: guessInvitations,
  },
  {
    name: "request links guessed",
    limit: 30,
    tries: { full: 1_000, part: 35 },
    flood: guessRequestLinks,
  },
  {
    name: "calendar feeds guessed",
    limit: 30,
    tries: { full: 1_000, part: 35 },
    flood: guessFeedLinks,
  },
  {
    name: "password links to one account",
    limit: 3,
    tries: { full: 10, part: 4 },
    flood: forgetPassword,
  },
  {
    name: "verification mails to one account",
    limit: 3,
    tries: { full: 10, part: 5 },
    flood: verifyAgain,
  },
  {
    name: "codes for a phone in a minute",
    limit: 1,
    tries: { full: 10, part: 3 },
    flood: newPhoneCodes,
  },
  {
    name: "texts to an own number before its code",
    limit: 1,
    tries: { full: 6, part: 2 },
    flood: sendTests,
  },
  {
    name: "sign-ups from one network in an hour",
    limit: 5,
    tries: { full: 40, part: 7 },
    flood: signUpFromOneNetwork,
  },
  {
    name: "mails to one mailbox by plus-addresses",
    limit: 3,
    tries: { full: 20, part: 5 },
    flood: writeToMailbox,
  },
  { name: "invitations to one address", limit: 3, tries: { full: 20, part: 5 }, flood: invite },
  { name: "welcome mails to one address", limit: 3, tries: { full: 20, part: 5 }, flood: welcome },
  {
    name: "texts to one stranger from accounts that end",
    limit: 3,
    tries: { full: 20, part: 5 },
    flood: textOne,
  },
  {
    name: "mails to one stranger from accounts that end",
    limit: 3,
    tries: { full: 20, part: 5 },
    flood: emailOne,
  },
  {
    name: "strangers asked by an account under a day old",
    limit: 3,
    tries: { full: 20, part: 5 },
    flood: askMany,
  },
  {
    name: "texts to others from one account",
    limit: 10,
    tries: { full: 20, part: 12 },
    flood: textMany,
  },
  {
    name: "emails to others from one account, after 28",
    limit: 2,
    tries: { full: 10, part: 4 },
    flood: emailsLeft,
  },
  {
    name: "texts by a household, after 198",
    limit: 2,
    tries: { full: 10, part: 4 },
    flood: householdTextsLeft,
  },
  {
    name: "emails by a household, after 58",
    limit: 2,
    tries: { full: 10, part: 4 },
    flood: householdEmailsLeft,
  },
  {
    name: "first messages by everybody, after 198",
    limit: 2,
    tries: { full: 10, part: 4 },
    flood: firstMessagesLeft,
  },
  {
    name: "texts to an own number, after 49",
    limit: 1,
    tries: { full: 3, part: 2 },
    flood: ownTextsLeft,
  },
  { name: "bodies that may have 256 KB", limit: 1, tries: { full: 40, part: 5 }, flood: bigBodies },
  {
    name: "forms that may have 1,000 fields",
    limit: 1,
    tries: { full: 20, part: 4 },
    flood: manyFields,
  },
  { name: "streams of one session", limit: 20, tries: { full: 60, part: 23 }, flood: openStreams },
  {
    name: "texts parsed in a minute for one account",
    limit: 60,
    tries: { full: 200, part: 65 },
    flood: parseTexts,
  },
];
