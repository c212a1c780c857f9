import { guessFeedLinks, guessInvitations, guessPasswords, guessRequestLinks } from "./floods/guesses.ts";
import { bigBodies, manyFields, openStreams, parseTexts } from "./floods/load.ts";
import {
  askMany,
  askOne,
  invite,
  sendTests,
  textMany,
  verifyAgain,
  welcome,
  writeToMailbox,
} from "./floods/messages.ts";
import { forgetPassword, signUpFromOneNetwork, slowGuesses } from "./floods/accounts.ts";
import type { Target } from "./target.ts";

export interface Limit {
  name: string;
  /** At most this many get through. */
  limit: number;
  tries: { full: number; part: number };
  /** Returns how many got through. */
  flood: (target: Target, tries: number) => Promise<number>;
}

/** Everything that is limited, because it sends, costs or can be guessed. */
export const limits: Limit[] = [
  { name: "passwords guessed at once for one account", limit: 10, tries: { full: 13, part: 12 }, flood: slowGuesses },
  { name: "passwords guessed from one network", limit: 30, tries: { full: 200, part: 40 }, flood: guessPasswords },
  { name: "invitation links guessed", limit: 30, tries: { full: 1_000, part: 40 }, flood: guessInvitations },
  { name: "request links guessed", limit: 30, tries: { full: 1_000, part: 40 }, flood: guessRequestLinks },
  { name: "calendar feeds guessed", limit: 30, tries: { full: 1_000, part: 40 }, flood: guessFeedLinks },
  { name: "password links to one account", limit: 3, tries: { full: 20, part: 5 }, flood: forgetPassword },
  { name: "verification mails to one account", limit: 3, tries: { full: 20, part: 5 }, flood: verifyAgain },
  { name: "invitations to one address", limit: 3, tries: { full: 20, part: 6 }, flood: invite },
  { name: "welcome mails to one address", limit: 3, tries: { full: 20, part: 6 }, flood: welcome },
  { name: "texts to others from one account", limit: 10, tries: { full: 20, part: 12 }, flood: textMany },
  { name: "bodies over 256 KB", limit: 0, tries: { full: 40, part: 4 }, flood: bigBodies },
  { name: "forms of 10,000 fields", limit: 0, tries: { full: 20, part: 3 }, flood: manyFields },
  { name: "sign-ups from one network in an hour", limit: 5, tries: { full: 40, part: 8 }, flood: signUpFromOneNetwork },
  { name: "mails to one mailbox by plus-addresses", limit: 5, tries: { full: 20, part: 8 }, flood: writeToMailbox },
  { name: "requests by mail to one stranger in a day", limit: 3, tries: { full: 20, part: 5 }, flood: askOne },
  { name: "strangers asked by an account under a day old", limit: 3, tries: { full: 20, part: 5 }, flood: askMany },
  { name: "texts to an own number before its code", limit: 1, tries: { full: 6, part: 3 }, flood: sendTests },
  { name: "streams of one session", limit: 20, tries: { full: 60, part: 25 }, flood: openStreams },
  { name: "texts parsed in a minute for one account", limit: 60, tries: { full: 200, part: 80 }, flood: parseTexts },
];
