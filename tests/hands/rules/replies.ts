import type { StateRule } from "./rule.ts";

/** Everything that Mila says by text, up to the words of a family. */
const known = [
  /^Mila: Got it/,
  /^Mila: Thank you\. .+ knows/,
  /^Mila: All right\. .+ knows you can't/,
  /^Mila: .+ has it now, thank you\.$/,
  /^Mila: You've changed your answer many times today/,
  /^Mila: You already said (yes|no)/,
  /^Mila: Which one\?/,
  /^Mila: Sorry, I (only understand|didn't understand)/,
  /^Mila: Nothing to answer right now\.$/,
  /^Mila: That's (already done, thank you|no longer needed)\.$/,
  /^Mila: (.+ (deleted|skipped) it .+|Its time is over)\. Nothing for you to do, thank you\.$/,
  /^Mila: You are not in this family.s list any more\. Nothing for you to do, thank you\.$/,
  /^Mila: To take that back, reply (YES|NO): /,
  /^Mila: .+ knows it.s done: .+ Please tell them if it isn.t\.$/,
  /^Mila: Someone else was asked instead\.$/,
  /^Mila: Its time is over/,
  /^Mila: (Done|Done for .+|Already done|Snoozed|I'll remind you again).*: /,
  /^Mila: I haven't sent you a reminder here in the last two days\.$/,
  /^Mila: (Taken back|Open again): /,
  /^Mila: There's nothing to take back\.$/,
  /^Mila: (Today: |Nothing more today)/,
  /^Mila: Nothing changed[.,:] /,
  /^Mila: .+ Reply DONE again if it's done\.$/,
  /^Mila: I found nothing open/,
  /^Mila: I found no open task called ".*"\./,
  /^Mila: The next 30 dates are done already\. Please come back later\.$/,
  /^Mila: That's all I can do by text today/,
  /^Mila: I don't know you here yet/,
];

export const replyStates: StateRule[] = [
  {
    sentence: "Every answer by text is one of those that Mila has.",
    // Seen to catch: `nothingToUndo` that says "undefined".
    check: (_now, { replies }) =>
      replies
        .splice(0)
        .flatMap(({ body, reply }) =>
          reply === null || known.some((pattern) => pattern.test(reply))
            ? []
            : [`“${body}” was answered by “${reply}”`],
        ),
  },
];
